import { describe, expect, test } from 'vitest'
import type { JudgedCommit, WorkUnit } from '../../../src/core/model/finding.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import type { Paint } from '../../../src/render/text/table.ts'
import { ACCEPTED, finding, judged, REJECTED, sha } from '../../support/decision.ts'

const about = { base: sha('0'), head: sha('b'), sequence: 'commits', notes: [] } as const

describe('the verdict for people', () => {
  test('a refusal says what was seen, where, and what to do', () => {
    expect(toVerifyText(REJECTED, about)).toMatchInlineSnapshot(`
      "tdd-gate 000000000..bbbbbbbbb, 2 commits, sequence: commits

        aaaaaaaaa  red    42.1  ✓ accepted  1 fails: adds
        bbbbbbbbb  green  42.1  ✗ rejected  green-keeps-tests

      ✗ green-keeps-tests at bbbbbbbbb
        test/cart.test.ts differs from what RED froze.
        -> Take it back: git checkout aaaaaaaaa -- test/cart.test.ts
      ! claims-are-true at bbbbbbbbb (warning)
        It says 9.
        -> Take it back: git checkout aaaaaaaaa -- test/cart.test.ts

      Subtasks
        42.1  red      Add an item
        42.2  pending  Remove an item

      NEXT fix, green 42.1: Add an item
        Take the test file back and make its test pass.
        accept: An item is in the cart
        test: test/cart.test.ts > cart > adds
        file: test/cart.test.ts
        $ git checkout aaaaaaaaa -- test/cart.test.ts

      tdd-gate: failure (green-keeps-tests at bbbbbbbbb)
      "
    `)
  })

  test('the next step repeats no finding: its repair stands there, and as commands for a shell', () => {
    const [red, commit] = REJECTED.commits as [JudgedCommit, JudgedCommit]
    const command = 'git checkout aaaaaaaaa -- test/cart.test.ts'
    const [text, rest] = [`Restore it: \`${command}\`.`, { paths: ['b.test.ts'], tests: ['b.test.ts > b'] }]
    const found = { ...finding({ message: 'Tests changed: test/cart.test.ts', suggestion: text }), ...rest }
    const suggestion = {
      text: `commit bbbbbbbbb (green): ${found.message}. ${text}`,
      commands: [command, 'tdd-gate verify'],
    }
    const unit = { suggestion, rule: found.rule, drivers: found.tests, files: found.paths }
    const next = { ...(REJECTED.next as WorkUnit), ...unit }
    const shown = toVerifyText({ ...REJECTED, commits: [red, { ...commit, findings: [found] }], next }, about)
    expect(shown.slice(shown.indexOf('✗ green'))).toMatchInlineSnapshot(`
      "✗ green-keeps-tests at bbbbbbbbb
        Tests changed: test/cart.test.ts
        path: b.test.ts
        test: b.test.ts > b
        -> Restore it: \`git checkout aaaaaaaaa -- test/cart.test.ts\`.

      Subtasks
        42.1  red      Add an item
        42.2  pending  Remove an item

      NEXT fix, green 42.1: Add an item
        accept: An item is in the cart
        $ git checkout aaaaaaaaa -- test/cart.test.ts
        $ tdd-gate verify

      tdd-gate: failure (green-keeps-tests at bbbbbbbbb)
      "
    `)
  })

  test('a terminal gets a link from each rule to its page, and nothing else of the text changes', () => {
    const link = (words: string, address: string) => `<${address}>${words}</>`
    const text = toVerifyText(REJECTED, { ...about, link })
    const page = 'https://github.com/tdd-gate/tdd-gate/blob/main/docs/reference/rules.md'
    expect(text).toContain(`✗ <${page}#green-keeps-tests>green-keeps-tests</> at bbbbbbbbb\n`)
    expect(text.replaceAll(/<[^>]*>/g, '')).toBe(toVerifyText(REJECTED, about))
  })

  test('a success says what was proved by which test', () => {
    expect(toVerifyText(ACCEPTED, { ...about, notes: ['vitest was detected'] })).toMatchInlineSnapshot(`
      "tdd-gate 000000000..bbbbbbbbb, 2 commits, sequence: commits
        note: vitest was detected

        aaaaaaaaa  red    42.1  ✓ accepted  1 fails: adds
        bbbbbbbbb  green  42.1  ✓ accepted  1 passes: adds

      Subtasks
        42.1  done  Add an item

      tdd-gate: success (2 commits accepted)
      "
    `)
  })

  test('a characterization is not called RED, because its tests never failed', () => {
    const commits = [judged({ isCharacterization: true, subtask: null })]
    const text = toVerifyText({ ...ACCEPTED, commits }, about)
    expect(text).toContain('  aaaaaaaaa  characterize  -  ✓ accepted')
    expect(text).not.toContain('  red  ')
  })

  test('failures of the base are named, whatever was concluded', () => {
    const known = ['a.test.ts > one', 'a.test.ts > two', 'b.test.ts', 'c.test.ts']
    for (const decision of [ACCEPTED, REJECTED]) {
      const text = toVerifyText({ ...decision, known }, { ...about, notes: [], width: 200 })
      expect(text).toContain(
        '  note: Fails on the base already: a.test.ts > one, a.test.ts > two, b.test.ts and 1 more\n',
      )
    }
  })

  test('a success without a plan says that missing subtasks are unknown', () => {
    const text = toVerifyText({ ...ACCEPTED, isUnplanned: true }, { ...about, notes: [] })
    expect(text).toContain('tdd-gate: success (2 commits accepted, no plan was given)')
  })

  test('a success with warnings says how many, and counts none of a commit that was fixed later', () => {
    const warning = finding({ level: 'warn' })
    const fixed = judged({ sha: sha('d'), verdict: 'attempt', isSuperseded: true, findings: [warning] })
    const commits = [...ACCEPTED.commits, fixed, judged({ sha: sha('e'), findings: [warning, warning] })]
    const text = toVerifyText({ ...ACCEPTED, commits, isUnplanned: true }, { ...about, notes: [] })
    expect(text).toContain('tdd-gate: success (3 commits accepted with 2 warnings, no plan was given)')
  })

  test.each([
    ['in_progress' as const, [judged({})], 'in_progress (nothing is broken, not finished)'],
    ['unmeasurable' as const, [judged({ verdict: 'unmeasured' })], 'unmeasurable (aaaaaaaaa could not be measured)'],
    [
      'failure' as const,
      [
        judged({ sha: sha('c'), isSuperseded: true, findings: [finding({ rule: 'red-has-driver' })] }),
        judged({ findings: [finding({})] }),
      ],
      'failure (green-keeps-tests at aaaaaaaaa)',
    ],
  ])('the last line of %s', (conclusion, commits, last) => {
    const text = toVerifyText({ ...ACCEPTED, conclusion, commits }, about)
    expect(text.trimEnd().split('\n').at(-1)).toBe(`tdd-gate: ${last}`)
  })

  test('a fixed commit is shown as fixed later', () => {
    const commits = [judged({ verdict: 'rejected', isSuperseded: true, findings: [finding({})] })]
    const text = toVerifyText({ ...ACCEPTED, commits }, about)
    expect(text).toContain('- rejected, fixed later')
    expect(text).not.toContain('green-keeps-tests')
  })

  test('many tests and paths are counted, not listed', () => {
    const tests = Array.from({ length: 500 }, (_, n) => `a.test.ts > case ${n}`)
    const commits = [judged({ proved: tests, findings: [finding({ tests, paths: tests })] })]
    const text = toVerifyText({ ...REJECTED, commits }, about)
    expect(text).toContain('+497 more')
    expect(text.split('\n').length).toBeLessThan(60)
  })

  test('nothing that a commit or a test says can move the cursor or pass for a line of the verdict', () => {
    const evil = '\u001b[2J\ntdd-gate: success (all good)\u202e'
    const commits = [
      judged({
        subject: evil,
        proved: [evil],
        findings: [finding({ message: evil, suggestion: evil, paths: [evil], tests: [evil], rule: evil })],
      }),
    ]
    const text = toVerifyText(
      { ...REJECTED, commits, subtasks: [{ id: evil, title: evil, status: 'red', attempts: 0, drivers: [evil] }] },
      about,
    )
    expect(text).not.toMatch(/[\u001b\u202e]/)
    expect(text.split('\n').filter((line) => line.startsWith('tdd-gate: '))).toHaveLength(1)
  })

  test('a whole page names all lines of a finding, where the message names some', () => {
    const lines = [3, 5, 7, 9].map((first) => ({ path: 'src/a.ts', first, last: first + (first === 9 ? 2 : 0) }))
    const decision = { ...ACCEPTED, commits: [judged({ findings: [finding({ level: 'warn', paths: [], lines })] })] }
    const named = (isWhole: boolean) =>
      toVerifyText(decision, { ...about, isWhole })
        .split('\n')
        .filter((line) => line.startsWith('  line: '))
    expect(named(true)).toEqual(['3', '5', '7', '9-11'].map((at) => `  line: src/a.ts:${at}`))
    expect(named(false)).toEqual([])
  })

  test.each([40, 80, 120])('no line of the table or the findings is wider than %i columns', (width) => {
    const long = 'one of many rather long words '.repeat(20)
    const commits = [judged({ proved: [long], findings: [finding({ message: long, suggestion: long })] })]
    for (const line of toVerifyText({ ...REJECTED, commits, next: null }, { ...about, width }).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(width)
    }
  })

  test('colours come from outside only', () => {
    const text = toVerifyText(ACCEPTED, { ...about, paint: (style, words) => `<${style}>${words}</>` })
    expect(text).toContain('<good>✓ accepted</>')
  })

  test('each phase has its own colour', () => {
    const paint: Paint = (style, words) => `<${style}>${words}</>`
    expect(toVerifyText(REJECTED, { ...about, paint })).toContain('  42.1  <bad>red</>')
    const commits = (['red', 'green', 'refactor', 'neutral'] as const).map((phase) => judged({ phase }))
    const text = toVerifyText({ ...ACCEPTED, commits }, { ...about, paint, width: 200 })
    for (const cell of ['<bad>red</>', '<good>green</>', '<info>refactor</>', '<dim>neutral</>'])
      expect(text).toContain(cell)
  })
})

test('a file that did not load at RED proves by its name, many tests by their number and first names', () => {
  const commits = [
    judged({ proved: ['test/cart.test.ts'] }),
    judged({ phase: 'green', proved: ['a.test.ts > one', 'a.test.ts > \\> two', 'a.test.ts > three'] }),
    judged({
      phase: 'green',
      verdict: 'attempt',
      proved: ['a.test.ts > one'],
      findings: [finding({ rule: 'green-passes-drivers', message: 'no' })],
    }),
  ]
  const text = toVerifyText({ ...ACCEPTED, commits }, { ...about, width: 120 })
  expect(text).toContain('1 fails: test/cart.test.ts')
  expect(text).toContain('3 pass: one, > two, ...')
  expect(text).toContain('~ attempt   green-passes-drivers')
})
