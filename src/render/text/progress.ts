/** Lists what happens during a run, and renders each event as one line. Logs, displays and clients get the same events. */

import type { Phase } from '../../core/evaluate/phase.ts'
import { type Sha, short } from '../../core/model/commit.ts'
import type { Verdict } from '../../core/model/finding.ts'
import type { PersonDecisionKind } from '../../core/model/maintainer-decision.ts'
import { logLines } from './log-line.ts'
import { plain } from './text.ts'

interface At {
  /** From 1. */
  readonly index: number
  readonly of: number
  readonly sha: Sha
  readonly phase: Phase
  readonly subtask: string | null
}

export type ProgressEvent =
  | { readonly kind: 'note'; readonly text: string }
  /** The measurement of a commit starts. */
  | ({ readonly kind: 'phase:start' } & At)
  /** Nothing runs for a commit: an equal measurement of before is reused. */
  | ({ readonly kind: 'test:cached' } & At)
  /** Nothing changed since the last judgement of this head: its answer is given again. */
  | { readonly kind: 'step:kept'; readonly sha: Sha }
  /** A test command starts for a number of files, or for the whole suite (null). */
  | ({
      readonly kind: 'test:run'
      readonly files: number | null
      readonly attempt: number
      readonly attempts: number
    } & At)
  /** The first test command of a trial starts. */
  | ({ readonly kind: 'test:trial'; readonly trial: string } & At)
  | ({
      readonly kind: 'commit:judged'
      readonly phase: Phase | 'characterize'
      readonly verdict: Verdict
      /** The first rule that refuses the commit; absent where none does, and in logs of earlier versions. */
      readonly rule?: string
      /** Zero where nothing ran. */
      readonly passed: number
      /** Tests and files. */
      readonly failing: number
      /** Of its measurement, now or before; absent in logs of earlier versions. */
      readonly durationMs?: number
    } & Omit<At, 'phase'>)
  | { readonly kind: 'branch:created'; readonly branch: string; readonly sha: Sha }
  | { readonly kind: 'commit:created'; readonly sha: Sha; readonly phase: string; readonly subtask: string | null }
  /** A GREEN was committed whose tests still fail. */
  | { readonly kind: 'attempt'; readonly subtask: string | null; readonly attempt: number; readonly of: number }
  | { readonly kind: 'subtask:complete'; readonly subtask: string }
  /** A person decided about the task. */
  | { readonly kind: Exclude<PersonDecisionKind, 'attempt'>; readonly by: string; readonly reason: string }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }

type Fields = Readonly<Record<string, string>>
const AT = { index: 'number', of: 'number', sha: 'string', phase: 'string', subtask: 'string null' } as const
const SAID = { by: 'string', reason: 'string' } as const

/** The types of each event's values in a log. */
export const EVENT_FIELDS: Readonly<Record<ProgressEvent['kind'], Fields>> = {
  note: { text: 'string' },
  'phase:start': AT,
  'test:cached': AT,
  'test:run': { ...AT, files: 'number null', attempt: 'number', attempts: 'number' },
  'test:trial': { ...AT, trial: 'string' },
  'commit:judged': {
    ...AT,
    verdict: 'string',
    rule: 'string undefined',
    passed: 'number',
    failing: 'number',
    durationMs: 'number undefined',
  },
  'step:kept': { sha: 'string' },
  'branch:created': { branch: 'string', sha: 'string' },
  'commit:created': { sha: 'string', phase: 'string', subtask: 'string null' },
  attempt: { subtask: 'string null', attempt: 'number', of: 'number' },
  'subtask:complete': { subtask: 'string' },
  pause: SAID,
  resume: SAID,
  skip: SAID,
  red: SAID,
  revert: SAID,
  override: SAID,
  abort: SAID,
  error: { code: 'string', message: 'string' },
}

/** Returns a line that terminals and runners do not interpret. */
export function toProgressLine(event: ProgressEvent): string {
  return logLines(formatEvent(event))
}

function formatEvent(event: ProgressEvent): string {
  switch (event.kind) {
    case 'phase:start':
    case 'test:cached':
    case 'commit:judged':
    case 'test:run':
    case 'test:trial':
      return getStep(event)
    case 'note':
      return plain(event.text)
    case 'step:kept':
      return `unchanged since ${short(event.sha)} was judged`
    case 'branch:created':
      return `created branch ${plain(event.branch, 300)}`
    case 'commit:created':
      return `committed ${short(event.sha)}: ${event.phase}${event.subtask === null ? '' : ` ${plain(event.subtask, 20)}`}`
    case 'attempt':
      return `attempt ${event.attempt} of ${event.of}`
    case 'subtask:complete':
      return `subtask ${plain(event.subtask, 20)} is complete`
    case 'error':
      return `error [${event.code}] ${plain(event.message)}`
    default:
      return `${event.kind} by ${plain(event.by, 100)}${event.reason === '' ? '' : `: ${plain(event.reason)}`}`
  }
}

type StepEvent = Extract<ProgressEvent, Pick<At, 'index'>>

function getStep(event: StepEvent): string {
  const { index, of, sha, phase, subtask } = event
  const commit = `[${index}/${of}] ${short(sha)} ${phase}${subtask === null ? '' : ` ${plain(subtask, 20)}`}`
  if (event.kind === 'phase:start') return commit
  if (event.kind === 'test:cached') return `${commit} ... from cache`
  if (event.kind === 'commit:judged') {
    const { verdict, rule, passed, failing } = event
    const said = rule === undefined ? verdict : `${verdict} by ${plain(rule, 40)}`
    return `${commit} ... ${said}${passed + failing === 0 ? '' : `: ${passed} passing, ${failing} failing`}`
  }
  if (event.kind === 'test:trial') return `${commit} ... trial ${plain(event.trial, 40)}`
  const { files, attempt, attempts } = event
  // The first run may show that no other is needed.
  const most = attempt < attempts ? 'at most ' : ''
  const what = files === null ? 'the suite' : `${files} test file${files === 1 ? '' : 's'}`
  return `${commit} ... running ${what}${attempts > 1 ? ` (run ${attempt} of ${most}${attempts})` : ''}`
}
