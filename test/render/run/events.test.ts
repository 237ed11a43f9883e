import { expect, test } from 'vitest'
import { countAttempt, deriveEvents, toEventKey, toTestEvents } from '../../../src/render/run/events.ts'
import { type JudgedRun, toRunManifest } from '../../../src/render/run/manifest.ts'
import { ACCEPTED, judged, REJECTED, sha } from '../../support/decision.ts'

const NOON = '2026-01-15T12:00:00.000Z'
const about = { runId: 'a', taskId: '42', tag: 'a', branch: 'a/task-42', startTime: NOON, projectRoot: '/shop' }
const derive = (decision: Partial<JudgedRun['decision']>) => {
  const facts = { decision: { ...REJECTED, ...decision }, maxAttempts: 3 }
  return deriveEvents(toRunManifest(about, facts, null, NOON), facts)
}
const names = (events: ReturnType<typeof derive>) => events.slice(4).map(({ event }) => event)

test('a cycle of RED and GREEN leaves its events in order', () => {
  const events = derive(ACCEPTED)
  expect(names(events)).toEqual([
    ...['subtask:start', 'test:run', 'commit:created', 'phase:transition'],
    ...['test:run', 'commit:created', 'subtask:complete'],
    ...['phase:complete', 'phase:start', 'phase:complete'],
  ])
  expect(events[5]).toEqual({
    event: 'test:run',
    subtaskId: '42.1',
    phase: 'red',
    attempt: 1,
    passed: 2,
    failed: 1,
    status: 'expected',
    sha: sha('a'),
  })
  expect(events[9]).toMatchObject({
    event: 'commit:created',
    subtaskId: '42.1',
    sha: sha('b'),
    message: 'feat: the cart adds',
  })
})

test.each([
  ['a rejected GREEN completes nothing', {}, ['test:run', 'commit:created']],
  [
    'commits of no subtask start none',
    { commits: [judged({ subtask: null, phase: 'neutral', tests: null })] },
    ['commit:created'],
  ],
  [
    'used up attempts pause the run',
    { next: { ...REJECTED.next, action: 'wait' } as typeof REJECTED.next },
    ['commit:created', 'pause'],
  ],
])('%s', (_, decision, last) => {
  expect(names(derive(decision)).slice(-last.length)).toEqual(last)
})

test('an event has the same key as its line in the log, and hostile texts stay in one line', () => {
  const [event] = toTestEvents(judged({ subtask: 'a\n\u001b[31m' }), 2)
  const line = JSON.stringify({ at: NOON, ts: NOON, seq: 1, previous: 'x', hash: 'y', ...event })
  expect(toEventKey(JSON.parse(line))).toBe(toEventKey(event ?? {}))
  expect(line).not.toContain('\\n')
  expect(line).not.toContain('u001b')
})

test('a commit stands once in the log, whatever its message was', () => {
  const [one, two] = ['working tree', 'test: tenth'].map((message) => ({
    event: 'commit:created',
    sha: sha('a'),
    message,
  }))
  expect(toEventKey(one ?? {})).toBe(toEventKey(two ?? {}))
  expect(toEventKey({ ...one, sha: sha('b') })).not.toBe(toEventKey(two ?? {}))
})

test('attempts of a phase count from the last commit of their subtask on', () => {
  const failed = judged({ phase: 'green', verdict: 'attempt' })
  const run = toTestEvents(failed, 1)
  const commit = { event: 'commit:created', subtaskId: '42.1' }
  expect(countAttempt([], failed)).toBe(1)
  expect(countAttempt([commit, ...run, ...run], failed)).toBe(3)
  expect(countAttempt([...run, commit], failed)).toBe(1)
  expect(countAttempt([commit, ...run], judged({ phase: 'green', subtask: '42.2' }))).toBe(1)
})
