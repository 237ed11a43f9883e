import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRepository } from '../../src/git/repository.ts'
import { commitPending } from '../../src/git/write.ts'
import { commitOperation } from '../../src/operations/catalog/complete.ts'
import { commit } from '../../src/operations/commit.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { findNextStep } from '../../src/operations/next.ts'
import { perform } from '../../src/operations/runs/perform.ts'
import { toCommitText } from '../../src/render/complete-text.ts'
import { noPaint } from '../../src/render/text/table.ts'
import { type Branch, createBranch, getSharedCache } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { KEPT } from '../support/kept-runs.ts'
import type { Files } from '../support/repository.ts'
import { GREEN, RED, SHOP, WRONG } from '../support/shop.ts'

const cacheDir = getSharedCache()
const commitIn = ({ repo }: Branch, more: { message?: string; phase?: string; takesAttempt?: true } = {}) =>
  commit({ repo: repo.dir, base: 'main', cacheDir, ...more }, KEPT)

async function createShop(more: Files = {}): Promise<Branch> {
  const branch = await createBranch({ ...SHOP, ...more }, { cacheDir })
  await branch.repo.git('config', 'user.name', 'Ada')
  await branch.repo.git('config', 'user.email', 'ada@example.com')
  return branch
}

const PAGE = { width: Number.POSITIVE_INFINITY, paint: noPaint }

/** Calls an operation as the command line does, so that the state of the branch is kept. */
async function call({ repo }: Branch, name: string, asked: object = {}, isProgram = false) {
  const operation = OPERATIONS.find((one) => one.name === name)
  if (operation === undefined) throw new Error(name)
  const definition = await operation.load()
  const input = definition.input.parse({ repo: repo.dir, base: 'main', cacheDir, ...asked })
  return perform(operation, definition, input, isProgram ? { ...KEPT, isProgram } : KEPT)
}

