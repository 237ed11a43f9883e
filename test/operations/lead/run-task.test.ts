import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runOperation } from '../../../src/operations/catalog/run.ts'
import { noPaint } from '../../../src/render/text/table.ts'
import { getSharedCache } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository, type Files, type TestRepository } from '../../support/repository.ts'
import { GREEN, RED, SHOP_ONCE } from '../../support/shop.ts'

const PULL = 'https://github.com/acme/shop/pull/9'
const BRANCH = 'master/task-7-prices'
const TASKS = JSON.stringify({ tasks: [{ id: 7, title: 'Prices', subtasks: [{ id: 1, title: 'A discount' }] }] })
const GH = `#!/bin/sh
case "$2" in create) cat > "$(dirname "$0")/body"; echo ${PULL};; esac
`
const write = (files: Files) =>
  Object.entries(files)
    .map(([path, text]) => `cat > ${path} <<'END'\n${String(text)}END`)
    .join('\n')
const AGENT = `#!/bin/sh
case "$(cat)" in
  *"red 7.1"*) ${write(RED)}
  ;;
  *"green 7.1"*) ${write(GREEN)}
  ;;
esac
`
const PAGE = { width: Number.POSITIVE_INFINITY, paint: noPaint }

afterEach(() => vi.unstubAllEnvs())

async function createShop(): Promise<{ repo: TestRepository; bare: string; tools: string } & AsyncDisposable> {
  const tools = getFolder({ agent: AGENT, gh: GH })
  for (const name of ['agent', 'gh']) chmodSync(join(tools, name), 0o755)
  vi.stubEnv('PATH', `${tools}:${process.env['PATH']}`)
  const bare = getFolder({})
  execFileSync('git', ['init', '--quiet', '--bare', bare])
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP_ONCE, 'tasks/tasks.json': TASKS })
  await repo.git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
  await repo.git('config', 'remote.origin.pushurl', bare)
  return { repo, bare, tools, [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose]() }
}

function runIn({ dir }: TestRepository, agent: string, given: object = {}, ask?: (question: string) => boolean) {
  const said = Object.entries({ repo: dir, cacheDir: getSharedCache(), task: '7', agent, ...given })
  const input = runOperation.input.parse(Object.fromEntries(said.filter(([, value]) => value !== undefined)))
  const shown: string[] = []
  const asks = ask && {
    ask: async (question: string, details = '') => {
      shown.push(details)
      return ask(question)
    },
  }
  return { shown, answer: runOperation.run(input, { ...KEPT, ...asks }) }
}

