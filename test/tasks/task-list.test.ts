import { expect, test } from 'vitest'
import { listBoard } from '../../src/tasks/task-list.ts'

const list = (text: string, path = 'tasks.json') => listBoard([{ path, text }])
const NONE = { status: 'pending', priority: '', subtasks: [] }

test('each task of each tag has its status, its priority and its subtasks, whatever else is wrong with it', () => {
  const subtasks = [{ id: 1, title: 'Adds', status: 'done' }, { id: '7.2', title: 'Rounds' }, null]
  const tags = {
    shop: { tasks: [{ id: 7, title: 'Cart', status: 'in-progress', priority: 'high', subtasks }, { title: 'no id' }] },
    later: { tasks: [{ id: 7, title: [] }] },
  }
  expect(list(JSON.stringify(tags))).toEqual([
    {
      id: '7',
      title: 'Cart',
      tag: 'shop',
      status: 'in-progress',
      priority: 'high',
      subtasks: [
        { id: '7.1', title: 'Adds', status: 'done' },
        { id: '7.2', title: 'Rounds', status: 'pending' },
      ],
    },
    { ...NONE, id: '7', title: '', tag: 'later' },
  ])
})

test.each([
  ['id: 3\ntitle: Tax\n', [{ ...NONE, id: '3', title: 'Tax', tag: 'master' }]],
  ['[1, 2]', []],
  ['{ "tasks": [', []],
])('lists what %j has', (text, expected) => expect(list(text, 'task.yml')).toEqual(expected))
