import { expect, test } from 'vitest'
import { writeStatuses } from '../../src/tasks/write-statuses.ts'

const write = (text: string, id: string, states: Readonly<Record<string, 'pending' | 'started' | 'done'>>) =>
  writeStatuses([{ path: 'x.json', text }], { id, file: 'x.json' }, new Map(Object.entries(states)))[0]?.text ?? null

const TASKS = `{ "master": {"tasks":[
\t{"id":1,"title":"One","status":"pending"},
  {  "id": 2, "title": "Two" , "status" : "pending","priority":"high",
     "subtasks": [ {"id":1,"title":"A","status":"done"}, {"id":2,"title":"B", "status":"pending"}, {"id":3,"title":"C","status":"pending"} ] }
]}, "other": {"tasks":[{"id":2,"title":"Two","status":"pending","subtasks":[{"id":2,"title":"B","status":"pending"}]}]} }\r\n`

test('only the statuses of the task change in TaskMaster’s document, and every other byte stays', () => {
  const expected = TASKS.replace('"status" : "pending","priority"', '"status" : "in-progress","priority"').replace(
    '"title":"B", "status":"pending"',
    '"title":"B", "status":"done"',
  )
  expect(write(TASKS, 'master:2', { '2.2': 'done', '2.3': 'pending' })).toBe(expected)
})

test('a task is done when all its subtasks are', () => {
  const text = write(TASKS, 'master:2', { '2.2': 'done', '2.3': 'done' }) ?? ''
  expect(JSON.parse(text).master.tasks[1]).toMatchObject({
    status: 'done',
    subtasks: [{ status: 'done' }, { status: 'done' }, { status: 'done' }],
  })
  expect(JSON.parse(text).other).toEqual(JSON.parse(TASKS).other)
})

test('nothing changes where nothing is new, and no status is invented', () => {
  expect(write(TASKS, 'other:2', { '2.2': 'pending' })).toBeNull()
  const without = '{"tasks":[{"id":1,"title":"One","subtasks":[{"id":1,"title":"A"}]}]}'
  expect(write(without, '1', { '1.1': 'done' })).toBeNull()
})

test('the words of Claude-Code-Workflow are its own', () => {
  const task = {
    id: 'IMPL-1',
    title: 'Tax',
    status: 'pending',
    meta: { tdd_workflow: true },
    context: {
      tdd_cycles: [
        { cycle: 1, feature: 'a' },
        { cycle: 2, feature: 'b' },
      ],
    },
  }
  const text = JSON.stringify(task, null, 1)
  expect(write(text, 'IMPL-1', { 'IMPL-1.1': 'done' })).toBe(text.replace('pending', 'in_progress'))
  expect(write(text, 'IMPL-1', { 'IMPL-1.1': 'done', 'IMPL-1.2': 'done' })).toBe(text.replace('pending', 'completed'))
})
