import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeOperation } from '../../src/operations/catalog/complete.ts'
import { commit } from '../../src/operations/commit.ts'
import { complete } from '../../src/operations/complete.ts'
import { toCommitText, toCompleteJson, toCompleteText } from '../../src/render/complete-text.ts'
import type { Paint } from '../../src/render/text/table.ts'
import { type Branch, createBranch, getSharedCache } from '../support/branch.ts'
import { KEPT } from '../support/kept-runs.ts'
import { GREEN, nodeTest, RED, SHOP, WRONG } from '../support/shop.ts'

const cacheDir = getSharedCache()
const AT_ONCE = {
  'test/more.test.js': nodeTest('../src/cart.js', 'total', { 'adds nothing': 'assert.equal(total([]), 0)' }),
}
const judge = ({ repo }: Branch) =>
  complete({ repo: repo.dir, base: 'main', cacheDir, verify: { name: 'complete', options: ' --base main' } }, KEPT)

async function createShop(): Promise<Branch> {
  const branch = await createBranch(SHOP, { cacheDir })
  await branch.repo.git('config', 'user.name', 'Ada')
  await branch.repo.git('config', 'user.email', 'ada@example.com')
  return branch
}

/** What `tdd-gate commit --files test/discount.test.js --phase red` does. */
const takeTests = ({ repo }: Branch) =>
  commit(
    {
      repo: repo.dir,
      base: 'main',
      cacheDir,
      phase: 'red',
      choice: { names: ['test/discount.test.js'], from: repo.dir },
    },
    KEPT,
  )

