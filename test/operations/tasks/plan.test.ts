import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../../src/config/parse.ts'
import { resolveRange } from '../../../src/git/range.ts'
import { openRepository } from '../../../src/git/repository.ts'
import { beginTask } from '../../../src/operations/start.ts'
import { choosePlan, readPlan } from '../../../src/operations/tasks/plan.ts'
import { verify } from '../../../src/operations/verify/verify.ts'
import { aPlan, aSubtask } from '../../core/rules/support.ts'
import { createRepository, type Files } from '../../support/repository.ts'
import { SHOP } from '../../support/shop.ts'
import { newTddTask, tddTask } from '../../support/tdd-task.ts'
import { getReader } from '../../support/tree-reader.ts'

const TWO = 'id: 42\ntitle: Cart\nsubtasks:\n  - { id: 42.1, title: adds }\n  - { id: 42.2, title: removes }\n'
const ONE = 'id: 42\ntitle: Cart\nsubtasks:\n  - { id: 42.1, title: adds }\n'

/** A branch on a base with these documents. */
async function openBranch(base: Files, added: Files = { 'other.md': 'v1' }) {
  const repo = await createRepository()
  await repo.commit('base', base)
  await repo.branch('work')
  await repo.commit('docs: more', added)
  const repository = await openRepository(repo.dir)
  const range = await resolveRange(repository, { base: 'main' })
  return {
    dir: repo.dir,
    top: repository.top,
    read: (given: Parameters<typeof readPlan>[3], config = DEFAULT_CONFIG) =>
      readPlan(getReader(repository), range, config, given),
    [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose](),
  }
}

const onBranch = () =>
  openBranch({ 'docs/42.yml': TWO, 'docs/44.yml': TWO }, { 'docs/42.yml': ONE, 'docs/43.yml': ONE })

test('a job reads the plan from the base: a branch cannot take subtasks out of it', async () => {
  await using branch = await onBranch()
  const { plan } = await branch.read({ task: 'docs/42.yml', isTaskOfBase: true })
  expect(plan?.subtasks.map(({ id }) => id)).toEqual(['42.1', '42.2'])
})

test.each([
  [
    'differs from the one of the base',
    'docs/42.yml',
    ['docs/42.yml differs from the plan of the base branch: check it.'],
  ],
  ['is of the branch alone', 'docs/43.yml', []],
  ['is as the base has it', 'docs/44.yml', []],
])('a file that %s is a plan', async (_, path, expected) => {
  await using branch = await onBranch()
  const { plan, notes } = await branch.read({ task: join(branch.dir, path), top: branch.top })
  expect([plan?.id, notes]).toEqual(['42', expected])
})

test.each([
  ['a document of the branch only', 'docs/43.yml'],
  ['a file of the machine', '/etc/passwd.yml'],
  ['a path out of the tree', '../42.yml'],
  ['an unknown task', '99'],
])('%s is no plan', async (_, task) => {
  await using branch = await onBranch()
  await expect(branch.read({ task, isTaskOfBase: true })).rejects.toMatchObject({
    code: 'bad-plan',
    suggestion: expect.objectContaining({ text: expect.stringContaining('tasks.path') }),
  })
})

describe('a branch that is named after a task', () => {
  const LIST = JSON.stringify({ tasks: [{ id: 42, title: 'Cart', subtasks: [{ id: 1, title: 'adds' }] }] })
  const DOCUMENTS = { 'tasks.json': LIST, 'task.yml': TWO, 'docs/42.yml': TWO, 'docs/43.yml': ONE, 'broken.json': '{' }

  async function named(path: string | null, given: { readonly branch: string } | { readonly task: string }) {
    await using branch = await openBranch(DOCUMENTS)
    return await branch.read(given, { ...DEFAULT_CONFIG, tasks: { path, rules: {} } })
  }

  test.each(['tasks.json', 'task.yml', 'docs/{id}.yml'])('has the plan of it: %s', async (path) => {
    const { plan, notes } = await named(path, { branch: 'main/task-42-cart' })
    expect([plan?.id, notes]).toEqual(['42', ['Task 42 comes from the name of the branch.']])
  })

  test.each(['tasks.json', 'task.yml'])(
    'a task that %s does not contain has no plan, and a note says so',
    async (path) => {
      const found = await named(path, { branch: 'main/task-3-discounts' })
      expect(found).toEqual({
        plan: null,
        notes: [`Task 3 comes from the name of the branch, but ${path} has no such task.`],
      })
    },
  )

  test('that has no file has none', async () => {
    expect(await named('docs/{id}.yml', { branch: 'main/task-3-discounts' })).toEqual({ plan: null, notes: [] })
  })

  test.each([
    ['the user named it', 'tasks.json', { task: '3' }, /there is no task `3`; the tasks are 42/],
    ['the user named it, and there is one only', 'task.yml', { task: '3' }, /this is task `42`, not `3`/],
    ['the file has its name', 'docs/{id}.yml', { branch: 'main/task-43-x' }, /this is task `42`, not `43`/],
    ['the user named it, and no document has its name', 'docs/{id}.yml', { task: '4' }, /no task document.*; .*42/],
    ['the user named it, and no documents are configured', null, { task: '4' }, /no task document/],
    ['the document cannot be read', 'broken.json', { branch: 'main/task-3-x' }, /broken\.json:1/],
  ])('a missing task stays an error where %s', async (_, path, given, message) => {
    await expect(named(path, given)).rejects.toMatchObject({
      code: 'bad-plan',
      message: expect.stringMatching(message),
    })
  })
})

