import { expect, test } from 'vitest'
import type { TestId } from '../../src/core/model/test-run.ts'
import type { Variant } from '../../src/rewriting/language.ts'
import { findWeakDemands, withComment } from '../../src/trials/emptied/unpinned.ts'

test.each([
  ['cart.js', 'x\n// tdd-gate\n'],
  ['Cart.java', 'x\n// tdd-gate\n'],
  ['lib.rs', 'x\n// tdd-gate\n'],
  ['cart.py', 'x\n# tdd-gate\n'],
  ['lib/cart.sh', 'x\n# tdd-gate\n'],
  ['cart.rb', 'x\n# tdd-gate\n'],
])('a comment is one in the language of %s', (path, text) => {
  expect(withComment(path, 'x')).toBe(text)
})

test('a comment behind a closing tag of PHP stays out of the page', () => {
  expect(withComment('cart.php', '<?php f(); ?>')).toBe('<?php f(); ?>\n<?php // tdd-gate\n')
  expect(withComment('cart.php', '<?php f();')).toBe('<?php f();\n// tdd-gate\n')
})

const DRIVER = 'tests/DiscountTest.php > refuses' as TestId

test.each([
  ['anyError', '$this->expectException(\\Exception::class);'],
  ['anyError', 'assert_raises { take(1) }'],
  ['readsCode', "file_get_contents('src/Discount.php')"],
  ['readsCode', "File.read('lib/discount.rb')"],
  ['readsCode', 'include_str!("../src/lib.rs")'],
  ['readsCode', 'Files.readString(path)'],
  ['readsCode', "md5_file('src/Discount.php')"],
  ['readsCode', "hash_file('crc32', 'src/Discount.php')"],
  [undefined, '$this->assertSame(20, Discount::take(200));'],
])('a driver is tried for %s because its file says %s', async (found, text) => {
  const run = (outcome: string) => new Map([[DRIVER, { id: DRIVER, outcome }]]) as never
  const probes = {
    run: async (way: Variant) => run(way === 'nothing' ? 'failed' : 'passed'),
    runWithComment: async () => run('failed'),
  }
  const seen = await findWeakDemands([DRIVER], { texts: [text], ...probes })
  expect(seen).toEqual(found === undefined ? {} : { [found]: [DRIVER] })
})

test('a driver that an empty function satisfies reads no code', async () => {
  const run = async () => new Map([[DRIVER, { id: DRIVER, outcome: 'passed' }]]) as never
  const texts = ['want := io.ReadAll(reader)']
  expect(await findWeakDemands([DRIVER], { texts, run, runWithComment: run })).toEqual({})
})
