import { expect, test } from 'vitest'
import {
  type JudgedRun,
  type RunManifest,
  toPointer,
  toRunManifest,
  withHappenings,
  withName,
} from '../../../src/render/run/manifest.ts'
import { ACCEPTED, judged, REJECTED, sha } from '../../support/decision.ts'

const about = {
  runId: 'analytics__task-42__2026-01-15T14-20-33-000Z',
  taskId: '42',
  tag: 'analytics',
  branch: 'analytics/task-42-metrics',
  startTime: '2026-01-15T14:20:33.000Z',
  projectRoot: '/shop',
}
const [NOON, LATER] = ['2026-01-15T12:00:00.000Z', '2026-01-15T13:00:00.000Z']
const STOP = { by: 'ada', reason: 'lunch', at: NOON }
const manifest = (
  decision: Partial<JudgedRun['decision']>,
  old: Parameters<typeof toRunManifest>[2] = null,
  at = NOON,
) => toRunManifest(about, { decision: { ...REJECTED, ...decision }, maxAttempts: 3 }, old, at)

test('the manifest of a run has its task, branch and times, and what is done', () => {
  expect(manifest({})).toEqual({
    schemaVersion: 1,
    ...about,
    endTime: null,
    status: 'running',
    currentPhase: 'subtask-loop',
    currentSubtask: '42.1',
    subtasksCompleted: [],
    subtasksFailed: [],
    attempts: { '42.1': 1 },
    coverage: null,
    totalCommits: 2,
    prUrl: null,
    prTime: null,
    interventions: 0,
  })
})

test.each([
  ['running', {}, 'subtask-loop'],
  ['paused', { stopped: { ...STOP, kind: 'pause' } }, 'subtask-loop'],
  ['failed', { stopped: { ...STOP, kind: 'abort' } }, 'subtask-loop'],
  ['paused', { next: { ...REJECTED.next, action: 'wait' } as JudgedRun['decision']['next'] }, 'subtask-loop'],
  ['completed', { ...ACCEPTED }, 'complete'],
  ['running', { subtasks: ACCEPTED.subtasks }, 'finalize'],
] as const)('a run is %s by what was judged (%#)', (status, decision, currentPhase) => {
  expect(manifest(decision)).toMatchObject({ status, currentPhase })
})

test('a run ends once: later calls keep its end, a resumed run has none, and its pull request and coverage stay', () => {
  const ended = { ...manifest(ACCEPTED), prUrl: 'https://github.com/a/b/pull/1', coverage: { lines: 90 } }
  expect(manifest(ACCEPTED, ended, LATER)).toMatchObject({ endTime: NOON, prUrl: ended.prUrl, coverage: { lines: 90 } })
  expect(manifest({}, ended, LATER).endTime).toBeNull()
  const withStatus = (old: RunManifest, status: RunManifest['status'], at: string) =>
    withHappenings(old, { status, interventions: 1 }, at)
  const aborted = withStatus(manifest({}), 'failed', NOON)
  expect(aborted).toMatchObject({ status: 'failed', endTime: NOON })
  expect(withStatus(aborted, 'running', LATER)).toMatchObject({ status: 'running', endTime: null })
  expect(withStatus(ended, 'failed', LATER).endTime).toBe(LATER)
})

test('a subtask has failed when its attempts are used up, or when the run ended in it', () => {
  const [open, ...rest] = REJECTED.subtasks
  const usedUp = [{ ...open, attempts: 3 } as NonNullable<typeof open>, ...rest]
  expect(manifest({ subtasks: usedUp }).subtasksFailed).toEqual(['42.1'])
  expect(manifest({ stopped: { ...STOP, kind: 'abort' } }).subtasksFailed).toEqual(['42.1'])
})

test('coverage is that of the last commit which measured it', () => {
  const coverage = { totals: { lines: { covered: 9, total: 10 } }, patch: null }
  expect(manifest({ commits: [judged({ coverage }), judged({})] }).coverage).toEqual({ lines: 90 })
})

test('a commit has its own name and subject, not those of the working tree that was judged for it', () => {
  const list = [judged({}), judged({ sha: sha('b'), subject: 'working tree' })]
  const named = withName(list, sha('b'), { sha: sha('c'), subject: 'feat: tenth' })
  expect(named).toMatchObject([{ sha: sha('a') }, { sha: sha('c'), subject: 'feat: tenth' }])
})

test('the pointer of a tag names the run, its task and its status', () => {
  const { projectRoot: _, ...shown } = about
  expect(toPointer(manifest({}))).toEqual({ schemaVersion: 1, ...shown, status: 'running' })
})

test('decisions about the task are counted, and the first time of a pull request stays', () => {
  const prUrl = 'https://github.com/a/b/pull/1'
  const opened = withHappenings(manifest({}), { interventions: 0, prUrl }, NOON)
  expect(opened).toMatchObject({ prUrl, prTime: NOON, interventions: 0 })
  const later = withHappenings(opened, { interventions: 2, prUrl }, LATER)
  expect(later).toMatchObject({ prTime: NOON, interventions: 2, status: 'running' })
  expect(manifest({}, later, LATER)).toMatchObject({ prTime: NOON, interventions: 2 })
})
