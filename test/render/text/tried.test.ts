import { expect, test } from 'vitest'
import type { TriedChange } from '../../../src/core/model/counterfactuals.ts'
import { toTriedPage } from '../../../src/render/explain.ts'
import { toReportHtml } from '../../../src/render/gate-report/report-html.ts'
import { toVerifyJson } from '../../../src/render/gate-report/verify-json.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { heldLinesSection } from '../../../src/render/held-lines/held-text.ts'
import { sayNotes, sayTried, toTriedTable } from '../../../src/render/text/tried.ts'
import { ACCEPTED, finding, judged, sha } from '../../support/decision.ts'
import { report } from '../sample.ts'

const at = (first: number, last = first) => ({ path: 'src/pay.ts', first, last })
const ROW = { trial: 'mutated-production', change: '`>=` for `>`', asked: 3, test: null } as const
const TRIED: readonly TriedChange[] = [
  {
    ...ROW,
    trial: 'emptied-production',
    change: '2 functions without a body',
    lines: null,
    result: 'noticed',
    test: 'pay > pays',
  },
  { ...ROW, trial: 'taken-back', change: 'as it was before', lines: at(1, 4), result: 'noticed', test: 'pay > pays' },
  { ...ROW, lines: at(3), result: 'unnoticed' },
  { ...ROW, lines: at(9), result: 'unknown' },
  { ...ROW, lines: at(12), result: 'untried' },
]
const COMMIT = judged({
  sha: sha('b'),
  phase: 'green',
  subject: 'feat: pay',
  tried: TRIED,
  lines: [
    { ...at(1, 2), by: 'driver', test: 'pay > pays' },
    { ...at(3), by: 'nothing' },
  ],
})

test('one sentence says what was tried, what was not noticed, and what the budget left out', () => {
  expect(sayTried([COMMIT])).toBe(
    'Tried 3 changes of 5 lines; 1 unnoticed: src/pay.ts:3; 1 not tried, because the budget ended',
  )
  expect(sayTried([{ tried: TRIED.slice(0, 2) }])).toBe('Tried 1 change of 4 lines')
  expect(sayTried([{ tried: TRIED.slice(0, 1) }, {}])).toBeNull()
})

test('a range of very many lines is counted in no time', () => {
  const rows = [at(1, 9_999_999), at(2, 9_999_999)].map((lines) => ({ ...ROW, lines, result: 'noticed' }) as const)
  expect(sayTried([{ tried: rows }])).toBe('Tried 2 changes of 9999999 lines')
})

test('a table names for each change the test that noticed it, or that none did', () => {
  expect(toTriedTable(TRIED, Number.POSITIVE_INFINITY).join('\n')).toMatchInlineSnapshot(`
    "trial               lines           instead                     tests  noticed by
    emptied-production  -               2 functions without a body  3      pay > pays
    taken-back          src/pay.ts:1-4  as it was before            3      pay > pays
    mutated-production  src/pay.ts:3    \`>=\` for \`>\`                3      no test
    mutated-production  src/pay.ts:9    \`>=\` for \`>\`                3      none of these; not asked further
    mutated-production  src/pay.ts:12   \`>=\` for \`>\`                3      not tried, because the budget ended"
  `)
})

test('notes are counted with their reasons, and what no longer counts is said', () => {
  const note = (line: number, reason: string) => ({ path: 'src/pay.ts', line, reason, lines: [at(line)] })
  const notes = [
    { ...note(3, 'only logs'), is: 'accepted', lines: [at(3, 5)], isNew: true },
    { ...note(9, 'no edge'), is: 'accepted' },
    { ...note(11, 'no edge'), is: 'void' },
    { ...note(12, ''), is: 'unexplained' },
    { ...note(13, 'an error here'), is: 'refused' },
    { ...note(14, 'tested since'), is: 'stale' },
  ] as const
  expect(sayNotes([{ notes }, {}])).toEqual([
    '2 notes accept lines: src/pay.ts:3-5 "only logs" (written in this pull request), src/pay.ts:9 "no edge".',
    '1 note is void, because the code of its line changed: src/pay.ts:11 "no edge". Write why anew, or remove it.',
    '1 note gives no reason, and accepts nothing: src/pay.ts:12. Write `tdd-gate: accepted <reason>`.',
    '1 note accepts nothing, because the rule is an error here: src/pay.ts:13 "an error here".',
    '1 note is stale, because a test needs its line: src/pay.ts:14 "tested since". Remove it.',
  ])
  expect(sayNotes([{}])).toEqual([])
})

