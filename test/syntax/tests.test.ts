/** Where tests are written: their titles, what belongs to each, and texts that are too large or too deep. */
import { beforeAll, expect, test } from 'vitest'
import { readTestPlaces } from '../../src/syntax/index.ts'
import { loadAllGrammars } from '../support/grammars.ts'

beforeAll(loadAllGrammars)

/** The code of each test, by its title. */
const read = (path: string, text: string) =>
  readTestPlaces(path, text)?.flatMap(({ title, isTest, whole }) =>
    isTest ? [[title, text.slice(whole.start, whole.end)]] : [],
  )

test.each([
  ['a chain', 'a.js', "await it('a', f).timeout(1)", "await it('a', f).timeout(1)"],
  ['a table', 'a.ts', "test.each([[1]])('a', f)\n", "test.each([[1]])('a', f)"],
  ['a decorator', 'a.py', '@mark\ndef test_a(): ...\n', '@mark\ndef test_a(): ...'],
  ['attributes', 'a.rs', '#[test]\n#[ignore]\nfn test_a() {}\n', '#[test]\n#[ignore]\nfn test_a() {}'],
  ['a comment with a mark', 'a.php', '<?php\n/** @test */\nfunction a() {}\n', '/** @test */\nfunction a() {}'],
  ['an annotation', 'A.java', 'class A { @Test void a() {} }', '@Test void a() {}'],
  ['an attribute of C#', 'A.cs', 'class A { [Fact] void A() {} }', '[Fact] void A() {}'],
  ['a block', 'a_spec.rb', "it 'a' do\n  f\nend\n", "it 'a' do\n  f\nend"],
])('%s belongs to its test', (_, path, text, whole) => {
  expect(read(path, text)?.map(([, own]) => own)).toEqual([whole])
})

test.each([
  ['arrays', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['groups', "it('', () => {".repeat(20_000) + '})'.repeat(20_000)],
  ['strings', "['a', ".repeat(20_000) + ']'.repeat(20_000)],
  ['a text beyond the limit', `f('${'a'.repeat(600_000)}')`],
])('a text is not read where it is too deep or too large: %s', (_, text) => {
  expect(readTestPlaces('a.test.js', text)).toBeNull()
})

test('each string of a wide text is read', () => {
  expect(readTestPlaces('a.test.js', `f([${"'a',".repeat(20_000)}])`)).toHaveLength(20_000)
})
