import { expect, test } from 'vitest'
import { readQueue } from '../../src/tasks/queue.ts'
import { tddTask } from '../support/tdd-task.ts'

const queue = (content: unknown, currentTag: string | null = null) =>
  readQueue([{ path: 'tasks.json', text: JSON.stringify(content) }], 'tasks.json', currentTag)
const task = (id: number, more: object = {}) => ({ id, title: `Task ${id}`, ...more })
const idsOf = (tasks: readonly object[], currentTag: string | null = null) =>
  queue({ tasks }, currentTag).tasks.map(({ id }) => id)

test.each([
  ['those in progress come first', [task(1, { priority: 'critical' }), task(2, { status: 'in-progress' })], ['2', '1']],
  [
    'then priority decides, and a task without one is of medium priority',
    [task(1, { priority: 'low' }), task(2), task(3, { priority: 'high' }), task(4, { priority: 'critical' })],
    ['4', '3', '2', '1'],
  ],
  ['then the number of dependencies', [task(1, { dependencies: [2] }), task(2)], ['2', '1']],
  ['then the order of the document', [task(9), task(2)], ['9', '2']],
  [
    'closed and held ones are left out',
    ['done', 'completed', 'cancelled', 'deferred', 'blocked', 'review'].map((status, id) => task(id, { status })),
    [],
  ],
])('of the open tasks of a list %s', (_, tasks, ids) => {
  expect(idsOf(tasks)).toEqual(ids)
})

test('a list with tags offers the tasks of the current tag, and without a current tag those of all', () => {
  const tags = { shop: { tasks: [task(1)] }, later: { tasks: [task(1), task(2)] } }
  const names = (tag: string | null) => queue(tags, tag).tasks.map(({ tag: of, id }) => `${of}:${id}`)
  expect(names('later')).toEqual(['later:1', 'later:2'])
  expect(names(null)).toEqual(['shop:1', 'later:1', 'later:2'])
  expect(names('gone')).toEqual(['shop:1', 'later:1', 'later:2'])
})

test('a task waits for those that its start would wait for, of its subtasks too', () => {
  const subtasks = [{ id: 1, title: 'Adds', dependencies: ['2.1'] }]
  const tasks = [task(1, { dependencies: [3, 4] }), task(2, { subtasks }), task(3), task(4, { status: 'done' })]
  const { tasks: listed, getWaitsFor } = queue({ tasks })
  const first = listed.find(({ id }) => id === '1')
  expect(first && getWaitsFor(first)).toEqual(['3'])
  const other = queue({ tasks: [task(1, { subtasks: [{ id: 1, title: 'A', dependencies: ['2.1'] }] }), task(2)] })
  expect(other.tasks.map((one) => other.getWaitsFor(one))).toEqual([['2'], []])
})

test('another document is a queue of one, or of none where everything is done', () => {
  expect(queue({ id: 3, title: 'Tax' }).tasks.map(({ id }) => id)).toEqual(['3'])
  expect(queue(tddTask()).tasks.map(({ id }) => id)).toEqual(['IMPL-1'])
  expect(queue({ ...tddTask(), status: 'completed' }).tasks).toEqual([])
  expect(() => queue({ title: 7 })).toThrow(expect.objectContaining({ code: 'bad-plan' }))
})
