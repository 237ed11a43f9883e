import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planOperation } from '../../../src/operations/catalog/plan.ts'
import { noPaint } from '../../../src/render/text/table.ts'
import { listTasksOf } from '../../../src/tasks/list-tasks.ts'
import { getFolder } from '../../support/folder.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { tddTask } from '../../support/tdd-task.ts'

const PAGE = { width: Number.POSITIVE_INFINITY, paint: noPaint }
const USERS = { id: 42, title: 'User metrics', status: 'in-progress', priority: 'high', dependencies: [41] }
const TASKS = JSON.stringify({
  analytics: {
    tasks: [
      { id: 41, title: 'Schema', status: 'done', subtasks: [] },
      { ...USERS, subtasks: [{}, {}] },
    ],
  },
  master: { tasks: [{ id: 41, title: 7, status: null }, 'x'] },
})

test("a list of tasks has each task of TaskMaster's document, by its tag, with status and priority", () => {
  const file = '.taskmaster/tasks/tasks.json'
  expect(listTasksOf([{ path: file, text: TASKS }], file)).toEqual([
    { tag: 'analytics', id: '41', title: 'Schema', status: 'done', priority: null, dependencies: [], subtasks: 0 },
    {
      tag: 'analytics',
      id: '42',
      title: 'User metrics',
      status: 'in-progress',
      priority: 'high',
      dependencies: ['41'],
      subtasks: 2,
    },
    { tag: 'master', id: '41', title: '', status: null, priority: null, dependencies: [], subtasks: 0 },
  ])
})

test('a list of tasks of another document has its one task', () => {
  const path = '.workflow/active/WFS-cart/.task/IMPL-1.json'
  expect(listTasksOf([{ path, text: JSON.stringify(tddTask()) }], path)).toMatchObject([
    { tag: 'WFS-cart', id: 'IMPL-1', title: 'Shopping cart with TDD', status: null, subtasks: 1 },
  ])
})

test('`plan --list` shows the tasks of the document that is named, or of the one at its usual place', async () => {
  const dir = getFolder({ '.taskmaster/tasks/tasks.json': TASKS })
  const list = (task?: string) =>
    planOperation.run(planOperation.input.parse({ repo: dir, list: true, ...(task && { task }) }), KEPT)
  const { json, toText } = await list()
  expect(json).toMatchObject({ schemaVersion: 1, tasks: [{ id: '41' }, { id: '42', priority: 'high' }, { id: '41' }] })
  expect(toText(PAGE)).toContain('analytics:42  in-progress  high  User metrics (2 subtasks, after 41)')
  expect((await list(join(dir, '.taskmaster/tasks/tasks.json'))).json).toEqual(json)
  await expect(list(join(dir, 'none.json'))).rejects.toMatchObject({ code: 'bad-plan' })
})
