import { expect, test } from 'vitest'
import { toRunListText, toRunMetrics } from '../../../src/render/run/list.ts'
import type { RunManifest } from '../../../src/render/run/manifest.ts'

const RUN: RunManifest = {
  schemaVersion: 1,
  runId: 'analytics__task-42__2026-01-15T14-00-00-000Z',
  projectRoot: '/shop',
  taskId: '42',
  tag: 'analytics',
  branch: 'analytics/task-42',
  startTime: '2026-01-15T14:00:00.000Z',
  endTime: null,
  status: 'running',
  currentPhase: 'subtask-loop',
  currentSubtask: '42.1',
  subtasksCompleted: ['42.1'],
  subtasksFailed: [],
  attempts: {},
  coverage: null,
  totalCommits: 3,
  prUrl: null,
  prTime: null,
  interventions: 0,
}
const run = (part: Partial<RunManifest>): RunManifest => ({ ...RUN, ...part })
const END = '2026-01-15T14:30:00.000Z'
const MINUTE = 60_000

test.each([
  ['without runs nothing is measured', [], null, null],
  ['a run that goes on has no duration', [run({})], null, 0],
  ['a completed run takes until its end', [run({ status: 'completed', endTime: END })], 30 * MINUTE, 0],
  [
    'a pull request ends the time',
    [run({ status: 'completed', endTime: END, prTime: '2026-01-15T14:10:00.000Z' })],
    10 * MINUTE,
    0,
  ],
  ['an ended task has no duration', [run({ status: 'failed', endTime: END, interventions: 1 })], null, 100],
  [
    'a clock that went back measures nothing',
    [run({ status: 'completed', endTime: '2020-01-01T00:00:00.000Z' })],
    null,
    0,
  ],
  ['the share counts runs, not decisions', [run({ interventions: 5 }), run({}), run({})], null, 33.3],
])('%s', (_, runs, meanDurationMs, interventionPercent) => {
  expect(toRunMetrics(runs)).toMatchObject({ meanDurationMs, interventionPercent })
})

test('the list shows each run in a line, without control characters, and the way to begin where there is none', () => {
  const text = toRunListText([run({ status: 'completed', endTime: END }), run({ branch: 'a\u001b[31mb' })], {})
  expect(text.split('\n')).toHaveLength(6)
  expect(text).toContain('From start to pull request: 30 min 0 s on average.')
  expect(text).not.toContain('\u001b')
  expect(toRunListText([], {})).toContain('tdd-gate start')
})
