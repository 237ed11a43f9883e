/** Which edits of test files are marked as nothing but layout. */
import { expect, test } from 'vitest'
import { openSession } from '../../src/operations/verify/session.ts'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const marksOf = async (base: Files, files: Files) => {
  await using branch = await createBranch({ ...SHOP, ...base })
  await branch.commit('rename', files)
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const changes = session.subjects.flatMap((commit) => commit.changes)
  return changes.map(({ path, class: own, edit, from }) => [path, own, edit, from].filter((one) => one !== undefined))
}

test('a function of Rust is renamed in its code and in the tests beside it', async () => {
  const code = (name: string) =>
    `pub fn ${name}(n: u32) -> u32 { n }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn ${name}_of_one() { assert_eq!(${name}(1), 1); }\n}\n`
  expect(await marksOf({ 'src/lib.rs': code('sum') }, { 'src/lib.rs': code('total') })).toEqual([
    ['src/lib.rs', 'test', 'rename'],
    ['src/lib.rs', 'production', 'rename'],
  ])
  expect(
    await marksOf({ 'src/lib.rs': code('sum') }, { 'src/lib.rs': code('total').replace('1), 1', '1), 2') }),
  ).toEqual([
    ['src/lib.rs', 'test'],
    ['src/lib.rs', 'production'],
  ])
})

test('a class is renamed with its file and the file of its test', async () => {
  const files = (name: string): Files => ({
    [`lib/${name}.rb`]: `class ${name}\n  def count\n    1\n  end\nend\n`,
    [`spec/${name}_spec.rb`]: `require '${name}'\n\nRSpec.describe ${name} do\n  it('counts') { expect(${name}.new.count).to eq(1) }\nend\n`,
  })
  const gone = Object.fromEntries(Object.keys(files('Cart')).map((path) => [path, null]))
  expect(await marksOf(files('Cart'), { ...gone, ...files('Basket') })).toEqual([
    ['lib/Basket.rb', 'production', 'rename', 'lib/Cart.rb'],
    ['lib/Cart.rb', 'production', 'rename'],
    ['spec/Basket_spec.rb', 'test', 'rename', 'spec/Cart_spec.rb'],
    ['spec/Cart_spec.rb', 'test', 'rename'],
  ])
})

test('a comment of a test is layout; a line of a file that a test reads, and code behind a line end of its language, is not', async () => {
  const cart = String(SHOP['test/cart.test.js'])
  await using branch = await createBranch({ ...SHOP, 'test/expected.py': '# 90\n', 'test/tax.test.js': cart })
  await branch.commit('docs: comments', {
    'test/cart.test.js': `// The cart.\n${cart}`,
    'test/tax.test.js': `// The tax.\u2028process.exit()\n${cart}`,
    'test/expected.py': '# 70\n',
  })
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const changes = session.subjects.flatMap((commit) => commit.changes)
  expect(changes.map(({ path, edit = null }) => [path, edit])).toEqual([
    ['test/cart.test.js', 'layout'],
    ['test/expected.py', null],
    ['test/tax.test.js', null],
  ])
})

test('a function that moves to a file of its own with its test changes places alone', async () => {
  const cart = String(SHOP['test/cart.test.js'])
  const half = 'export const half = (n) => n / 2\n'
  const halves = "test('halves', () => assert.equal(half(4), 2))\n"
  const both = {
    'src/cart.js': SHOP['src/cart.js'] + half,
    'test/cart.test.js': cart.replace('{ total }', '{ half, total }') + halves,
  }
  const moved = nodeTest('../src/half.js', 'half', {}) + halves
  const marks = await marksOf(both, { ...SHOP, 'src/half.js': half, 'test/half.test.js': moved })
  expect(marks.map(([, , edit]) => edit)).toEqual(['rename', 'rename', 'rename', 'rename'])
})