describe('commit', () => {
  test('commits what was accepted, with trailers that verify finds true', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    const red = await commitIn(branch, { message: 'test: discounts' })
    expect(red.commit).toBe(await branch.repo.git('rev-parse', 'HEAD'))
    await branch.repo.write(GREEN)
    await commitIn(branch)
    expect(await branch.repo.git('log', '-2', '--format=%B')).toBe(
      'feat: make the tests pass\n\nTask: 1\nPhase: green\nTests: 2 passed\n\ntest: discounts\n\nTask: 1\nPhase: red',
    )
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
    await branch.repo.write({ 'test/more.test.js': "import { test } from 'node:test'\ntest('passes', () => {})\n" })
    expect(await commitIn(branch)).toMatchObject({ commit: null, judged: { verdict: 'rejected' } })
    expect(toCommitText(await commitIn(branch, { phase: 'characterize' }))).toMatch(
      /^committed (\w+): characterize accepted\n! characterization-is-approved: .+\n {2}-> Read them: `git show \1\w+`\..+\nNew files, .+\n(?:Next: |Nothing is left)/,
    )
  })

  test('states that tests pass at once, also where no rule shows it', async () => {
    const config = 'version: 1\ntest: { reruns: 1 }\npolicy: { rules: { characterization-is-approved: off } }\n'
    await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': config })
    await branch.repo.write({ 'test/more.test.js': "import { test } from 'node:test'\ntest('passes', () => {})\n" })
    expect(toCommitText(await commitIn(branch, { phase: 'characterize' }))).toMatch(
      /^committed \w+: characterize accepted/,
    )
    expect(await branch.repo.git('log', '-1', '--format=%B')).toContain('Phase: characterize')
  })

  test('leaves the state of the branch with its commit, which `watch` shows', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    const asked = commitOperation.input.parse({ repo: branch.repo.dir, base: 'main', cacheDir })
    const committed = await commitOperation.run(asked, KEPT)
    expect(committed.state).toMatchObject({
      head: await branch.repo.git('rev-parse', 'HEAD'),
      subtasks: [{ id: '1', status: 'red' }],
      next: { phase: 'green', subtask: '1' },
    })
    await branch.repo.write(WRONG)
    expect((await commitOperation.run(asked, KEPT)).state).toBeUndefined()
  })

  test('a next step repeats no phase: it concerns the judged commit alone', async () => {
    await using branch = await createShop()
    await branch.repo.write({ ...RED, ...GREEN })
    const mixed = await call(branch, 'commit', { phase: 'red' })
    expect(mixed.json).toMatchObject({ verdict: 'rejected' })
    expect(mixed.toText(PAGE)).not.toMatch(/tdd-gate next .*--phase/)
    rmSync(join(branch.repo.dir, 'src/discount.js'))
    const red = await call(branch, 'commit', { phase: 'red' })
    expect(red.json).toMatchObject({ verdict: 'accepted' })
    expect(JSON.stringify(red.json)).not.toContain('--phase')
  })

  test('commits what is staged and leaves the rest as it is, which the answer names', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await repo.git('add', '--all')
    await repo.write({ ...GREEN, 'NOTES.md': 'later\n' })
    const complete = await call(branch, 'complete')
    expect(complete.json).toMatchObject({ isReady: true, leftOut: ['NOTES.md', 'src/discount.js'] })
    expect(complete.toText(PAGE)).not.toContain('git add')
    expect((await call(branch, 'next')).json).toMatchObject({ next: { phase: 'green' } })
    const red = await call(branch, 'commit')
    expect(red.toText(PAGE)).toContain(
      'red accepted\nLeft out, because it is not staged: NOTES.md, src/discount.js. With --all it is taken too.\n',
    )
    expect(await repo.git('status', '--porcelain')).toBe('?? NOTES.md\n?? src/discount.js')
    await repo.git('add', 'NOTES.md')
    const skipped = await call(branch, 'commit', { verify: false, phase: 'neutral' })
    expect(skipped.json).toMatchObject({ leftOut: ['src/discount.js'] })
    expect(await repo.git('status', '--porcelain')).toBe('?? src/discount.js')
    await repo.git('add', 'src/discount.js')
    await repo.write(WRONG)
    expect((await call(branch, 'commit', { all: true })).json).toMatchObject({
      commit: null,
      leftOut: [],
      commands: [expect.stringMatching(/^tdd-gate commit .*--all$/)],
    })
    expect((await call(branch, 'commit')).json).toMatchObject({ phase: 'green', leftOut: ['src/discount.js'] })
  })

  test('of chosen files it judges and commits these alone, though others are staged, and names the rest', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write({ ...RED, ...GREEN, 'NOTES.md': 'later\n', '-f[a].md': 'hostile\n' })
    await repo.git('add', 'NOTES.md')
    const red = await call(branch, 'commit', { files: ['test'] })
    expect(red.json).toMatchObject({
      phase: 'red',
      verdict: 'accepted',
      leftOut: ['-f[a].md', 'NOTES.md', 'src/discount.js'],
    })
    expect(red.toText(PAGE)).toContain('Left out, because --files does not name it: -f[a].md, NOTES.md')
    expect(await repo.git('status', '--porcelain')).toBe('A  NOTES.md\n?? -f[a].md\n?? src/discount.js')
    const green = await call(branch, 'complete', { files: [join(repo.dir, 'src/discount.js')] })
    expect(green.json).toMatchObject({
      phase: 'green',
      isReady: true,
      commands: [expect.stringMatching(/^tdd-gate commit .*--files \S*src\/discount\.js$/)],
    })
    await call(branch, 'commit', { files: ['-f[a].md,src/discount.js'] })
    expect(await repo.git('show', '--name-only', '--format=%s')).toBe(
      'feat: make the tests pass\n\n-f[a].md\nsrc/discount.js',
    )
    expect(await repo.git('status', '--porcelain')).toBe('A  NOTES.md')
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
  })

  test('of chosen code it makes two commits where its RED was judged before, and it refuses a name at which nothing changed', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await call(branch, 'complete')
    await repo.write({ ...GREEN, 'NOTES.md': 'later\n' })
    await call(branch, 'commit', { files: ['src'] })
    expect(await repo.git('log', '-2', '--name-only', '--format=%s')).toBe(
      'feat: make the tests pass\n\nsrc/discount.js\ntest: a failing test\n\ntest/discount.test.js',
    )
    expect(await repo.git('status', '--porcelain')).toBe('?? NOTES.md')
    await expect(
      call(branch, 'commit', { files: ['NOTES.md', '../outside', 'src/discount.js'] }),
    ).rejects.toMatchObject({
      code: 'bad-usage',
      message: 'Nothing has changed at ../outside, src/discount.js in this repository.',
    })
    await expect(call(branch, 'commit', { files: ['NOTES.md'], all: true })).rejects.toMatchObject({
      code: 'bad-usage',
    })
    expect(await repo.git('status', '--porcelain')).toBe('?? NOTES.md')
  })

  test('a working tree that another process has committed meanwhile is named as the reason', async () => {
    await using branch = await createShop()
    const repository = await openRepository(branch.repo.dir)
    const tree = await branch.repo.git('rev-parse', 'HEAD^{tree}')
    await expect(commitPending(repository, 'test: again', { tree, isStaged: false })).rejects.toMatchObject({
      code: 'git-failed',
      message: 'git commit failed: git named no reason. Another process may have committed the same change.',
    })
  })

  test('commits nothing while the tests fail, unless the attempt is wanted', async () => {
    await using branch = await createShop()
    await branch.red(RED)
    await branch.repo.write(WRONG)
    expect(await commitIn(branch)).toMatchObject({
      commit: null,
      judged: { verdict: 'attempt' },
      commands: ['tdd-gate commit'],
    })
    expect((await commitIn(branch, { takesAttempt: true })).commit).not.toBeNull()
  })

  test('takes the last failed attempt back to RED where the configuration says so', async () => {
    await using branch = await createShop({ '.github/tdd-gate.yml': REVERT })
    await branch.red(RED)
    await branch.repo.write(WRONG)
    const done = await commitIn(branch, { takesAttempt: true })
    expect(done.reverted).toBe(await branch.repo.git('rev-parse', 'HEAD'))
    expect(await branch.repo.git('rev-parse', 'HEAD~1', 'HEAD~2^{tree}')).toBe(
      `${done.commit}\n${await branch.repo.git('rev-parse', 'HEAD^{tree}')}`,
    )
    const step = await findNextStep({ repo: branch.repo.dir, base: 'main', cacheDir }, KEPT)
    expect(step.decision.next).toMatchObject({ action: 'write-failing-test', limits: { attempts: 1, maxAttempts: 1 } })
  })

  const REVERT = 'version: 1\npolicy: { green: { maxAttempts: 1, onMaxAttempts: revert } }\n'

  test('leaves what is not staged as it is, while it takes the last failed attempt back', async () => {
    await using branch = await createShop({ '.github/tdd-gate.yml': REVERT })
    const { repo } = branch
    await branch.red(RED)
    await repo.write(WRONG)
    await repo.git('add', '--all')
    await repo.write({ 'NOTES.md': 'later\n', 'src/cart.js': `${SHOP['src/cart.js']}// later\n` })
    const done = await call(branch, 'commit', { attempt: true })
    expect(done.toText(PAGE)).toMatch(
      /^committed \w+: green attempt\n[\s\S]*\ntaken back by \w+: the attempts are used up\n/,
    )
    expect(done.json).toMatchObject({ reverted: await repo.git('rev-parse', 'HEAD') })
    expect(await repo.git('rev-parse', 'HEAD^{tree}')).toBe(await repo.git('rev-parse', 'HEAD~2^{tree}'))
    expect(await repo.git('status', '--porcelain')).toBe('M src/cart.js\n?? NOTES.md')
    expect((await call(branch, 'next')).json).toMatchObject({ next: { action: 'write-failing-test', phase: 'red' } })
  })

  test('refuses the last attempt where going back would meet a change that is not staged', async () => {
    await using branch = await createShop({ '.github/tdd-gate.yml': REVERT })
    const { repo } = branch
    await branch.red(RED)
    await repo.write(WRONG)
    await repo.git('add', '--all')
    await repo.write({ 'NOTES.md': 'later\n', 'src/discount.js': `${WRONG['src/discount.js']}// later\n` })
    const head = await repo.git('rev-parse', 'HEAD')
    await expect(commitIn(branch, { takesAttempt: true })).rejects.toMatchObject({
      code: 'uncommitted-changes',
      message: expect.stringContaining('src/discount.js'),
      suggestion: { commands: ['git add src/discount.js'] },
    })
    expect(await repo.git('rev-parse', 'HEAD')).toBe(head)
    await repo.git('add', 'src/discount.js')
    expect((await commitIn(branch, { takesAttempt: true })).reverted).not.toBeNull()
  })

  test('refuses the default branch', async () => {
    await using branch = await createShop()
    await branch.repo.git('switch', '-q', 'main')
    await branch.repo.write(RED)
    await expect(commitIn(branch)).rejects.toMatchObject({ code: 'on-default-branch' })
  })

  test('a hook of the user can refuse: its words are the message, and nothing is staged', async () => {
    await using branch = await createShop()
    await branch.repo.git('config', 'core.hooksPath', join(branch.repo.dir, '.git/own-hooks'))
    mkdirSync(join(branch.repo.dir, '.git/own-hooks'))
    const hook = join(branch.repo.dir, '.git/own-hooks/commit-msg')
    writeFileSync(hook, '#!/bin/sh\necho "no ticket" >&2\nexit 1\n', { mode: 0o755 })
    await branch.repo.write(RED)
    const index = join(branch.repo.dir, '.git/index')
    // Git reads a file again that changed in the second of its index.
    utimesSync(index, 1, 1)
    const refusal = { code: 'git-failed', message: expect.stringContaining('no ticket') }
    await expect(commitIn(branch)).rejects.toMatchObject(refusal)
    const unmeasured = { verify: false, phase: 'red', subtask: '1' }
    await expect(call(branch, 'commit', unmeasured)).rejects.toMatchObject(refusal)
    expect(statSync(index).mtimeMs).toBe(1_000)
    expect(await branch.repo.git('diff', '--cached', '--name-only')).toBe('')
  })
})

