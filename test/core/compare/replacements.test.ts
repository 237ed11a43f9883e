/** Who answers for a test that is gone: a rename, a move, a split, another row, a new driver, or what went with it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { indexRun } from '../../../src/core/compare/compare.ts'
import { answersFor } from '../../../src/core/compare/replacements.ts'
import type { Outcome } from '../../../src/core/model/test-run.ts'
import { loadAllGrammars } from '../../support/grammars.ts'
import { getFile, loadError, run, testCase } from '../support.ts'

beforeAll(loadAllGrammars)

type Outcomes = Readonly<Record<string, Outcome>>
type Texts = Readonly<Record<string, string>>

const written = (...tests: readonly (readonly [title: string, body: string])[]) =>
  tests.map(([title, body]) => `test('${title}', () => {\n  ${body}\n})\n`).join('\n')

interface Situation {
  readonly before: Outcomes
  readonly after: Outcomes
  readonly textsBefore?: Texts
  readonly textsAfter?: Texts
  readonly without?: Outcomes
  /** A file that does not load when it is put back. */
  readonly unloaded?: string
  /** Old names of production -> new ones, where a commit renames and does nothing else. */
  readonly names?: Readonly<Record<string, string>>
}

/** Returns `a.test.js > old: rename a.test.js > new` for each replaced test, and `gone` for the others. */
function said({ before, after, textsBefore = {}, textsAfter = {}, without, unloaded, names }: Situation): string[] {
  const settled = indexRun(run(before))
  const vanished = Object.keys(before).filter((id) => !(id in after))
  const answers = answersFor(vanished, {
    run: run(after),
    baseline: settled,
    texts: {
      before: new Map(Object.entries(textsBefore)),
      after: new Map(Object.entries(textsAfter)),
      ...(names && { names: new Map(Object.entries(names)) }),
    },
    withOldTests: without === undefined ? null : run(without, { loadErrors: unloaded ? [loadError(unloaded)] : [] }),
  })
  const by = new Map(answers.map(({ id, by, to }) => [id, `${by}${to === null ? '' : ` ${to}`}`]))
  return vanished.map((id) => `${id}: ${by.get(id) ?? 'gone'}`)
}

const A = 'a.test.js'
const OLD = 'a.test.js > old'
const NEW = 'a.test.js > new'

describe('an equal body under another name', () => {
  const before = { [OLD]: 'passed' } as const
  const textsBefore = { [A]: `import { x } from './x.js'\n${written(['old', 'assert(x() === 1)'])}` }
  test.each<[string, Omit<Situation, 'before'>, string]>([
    [
      'a rename',
      { after: { [NEW]: 'passed' }, textsAfter: { [A]: written(['new', 'assert(x() === 1)']) } },
      `rename ${NEW}`,
    ],
    [
      'a rename with the function that it tests',
      {
        after: { [NEW]: 'passed' },
        textsAfter: { [A]: `import { y } from './x.js'\n${written(['new', 'assert(y() === 1)'])}` },
        names: { x: 'y' },
      },
      `rename ${NEW}`,
    ],
    [
      'a rename with the function that a message names',
      {
        after: { [NEW]: 'passed' },
        textsBefore: { [A]: `import { x } from './x.js'\n${written(['old', "assert(x() === 1, 'x is 1')"])}` },
        textsAfter: { [A]: `import { y } from './x.js'\n${written(['new', "assert(y() === 1, 'y is 1')"])}` },
        names: { x: 'y' },
      },
      `rename ${NEW}`,
    ],
    [
      'another name for the function, which no code was renamed to',
      {
        after: { [NEW]: 'passed' },
        textsAfter: { [A]: `import { y } from './x.js'\n${written(['new', 'assert(y() === 1)'])}` },
      },
      'gone',
    ],
    [
      'a move, with another import',
      {
        after: { 'b.test.js > old': 'passed' },
        textsAfter: { 'b.test.js': `import { x } from '../y/x.js'\n${written(['old', 'assert(x() === 1)'])}` },
      },
      'rename b.test.js > old',
    ],
    ['a weaker body', { after: { [NEW]: 'passed' }, textsAfter: { [A]: written(['new', 'assert(x)']) } }, 'gone'],
    [
      'the same body, which fails now',
      { after: { [NEW]: 'errored' }, textsAfter: { [A]: written(['new', 'assert(x() === 1)']) } },
      `driver ${NEW}`,
    ],
    [
      'the same body, skipped',
      { after: { [NEW]: 'skipped' }, textsAfter: { [A]: written(['new', 'assert(x() === 1)']) } },
      'gone',
    ],
    ['nothing in its place', { after: { other: 'passed' }, textsAfter: { [A]: '' } }, 'gone'],
  ])('%s', (_, situation, expected) => {
    expect(said({ before, textsBefore, ...situation })).toEqual([`${OLD}: ${expected}`])
  })

  test('one new test stands for one old test only', () => {
    const body = 'assert(x() === 1)'
    const two = { before: { [OLD]: 'passed', [`${A} > twin`]: 'passed' }, after: { [NEW]: 'passed' } } as const
    const texts = {
      textsBefore: { [A]: written(['old', body], ['twin', body]) },
      textsAfter: { [A]: written(['new', body]) },
    }
    expect(said({ ...two, ...texts })).toEqual([`${OLD}: rename ${NEW}`, `${A} > twin: gone`])
  })

  test('a test that failed before may fail under its new name', () => {
    const texts = {
      textsBefore: { [A]: written(['old', 'assert(0)']) },
      textsAfter: { [A]: written(['new', 'assert(0)']) },
    }
    expect(said({ before: { [OLD]: 'failed' }, after: { [NEW]: 'failed' }, ...texts })).toEqual([
      `${OLD}: rename ${NEW}`,
    ])
  })
})

