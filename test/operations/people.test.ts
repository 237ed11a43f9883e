import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit } from '../../src/operations/commit.ts'
import { findNextStep } from '../../src/operations/next.ts'
import { decideLocally } from '../../src/operations/people.ts'
import { beginTask } from '../../src/operations/start.ts'
import { verify } from '../../src/operations/verify/verify.ts'
import { getSharedCache } from '../support/branch.ts'
import { KEPT } from '../support/kept-runs.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { RED, SHOP, WRONG } from '../support/shop.ts'

const PLAN = `id: 42
title: Discounts
subtasks:
  - { id: 42.1, title: Ten percent off }
  - { id: 42.2, title: Coupons }
`
const cacheDir = getSharedCache()

const PASSING = "import { test } from 'node:test'\ntest('passes', () => {})\n"

async function createTask(config = ''): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP, 'task.yml': PLAN, '.github/tdd-gate.yml': `version: 1\n${config}\n` })
  await beginTask({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }, KEPT)
  return repo
}
const sayIn = ({ dir }: TestRepository, line: string, isProgram = false) => {
  const [kind = '', ...words] = line.split(' ')
  return decideLocally({ repo: dir, cacheDir, kind: kind as 'pause', args: words, isProgram }, KEPT)
}
const ask = async ({ dir }: TestRepository) => (await findNextStep({ repo: dir, cacheDir }, KEPT)).decision

