import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { parseCall } from '../../src/cli/parse.ts'
import type { GateError } from '../../src/core/model/errors.ts'
import { readStartMessage } from '../../src/evidence/start-message.ts'
import { startOperation } from '../../src/operations/catalog/plan.ts'
import { findNextStep } from '../../src/operations/next.ts'
import { getTaskOutlook } from '../../src/operations/plan.ts'
import { beginTask } from '../../src/operations/start.ts'
import { toPlanText } from '../../src/render/plan-text.ts'
import { getSharedCache } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { KEPT } from '../support/kept-runs.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

const PLAN = `id: 42
title: Discounts
subtasks:
  - { id: 42.1, title: Ten percent off, acceptance: [200 gives 20] }
  - { id: 42.2, title: Coupons, dependencies: [42.1] }
`
const TASKS = '{ "tasks": [{ "id": 41, "title": "Tax" }, { "id": 42, "title": "Discounts" }] }'
const BRANCH = 'master/task-42-discounts'
const cacheDir = getSharedCache()

async function createShop(): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP, 'task.yml': PLAN })
  return repo
}
const startIn = ({ dir }: TestRepository) => beginTask({ repo: dir, task: join(dir, 'task.yml'), cacheDir }, KEPT)

describe('start', () => {
  test.each([
    ['a document', { 'task.yml': PLAN }, 'task.yml', 'task.yml'],
    ['a task of a document', { 'tasks.json': TASKS }, 'tasks.json#42', 'tasks.json'],
    ['a document in a new folder', { 'tasks/42.yml': PLAN }, 'tasks/42.yml', 'tasks/42.yml'],
    ['a new folder of documents', { '.task/42.yml': PLAN }, '.task/', '.task'],
  ])('keeps %s that no commit holds out of the commits of the task', async (_, files, task, path) => {
    await using repo = await createRepository()
    await repo.git('config', 'user.name', 'Ada')
    await repo.git('config', 'user.email', 'ada@example.com')
    await repo.commit('base', SHOP)
    await repo.write(files)
    const { notes } = await beginTask({ repo: repo.dir, task: join(repo.dir, task), cacheDir }, KEPT)
    expect(notes.join('\n')).toContain(`The task document ${path} stays out of the commits of this repository`)
    expect(await repo.git('status', '--porcelain')).toBe('')
  })

  test('creates the branch of the task, whose empty first commit carries the plan', async () => {
    await using repo = await createShop()
    const started = await startIn(repo)
    expect(started).toMatchObject({ branch: BRANCH, base: 'main' })
    expect(await repo.git('symbolic-ref', '--short', 'HEAD')).toBe(BRANCH)
    expect(await repo.git('rev-parse', 'HEAD')).toBe(started.commit)
    expect(await repo.git('rev-parse', 'HEAD^{tree}')).toBe(await repo.git('rev-parse', 'main^{tree}'))
    expect(readStartMessage(`${await repo.git('log', '-1', '--format=%B')}\n`)).toEqual(started.plan)
  })

  test('a branch has the name that the start says, and a name that git refuses is refused before anything is written', async () => {
    await using repo = await createShop()
    const start = (branch: string) =>
      beginTask({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir, branch }, KEPT)
    await expect(start('a..b')).rejects.toMatchObject({ code: 'bad-usage', message: expect.stringContaining('a..b') })
    expect(await start('my/work')).toMatchObject({ branch: 'my/work' })
    expect(await repo.git('symbolic-ref', '--short', 'HEAD')).toBe('my/work')
  })

  test('a fresh start leaves the branch of the first one as it is, and works on a branch beside it', async () => {
    await using repo = await createShop()
    const first = await startIn(repo)
    const options = { repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir, isFresh: true }
    const second = await beginTask(options, KEPT)
    expect(second).toMatchObject({
      branch: `${BRANCH}-2`,
      notes: expect.arrayContaining([expect.stringContaining(BRANCH)]),
    })
    expect(await repo.git('rev-parse', BRANCH)).toBe(first.commit)
    expect(await beginTask(options, KEPT)).toMatchObject({ branch: `${BRANCH}-3` })
    await repo.write({ 'src/open.js': 'export {}\n' })
    await expect(beginTask(options, KEPT)).rejects.toMatchObject({ code: 'uncommitted-changes' })
  })

  test.each([
    [2, 2, ''],
    [5, 3, 'policy.green.maxAttempts'],
  ])(
    'a start with %i attempts allows %i, because it may only tighten what the base allows',
    async (said, held, note) => {
      await using repo = await createShop()
      const options = { repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }
      const started = await beginTask({ ...options, maxAttempts: said }, KEPT)
      expect(started.maxAttempts).toBe(held)
      expect(started.notes.join('\n')).toContain(note)
      const { policy, decision } = await findNextStep({ repo: repo.dir, cacheDir }, KEPT)
      expect([policy.green.maxAttempts, decision.next?.limits.maxAttempts]).toEqual([held, held])
    },
  )

  test('a dry run shows the same branch, the steps and what is in the way, and writes nothing', async () => {
    await using repo = await createShop()
    const before = await repo.git('for-each-ref')
    await repo.write({ 'src/more.js': 'export {}\n' })
    const outlook = await getTaskOutlook({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }, KEPT)
    expect(outlook).toMatchObject({ branch: BRANCH, base: 'main' })
    expect(outlook.steps.map(({ subtask, commits }) => [subtask, ...commits])).toEqual([
      ['42.1', 'red', 'green', 'refactor'],
      ['42.2', 'red', 'green', 'refactor'],
    ])
    expect(outlook.preconditions.map(({ id, ok, message }) => [id, ok, message])).toEqual([
      ['clean-tree', false, 'src/more.js'],
      ['test-command', true, 'node --test-isolation=none --test'],
      ['tools', true, expect.stringMatching(/^git, node/)],
      ['branch-free', true, BRANCH],
      ['git-user', true, 'name and e-mail'],
    ])
    const text = toPlanText(outlook)
    expect(text).toMatch(
      / {2}42\.2 {2}Coupons, after 42\.1\n {4}RED +test\/\*\.test\.js +test: Coupons\n {4}GREEN +feat: Coupons\n/,
    )
    expect(text).toContain('nothing to push to: this repository has no remote')
    // Nothing measures coverage in this shop.
    expect(outlook.finish).toEqual(['the whole suite passes'])
    expect(await repo.git('for-each-ref')).toBe(before)
  })

  test('beside a branch master, the branch of the task has another first word, because git could not store it', async () => {
    await using repo = await createShop()
    await repo.git('branch', '-m', 'main', 'master')
    expect((await startIn(repo)).branch).toBe('tasks/task-42-discounts')
  })

  test('a task document that is not committed yet is no obstacle', async () => {
    await using repo = await createShop()
    await repo.write({ 'new.yml': PLAN })
    const task = join(repo.dir, 'new.yml')
    expect(await beginTask({ repo: repo.dir, task, cacheDir }, KEPT)).toMatchObject({ branch: BRANCH })
  })

  /** Types a printed command: of git, or of this program. */
  const type = async (repo: TestRepository, command = '') => {
    const [program = '', word = '', ...rest] = command.split(' ')
    if (program === 'git') return repo.git(word, ...rest)
    const entry = COMMANDS.find(({ name }) => name === word)
    const call = entry && parseCall(entry, await entry.load(), rest)
    const { operands: [task = ''] = [], options = {} } = typeof call === 'object' ? call : {}
    const given = startOperation.input.parse({ ...options, task, repo: repo.dir, cacheDir })
    return startOperation.run(given, KEPT)
  }
  const named = (text: string) => [...text.matchAll(/`([^`]*)`/g)].map(([, command]) => command)

  test.each([
    ['on its branch', BRANCH, 'tdd-gate next'],
    ['elsewhere', 'main', `git switch ${BRANCH}`],
  ])(
    'a second start %s names the branch to continue on, and a start beside it that loses no commit',
    async (_, at, goThere) => {
      await using repo = await createShop()
      await startIn(repo)
      const work = await repo.commit('test: mine', { 'test/mine.test.js': 'mine\n' })
      await repo.git('switch', '-q', at)
      const refused = await startIn(repo).catch((error: GateError) => error)
      const task = join(repo.dir, 'task.yml')
      expect(refused).toMatchObject({
        code: 'branch-taken',
        message: `Workflow already in progress: the branch ${BRANCH} exists.`,
        suggestion: {
          commands: [goThere, `tdd-gate start ${task} --repo ${repo.dir} --cache-dir ${cacheDir} --fresh`],
        },
      })
      for (const command of named((refused as GateError).suggestion.text))
        if (command !== 'tdd-gate next') await type(repo, command)
      expect(await repo.git('symbolic-ref', '--short', 'HEAD')).toBe(`${BRANCH}-2`)
      expect(await repo.git('rev-parse', BRANCH)).toBe(work)
    },
  )

  test('the command that begins anew repeats the options of the refused call', async () => {
    await using repo = await createShop()
    await startIn(repo)
    const task = join(repo.dir, 'task.yml')
    const given = { repo: repo.dir, base: 'main', task, maxAttempts: 2 }
    await expect(beginTask({ ...given, isFresh: false, cacheDir }, KEPT)).rejects.toMatchObject({
      suggestion: {
        commands: expect.arrayContaining([
          `tdd-gate start ${task} --repo ${repo.dir} --base main --cache-dir ${cacheDir} --max-attempts 2 --fresh`,
        ]),
      },
    })
  })

  test('a branch that carries an older plan of the task is named as such', async () => {
    await using repo = await createShop()
    await startIn(repo)
    await repo.git('switch', '-q', 'main')
    await repo.commit('plan', { 'task.yml': PLAN.replace('Coupons', 'Vouchers') })
    await expect(startIn(repo)).rejects.toMatchObject({
      code: 'branch-taken',
      message: `The branch ${BRANCH} carries another plan of task 42.`,
      suggestion: { commands: [`git switch ${BRANCH}`, expect.stringMatching(/--fresh$/)] },
    })
  })

  test('a branch of another origin gets the offer of a name beside it', async () => {
    await using repo = await createShop()
    await repo.git('branch', BRANCH)
    await repo.git('branch', `${BRANCH}-2`)
    const refused = await startIn(repo).catch((error: GateError) => error)
    expect(refused).toMatchObject({
      code: 'branch-taken',
      message: `The branch ${BRANCH} exists, and no start of task 42 made it.`,
      suggestion: {
        commands: [
          `tdd-gate start ${join(repo.dir, 'task.yml')} --repo ${repo.dir} --cache-dir ${cacheDir} --branch ${BRANCH}-3`,
        ],
      },
    })
    const task = join(repo.dir, 'task.yml')
    const { preconditions } = await getTaskOutlook({ repo: repo.dir, task, cacheDir }, KEPT)
    expect(preconditions.find(({ id }) => id === 'branch-free')?.suggestion).toEqual((refused as GateError).suggestion)
    await type(repo, (refused as GateError).suggestion.commands[0])
    expect(await repo.git('symbolic-ref', '--short', 'HEAD')).toBe(`${BRANCH}-3`)
  })

  test('a second start names the worktree that has the branch, because git switches to it nowhere else', async () => {
    await using repo = await createShop()
    const { branch } = await startIn(repo)
    const tree = join(getFolder({}), 'other')
    await repo.git('switch', 'main')
    await repo.git('worktree', 'add', '--quiet', tree, branch)
    await expect(startIn(repo)).rejects.toMatchObject({
      code: 'branch-taken',
      suggestion: { commands: [`cd ${tree}`, expect.stringMatching(/--fresh$/)] },
    })
  })

  test('uncommitted changes are refused, because the branch would take them along', async () => {
    await using repo = await createShop()
    await repo.write({
      'src/more.js': 'export {}\n',
      'notes.txt': 'later\n',
      'task.yml': PLAN.replace('Discounts', 'Offers'),
    })
    // The changed document is what the user wants to start.
    const command = 'git stash push --include-untracked -- notes.txt src/more.js'
    await expect(startIn(repo)).rejects.toMatchObject({
      code: 'uncommitted-changes',
      message: 'Not committed: notes.txt, src/more.js.',
      suggestion: { commands: [command] },
    })
    await repo.git(...command.split(' ').slice(1))
    expect(await repo.git('status', '--porcelain')).toBe('M task.yml')
  })

  test('a task that waits for an open one is refused, until its base has the work of that one', async () => {
    await using repo = await createShop()
    await repo.commit('plan', { 'task.yml': PLAN.replace('subtasks:', 'dependencies: [41]\nsubtasks:') })
    const outlook = await getTaskOutlook({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }, KEPT)
    expect(outlook.preconditions).toContainEqual(
      expect.objectContaining({ id: 'dependencies', ok: false, message: '42 waits for 41' }),
    )
    await expect(startIn(repo)).rejects.toMatchObject({
      code: 'task-waits',
      message: 'Task 42 waits for tasks that are not done: 41.',
      suggestion: {
        commands: [expect.stringMatching(/^tdd-gate start 41 --repo /)],
        text: expect.stringContaining('--base'),
      },
    })
    await repo.commit('feat: tax\n\nTask: 41.1\nPhase: green\n', { 'src/tax.js': 'export const tax = 1\n' })
    await expect(startIn(repo)).resolves.toMatchObject({ branch: BRANCH })
  })

  test('a task without a document is refused', async () => {
    await using repo = await createShop()
    await expect(beginTask({ repo: repo.dir, task: '7', cacheDir }, KEPT)).rejects.toMatchObject({ code: 'bad-plan' })
  })
})