describe('tests inside of groups that move to another file', () => {
  const group = (...tests: readonly (readonly [title: string, body: string])[]) =>
    `describe('n', () => {\n${tests.map(([title, body]) => `  it('${title}', () => ${body});\n`).join('')}});\n`
  const [INC, DEC] = [['inc', 'eq(inc(1), 2)'] as const, ['dec', 'eq(dec(1), 0)'] as const]
  const apart = { 'inc.test.js > n > inc': 'passed', 'dec.test.js > n > dec': 'passed' } as const
  const together = { 'n.test.js > n > inc': 'passed', 'n.test.js > n > dec': 'passed' } as const
  const textsApart = { 'inc.test.js': group(INC), 'dec.test.js': group(DEC) }
  const oneLine = (text: string) => text.replaceAll(/\n */g, ' ')

  test('files that become one', () => {
    const moved = {
      before: apart,
      after: together,
      textsBefore: textsApart,
      textsAfter: { 'n.test.js': group(INC, DEC) },
    }
    const expected = [
      'inc.test.js > n > inc: rename n.test.js > n > inc',
      'dec.test.js > n > dec: rename n.test.js > n > dec',
    ]
    expect(said(moved)).toEqual(expected)
    const textsBefore = { 'inc.test.js': oneLine(group(INC)), 'dec.test.js': oneLine(group(DEC)) }
    expect(said({ ...moved, textsBefore })).toEqual(expected)
  })

  test('a file that becomes two', () => {
    const split = {
      before: together,
      after: apart,
      textsBefore: { 'n.test.js': group(INC, DEC) },
      textsAfter: textsApart,
    }
    expect(said(split)).toEqual([
      'n.test.js > n > inc: rename inc.test.js > n > inc',
      'n.test.js > n > dec: rename dec.test.js > n > dec',
    ])
  })

  test('tests with equal bodies are each found under their own name', () => {
    const SAME = [['inc', 'ok(n)'] as const, ['dec', 'ok(n)'] as const] as const
    const textsBefore = { 'inc.test.js': group(SAME[0]), 'dec.test.js': group(SAME[1]) }
    const after = { 'n.test.js > n > dec': 'passed', 'n.test.js > n > inc': 'passed' } as const
    expect(said({ before: apart, after, textsBefore, textsAfter: { 'n.test.js': group(...SAME) } })).toEqual([
      'inc.test.js > n > inc: rename n.test.js > n > inc',
      'dec.test.js > n > dec: rename n.test.js > n > dec',
    ])
  })

  test('a weaker twin of another group stands for no stronger test of the same name', () => {
    const duplicates = `${group(INC)}${group(['inc', 'ok(1)']).replace("'n'", "'m'")}`
    expect(
      said({
        before: { 'n.test.js > n > inc': 'passed', 'n.test.js > m > inc': 'passed' },
        after: { 'n.test.js > m > inc': 'passed', 'n.test.js > o > inc': 'passed' },
        textsBefore: { 'n.test.js': duplicates },
        textsAfter: { 'n.test.js': duplicates.replace('eq(inc(1), 2)', 'ok(1)').replace("'n'", "'o'") },
      }),
    ).toEqual(['n.test.js > n > inc: gone'])
  })
})