describe('the documents of other tools', () => {
  const cart = (tag: string) => ({
    id: 42,
    title: `Cart of ${tag}`,
    subtasks: [
      { id: 1, title: 'adds' },
      { id: 2, title: 'old', status: 'done' },
    ],
  })
  const LISTS = JSON.stringify({ a: { tasks: [cart('a')] }, b: { tasks: [cart('b')] } })
  const FOLDER = '.workflow/active/WFS-cart'
  const DOCUMENTS = {
    '.taskmaster/tasks/tasks.json': LISTS,
    '.taskmaster/state.json': '{ "currentTag": "b" }',
    [`${FOLDER}/workflow-session.json`]: '{ "session_id": "WFS-cart" }',
    [`${FOLDER}/.task/IMPL-10.json`]: JSON.stringify(tddTask({ id: 'IMPL-10', title: 'Ten' })),
    [`${FOLDER}/.task/IMPL-2.json`]: JSON.stringify(newTddTask({ id: 'IMPL-2', title: 'Two' })),
  }

  test('are found by id, tag, file and folder, in the base and on the disk', async () => {
    await using branch = await openBranch(DOCUMENTS)
    const { dir } = branch
    const read = async (given: Parameters<typeof branch.read>[0]) => {
      const { plan, notes } = await branch.read(given)
      return [plan?.title, ...notes]
    }
    const left = 'Done according to the document, and left out: 42.2: old.'
    const tasks = join(dir, '.taskmaster/tasks/tasks.json')
    expect(await read({ task: '42' })).toEqual(['Cart of b', left])
    expect(await read({ task: 'a:42' })).toEqual(['Cart of a', left])
    expect(await read({ task: `${tasks}#a:42` })).toEqual(['Cart of a', left])
    expect(await read({ task: `${tasks}#42` })).toEqual(['Cart of b', left])
    expect(await read({ branch: 'b/task-42-cart' })).toEqual([
      'Cart of b',
      'Task 42 comes from the name of the branch.',
      left,
    ])
    expect(await read({ branch: 'b/task-7-other' })).toEqual([undefined])
    expect(await read({ task: join(dir, FOLDER) })).toEqual(['Session WFS-cart'])
    expect(await read({ task: `${FOLDER}#IMPL-10`, isTaskOfBase: true })).toEqual(['Ten'])
    expect(await read({ task: join(dir, FOLDER, '.task/IMPL-2.json') })).toEqual(['Two'])
    await expect(read({ task: join(dir, '.github/none') })).rejects.toMatchObject({ code: 'bad-plan' })
    const absent = { code: 'bad-plan', message: 'Session not found: WFS-none' }
    await expect(read({ task: join(dir, '.workflow/active/WFS-none') })).rejects.toMatchObject(absent)
  })
})

describe('a task whose id stands in two tags', () => {
  const task = (title: string) => ({ id: 7, title, subtasks: [{ id: 1, title: 'adds' }] })
  const LISTS = JSON.stringify({ a: { tasks: [task('Cart')] }, b: { tasks: [task('Basket')] } })
  const DOCUMENTS = { ...SHOP, '.taskmaster/tasks/tasks.json': LISTS }
  const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }

  test('is the one that the first commit of its branch names, for every job after it', async () => {
    await using repo = await createRepository()
    await repo.git('config', 'user.name', 'Ada')
    await repo.git('config', 'user.email', 'ada@example.com')
    await repo.commit('base', DOCUMENTS)
    const { plan, branch } = await beginTask({ repo: repo.dir, task: 'b:7' }, HOOKS)
    expect([plan.title, branch]).toEqual(['Basket', 'b/task-7-basket'])
    for (const named of [branch, 'renamed/task-7-x']) {
      const { decision, notes } = await verify({ repo: repo.dir, branch: named }, HOOKS)
      expect(decision.isUnplanned).toBeUndefined()
      expect(decision.subtasks.map(({ id }) => id)).toEqual(['7.1'])
      expect(notes).toContain('The plan of task 7 comes from the first commit of the branch.')
    }
  })

  test('is the one that the name of the branch fits, where no first commit has a plan, and else none', async () => {
    await using branch = await openBranch(DOCUMENTS)
    const read = async (name: string) => choosePlan(await branch.read({ branch: name }), null)
    expect((await read('b/task-7-basket')).plan?.title).toBe('Basket')
    expect(await read('x/task-7-x')).toEqual({
      plan: null,
      notes: ['Task 7 comes from the name of the branch, and is the id of 2 tasks: a:7, b:7. Name one with `--task`.'],
    })
  })
})

describe('the plan in the first commit', () => {
  const [one, two] = [aSubtask('42.1'), aSubtask('42.2', { dependencies: ['42.1'] })]
  const whole = aPlan(one, two)
  const found = (...candidates: readonly (typeof whole)[]) => ({
    plan: null,
    notes: [],
    candidates: candidates.map((plan) => ({ plan, notes: [] })),
  })

  test.each([
    ['counts where the base has no document of the task', found(), whole, whole],
    ['counts where the base has a task of another tag', found({ ...whole, tag: 'other' }), aPlan(one), aPlan(one)],
    ['counts where the document lists less by now', found(aPlan(two)), whole, whole],
    ['does not count without a subtask that the base demands', found(whole), aPlan(one), whole],
    ['does not count without a dependency', found(whole), aPlan(one, aSubtask('42.2')), whole],
  ])('%s', (_, given, carried, expected) => {
    expect(choosePlan(given, carried).plan).toEqual(expected)
  })

  test('keeps the coverage that the same task has on the base', () => {
    const planned = (coverage: number | null) => aPlan(aSubtask('42.1', { cycle: { tests: 1, names: [], coverage } }))
    expect(choosePlan(found(planned(60)), planned(null)).plan).toEqual(planned(60))
  })

  test('does not replace a task that the user named', () => {
    expect(choosePlan({ plan: aPlan(one), notes: [] }, whole).plan).toEqual(aPlan(one))
  })
})
