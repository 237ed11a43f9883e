import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../../../src/core/model/policy.ts'
import { startMessage } from '../../../../src/core/task/start.ts'
import { toDigest } from '../../../../src/evidence/digest.ts'
import { cacheConfigs } from '../../../../src/github/read/pull-request/base-config.ts'
import { readStart } from '../../../../src/github/read/task/start.ts'
import { toPlan } from '../../../../src/tasks/issue-to-plan.ts'
import { type OpenGitHub, openGitHub } from '../../../support/github/in-process.ts'
import { addPull, type PullRecord } from '../../../support/github/state.ts'

const [TIP, TREE, FOLDER, START] = ['b', 'c', 'd', 'e'].map((job) => job.repeat(40)) as [string, string, string, string]
const app = { id: 7, slug: 'tdd-gate' }
const repository = { owner: 'acme', repo: 'shop' }
const ask = ({ github }: OpenGitHub, task: string | null = null) =>
  readStart(github, repository, { issue: 42, task, app, checkName: 'tdd-gate', readConfig: cacheConfigs() })
const isAsked = (world: OpenGitHub, part: string) => world.reads().some((line) => line.includes(part))

/** A repository with a gate and an issue. @param configMode of `.github/tdd-gate.yml`, where there is one */
function open({ body = '- [ ] Adds' } = {}, files: Files = {}, configMode = '100644'): OpenGitHub {
  const top = CONFIG in files ? [{ path: '.github', type: 'tree', mode: '040000', sha: FOLDER }] : []
  const config = [{ path: 'tdd-gate.yml', type: 'blob', mode: configMode, sha: FOLDER }]
  const world = openGitHub({
    self: app,
    listTree: (sha) => (sha === FOLDER ? config : top),
    readFile: (_, path) => files[path] ?? null,
  })
  world.issues.push({ number: 42, title: 'Sums', body, state: 'open' })
  world.commits.push({ sha: TIP, tree: TREE, parents: [], message: 'base', author: 'ada' })
  world.required.push({ branch: 'main', appId: app.id, by: 'rule' })
  return world
}
type Files = Readonly<Record<string, string>>
const CONFIG = '.github/tdd-gate.yml'

/** Adds a pull request of the task. */
const addTask = (world: OpenGitHub, given: Partial<PullRecord> = {}) =>
  addPull(world, { number: 9, headBranch: 'master/task-42-sums', body: '', ...given })

/** Adds a branch with one commit. */
function addBranch(world: OpenGitHub, branch: string, message: string, author: string): void {
  world.branches.set(branch, START)
  world.commits.push({ sha: START, parents: [], message, author })
}

test('a task of the issue begins at the tip of the default branch', async () => {
  expect(await ask(open())).toMatchObject({
    number: 42,
    title: 'Sums',
    started: null,
    start: {
      warnings: [],
      start: {
        branch: 'master/task-42-sums',
        issue: 42,
        base: { branch: 'main', sha: TIP, tree: TREE },
        policyDigest: toDigest(DEFAULT_POLICY),
      },
    },
  })
})

test('a branch that is not protected is a warning, not a refusal', async () => {
  const world = open()
  world.required.length = 0
  expect(await ask(world)).toMatchObject({
    start: { warnings: [expect.stringContaining('does not require the check')] },
  })
  expect(isAsked(world, '/rulesets/')).toBe(false)
})

test('an earlier start is reported', async () => {
  const world = open()
  addTask(world)
  expect(await ask(world)).toMatchObject({ started: { pull: 9, branch: 'master/task-42-sums' } })
  expect(isAsked(world, '/matching-refs/')).toBe(false)
})

test('every start of a task warns about an unprotected base', async () => {
  const world = open()
  world.required.length = 0
  addTask(world)
  const { started, start } = await ask(world)
  expect(started).toEqual({ pull: 9, branch: 'master/task-42-sums' })
  expect(start).toMatchObject({ warnings: [expect.stringContaining('does not require the check')] })
})

test('what was started goes on though all of its items are ticked by now', async () => {
  const world = open({ body: '- [x] Adds' })
  addTask(world)
  expect(await ask(world)).toMatchObject({ started: { pull: 9, branch: 'master/task-42-sums' } })
})

test('a title that was changed since leads to the same pull request', async () => {
  const world = open()
  addTask(world, { headBranch: 'master/task-42-once' })
  expect(await ask(world)).toMatchObject({ started: { pull: 9, branch: 'master/task-42-once' } })
})

test('a closed pull request without its branch: the start says that its decisions no longer hold', async () => {
  const world = open()
  addTask(world, { state: 'closed' })
  expect(await ask(world)).toMatchObject({ started: null, start: { warnings: [expect.stringContaining('#9')] } })
})

test('a start that was cut off before its title changed goes on with the branch and plan that it began with', async () => {
  const begun = toPlan({ number: 42, title: 'Once', body: '- [ ] one\n- [ ] two' }, [])
  const branch = 'master/task-42-once'
  const world = open()
  addBranch(world, branch, startMessage(begun, toDigest(begun)), 'tdd-gate[bot]')
  const warnings = [expect.stringContaining('its original plan')]
  expect(await ask(world)).toMatchObject({ started: null, start: { start: { branch, plan: begun }, warnings } })
})