describe('rows of a parametrised test', () => {
  const file = 'test_a.py'
  const rows = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`${file} > ${name}`, 'passed' as const]))
  test.each<[string, Outcomes, Outcomes, readonly string[]]>([
    [
      'another row among its neighbours',
      rows('t[1-2]', 't[2-3]'),
      rows('t[1-2]', 't[2-4]'),
      ['row test_a.py > t[2-4]'],
    ],
    ['a row without another', rows('t[1-2]', 't[2-3]'), rows('t[1-2]'), ['gone']],
    ['a row of another test', rows('t[1]', 't[2]'), rows('t[1]', 'u[2]'), ['gone']],
    ['no neighbour stays', rows('t[1]'), rows('t[2]'), ['gone']],
    ['two rows for one', rows('t[1]', 't[2]', 't[3]'), rows('t[1]', 't[9]'), ['row test_a.py > t[9]', 'gone']],
  ])('%s', (_, before, after, expected) => {
    expect(said({ before, after }).map((line) => line.slice(line.indexOf(': ') + 2))).toEqual(expected)
  })

  test('subtests of Go', () => {
    const before = { 'pkg > TestA/one': 'passed', 'pkg > TestA/two': 'passed', 'pkg > TestA': 'passed' } as const
    const after = { 'pkg > TestA/one': 'passed', 'pkg > TestA/three': 'passed', 'pkg > TestA': 'passed' } as const
    expect(said({ before, after })).toEqual(['pkg > TestA/two: row pkg > TestA/three'])
  })

  test('methods of Minitest, which names the class too, are no rows', () => {
    const id = (name: string) => `cart_test.rb > CartTest#test_${name}`
    const text = 'class CartTest\n  def test_a\n    f\n  end\n\n  def test_b\n    g\n  end\nend\n'
    const [textsBefore, textsAfter] = [text, text.replace('test_b\n    g', 'test_c\n    h')].map((file) => ({
      'cart_test.rb': file,
    }))
    expect(
      said({
        before: { [id('a')]: 'passed', [id('b')]: 'passed' },
        after: { [id('a')]: 'passed', [id('c')]: 'passed' },
        textsBefore: textsBefore ?? {},
        textsAfter: textsAfter ?? {},
      }),
    ).toEqual([`${id('b')}: gone`])
  })

  test('titles that are computed, and those that are written', () => {
    const each = "test.each([[1, 2]])('%i + %i', f)\n"
    const before = { [`${A} > 1 + 2`]: 'passed', [`${A} > 2 + 2`]: 'passed', [OLD]: 'passed' } as const
    const after = { [`${A} > 1 + 2`]: 'passed', [`${A} > 3 + 2`]: 'passed' } as const
    const texts = { textsBefore: { [A]: `${each}${written(['old', 'f()'])}` }, textsAfter: { [A]: each } }
    expect(said({ before, after, ...texts })).toEqual([`${A} > 2 + 2: row ${A} > 3 + 2`, `${OLD}: gone`])
  })
})

