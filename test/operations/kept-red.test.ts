import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/operations/index.ts'
import { perform } from '../../src/operations/runs/perform.ts'
import { withKnownKeys } from '../../src/operations/task-master/call.ts'
import { type Branch, createBranch, getSharedCache } from '../support/branch.ts'
import { KEPT } from '../support/kept-runs.ts'
import { GREEN, nodeTest, RED, SHOP, WRONG } from '../support/shop.ts'

const cacheDir = getSharedCache()
const STRICTER = {
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', {
    'takes a tenth': 'assert.equal(discount(300), 30)',
  }),
}

async function createShop(): Promise<Branch> {
  const branch = await createBranch(SHOP, { cacheDir })
  await branch.repo.git('config', 'user.name', 'Ada')
  await branch.repo.git('config', 'user.email', 'ada@example.com')
  return branch
}

/** Calls an operation as `autopilot` does. */
async function call({ repo }: Branch, name: string, asked: object = {}) {
  const operation = OPERATIONS.find((one) => one.name === name)
  if (operation === undefined) throw new Error(name)
  const definition = withKnownKeys(name, await operation.load())
  const input = definition.input.parse({ repo: repo.dir, base: 'main', cacheDir, ...asked })
  return (await perform(operation, definition, input, KEPT)).json
}
const complete = (branch: Branch, asked?: object) => call(branch, 'complete', asked)
const next = (branch: Branch) => call(branch, 'next')
const commit = (branch: Branch, asked?: object) => call(branch, 'commit', asked)

