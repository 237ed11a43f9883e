/** Computes the phase label of a pull request. It is for lists of pull requests; the gate never reads it. */
import type { Decision } from '../../core/model/finding.ts'
import { DEFAULT_TAG } from '../../core/model/plan.ts'
import { plain } from '../text/text.ts'

const PREFIX = 'tdd: '
const LABELS = ['red', 'green', 'refactor', 'done', 'blocked', 'paused'] as const
type PhaseLabel = (typeof LABELS)[number]

/** GitHub limits labels to 50 characters. */
const MAX_TAG = 46

/**
 * Returns the labels of the pull request: other labels unchanged, the tag of the task, and the current phase.
 * @param tag one that a document names, which the default tag does not
 */
export function withPhaseLabel(labels: readonly string[], decision: Decision, tag = DEFAULT_TAG): readonly string[] {
  const ours = LABELS.map((label) => PREFIX + label)
  const ofTag = tag === DEFAULT_TAG ? [] : [`tdd:${plain(tag, MAX_TAG)}`]
  const others = labels.filter((label) => !ours.includes(label) && !ofTag.includes(label))
  return [...others, ...ofTag, PREFIX + getLabel(decision)]
}

function getLabel({ conclusion, stopped, next }: Decision): PhaseLabel {
  if (conclusion === 'success') return 'done'
  if (stopped) return 'paused'
  if (conclusion !== 'in_progress') return 'blocked'
  if (next?.phase === 'green' || next?.phase === 'refactor') return next.phase
  return 'red'
}