test('a test of a text that does not parse is no row, and no driver stands in for it', () => {
  const texts = (title: string) => ({ [A]: `${written([title, 'f()'])}}` })
  const both = { textsBefore: texts('old'), textsAfter: texts('new') }
  const [before, stays] = [{ [OLD]: 'passed', [`${A} > b`]: 'passed' }, { [`${A} > b`]: 'passed' }] as const
  expect(said({ before, after: { ...stays, [NEW]: 'passed' }, ...both })).toEqual([`${OLD}: gone`])
  const silent = { ...both, textsAfter: { [A]: `${texts('old')[A]}${texts('new')[A]}` } }
  expect(said({ before, after: { ...stays, [NEW]: 'failed' }, ...silent })).toEqual([`${OLD}: gone`])
})

test('a new driver of the same file fails in its place, one for one', () => {
  const before = { [OLD]: 'passed', [`${A} > older`]: 'passed', 'b.test.js > b': 'passed' } as const
  expect(said({ before, after: { [NEW]: 'failed' } })).toEqual([
    `${OLD}: driver ${NEW}`,
    `${A} > older: gone`,
    'b.test.js > b: gone',
  ])
})

test('of several new drivers, the most alike stands in', () => {
  const before = { [`${A} > takes a tenth off`]: 'passed', [`${A} > refuses no text`]: 'passed' } as const
  const after = { [`${A} > refuses no list`]: 'failed', [`${A} > takes a fifth off`]: 'failed' } as const
  expect(said({ before, after })).toEqual([
    `${A} > takes a tenth off: driver ${A} > takes a fifth off`,
    `${A} > refuses no text: driver ${A} > refuses no list`,
  ])
})

describe('a test whose statements stand in another one', () => {
  const [ONE, TWO] = ['const one = f(1)\n  eq(one, 2)', 'eq(f(2), 3)']
  const before = { [OLD]: 'passed', [`${A} > both`]: 'passed' } as const
  const textsBefore = { [A]: written(['old', ONE], ['both', TWO]) }
  const after = { [`${A} > both`]: 'passed' } as const
  test.each<[string, Omit<Situation, 'before'>, string]>([
    ['at its start', { after, textsAfter: { [A]: written(['both', `${ONE}\n  ${TWO}`]) } }, `merge ${A} > both`],
    ['at its end', { after, textsAfter: { [A]: written(['both', `${TWO}\n  ${ONE}`]) } }, `merge ${A} > both`],
    [
      'of another file',
      { after: { ...after, 'b.test.js > b': 'passed' }, textsAfter: { 'b.test.js': written(['b', `${ONE}; x()`]) } },
      'merge b.test.js > b',
    ],
    [
      'with another value',
      { after, textsAfter: { [A]: written(['both', `${ONE.replace('2', '3')}\n  x()`]) } },
      'gone',
    ],
    ['behind a return', { after, textsAfter: { [A]: written(['both', `return\n  ${ONE}`]) } }, 'gone'],
    ['in a branch', { after, textsAfter: { [A]: written(['both', `if (x) {\n  ${ONE}\n}`]) } }, 'gone'],
    [
      'of a test that fails',
      { after: { [`${A} > both`]: 'failed' }, textsAfter: { [A]: written(['both', `${ONE}\n  ${TWO}`]) } },
      'gone',
    ],
    [
      'in a group of its own',
      {
        after: { [`${A} > g > in`]: 'passed' },
        textsAfter: { [A]: `describe('g', () => {\n${written(['in', `x()\n  ${ONE}`])}})` },
      },
      'gone',
    ],
  ])('%s', (_, situation, expected) => {
    expect(said({ before, textsBefore, ...situation })[0]).toBe(`${OLD}: ${expected}`)
  })

  test.each([
    ['test_a.py', 'test_a.py', (name: string, body: string) => `def test_${name}():\n${body}\n`, 'assert f(1) == 2'],
    [
      'a_test.rb',
      'a_test.rb',
      (name: string, body: string) => `def test_${name}\n${body}\nend\n`,
      'assert_equal 2, f(1)',
    ],
    [
      'shop/a_test.go',
      'shop',
      (name: string, body: string) => `func test_${name}(t *testing.T) {\n${body}\n}\n`.replace('test_', 'Test_'),
      'if f(1) != 2 { t.Fatal("no") }',
    ],
  ])('in %s', (path, file, write, body) => {
    const id = (name: string) => `${file} > ${path.endsWith('.go') ? 'Test' : 'test'}_${name}`
    const [one, two] = [`    ${body}`, `    ${body.replaceAll('1', '2')}`]
    const answer = said({
      before: { [id('old')]: 'passed', [id('both')]: 'passed' },
      after: { [id('both')]: 'passed' },
      textsBefore: { [path]: `${write('old', one)}\n${write('both', two)}` },
      textsAfter: { [path]: write('both', `${two}\n${one}`) },
    })
    expect(answer).toEqual([`${id('old')}: merge ${id('both')}`])
  })
})

