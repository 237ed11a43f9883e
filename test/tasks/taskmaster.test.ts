import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { type ParsedTask, parseTask } from '../../src/tasks/parse-plan.ts'

const file = '.taskmaster/tasks/tasks.json'

function read(content: unknown, id: string | null, currentTag: string | null = null): ParsedTask {
  return parseTask(JSON.stringify(content), { id, file, currentTag })
}

function refusal(content: unknown, id: string | null = null): string {
  try {
    read(content, id)
  } catch (error) {
    if (error instanceof GateError && error.code === 'bad-plan') return error.message
    throw error
  }
  return 'accepted'
}

const OTHER = { id: 41, title: 'Other', status: 'pending', subtasks: [{ id: 3, title: 'Deep', status: 'done' }] }
const CART = {
  id: 42,
  title: 'Shopping cart',
  description: 'Items.',
  details: 'With prices.',
  testStrategy: 'Unit tests.',
  status: 'in-progress',
  priority: 'high',
  dependencies: [41],
  subtasks: [
    { id: 1, title: 'Add', description: 'd', details: 'more', status: 'pending', dependencies: [], testStrategy: '' },
    { id: 2, title: 'Sum', dependencies: [1, '42.1', '41.3'], acceptanceCriteria: '- is exact\n- is fast' },
    { id: '3', title: 'Ship', dependencies: ['2'], acceptanceCriteria: ['arrives'], testStrategy: 'By hand.' },
  ],
}
const tasks = [OTHER, CART]

describe("TaskMaster's tasks.json", () => {
  test.each([
    ['with tags', { master: { tasks, metadata: {} }, other: { tasks: [OTHER] } }],
    ['without tags', { tasks, metadata: { projectName: 'x' } }],
  ])('%s: reads a task with its subtasks', (_, content) => {
    const { plan, waitsFor } = read(content, '42')
    expect(plan).toMatchObject({
      id: '42',
      title: 'Shopping cart',
      tag: 'master',
      description: 'Items.\n\nWith prices.',
    })
    expect(plan.subtasks).toMatchObject([
      { id: '42.1', title: 'Add', description: 'd\n\nmore', dependencies: [], testStrategy: 'Unit tests.' },
      { id: '42.2', title: 'Sum', dependencies: ['42.1'], acceptance: ['is exact', 'is fast'] },
      { id: '42.3', dependencies: ['42.2'], acceptance: ['arrives'], testStrategy: 'By hand.' },
    ])
    expect(waitsFor).toEqual(['41'])
  })

  test('a task without subtasks is one piece of work', () => {
    const bare = { ...OTHER, subtasks: [] }
    expect(read({ tasks: [bare] }, '41').plan.subtasks).toMatchObject([{ id: '41.1', title: 'Other' }])
    expect(read({ tasks: [bare] }, null).plan.id).toBe('41')
  })

  test.each([
    ['several tasks', { tasks: [OTHER, CART] }, null, '41'],
    ['an unknown id', { tasks: [OTHER, CART] }, '8', '41'],
    ['the id of a subtask', { tasks: [OTHER, CART] }, '42.1', '42'],
    ['the same id in two tags', { a: { tasks: [CART] }, b: { tasks: [CART] } }, '42', 'a:42'],
  ])('%s lead to a command that names one of them', (_, content, id, name) => {
    const suggest = (called?: string) => {
      try {
        read(content, id)
      } catch (error) {
        if (error instanceof GateError) return error.suggestFor(called).commands
      }
      return []
    }
    expect(suggest('tdd-gate start')).toEqual([`tdd-gate start '${file}#${name}'`])
    expect(suggest()).toEqual([`tdd-gate verify --task '${file}#${name}'`])
  })

  test('an unknown task, and several tasks without a name, are refused with the known ids', () => {
    expect(refusal({ tasks }, '43')).toContain('there is no task `43`; the tasks are 41, 42')
    expect(refusal({ tasks }, '42.1')).toContain('`42.1` is a subtask of `42`')
    expect(refusal({ tasks })).toContain('several tasks: name one of 41, 42')
    expect(refusal({ a: { tasks: [] } })).toContain('there is no task')
  })
})

describe('the same id in two tags', () => {
  const content = { a: { tasks }, b: { tasks: [{ id: 42, title: 'In b', subtasks: [{ id: 1, title: 'x' }] }] } }

  test('is refused with the names to choose from', () => {
    expect(refusal(content, '42')).toContain('task `42` is in 2 tags: name one of a:42, b:42')
  })

  test('is settled by the named tag, or else by the current one', () => {
    expect(read(content, 'b:42').plan).toMatchObject({ title: 'In b', tag: 'b' })
    expect(read(content, '42', 'b').plan.title).toBe('In b')
    expect(read(content, 'a:42', 'b').plan.title).toBe('Shopping cart')
    const only = { ...content, a: { tasks: [{ ...OTHER, subtasks: [] }, CART] } }
    expect(read(only, '41', 'b').plan.tag).toBe('a')
    expect(refusal(content, 'c:42')).toContain('there is no task `42`')
  })
})

describe('work that is done already', () => {
  const status = (id: number, word: string, dependencies: readonly unknown[] = []) => ({
    id,
    title: `t${id}`,
    status: word,
    dependencies,
  })

  test('done, completed and cancelled subtasks are left out, and no other subtask waits for them', () => {
    const subtasks = [status(1, 'done'), status(2, 'pending', [1, 3]), status(3, 'cancelled'), status(4, 'review', [2])]
    const { plan, leftOut } = read({ tasks: [{ ...CART, subtasks }] }, '42')
    expect(plan.subtasks.map(({ id, dependencies }) => [id, dependencies])).toEqual([
      ['42.2', []],
      ['42.4', ['42.2']],
    ])
    expect(leftOut).toEqual(['42.1: t1', '42.3: t3'])
  })

  test('a task with nothing left is refused', () => {
    expect(refusal({ tasks: [{ ...CART, subtasks: [status(1, 'done')] }] })).toContain(
      `${file}:1:11 every subtask of this task is done`,
    )
  })

  test('a task waits for open tasks only', () => {
    const all = [status(1, 'done'), status(2, 'pending'), status(3, 'cancelled'), status(4, 'pending', [1, 2, 3, 9])]
    expect(read({ tasks: all }, '4').waitsFor).toEqual(['2', '9'])
  })
})

describe('dependencies between tasks', () => {
  test.each([
    ['a subtask of another task that is open', ['41.1'], ['41']],
    ['a subtask of another task that is done', ['41.3'], []],
    ['a task, where no sibling has this number', [41], ['41']],
    ['a sibling, where it has the number of a task', [2], []],
  ])('a subtask waits for %s', (_, dependencies, waitsFor) => {
    const subtasks = [
      { id: 1, title: 'a', dependencies },
      { id: 2, title: 'b' },
    ]
    const all = [{ id: 2, title: 'Two' }, OTHER, { ...CART, dependencies: [], subtasks }]
    expect(read({ tasks: all }, '42').waitsFor).toEqual(waitsFor)
  })

  test('a cycle of tasks is refused with its chain', () => {
    const ring = [
      { id: 1, title: 'a', dependencies: ['3'] },
      { id: 2, title: 'b', dependencies: [1] },
      { id: 3, title: 'c', dependencies: ['2.1'] },
    ]
    expect(refusal({ tasks: ring }, '1')).toContain('the tasks form a cycle: 1 waits for 3 waits for 2 waits for 1')
    const done = ring.map((task) => (task.id === 2 ? { ...task, status: 'done' } : task))
    expect(refusal({ tasks: done }, '1')).toBe('accepted')
  })
})