describe('commit --no-verify', () => {
  beforeEach(() => vi.stubEnv('XDG_STATE_HOME', getFolder({})))
  afterEach(() => vi.unstubAllEnvs())

  test('commits the kept next step without a measurement or a claim, which verify measures', async () => {
    await using branch = await createShop()
    const { repo } = branch
    const skip = (asked: object = {}) => call(branch, 'commit', { verify: false, ...asked })
    await expect(skip()).rejects.toMatchObject({
      code: 'command-refused',
      suggestion: {
        text: expect.stringMatching(/^Name both: tdd-gate commit .*--no-verify --phase <phase> --subtask <id>$/),
      },
    })
    await repo.write(RED)
    const red = await skip({ phase: 'red', subtask: '1' })
    expect(red.exit).toBe(0)
    expect(red.json).toMatchObject({ verdict: 'unmeasured', phase: 'red', subtask: '1', isReady: false, tests: null })
    expect(red.json).toMatchObject({
      commit: await repo.git('rev-parse', 'HEAD'),
      commands: [expect.stringMatching(/^tdd-gate verify .*--base main/)],
    })
    expect(red.toText(PAGE)).toContain('Skipped: the measurement and the verdict')
    await expect(skip()).rejects.toMatchObject({ code: 'command-refused' })
    await call(branch, 'next')
    await repo.write(GREEN)
    await skip()
    expect(await repo.git('log', '-2', '--format=%B')).toBe(
      'feat: make the tests pass\n\nTask: 1\nPhase: green\n\ntest: a failing test\n\nTask: 1\nPhase: red',
    )
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
  })

  test('refuses a mixed change, no change, the default branch, a stopped task and a program', async () => {
    await using branch = await createShop()
    const { repo } = branch
    const asked = { verify: false, phase: 'red', subtask: '1' }
    const unchanged = { code: 'no-changes', message: 'No staged changes to commit' }
    await expect(call(branch, 'commit', asked)).rejects.toMatchObject(unchanged)
    await expect(call(branch, 'commit')).rejects.toMatchObject(unchanged)
    await branch.commit('docs: a start', { 'README.md': 'A shop.\n' })
    await repo.write({ ...RED, ...GREEN })
    await expect(call(branch, 'commit', asked)).rejects.toMatchObject({
      code: 'command-refused',
      message: expect.stringContaining('src/discount.js'),
      suggestion: {
        commands: [
          'git stash push --include-untracked -- src/discount.js',
          expect.stringMatching(/^tdd-gate commit .*--phase red --subtask 1 --no-verify$/),
          'git stash pop',
        ],
      },
    })
    await expect(call(branch, 'commit', asked, true)).rejects.toMatchObject({
      message: expect.stringContaining('only a person may'),
    })
    await call(branch, 'pause', { reason: 'later' })
    await expect(call(branch, 'commit', asked)).rejects.toMatchObject({ code: 'task-stopped' })
    await repo.git('switch', '-q', 'main')
    await expect(call(branch, 'commit', asked)).rejects.toMatchObject({ code: 'on-default-branch' })
    expect(await repo.git('log', '--format=%s', 'main', 'work')).toBe('docs: a start\nbase')
  })
})