describe('complete', () => {
  test('a working tree that is ready gives the commands of its commit, which verify then accepts', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    const done = await judge(branch)
    expect(done).toMatchObject({ isReady: true, judged: { phase: 'red', verdict: 'accepted' } })
    expect(done.commands).toEqual(['tdd-gate commit --base main'])
    await branch.repo.git('add', '--all')
    await branch.repo.git('commit', '-qm', 'test', '--trailer', 'Task: 1', '--trailer', 'Phase: red')
    expect((await branch.verify()).verdicts).toEqual(['red accepted'])
  })

  test('new files are named, because the commit takes them', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    expect(toCompleteText(await judge(branch))).toContain('\nNew files, which are taken: test/discount.test.js\n')
    const done = await commit({ repo: repo.dir, base: 'main', cacheDir }, KEPT)
    expect(toCommitText(done)).toContain('\nNew files, which are taken: test/discount.test.js\n')
  })

  test('the numbers of the whole suite follow from those of the base at RED, and are measured at GREEN', async () => {
    await using branch = await createShop()
    await branch.repo.write(RED)
    const red = toCompleteJson(await judge(branch))
    expect(red.tests).toMatchObject({ passed: 0, failed: 0, loadErrors: 1 })
    expect(red.wholeSuite).toEqual({ passed: 1, failed: 1, skipped: 0 })
    await branch.red({})
    await branch.repo.write(GREEN)
    const green = await judge(branch)
    expect(toCompleteJson(green).wholeSuite).toEqual({ passed: 2, failed: 0, skipped: 0 })
    // Nobody asked for coverage.
    expect(toCompleteText(green)).not.toContain('coverage')
  })

  test('a task document that no commit holds is no part of the change, in verify and next neither', async () => {
    await using branch = await createShop()
    const task = join(branch.repo.dir, 'task.yml')
    await branch.repo.write({ ...RED, 'task.yml': 'id: 1\ntitle: Tax\nsubtasks: [{ id: 1.1, title: A fifth }]\n' })
    const done = await complete({ repo: branch.repo.dir, base: 'main', cacheDir, task }, KEPT)
    expect(done).toMatchObject({ isReady: true, judged: { phase: 'red', subtask: '1.1' } })
    expect(done.notes.join('\n')).toContain('task.yml stays out of the commits')
    await branch.repo.git('add', '--all')
    expect(await branch.repo.git('ls-files', 'task.yml')).toBe('')
  })

  test('a new test that passes at once is refused as RED, and to call it a characterisation is a choice', async () => {
    await using branch = await createShop()
    await branch.repo.write(AT_ONCE)
    const done = await judge(branch)
    expect(done).toMatchObject({ isReady: false, judged: { phase: 'red', verdict: 'rejected' } })
    expect(done.commands).toEqual(['tdd-gate complete --base main'])
    expect(toCompleteText(done)).toContain('state the phase `characterize`')
    const stated = { repo: branch.repo.dir, base: 'main', cacheDir, phase: 'characterize' }
    const chosen = await complete(stated, KEPT)
    expect(chosen).toMatchObject({ isReady: true, judged: { isCharacterization: true } })
    expect(chosen.stated).toContainEqual(['Phase', 'characterize'])
    expect(toCompleteText(chosen)).toContain('characterize: accepted')
    await branch.repo.git('add', '--all')
    await branch.repo.git('commit', '-qm', 'test', '--trailer', 'Phase: characterize')
    const { verdicts, decision } = await branch.verify()
    expect(verdicts).toEqual(['red accepted'])
    expect(decision.commits[0]?.isCharacterization).toBe(true)
  })

  test('an edited test that passes as before is no RED either', async () => {
    await using branch = await createShop()
    await branch.repo.write({
      'test/cart.test.js': String(SHOP['test/cart.test.js']).replace('[1, 2]), 3', '[2, 2]), 4'),
    })
    expect(await judge(branch)).toMatchObject({ isReady: false, judged: { phase: 'red', verdict: 'rejected' } })
  })

  test('a failed attempt says why the test fails, and gives no command that commits', async () => {
    await using branch = await createShop()
    await branch.red(RED)
    await branch.repo.write(WRONG)
    const done = await judge(branch)
    expect(done).toMatchObject({ isReady: false, judged: { verdict: 'attempt' } })
    const paint: Paint = (style, words) => `<${style}>${words}</>`
    expect(toCompleteText(done, { paint })).toMatch(/^(?:note: .*\n)*<good>green 1<\/>: <warn>attempt<\/>/)
    expect(toCompleteText(done)).toContain('10 !== 20')
    expect(toCompleteText(done)).toContain('  > 6 |   assert.equal(discount(200), 20)\n    7 | })\n')
    expect(done.commands).toEqual(['tdd-gate complete --base main'])
    expect(toCompleteText(done)).toContain('The working tree is not ready. Correct it, then run:\n')
    expect(toCompleteText(done)).not.toContain('note: ')
    expect(toCompleteText(done, { isWhole: true })).toMatch(/^note: Detected node:test, /)
    await branch.repo.write(GREEN)
    expect(await judge(branch)).toMatchObject({ isReady: true, judged: { phase: 'green', verdict: 'accepted' } })
  })

  test('the command of a refused working tree commits its tests, and then the code is ready as GREEN', async () => {
    await using branch = await createShop()
    await branch.repo.write({ ...RED, ...GREEN })
    const done = await judge(branch)
    expect(done).toMatchObject({ isReady: false, judged: { verdict: 'rejected' } })
    const text = toCompleteText(done)
    expect(text).not.toMatch(/--amend|HEAD~1|explain/)
    expect(done.commands[0]).toBe('tdd-gate commit --base main --files test/discount.test.js --phase red')
    await takeTests(branch)
    expect((await branch.verify()).verdicts).toEqual(['red accepted'])
    expect(await judge(branch)).toMatchObject({ isReady: true, judged: { phase: 'green', verdict: 'accepted' } })
  })

  test('after the split of a staged change its code is staged as before, and what was not staged is not', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write({ ...RED, ...GREEN })
    await repo.git('add', '--all')
    await repo.write({ 'NOTES.md': 'later\n', 'src/discount.js': `${GREEN['src/discount.js']}// later\n` })
    await takeTests(branch)
    expect(await repo.git('status', '--porcelain')).toBe('AM src/discount.js\n?? NOTES.md')
    expect(await judge(branch)).toMatchObject({ isReady: true, isStaged: true, judged: { phase: 'green' } })
  })

  test('a staged RED names the option that takes its code, which is not staged', async () => {
    await using branch = await createShop()
    const { repo } = branch
    await repo.write(RED)
    await repo.git('add', '--all')
    const text = toCompleteText(await judge(branch))
    expect(text).toContain('then `tdd-gate commit --all` makes both commits')
    expect(text).not.toContain('New files')
    await repo.write(GREEN)
    await commit({ repo: repo.dir, base: 'main', cacheDir, takesAll: true }, KEPT)
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
  })

  test('a moved file whose test follows it is led to the refactoring that it is', async () => {
    await using branch = await createShop()
    await branch.repo.write({
      'src/cart.js': null,
      'src/shop/cart.js': String(SHOP['src/cart.js']),
      'src/shop/index.js': "export { total } from './cart.js'\n",
      'test/cart.test.js': String(SHOP['test/cart.test.js']).replace('src/cart', 'src/shop/cart'),
    })
    expect((await judge(branch)).commands[0]).toBe('tdd-gate commit --base main --phase refactor')
    const options = { repo: branch.repo.dir, base: 'main', cacheDir, phase: 'refactor' }
    expect(await complete(options, KEPT)).toMatchObject({ isReady: true })
  })

  test('every phase that advice names is an option, and a stated neutral phase is in the commit', async () => {
    await using branch = await createShop()
    for (const phase of ['red', 'green', 'refactor', 'neutral', 'characterize'])
      expect(completeOperation.input.safeParse({ phase }).success).toBe(true)
    await branch.repo.write({ 'src/cart.js': `${SHOP['src/cart.js']}// a cart\n` })
    const options = { repo: branch.repo.dir, base: 'main', cacheDir, phase: 'neutral' }
    expect((await complete(options, KEPT)).stated).toContainEqual(['Phase', 'neutral'])
  })

  test('an unchanged working tree is refused as the phase that is open, or as the one that is stated', async () => {
    await using branch = await createShop()
    await branch.red(RED)
    await expect(judge(branch)).rejects.toMatchObject({
      code: 'no-changes',
      message: 'GREEN phase validation failed',
      seen: { actual: { passed: 0, failed: 1 } },
    })
    await branch.green(GREEN)
    const stated = { repo: branch.repo.dir, base: 'main', cacheDir, phase: 'red' }
    await expect(complete(stated, KEPT)).rejects.toMatchObject({
      code: 'no-changes',
      message: 'RED phase validation failed',
      suggestion: { text: 'Ensure you have written a failing test before proceeding: tdd-gate next' },
      seen: { actual: { passed: 2, failed: 0 } },
    })
  })
})
