import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createBranch, getSharedCache } from '../support/branch.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { GREEN, GREEN_TAX, nodeTest, RED, RED_TAX, SHOP, SHOP_ONCE, WRONG } from '../support/shop.ts'

/** Most branches begin with the same commits: each of their trees runs once. */
const SHARED = { cacheDir: getSharedCache() }

describe('cycles', () => {
  test('RED, then GREEN, passes; before GREEN it is not finished', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    const early = await branch.verify()
    expect(early).toMatchObject({ conclusion: 'in_progress', verdicts: ['red accepted'] })
    expect(early.decision.next).toMatchObject({ action: 'make-tests-pass', subtask: '1' })
    await branch.green(GREEN)
    expect(await branch.verify()).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
  })

  test('two RED commits before one GREEN', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    await branch.red(RED_TAX)
    await branch.green({ ...GREEN, ...GREEN_TAX })
    expect(await branch.verify()).toMatchObject({
      conclusion: 'success',
      verdicts: ['red accepted', 'red accepted', 'green accepted'],
    })
  })

  test('two subtasks interleaved', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED, '7.1')
    await branch.red(RED_TAX, '7.2')
    await branch.green(GREEN_TAX, '7.2')
    const half = await branch.verify()
    expect(half.conclusion).toBe('in_progress')
    expect(half.decision.subtasks.map(({ id, status }) => `${id} ${status}`)).toEqual(['7.1 red', '7.2 done'])
    await branch.green(GREEN, '7.1')
    expect(await branch.verify()).toMatchObject({ conclusion: 'success' })
  })

  test('RED, an attempt and GREEN are accepted', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    await branch.green(WRONG)
    expect(await branch.verify()).toMatchObject({
      conclusion: 'in_progress',
      verdicts: ['red accepted', 'green attempt: green-passes-drivers'],
    })
    await branch.green(GREEN)
    const done = await branch.verify()
    expect(done.conclusion).toBe('success')
    expect(done.decision.subtasks).toMatchObject([{ status: 'done', attempts: 1 }])
  })

  test('another RED of the same subtask fixes a wrong RED', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red({
      'test/discount.test.js': nodeTest('../src/discount.js', 'discount', {
        'takes a tenth': 'assert.equal(discount(200), 2000)',
      }),
    })
    await branch.green(GREEN)
    await branch.red({
      'test/discount.test.js': nodeTest('../src/discount.js', 'discount', {
        'takes a tenth': 'assert.equal(discount(200), 20.5)',
      }),
    })
    await branch.green({ 'src/discount.js': 'export const discount = (total) => total / 10 + 0.5\n' })
    expect(await branch.verify()).toMatchObject({ conclusion: 'success' })
  })

  test('without trailers phases are inferred', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('Discounts, tests first', RED)
    await branch.commit('Discounts', GREEN)
    await branch.commit('Say so', { 'README.md': 'Ten percent off.\n' })
    expect(await branch.verify()).toMatchObject({
      conclusion: 'success',
      verdicts: ['red accepted', 'green accepted', 'neutral accepted'],
    })
  })
})