describe('a RED that `complete` accepted', () => {
  test('is kept until the code is there, and one commit of both makes two, which verify accepts', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    expect(await complete(branch)).toMatchObject({
      isReady: true,
      keptRed: expect.stringMatching(/^[0-9a-f]{40}$/),
      success: true,
      currentPhase: 'GREEN',
      nextAction: 'implement_code',
    })
    await repo.git('gc', '--quiet', '--prune=now')
    expect(await next(branch)).toMatchObject({
      action: 'implement_code',
      tddPhase: 'GREEN',
      next: { phase: 'green' },
      frozen: ['test/discount.test.js'],
      uncommitted: ['test/discount.test.js'],
    })
    await repo.write(GREEN)
    expect(await complete(branch)).toMatchObject({ phase: 'green', isReady: true, nextAction: 'commit_changes' })
    expect(await next(branch)).toMatchObject({ action: 'commit_changes', tddPhase: 'COMMIT' })
    const done = await commit(branch, { message: 'feat: discounts' })
    expect(done).toMatchObject({
      commit: { hash: await repo.git('rev-parse', 'HEAD') },
      red: await repo.git('rev-parse', 'HEAD~1'),
    })
    expect(await repo.git('log', '-2', '--format=%an %B')).toBe(
      'Ada feat: discounts\n\nTask: 1\nPhase: green\nTests: 2 passed\n\nAda test: a failing test\n\nTask: 1\nPhase: red',
    )
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
    expect(await repo.git('status', '--porcelain')).toBe('')
    expect(await repo.git('for-each-ref', 'refs/tdd-gate')).toBe('')
  })

  test('and whose code `complete` accepts of chosen files is to be committed, with these files alone', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write({ ...RED, 'NOTES.md': 'later\n' })
    expect(await complete(branch, { files: ['test'] })).toMatchObject({ nextAction: 'implement_code' })
    await repo.write(GREEN)
    const files = ['src/discount.js']
    const commands = [expect.stringMatching(/^tdd-gate commit .*--files src\/discount\.js$/)]
    expect(await complete(branch, { files })).toMatchObject({ nextAction: 'commit_changes', commands })
    expect(await next(branch)).toMatchObject({ action: 'commit_changes', tddPhase: 'COMMIT', commands })
    await repo.write({ 'src/discount.js': `${GREEN['src/discount.js']}// more\n` })
    expect(await next(branch)).toMatchObject({ action: 'implement_code' })
    await repo.write(GREEN)
    await commit(branch, { files })
    expect(await repo.git('status', '--porcelain')).toBe('?? NOTES.md')
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
  })

  test('can be committed before the code, and is forgotten with its tests', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await complete(branch)
    expect(await complete(branch, { phase: 'red' })).toMatchObject({ phase: 'red', isReady: true })
    const done = await commit(branch)
    expect(done).toMatchObject({ phase: 'red', red: null, commit: { hash: await repo.git('rev-parse', 'HEAD') } })
    await repo.git('reset', '--quiet', 'main')
    await complete(branch, { phase: 'red' })
    await repo.git('clean', '-fdq')
    await branch.commit('docs: a start', { 'README.md': 'A shop.\n' })
    await repo.write({ 'README.md': 'A small shop.\n' })
    expect(await complete(branch)).toMatchObject({ phase: 'neutral', isReady: true })
  })

  test('gives way to another one, and holds its tests once there is code', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await complete(branch)
    await repo.write(STRICTER)
    expect(await complete(branch)).toMatchObject({ phase: 'red', isReady: true })
    await repo.write({ ...RED, ...GREEN })
    expect(await complete(branch)).toMatchObject({
      success: false,
      phase: 'green',
      error: 'GREEN phase validation failed',
      findings: [{ rule: 'green-keeps-tests' }],
    })
    expect(await commit(branch)).toMatchObject({ commit: null, red: null })
    await repo.write(STRICTER)
    await commit(branch)
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
  })

  test('waits for code: without any since it is no GREEN, and no second RED', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    await complete(branch)
    for (const asked of [{}, { phase: 'green' }])
      await expect(complete(branch, asked)).rejects.toMatchObject({
        code: 'no-changes',
        message: 'GREEN phase validation failed',
        suggestion: { text: expect.stringContaining('to make all tests pass') },
        seen: { actual: { passed: 0, failed: 1 } },
      })
    expect(await next(branch)).not.toHaveProperty('notes')
    await branch.repo.write({ 'test/other.test.js': '' })
    expect(await next(branch)).toMatchObject({
      notes: expect.arrayContaining(['Not judged, because not committed: test/other.test.js']),
    })
  })

  test('becomes a commit of its own without a measurement too', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await complete(branch)
    await next(branch)
    await repo.write(GREEN)
    expect(await commit(branch, { verify: false })).toMatchObject({
      verdict: 'unmeasured',
      phase: 'green',
      red: await repo.git('rev-parse', 'HEAD~1'),
    })
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
    expect(await repo.git('status', '--porcelain')).toBe('')
  })

  test('counts each failing `complete` as an attempt with its message, and pauses after three, until someone resumes', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    await complete(branch)
    await branch.repo.write(WRONG)
    expect(await complete(branch)).toMatchObject({ success: false, error: 'GREEN phase validation failed' })
    expect(await call(branch, 'status')).toMatchObject({
      currentSubtask: { attempts: 1, maxAttempts: 3 },
      metadata: { notes: expect.arrayContaining([expect.stringMatching(/^Attempt 1 of 1: .*takes a tenth/)]) },
    })
    await complete(branch)
    await complete(branch)
    expect(await next(branch)).toMatchObject({ currentSubtask: { attempts: 3 }, context: { canProceed: false } })
    await complete(branch)
    await call(branch, 'resume')
    expect(await next(branch)).toMatchObject({
      currentSubtask: { attempts: 3, maxAttempts: 6 },
      context: { canProceed: true },
    })
    await branch.repo.write(GREEN)
    expect(await commit(branch)).toMatchObject({ phase: 'green', isReady: true })
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
  })

  test('an attempt that `complete` counted, and that is then committed, counts once', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    await commit(branch)
    await branch.repo.write(WRONG)
    await complete(branch)
    expect(await next(branch)).toMatchObject({ currentSubtask: { attempts: 1 } })
    await commit(branch, { attempt: true })
    expect(await next(branch)).toMatchObject({ currentSubtask: { attempts: 1 } })
  })

  test('is split off what is staged, and what is not staged stays out', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await repo.git('add', '--all')
    await complete(branch)
    await repo.write(GREEN)
    expect(await complete(branch, { phase: 'green' })).toMatchObject({ isReady: true, leftOut: [] })
    await repo.write({ 'NOTES.md': 'later\n' })
    await expect(complete(branch)).rejects.toMatchObject({
      code: 'no-changes',
      suggestion: { text: expect.stringContaining('git add --all'), commands: ['git add --all'] },
    })
    await repo.git('add', 'src')
    await repo.write(WRONG)
    expect(await commit(branch)).toMatchObject({ phase: 'green', leftOut: ['NOTES.md', 'src/discount.js'] })
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
    expect(await repo.git('status', '--porcelain')).toBe('M src/discount.js\n?? NOTES.md')
  })
})