test('one command leads a task from the default branch to its pull request, and asks before each step that stays', async () => {
  await using shop = await createShop()
  const asked: string[] = []
  const ask = (question: string) => asked.push(question) > 0
  const { shown, answer } = runIn(shop.repo, join(shop.tools, 'agent'), { interactive: true }, ask)
  const { json, exit, toText } = await answer
  expect(asked).toEqual([
    `Create branch ${BRANCH} from main for task 7: Prices?`,
    'Call the agent? Write a failing test for 7.1: A discount',
    'Commit this? test: A discount',
    'Call the agent? Make the failing tests of 7.1 pass: A discount',
    'Commit this? feat: A discount',
    `Push ${BRANCH} to origin?`,
    'Open the pull request "Task #7 [master]: Prices" for main?',
  ])
  expect(shown[2]).toMatch(/^\+test\("takes a tenth"/m)
  expect(json).toMatchObject({ end: 'done', steps: 2, published: { isPushed: true, pullRequest: PULL } })
  expect({ exit, text: toText(PAGE) }).toEqual({
    exit: 0,
    text: `done after 2 steps: nothing is left to do (1 of 1 subtasks done)\nfinal suite passes: 2 tests\npushed ${BRANCH} to origin\npull request ${PULL}\n`,
  })
  const pushed = execFileSync('git', ['rev-parse', BRANCH], { cwd: shop.bare, encoding: 'utf8' }).trim()
  expect(pushed).toBe(await shop.repo.git('rev-parse', 'HEAD'))
  expect(readFileSync(join(shop.tools, 'body'), 'utf8')).toContain('- [x] `7.1` A discount')
})

test('without a terminal the run begins nothing, and names the command that confirms everything', async () => {
  await using shop = await createShop()
  const command = 'tdd-gate run 7 --agent true --no-confirm'
  await expect(runIn(shop.repo, 'true').answer).rejects.toMatchObject({
    code: 'not-confirmed',
    suggestion: { commands: [command] },
  })
  const { answer } = runIn(shop.repo, 'true', { confirm: false, interactive: true })
  await expect(answer).rejects.toMatchObject({ code: 'not-confirmed', suggestion: { commands: [command] } })
  expect(await shop.repo.git('branch', '--format=%(refname:short)')).toBe('main')
})

test.each([['the branch', /^Create branch/, { code: 'not-confirmed' }, 'main']])(
  'a person who declines %s ends the run',
  async (_, declined, error, branches) => {
    await using shop = await createShop()
    const { answer } = runIn(shop.repo, 'true', {}, (question) => !declined.test(question))
    await expect(answer).rejects.toMatchObject(error)
    expect(await shop.repo.git('branch', '--format=%(refname:short)')).toBe(branches)
  },
)

test('a person who declines a call of the agent ends the run, and the branch stays', async () => {
  await using shop = await createShop()
  const { answer } = runIn(shop.repo, 'exit 1', { interactive: true }, (question) => !/^Call/.test(question))
  expect(await answer).toMatchObject({ exit: 4, json: { end: 'declined', steps: 0 } })
  expect(await shop.repo.git('branch', '--show-current')).toBe(BRANCH)
})

test('a run takes the branch, the attempts and the fresh beginning of a start, and a branch in work keeps its beginning', async () => {
  await using shop = await createShop()
  const given = { confirm: false, branch: 'my/prices', maxAttempts: 2 }
  expect(await runIn(shop.repo, 'true', given).answer).toMatchObject({ json: { end: 'idle' } })
  expect(await shop.repo.git('branch', '--show-current')).toBe('my/prices')
  expect(await shop.repo.git('config', 'branch.my/prices.tddGateMaxAttempts')).toBe('2')
  await expect(runIn(shop.repo, 'true', { confirm: false, fresh: true }).answer).rejects.toMatchObject({
    code: 'bad-usage',
    suggestion: { commands: ['git switch main'] },
  })
  await runIn(shop.repo, 'true', { confirm: false, task: undefined, maxAttempts: 1 }).answer
  expect(await shop.repo.git('config', 'branch.my/prices.tddGateMaxAttempts')).toBe('1')
  await shop.repo.git('switch', '--quiet', 'main')
  const below = runIn(shop.repo, 'true', { ...given, issue: 3 }).answer
  await expect(below).rejects.toMatchObject({ code: 'bad-usage', message: expect.stringContaining('--branch') })
  await runIn(shop.repo, 'true', { ...given, fresh: true }).answer
  expect(await shop.repo.git('branch', '--show-current')).toBe('my/prices-2')
})

test('a run from the default branch goes on with the branch that carries the same plan, after a question', async () => {
  await using shop = await createShop()
  await runIn(shop.repo, 'true', { confirm: false }).answer
  const work = await shop.repo.git('rev-parse', 'HEAD')
  await shop.repo.git('switch', '--quiet', 'main')
  const asked: string[] = []
  const declines = runIn(shop.repo, 'true', {}, (question) => asked.push(question) < 0)
  await expect(declines.answer).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(asked).toEqual([`Continue on branch ${BRANCH} with task 7: Prices?`])
  expect(await shop.repo.git('branch', '--show-current')).toBe('main')
  expect(await runIn(shop.repo, 'true', { confirm: false }).answer).toMatchObject({ json: { end: 'idle' } })
  expect(await shop.repo.git('branch', '--show-current')).toBe(BRANCH)
  expect(await shop.repo.git('rev-parse', 'HEAD')).toBe(work)
})

test('a run of another task than that of the branch is refused, and names the branch to switch to', async () => {
  await using shop = await createShop()
  const tasks = [7, 8, 9].map((id) => ({ id, title: `Prices ${id}`, subtasks: [{ id: 1, title: 'A discount' }] }))
  await shop.repo.commit('tasks', { 'tasks/tasks.json': JSON.stringify({ tasks }) })
  const run = (task: string) => runIn(shop.repo, 'true', { confirm: false, task }).answer
  await run('8')
  await shop.repo.git('switch', '--quiet', 'main')
  await run('7')
  for (const [task, command] of [
    ['8', 'git switch master/task-8-prices-8'],
    ['9', 'git switch main'],
  ] as const)
    await expect(run(task)).rejects.toMatchObject({
      code: 'bad-usage',
      message: `The branch master/task-7-prices-7 is that of task 7, not of task ${task}.`,
      suggestion: { commands: [command] },
    })
  await shop.repo.git('switch', '--quiet', '--create', 'master/task-9-mine', 'main')
  await expect(run('8')).rejects.toMatchObject({ message: expect.stringContaining('is that of task 9') })
  await shop.repo.git('switch', '--quiet', 'master/task-8-prices-8')
  expect(await run('8')).toMatchObject({ json: { end: 'idle' } })
})

test('the next task of the list is chosen by status, priority and dependencies, and a task in work is left to its branch', async () => {
  await using shop = await createShop()
  const save = (...tasks: readonly object[]) =>
    shop.repo.commit('tasks', {
      'tasks/tasks.json': JSON.stringify({ tasks: tasks.map((one) => ({ title: 'Prices', ...one })) }),
    })
  const next = (given = {}) =>
    runIn(shop.repo, 'true', { task: undefined, next: true, confirm: false, ...given }).answer
  await save({ id: 6, status: 'done' }, { id: 8, dependencies: [7], priority: 'high' }, { id: 7, dependencies: [6] })
  expect((await next({ dryRun: true })).json).toMatchObject({ plan: { id: '7' }, commit: null })
  await expect(next({ task: '7' })).rejects.toMatchObject({ code: 'bad-usage' })
  expect(await next()).toMatchObject({ json: { end: 'idle' } })
  expect(await shop.repo.git('branch', '--show-current')).toBe(BRANCH)
  const onBranch = { code: 'bad-usage', suggestion: { commands: ['git switch main'] } }
  await expect(next()).rejects.toMatchObject(onBranch)
  await shop.repo.git('switch', '--quiet', 'main')
  await expect(next()).rejects.toMatchObject({
    code: 'task-waits',
    message: `No task can start: 8 waits for 7. In work: 7 on ${BRANCH}.`,
    suggestion: { commands: [`git switch ${BRANCH}`] },
  })
  await save({ id: 7 }, { id: 9, status: 'deferred' })
  const none = await next()
  expect(none).toMatchObject({
    exit: 0,
    json: { end: 'nothing-left', steps: 0, inWork: [{ id: '7', branch: BRANCH }] },
  })
  expect(none.toText(PAGE)).toBe(`nothing is left to start\nin work: 7 on ${BRANCH}\n`)
  expect(await shop.repo.git('branch', '--show-current')).toBe('main')
})

test('a base without a list has no next task, and says where lists are looked for', async () => {
  await using shop = await createShop()
  await shop.repo.git('rm', '--quiet', '-r', 'tasks')
  await shop.repo.commit('none', { 'a.txt': 'a' })
  const { answer } = runIn(shop.repo, 'true', { task: undefined, next: true, confirm: false })
  await expect(answer).rejects.toMatchObject({ code: 'bad-plan', message: expect.stringContaining('tasks/tasks.json') })
})

/** It calls `complete` after its tests, which keeps them as a commit, and goes on with the code. */
const EAGER = `#!/bin/sh
${write(RED)}
git add --all
red=$(git commit-tree -p HEAD -m 'test: A discount' -m 'Task: 7.1
Phase: red' "$(git write-tree)")
git update-ref "refs/tdd-gate/red/${BRANCH}/head" "$red"
git reset --quiet
${write(GREEN)}
`

test('an agent that keeps its RED and writes the code in one call needs one step, which makes both commits', async () => {
  await using shop = await createShop()
  const agent = join(getFolder({ agent: EAGER }), 'agent')
  chmodSync(agent, 0o755)
  const { json } = await runIn(shop.repo, agent, { confirm: false, pr: false, push: false }).answer
  expect(json).toMatchObject({ end: 'done', steps: 1 })
  expect(await shop.repo.git('log', '--format=%s', 'main..')).toBe(
    'feat: A discount\ntest: A discount\nchore(task-7): start',
  )
})