describe('a new driver does not stand in for a test that is still written, and does not run', () => {
  const before = { [OLD]: 'passed' } as const
  const after = { [NEW]: 'failed' } as const
  const textsBefore = { [A]: written(['old', 'eq(f(0), 0)']) }
  test.each([
    ['a test that an option skips', "test('old', { skip: true }, () => {\n  eq(f(0), 0)\n})\n", 'gone'],
    ['a test that is hidden', `hide(${written(['old', 'eq(f(0), 0)'])})\n`, 'gone'],
    ['a test that is gone, while code has its name', 'const sum = old (0)\n', `driver ${NEW}`],
    ['a test with another body, which counts as edited', written(['old', 'eq(f(0), 1)']), `driver ${NEW}`],
  ])('%s', (_, rest, expected) => {
    const textsAfter = { [A]: `${rest}${written(['new', 'eq(f(1), 2)'])}` }
    expect(said({ before, after, textsBefore, textsAfter })).toEqual([`${OLD}: ${expected}`])
  })
  test('a test that runs in another group is no such test', () => {
    const group = { 'a.test.js > n > old': 'skipped', ...after } as const
    const textsAfter = { [A]: `${textsBefore[A]}${written(['new', 'eq(f(1), 2)'])}` }
    expect(said({ before, after: group, textsBefore, textsAfter })).toEqual([`${OLD}: driver ${NEW}`])
  })
})

test('what fails when it is put back went with the production that it exercised', () => {
  const before = { [OLD]: 'passed', [`${A} > stays`]: 'passed' } as const
  const after = { other: 'passed' } as const
  expect(said({ before, after, without: { [OLD]: 'failed', [`${A} > stays`]: 'passed' } })).toEqual([
    `${OLD}: removal`,
    `${A} > stays: gone`,
  ])
  expect(said({ before, after, without: { other: 'passed' } })).toEqual([`${OLD}: gone`, `${A} > stays: gone`])
  expect(said({ before, after, without: {}, unloaded: A })).toEqual([`${OLD}: removal`, `${A} > stays: removal`])
})

test('tests of reports without files are never answered for by a file', () => {
  const settled = indexRun(run([testCase('old', 'passed', { file: null })]))
  const answers = answersFor(['old'], {
    run: run([testCase('new', 'failed', { file: null })]),
    baseline: settled,
    texts: { before: new Map(), after: new Map() },
    withOldTests: null,
  })
  expect(answers).toEqual([])
  expect(getFile('old')).toBeNull()
})

describe('an answer that was given before', () => {
  const settled = indexRun(run({ [OLD]: 'passed' }))
  const texts = { before: new Map<string, string>(), after: new Map<string, string>() }
  const earlier = new Map([[OLD, { id: OLD, by: 'driver', to: NEW } as const]])
  const given = (outcomes: Outcomes) =>
    answersFor([OLD], { run: run(outcomes), baseline: settled, texts, withOldTests: null, earlier })
  test('holds while the test that was named runs', () => {
    expect(given({ [NEW]: 'passed' })).toEqual([{ id: OLD, by: 'driver', to: NEW }])
  })
  test('ends with that test', () => {
    expect(given({ other: 'passed' })).toEqual([])
    expect(given({ [NEW]: 'skipped' })).toEqual([])
  })
})