describe('what a commit may hold', () => {
  test('tests and code in one commit are rejected', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('Discounts', { ...RED, ...GREEN })
    const result = await branch.verify()
    expect(result).toMatchObject({
      conclusion: 'failure',
      verdicts: ['green rejected: red-before-green'],
    })
  })

  test('empty commits change nothing, and an empty RED is none', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('chore(task-7): start')
    await branch.commit('thinking')
    expect(await branch.verify()).toMatchObject({
      conclusion: 'success',
      verdicts: ['start accepted', 'neutral accepted'],
    })
    await branch.red({})
    expect(await branch.verify()).toMatchObject({
      conclusion: 'failure',
      verdicts: ['start accepted', 'neutral accepted', 'red rejected: red-has-driver'],
    })
  })

  test('a test file that moves as it is keeps its tests', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.refactor({ 'test/cart.test.js': null, 'test/basket.test.js': SHOP['test/cart.test.js'] ?? '' })
    expect(await branch.verify()).toMatchObject({ conclusion: 'success', verdicts: ['refactor accepted'] })
  })

  test('one that is edited on the way is a removed and an added one: its tests have vanished', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    const edited = String(SHOP['test/cart.test.js']).replace(', 3)', ', 1 + 2)')
    await branch.refactor({ 'test/cart.test.js': null, 'test/basket.test.js': edited })
    expect((await branch.verify()).verdicts).toEqual(['refactor rejected: no-test-vanished'])
  })

  test('production moves freely in a refactor', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.refactor({
      'src/sum.js': SHOP['src/cart.js'] ?? '',
      'src/cart.js': "export { total } from './sum.js'\n",
    })
    expect(await branch.verify()).toMatchObject({ conclusion: 'success', verdicts: ['refactor accepted'] })
  })

  test('a symbolic link among the tests is refused', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red({ ...RED, 'test/linked.test.js': { symlink: '../src/cart.js' } })
    expect((await branch.verify()).verdicts[0]).toContain('paths-are-plain')
  })

  test('a submodule is production: it moves at GREEN only', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    const sha = await branch.repo.git('rev-parse', 'HEAD')
    await branch.red({ ...RED, 'vendored/lib': { submodule: sha } })
    const outcome = await branch.verify()
    expect(outcome.verdicts[0]).toContain('red-changes-tests-only')
    expect(outcome.decision.commits[0]?.findings[0]?.paths).toEqual(['vendored/lib'])
  })

  test('odd file names are judged like others', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    const path = 'test/-ü "quoted"\nnew line.test.js'
    await branch.red({ [path]: RED['test/discount.test.js'] ?? '' })
    await branch.green(GREEN)
    expect(await branch.verify()).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
  })

  test('.gitattributes hides no change of a test', async () => {
    await using branch = await createBranch(
      { ...SHOP, '.gitattributes': '*.test.js -diff linguist-generated\n' },
      SHARED,
    )
    await branch.red(RED)
    await branch.green({
      ...WRONG,
      'test/discount.test.js': nodeTest('../src/discount.js', 'discount', {
        'takes a tenth': 'assert.ok(discount(200))',
      }),
    })
    expect((await branch.verify()).verdicts[1]).toContain('green-keeps-tests')
  })

  test('git replace shows the gate no other commit', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    const bad = await branch.green({ ...GREEN, 'test/discount.test.js': '' })
    await branch.repo.git('checkout', '--quiet', '--detach', 'HEAD~1')
    const good = await branch.green(GREEN)
    await branch.repo.git('checkout', '--quiet', 'work')
    await branch.repo.git('replace', bad, good)
    const result = await branch.verify()
    expect(result.head).toBe(bad)
    expect(result.conclusion).toBe('failure')
  })
})

describe('branches and merges', () => {
  test('a clean merge from base is the new base state', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    await branch.green(GREEN)
    await branch.repo.checkout('main')
    await branch.commit('tax on main', { ...RED_TAX, ...GREEN_TAX })
    await branch.repo.checkout('work')
    await branch.repo.merge('main')
    expect(await branch.verify()).toMatchObject({
      conclusion: 'success',
      verdicts: ['red accepted', 'green accepted', 'merge accepted'],
    })
  })

  test('an edit inside a merge is refused', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.repo.checkout('main')
    await branch.commit('docs', { 'README.md': 'A shop.\n' })
    await branch.repo.checkout('work')
    await branch.commit('note', { 'NOTES.md': 'Notes.\n' })
    await branch.repo.merge('main', { files: { 'src/cart.js': 'export const total = () => 3\n' } })
    expect((await branch.verify()).verdicts[1]).toBe('merge rejected: merge-is-clean')
  })

  test('a merged side branch with unjudged commits is refused', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('note', { 'NOTES.md': 'Notes.\n' })
    await branch.repo.git('checkout', '--quiet', '-b', 'side', 'main')
    await branch.commit('more', GREEN)
    await branch.repo.checkout('work')
    await branch.repo.merge('side')
    expect((await branch.verify()).verdicts.at(-1)).toBe('merge rejected: merge-is-clean')
  })

  test('a rebase keeps what was measured wherever the tree is the same', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    await branch.green(GREEN)
    const before = await branch.verify()
    await branch.repo.git('commit', '--quiet', '--amend', '--message', 'green, reworded\n\nPhase: green')
    const after = await branch.verify()
    expect(after.head).not.toBe(before.head)
    expect(after).toMatchObject({ conclusion: 'success', verdicts: before.verdicts })
  })

  test('a revert takes a refused commit back', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    await branch.green({ ...GREEN, 'src/cart.js': 'export const total = () => 0\n' })
    expect((await branch.verify()).conclusion).toBe('failure')
    await branch.repo.git('revert', '--no-edit', 'HEAD')
    await branch.green(GREEN)
    expect(await branch.verify()).toMatchObject({
      conclusion: 'success',
      verdicts: ['red accepted', 'green rejected: suite-is-green (superseded)', 'neutral accepted', 'green accepted'],
    })
  })

  test('a revert of GREEN opens its cycle again', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.red(RED)
    await branch.green(GREEN)
    await branch.repo.git('revert', '--no-edit', 'HEAD')
    const result = await branch.verify()
    expect(result.conclusion).toBe('in_progress')
    expect(result.decision.subtasks).toMatchObject([{ id: '1', status: 'red' }])
  })

  test('the harness changes in a commit of its own', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    const harness = { 'package.json': (SHOP['package.json'] as string).replace('"shop"', '"store"') }
    await branch.commit('chore: rename', harness)
    await branch.red(RED)
    await branch.green(GREEN)
    expect(await branch.verify()).toMatchObject({
      conclusion: 'success',
      verdicts: ['neutral accepted', 'red accepted', 'green accepted'],
    })
  })
})