describe('what people say locally counts as on GitHub', () => {
  test('a pause stops the task until someone resumes it, and nothing is committed meanwhile', async () => {
    await using repo = await createTask()
    await sayIn(repo, 'pause lunch')
    expect(await ask(repo)).toMatchObject({
      conclusion: 'failure',
      next: {
        action: 'wait',
        title: 'Paused by @Ada: lunch',
        suggestion: { commands: [], text: expect.stringContaining('A program lifts only its own pause') },
      },
    })
    await repo.write(RED)
    await expect(commit({ repo: repo.dir, cacheDir }, KEPT)).rejects.toMatchObject({
      code: 'task-stopped',
      suggestion: expect.objectContaining({ text: expect.stringContaining('tdd-gate resume') }),
    })
    await sayIn(repo, 'resume')
    await sayIn(repo, 'abort wrong task')
    expect((await ask(repo)).next?.suggestion.text).toContain('A program continues only what it ended itself')
    await expect(sayIn(repo, 'resume', true)).rejects.toThrow('only a person may')
    await sayIn(repo, 'resume')
    await sayIn(repo, 'abort', true)
    await sayIn(repo, 'resume', true)
    expect((await ask(repo)).next?.action).toBe('write-failing-test')
  })

  test('the end of a task can delete its branch, and says how to restore it; a program cannot', async () => {
    await using repo = await createTask()
    const head = await repo.git('rev-parse', 'HEAD')
    await expect(sayIn(repo, 'abort --delete-branch', true)).rejects.toMatchObject({ code: 'command-refused' })
    await repo.write({ 'src/new.js': '' })
    await expect(sayIn(repo, 'abort --delete-branch')).rejects.toMatchObject({ code: 'uncommitted-changes' })
    await repo.git('clean', '-qf')
    const { restore } = await sayIn(repo, 'abort --delete-branch obsolete')
    expect(await repo.git('branch', '--format=%(refname:short)')).toBe('main')
    expect(restore).toBe(`git branch master/task-42-discounts ${head}`)
    expect(await repo.git('for-each-ref', 'refs/tdd-gate')).toBe('')
  })

  test('a skipped subtask counts as done with its reason, and an unknown one is refused with the known ones', async () => {
    await using repo = await createTask()
    await sayIn(repo, 'skip 42.1 not needed')
    const { decision, notes } = await findNextStep({ repo: repo.dir, cacheDir }, KEPT)
    const { subtasks, next: unit } = decision
    expect(notes.at(-1)).toMatch(/^42\.1 was skipped locally by Ada on .+: not needed\. No pull request counts it\.$/)
    expect(subtasks).toMatchObject([{ id: '42.1', skipped: { by: 'Ada', reason: 'not needed' } }, { id: '42.2' }])
    expect(unit?.subtask).toBe('42.2')
    expect((await verify({ repo: repo.dir, cacheDir }, KEPT)).notes.at(-1)).toMatch(
      /`tdd-gate status`, not here: skip 42\.1$/,
    )
    await expect(sayIn(repo, 'skip 42.9 no')).rejects.toMatchObject({
      code: 'command-refused',
      message: expect.stringContaining('42.2: Coupons'),
    })
  })

  test('an excused rule lets the branch go on here, and a program cannot excuse it', async () => {
    await using repo = await createTask('policy: { rules: { characterization-is-approved: error } }')
    await repo.commit('test: sums\n\nPhase: characterize', { 'test/sum.test.js': PASSING })
    expect((await ask(repo)).next?.action).toBe('fix')
    await expect(sayIn(repo, 'override characterization-is-approved fine', true)).rejects.toMatchObject({
      code: 'command-refused',
      message: 'A program cannot override: only a person may.',
    })
    for (const line of ['override nonsense fine', 'override coverage-holds fine']) {
      await expect(sayIn(repo, line)).rejects.toMatchObject({ message: expect.not.stringMatching(/: \.$/) })
    }
    await sayIn(repo, 'override characterization-is-approved fine')
    const { decision, notes } = await findNextStep({ repo: repo.dir, cacheDir }, KEPT)
    expect(decision.next).toMatchObject({ action: 'write-failing-test', subtask: '42.1' })
    expect(notes.at(-1)).toMatch(
      /^characterization-is-approved was excused at \w+ locally by Ada on .+: fine\. No pull request counts it\.$/,
    )
    await repo.write(RED)
    await repo.git('add', '--all')
    await repo.git('commit', '-qm', 'test: tenth', '--trailer', 'Task: 42.1', '--trailer', 'Phase: red')
    expect((await ask(repo)).next).toMatchObject({ action: 'make-tests-pass' })
    expect((await verify({ repo: repo.dir, cacheDir }, KEPT)).decision.conclusion).toBe('failure')
  })

  test('a program can stop its work and cannot excuse it', async () => {
    await using repo = await createTask()
    await expect(sayIn(repo, 'skip 42.1 too hard', true)).rejects.toMatchObject({
      code: 'command-refused',
      suggestion: expect.objectContaining({ text: "Ask a person to run: tdd-gate skip 42.1 --reason 'too hard'" }),
    })
    expect(await sayIn(repo, 'pause stuck', true)).toMatchObject({ kind: 'pause' })
  })

  test('a revert adds a commit with the tree of the last accepted one', async () => {
    await using repo = await createTask()
    await repo.commit('mixed\n\nTask: 42.1\nPhase: red\n', { ...RED, ...WRONG })
    expect((await ask(repo)).next?.action).toBe('fix')
    const { commit: sha } = await sayIn(repo, 'revert')
    expect(sha).toBe(await repo.git('rev-parse', 'HEAD'))
    expect(await repo.git('status', '--porcelain')).toBe('')
    expect((await ask(repo)).next?.action).toBe('write-failing-test')
  })

  test('a damaged decision is named and left out, and a new branch of the same name begins without decisions', async () => {
    await using repo = await createTask()
    await sayIn(repo, 'abort')
    const blob = await repo.git('rev-parse', 'HEAD:package.json')
    const branch = await repo.git('symbolic-ref', '--short', 'HEAD')
    await repo.git('update-ref', `refs/tdd-gate/decisions/${branch}/1-pause`, blob)
    const { notes, decision } = await findNextStep({ repo: repo.dir, cacheDir }, KEPT)
    expect(decision.stopped?.kind).toBe('abort')
    expect(notes.join()).toContain('refs/tdd-gate/decisions')
    await repo.git('switch', '-q', 'main')
    await repo.git('branch', '-qD', branch)
    await beginTask({ repo: repo.dir, task: join(repo.dir, 'task.yml'), cacheDir }, KEPT)
    expect((await ask(repo)).stopped).toBeUndefined()
  })
})
