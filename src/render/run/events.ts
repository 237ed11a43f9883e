/** Derives the events of a run from what was judged. A log that lacks some of them is completed by the next call. */
import type { JudgedCommit } from '../../core/model/finding.ts'
import { countFailing } from '../../core/model/test-run.ts'
import { plain } from '../text/text.ts'
import type { JudgedRun, RunManifest } from './manifest.ts'

type Scalar = string | number | boolean | null

/** An event without its time. */
export interface RunHappening {
  readonly event: string
  readonly [name: string]: Scalar
}

const MAX_SUBJECT = 200
/** They differ from call to call, or bind a line to its place; `sha` says more than a message. */
const NO_CONTENT: readonly string[] = ['at', 'ts', 'seq', 'previous', 'hash', 'duration', 'message']

/** Returns the text that an event and its line in a log share. */
export function toEventKey(event: Readonly<Record<string, unknown>>): string {
  const content = Object.entries(event).filter(([name]) => !NO_CONTENT.includes(name))
  return JSON.stringify(content.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns everything that the judged commits say, in their order. */
export function deriveEvents(manifest: RunManifest, { decision }: JudgedRun): readonly RunHappening[] {
  const { currentPhase, branch, status } = manifest
  const { commits, next, stopped } = decision
  const isUsedUp = status === 'paused' && stopped === undefined
  return [
    { event: 'phase:start', phase: 'preflight', status: 'ok' },
    { event: 'phase:complete', phase: 'preflight', status: 'ok' },
    ...(branch === null ? [] : [{ event: 'branch:created', branch: plain(branch, MAX_SUBJECT) }]),
    { event: 'phase:start', phase: 'subtask-loop', status: 'ok' },
    ...commits.filter(({ phase }) => phase !== 'start').flatMap((commit) => toCommitEvents(commit, manifest, commits)),
    ...(isUsedUp ? [{ event: 'pause', reason: 'max_attempts', subtaskId: toId(next?.subtask ?? null) }] : []),
    ...(currentPhase === 'subtask-loop' ? [] : LOOP_ENDS),
    ...(currentPhase === 'complete' ? [{ event: 'phase:complete', phase: 'finalize', status: 'ok' }] : []),
  ]
}

const LOOP_ENDS: readonly RunHappening[] = [
  { event: 'phase:complete', phase: 'subtask-loop', status: 'ok' },
  { event: 'phase:start', phase: 'finalize', status: 'ok' },
]

function toCommitEvents(
  commit: JudgedCommit,
  { subtasksCompleted }: RunManifest,
  commits: readonly JudgedCommit[],
): readonly RunHappening[] {
  const { sha, phase, subtask, subject, verdict } = commit
  const subtaskId = toId(subtask)
  const own = commits.filter((one) => one.subtask === subtask)
  const isLast = own.findLast((one) => one.phase === 'green' && one.verdict === 'accepted') === commit
  const isComplete = subtask !== null && isLast && subtasksCompleted.includes(subtask)
  return [
    ...(own[0] === commit && subtask !== null ? [{ event: 'subtask:start', subtaskId, phase }] : []),
    ...toTestEvents(commit, own.filter((one) => one.phase === phase).indexOf(commit) + 1),
    { event: 'commit:created', subtaskId, phase, sha, message: plain(subject, MAX_SUBJECT) },
    ...(phase === 'red' && verdict === 'accepted'
      ? [{ event: 'phase:transition', subtaskId, from: 'red', to: 'green', sha }]
      : []),
    ...(isComplete ? [{ event: 'subtask:complete', subtaskId, sha }] : []),
  ]
}

/**
 * Returns the number of an attempt: from 1 after each commit of the subtask.
 * @param logged the events so far
 */
export function countAttempt(
  logged: readonly Readonly<Record<string, unknown>>[],
  { phase, subtask }: Pick<JudgedCommit, 'phase' | 'subtask'>,
): number {
  const own = logged.filter(({ subtaskId }) => subtaskId === toId(subtask))
  const since = own.slice(own.findLastIndex(({ event }) => event === 'commit:created') + 1)
  return since.filter((one) => one['event'] === 'test:run' && one['phase'] === phase).length + 1
}

/**
 * Returns the run of the tests of a commit, or of a working tree.
 * @param attempt from 1
 */
export function toTestEvents(
  { sha, phase, subtask, verdict, tests }: Pick<JudgedCommit, 'sha' | 'phase' | 'subtask' | 'verdict' | 'tests'>,
  attempt: number,
): readonly RunHappening[] {
  if (tests === null) return []
  const good = phase === 'red' ? 'expected' : 'success'
  const status = verdict === 'accepted' ? good : verdict
  const counts = { passed: tests.passed, failed: countFailing(tests) }
  return [{ event: 'test:run', subtaskId: toId(subtask), phase, attempt, ...counts, status, sha }]
}

function toId(subtask: string | null): string | null {
  return subtask === null ? null : plain(subtask, MAX_SUBJECT)
}