test('a branch of that name that is in the way is reported before anything is written', async () => {
  const world = open()
  addBranch(world, 'master/task-42-sums', 'x', 'mallory')
  expect(await ask(world)).toMatchObject({ start: { problems: [expect.stringContaining('`master/task-42-sums`')] } })
  expect(isAsked(world, '/rules/')).toBe(false)
})

test('a plan that the App has no room to keep is refused, with the figure', async () => {
  const items = Array.from(
    { length: 400 },
    (_, n) => `- [ ] the rule number ${n} of the discounts is kept when the basket is full`,
  )
  const world = open({ body: `${items.join('\n')}\n\n## Acceptance\n\n- it holds\n- it is shown\n` })
  expect(await ask(world)).toMatchObject({
    start: { problems: [expect.stringMatching(/has \d{5} characters.*64000.*split/)] },
  })
  expect(isAsked(world, '/rules/')).toBe(false)
})

test.each([
  ['by another author', { author: 'mallory' }],
  ['from a fork of the same owner', { isFork: true }],
])('a pull request of that branch that was opened %s is not this task', async (_, given) => {
  const world = open()
  addTask(world, given)
  expect(await ask(world)).toMatchObject({ started: null })
})

test('a task document of the default branch is a task too', async () => {
  const document = JSON.stringify({ id: 7, title: 'Prices', tag: 'checkout', subtasks: [{ id: 1, title: 'Adds' }] })
  const world = open({}, { [CONFIG]: 'version: 1\ntasks: { path: "tasks/{id}.json" }\n', 'tasks/7.json': document })
  expect(await ask(world, '7')).toMatchObject({ start: { start: { branch: 'checkout/task-7-prices', issue: 42 } } })
})

test('a configuration that is a link is not read, and the answer says so', async () => {
  const world = open({}, { [CONFIG]: 'version: 2' }, '120000')
  expect(await ask(world)).toMatchObject({
    start: {
      warnings: [expect.stringContaining('is a symbolic link: tdd-gate does not read it and uses the defaults')],
    },
  })
  expect(isAsked(world, '/contents/')).toBe(false)
})

test('an unreadable configuration is reported with its line', async () => {
  const world = open({}, { [CONFIG]: 'version: 2' })
  expect(await ask(world)).toMatchObject({
    start: { problems: [expect.stringContaining('.github/tdd-gate.yml:1:')] },
  })
  expect(isAsked(world, '/pulls')).toBe(false)
})

test('finished items are left out, and the answer says so', async () => {
  expect(await ask(open({ body: '- [x] Adds\n- [ ] Divides' }))).toMatchObject({
    start: {
      warnings: ['Left out, because it is already done: 42.1: Adds'],
      start: { plan: { subtasks: [{ id: '42.2' }] } },
    },
  })
})

test('an item that is shown and is not in the plan is reported', async () => {
  const world = open({ body: '- Group\n  - [ ] Adds\n- [ ] Divides\n\n> - [ ] Squares' })
  const words =
    '2 items were left out (quoted, below an item that is not a task, or outside of the section of subtasks): Adds; Squares'
  expect(await ask(world)).toMatchObject({ start: { warnings: [words] } })
})

test('a checklist that does not count because of sub-issues is reported', async () => {
  const world = open({ body: '- [ ] Adds\n- [x] Squares' })
  world.issues.push({ number: 51, title: 'Divides', body: '', state: 'open', parent: 42 })
  expect(await ask(world)).toMatchObject({
    start: { warnings: ['1 item was left out (the sub-issues are the subtasks): Adds'] },
  })
})

test('sub-issues that are closed are left out', async () => {
  const world = open()
  world.issues.push({ number: 50, title: 'Adds', body: '', state: 'closed', parent: 42 })
  world.issues.push({ number: 51, title: 'Divides', body: '', state: 'open', parent: 42 })
  expect(await ask(world)).toMatchObject({
    start: { warnings: expect.arrayContaining(['Left out, because it is already done: 42.1: Adds']) },
  })
})

test('issues that the task waits for are reported while they are open', async () => {
  const world = open({ body: 'Depends on #8\n\n- [ ] Adds (depends on #7, #6)' })
  world.issues.push({ number: 8, title: 'Numbers', body: '', state: 'open' })
  world.issues.push({ number: 7, title: 'Signs', body: '', state: 'closed' })
  expect(await ask(world)).toMatchObject({
    start: {
      warnings: [
        'The task waits for issue #8, which is open: Numbers.',
        'Subtask 42.1 waits for issue #6, which does not exist.',
      ],
    },
  })
})

test('tasks that a document waits for are reported unless a pull request of theirs was merged', async () => {
  const document = 'id: 9\ntitle: Nine\ndependencies: [7, 8]\nsubtasks:\n  - { id: 9.1, title: one }\n'
  const world = open({}, { [CONFIG]: "version: 1\ntasks: { path: 'tasks/{id}.yml' }", 'tasks/9.yml': document })
  const eight = { headBranch: 'master/task-8-eight', state: 'closed', mergedBy: 'mona' } as const
  const { mergedBy: _, ...closed } = eight
  addPull(world, { ...eight, headBranch: 'master/task-7-seven' })
  addPull(world, closed)
  addPull(world, { ...eight, author: 'mallory' })
  addPull(world, { ...eight, baseBranch: 'side' })
  expect(await ask(world, '9')).toMatchObject({
    start: { warnings: [expect.stringMatching(/^The task waits for task 8, but no pull request of it was merged/)] },
  })
})