test('the terminal, the check, the page and the JSON show the notes of a commit', () => {
  const notes = [{ path: 'src/pay.ts', line: 3, reason: 'only <b>logs', is: 'accepted', lines: [at(3)] }] as const
  const decision = { ...ACCEPTED, commits: [{ ...COMMIT, notes }] }
  const about = { base: sha('0'), head: sha('b'), sequence: 'commits', notes: [] } as const
  expect(toVerifyText(decision, about)).toContain('\n1 note accepts a line: src/pay.ts:3 "only <b>logs".\n')
  expect(heldLinesSection(report({ decision })).join('\n')).toContain('1 note accepts a line')
  const patches = new Map([[sha('b'), [{ path: 'src/pay.ts', rows: [] }]]])
  expect(toReportHtml(report({ decision, patches }))).toContain('&quot;only &lt;b&gt;logs&quot;')
  expect(toVerifyJson(decision, about).commits[0]).toMatchObject({ notes })
})

test('`explain` shows a commit with the trials of it', () => {
  const page = toTriedPage(COMMIT, {})
  expect(page).toContain('feat: pay (green')
  expect(page).toContain('Tried 3 changes of 5 lines')
  expect(toTriedPage(judged({ subject: 'docs: a word' }), {})).toContain('No trial changed anything.')
})

test('`explain` shows first why a commit is rejected, and what to do', () => {
  const suggestion = { text: 'Take it back.', commands: ['git checkout a -- test'] }
  const broken = { ...finding({}), suggestion }
  const page = toTriedPage(judged({ verdict: 'rejected', findings: [broken] }), {})
  expect(page.split('\n').slice(1, 6)).toEqual([
    '✗ green-keeps-tests at aaaaaaaaa',
    '  test/cart.test.ts differs from what RED froze.',
    '  -> Take it back.',
    '  $ git checkout a -- test',
    '  No trial changed anything.',
  ])
})

test('the terminal shows eight ranges, and all of them where nothing is cut', () => {
  const lines = Array.from({ length: 10 }, (_, n) => ({ ...at(2 * n + 1), by: 'driver', test: `pays ${n}` }) as const)
  const decision = { ...ACCEPTED, commits: [{ ...COMMIT, lines }] }
  const about = { base: sha('0'), head: sha('b'), sequence: 'commits', notes: [] } as const
  expect(toVerifyText(decision, about)).toContain('pays 7\n  2 more ranges, and each line: tdd-gate verify --lines\n')
  expect(toVerifyText(decision, { ...about, isWhole: true })).toContain('pays 9\n')
})

test('the terminal and the check name the test that noticed, with the same sentence', () => {
  const decision = { ...ACCEPTED, commits: [COMMIT] }
  const text = toVerifyText(decision, { base: sha('0'), head: sha('b'), sequence: 'commits', notes: [] })
  expect(text.slice(text.indexOf('Tried'), text.indexOf('tdd-gate: '))).toMatchInlineSnapshot(`
    "Tried 3 changes of 5 lines; 1 unnoticed: src/pay.ts:3; 1 not tried, because the
    budget ended.
      src/pay.ts:1-2  driver   pay > pays
      src/pay.ts:3    nothing
      Each line: tdd-gate verify --lines

    Subtasks
      42.1  done  Add an item

    "
  `)
  expect(heldLinesSection(report({ decision })).join('\n')).toContain('Tried 3 changes of 5 lines; 1 unnoticed')
})