describe('pull requests without commit discipline', () => {
  const sequence = 'pull-request' as const

  test('tests that fail without the code and pass with it', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('Discounts', { ...WRONG, ...RED })
    await branch.commit('really', GREEN)
    expect(await branch.verify({ sequence })).toMatchObject({
      conclusion: 'success',
      verdicts: ['red accepted', 'green accepted'],
    })
  })

  test('tests that pass without the code prove nothing', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('Discounts', {
      ...GREEN,
      'test/more.test.js': nodeTest('../src/cart.js', 'total', { more: 'assert.ok(total)' }),
    })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'failure' })
  })

  test.each([
    ['0 + sum', 3, { conclusion: 'success', verdicts: ['refactor accepted', 'red accepted'] }],
    [
      '2 * sum',
      6,
      { conclusion: 'failure', verdicts: ['refactor rejected: suite-is-green', 'red rejected: ground-is-accepted'] },
    ],
  ])('the old tests check a request that restructures code and edits tests: %s', async (start, is, expected) => {
    await using branch = await createBranch(SHOP, SHARED)
    const code = String(SHOP['src/cart.js']).replace('sum +', `${start} +`)
    await branch.commit('refactor: total', { 'src/cart.js': code })
    const edited = nodeTest('../src/cart.js', 'total', { sums: `assert.equal(total([1, 2]), ${is})` })
    await branch.commit('test: rename', { 'test/cart.test.js': null, 'test/total.test.js': edited })
    expect(await branch.verify({ sequence })).toMatchObject(expected)
  })

  test('code without tests is refused, documents are not', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('docs', { 'README.md': 'A shop.\n' })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['neutral accepted'] })
    await branch.commit('code', GREEN)
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'failure' })
  })

  test('a request of content alone is judged by the suite: styles and translations need no test that fails', async () => {
    await using branch = await createBranch({ ...SHOP_ONCE, 'src/shop.css': 'b { color: red }\n' }, SHARED)
    await branch.commit('Darker words', { 'src/shop.css': 'b { color: black }\n' })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['refactor accepted'] })
    await branch.commit('and code', GREEN)
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'failure' })
  })

  test('a request is judged as what it is: tests only, comments only, a refactoring only, named by a pasted command', async () => {
    await using branch = await createBranch(SHOP_ONCE, SHARED)
    await branch.commit('more tests', {
      'test/more.test.js': nodeTest('../src/cart.js', 'total', { more: 'assert.equal(total([2]), 2)' }),
    })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['red accepted'] })
    await branch.repo.git('checkout', '--quiet', '-b', 'comments', 'main')
    await branch.commit('say what it is', { 'src/cart.js': `// Sums.\n${SHOP['src/cart.js']}` })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['refactor accepted'] })
    await branch.repo.git('checkout', '--quiet', '-b', 'refactoring', 'main')
    const loop =
      'export const total = (items) => {\n  let sum = 0\n  for (const price of items) sum += price\n  return sum\n}\n'
    await branch.commit('refactor: a loop', { 'src/cart.js': loop })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['refactor accepted'] })
    await branch.commit('and more', { 'src/cart.js': loop.replace('let sum = 0', 'let sum = 0 + 0') })
    await branch.commit('docs', { 'README.md': 'A shop.\n' })
    const { conclusion, decision } = await branch.verify({ sequence, triesAdvice: true })
    expect(conclusion).toBe('failure')
    execFileSync('/bin/sh', ['-c', decision.next?.suggestion.commands[0] ?? 'exit 1'], { cwd: branch.repo.dir })
    expect(await branch.verify({ sequence })).toMatchObject({ conclusion: 'success', verdicts: ['refactor accepted'] })
  })
})

describe("the user's repository", () => {
  test('is bit for bit what it was, dirty tree, index and stash included', async () => {
    await using branch = await createBranch(SHOP_ONCE)
    await branch.red(RED)
    await branch.green(GREEN)
    await branch.repo.write({ 'src/cart.js': 'stashed' })
    await branch.repo.git('stash')
    await branch.repo.write({ 'src/cart.js': 'staged' })
    await branch.repo.git('add', '--all')
    await branch.repo.write({ 'src/cart.js': 'dirty', 'untracked.txt': 'mine' })
    const before = await fingerprint(branch.repo.dir)
    const result = await branch.verify()
    expect(result.conclusion).toBe('success')
    expect(result.notes.join('\n')).toContain('Not judged, because not committed: src/cart.js, untracked.txt')
    expect(await fingerprint(branch.repo.dir)).toEqual(before)
  })
})
