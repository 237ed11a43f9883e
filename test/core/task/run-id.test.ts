import { expect, test } from 'vitest'
import { isRunId, toRunId } from '../../../src/core/task/run-id.ts'

const startTime = '2026-01-15T14:20:33.000Z'

test.each([
  ['a tag and an id', 'analytics', '42', 'analytics__task-42__2026-01-15T14-20-33-000Z'],
  ['a branch without a plan', 'master', null, 'master__task-none__2026-01-15T14-20-33-000Z'],
  ['a tag and an id that would name other folders', '../..', 'a/b\n', '--..__task-a-b-__2026-01-15T14-20-33-000Z'],
  ['an empty tag', '', '7', '-__task-7__2026-01-15T14-20-33-000Z'],
  ['a year of five digits', 'a', '1', 'a__task-1__010000-01-01T00-00-00-000Z', '+010000-01-01T00:00:00.000Z'],
])('a run has a name that a folder can have: %s', (_, tag, taskId, id, at = startTime) => {
  expect(toRunId({ tag, taskId, startTime: at })).toBe(id)
  expect(isRunId(id)).toBe(true)
})

test('long tags and ids are cut', () => {
  const id = toRunId({ tag: 't'.repeat(500), taskId: 'i'.repeat(500), startTime })
  expect(id.length).toBeLessThan(200)
  expect(isRunId(id)).toBe(true)
})

test.each(['', '..', '../runs', '20260115T142033.000Z-12-next', 'a__task-1', '/a__task-1__2026-01-15T14-20-33-000Z'])(
  '%j is no run',
  (text) => expect(isRunId(text)).toBe(false),
)
