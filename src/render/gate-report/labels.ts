/** Computes the phase label of a pull request. It is for lists of pull requests; the gate never reads it. */
import type { Decision } from '../../core/model/finding.ts'

const PREFIX = 'tdd: '
const LABELS = ['red', 'green', 'refactor', 'done', 'blocked', 'paused'] as const
type PhaseLabel = (typeof LABELS)[number]

/** Returns the labels of the pull request: other labels unchanged, and the current phase label. */
export function withPhaseLabel(labels: readonly string[], decision: Decision): readonly string[] {
  const ours = LABELS.map((label) => PREFIX + label)
  return [...labels.filter((label) => !ours.includes(label)), PREFIX + getLabel(decision)]
}

function getLabel({ conclusion, stopped, next }: Decision): PhaseLabel {
  if (conclusion === 'success') return 'done'
  if (stopped) return 'paused'
  if (conclusion !== 'in_progress') return 'blocked'
  if (next?.phase === 'green' || next?.phase === 'refactor') return next.phase
  return 'red'
}
