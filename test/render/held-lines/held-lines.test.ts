import { describe, expect, test } from 'vitest'
import type { HeldLines } from '../../../src/core/model/finding.ts'
import type { PatchLine } from '../../../src/core/text/patch.ts'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import { toReportHtml } from '../../../src/render/gate-report/report-html.ts'
import { CSS } from '../../../src/render/gate-report/report-style.ts'
import { toStepSummary } from '../../../src/render/gate-report/step-summary.ts'
import { toLinesContent } from '../../../src/render/held-lines/held-html.ts'
import { toLegend } from '../../../src/render/held-lines/held-lines.ts'
import { heldLinesSection, toHeldText } from '../../../src/render/held-lines/held-text.ts'
import { ACCEPTED, judged, sha } from '../../support/decision.ts'
import { report } from '../sample.ts'

const path = 'src/discount.ts'
const LINES: readonly HeldLines[] = [
  { path, first: 2, last: 3, by: 'driver', test: 'discount > takes a tenth' },
  { path, first: 4, last: 4, by: 'in-part', unnoticed: [{ from: 'n < 9', to: 'n <= 9' }] },
  { path, first: 7, last: 7, by: 'other-test' },
  { path, first: 9, last: 9, by: 'nothing' },
]
const added = (number: number, text: string): PatchLine => ({ kind: 'added', number, text })
const ROWS: readonly PatchLine[] = [
  added(1, '// A tenth.'),
  added(2, 'export function discount(n: number) {'),
  added(3, '  return take(n)'),
  added(4, '  if (n < 9) return `0`'),
  { kind: 'same', number: 5, text: '}' },
  { kind: 'removed', number: null, text: '\ttake = null' },
  added(7, '\ttake = n'),
  added(9, 'export const extra = <T>(one: T) => one'),
]
const GREEN = judged({ sha: sha('b'), phase: 'green', subject: 'feat: a discount', lines: LINES })
const HELD = report({ decision: { ...ACCEPTED, commits: [GREEN] } })
const WITH_CODE = { ...HELD, patches: new Map([[sha('b'), [{ path, rows: ROWS }]]]) }

/** The change in a terminal, without its path and legend. */
function toMargins(rows: readonly PatchLine[], lines: readonly HeldLines[]): readonly string[] {
  const decision = { ...ACCEPTED, commits: [{ ...GREEN, lines }] }
  return toHeldText(decision, new Map([[GREEN.sha, [{ path, rows }]]]), { width: 80 })
    .slice(1)
    .filter((line) => /^[-+!]/.test(line))
}

describe('what holds each changed line', () => {
  test('in Markdown it is a change with a margin of words', () => {
    expect(heldLinesSection(WITH_CODE).join('\n')).toMatchInlineSnapshot(`
      "## What holds each changed line

      Driver: a test that failed at RED fails without this piece of code. Other test: a test that did not fail at RED fails without this piece of code. Held in part: the piece is needed, and every test passes with a small change of the line. Nothing: no test needs it. A bracket joins the lines of a piece: they were taken away together, not one by one. Below a piece stands one test that needs it; others may too. Lines without a label or a bracket were not tried.

      \`bbbbbbbbb\`, 2 lines in 1 piece (driver), 1 line (other test), 1 line (held in part), 1 line (nothing):

      \`\`\`diff
      @@ src/discount.ts
      +                  1 // A tenth.
      + driver       ┐   2 export function discount(n: number) {
      +              ┘   3   return take(n)
      +                    as a whole needed by discount > takes a tenth
      ! held in part     4   if (n < 9) return \`0\`
      !                    every test passes with n <= 9 for n < 9
      -                      take = null
      + other test       7   take = n
      ! nothing          9 export const extra = <T>(one: T) => one
      \`\`\`"
    `)
  })

  test('a piece keeps its bracket around a line that is held otherwise, and has one label', () => {
    const piece = { first: 1, last: 4 }
    const lines: readonly HeldLines[] = [
      { path, first: 1, last: 2, by: 'driver', test: 'a', piece },
      { path, first: 3, last: 3, by: 'nothing' },
      { path, first: 4, last: 4, by: 'driver', test: 'a', piece },
    ]
    const rows = [1, 2, 3, 4].map((n) => added(n, `line(${n})`))
    expect(toMargins(rows, lines)).toEqual([
      '+ driver       ┐   1 line(1)',
      '+              │   2 line(2)',
      '! nothing      │   3 line(3)',
      '+              ┘   4 line(4)',
      '+                    as a whole needed by a',
    ])
  })

  test('a test that needs several pieces in a row is said once, below the last', () => {
    const lines: readonly HeldLines[] = [
      { path, first: 1, last: 1, by: 'driver', test: 'a' },
      { path, first: 3, last: 4, by: 'driver', test: 'a' },
      { path, first: 5, last: 5, by: 'driver', test: 'b' },
    ]
    const rows = [added(1, 'line(1)'), added(2, ''), ...[3, 4, 5].map((n) => added(n, `line(${n})`))]
    expect(toMargins(rows, lines)).toEqual([
      '+ driver           1 line(1)',
      '+                  2 ',
      '+ driver       ┐   3 line(3)',
      '+              ┘   4 line(4)',
      '+                    each piece needed by a',
      '+ driver           5 line(5)',
      '+                    needed by b',
    ])
  })

  test('in a terminal it is the same, without what a terminal would obey, in its width', () => {
    const evil = { path, rows: [added(2, '\tevil\u001b[31m(n)'), added(3, 'x'.repeat(200))] }
    const lines = toHeldText({ ...ACCEPTED, commits: [GREEN] }, new Map([[sha('b'), [evil]]]), { width: 60 })
    expect(lines.slice(0, 3)).toEqual([
      '@@ src/discount.ts',
      '+ driver       ┐   2   evil(n)',
      `+              ┘   3 ${'x'.repeat(38)}…`,
    ])
  })

  test('without code it is a list of line numbers', () => {
    expect(heldLinesSection(HELD).slice(3).join('\n')).toMatchInlineSnapshot(`
      "
      \`bbbbbbbbb\`, 2 lines in 1 piece (driver), 1 line (other test), 1 line (held in part), 1 line (nothing):

      \`\`\`diff
      + driver       src/discount.ts:2-3, needed by discount > takes a tenth
      ! held in part src/discount.ts:4, every test passes with n <= 9 for n < 9
      + other test   src/discount.ts:7
      ! nothing      src/discount.ts:9
      \`\`\`"
    `)
  })

  test('summary and check have the section, where some line was tried', () => {
    for (const page of [toStepSummary(WITH_CODE), toCheckOutput(HELD).summary])
      expect(page).toContain('## What holds each changed line')
    expect(toStepSummary(report({}))).not.toContain('What holds each changed line')
  })

  test('the report page has the code with its indentation, and words beside it', () => {
    const page = toReportHtml(WITH_CODE)
    expect(page).toContain('as a whole needed by <code>discount &gt; takes a tenth</code>')
    expect(page).toContain(
      '<span class="verdict success">2 lines in 1 piece (driver)</span><span class="verdict refactor">1 line (other test)',
    )
    expect(page).toContain('<span class="verdict failure">1 line (nothing)</span></span></h3>')
    expect(page).toContain(
      '<td class="holds failure">nothing</td><td class="joins "></td><td>+</td><td>export const extra = &lt;T&gt;(one: T) =&gt; one</td>',
    )
    expect(page).toContain(
      '<td class="holds warn">held in part</td><td class="joins "></td><td>+</td><td>  if (n &lt; 9) return &#96;0&#96;</td>',
    )
    expect(page).toContain('every test passes with <code>n &lt;= 9</code> for <code>n &lt; 9</code>')
    expect(page).toContain('<td class="holds "></td><td class="joins "></td><td>+</td><td>// A tenth.</td>')
    expect(page).toContain(
      '<td class="holds success"></td><td class="joins last"></td><td>+</td><td>  return take(n)</td>',
    )
  })

  test('the page of the App has the same rows', () => {
    const { html } = toLinesContent(GREEN, [
      { path, rows: ROWS },
      { path: 'logo.png', rows: null },
    ])
    expect(html).toContain('<td class="holds refactor">other test</td>')
    expect(html).toContain('The lines of this file are not shown.')
  })

  test('the page of a rejected commit says so before anything else', () => {
    const { html } = toLinesContent({ ...GREEN, verdict: 'rejected' }, [])
    expect(html).toMatch(
      /^<header><span class="pill green refused">GREEN 42\.1<\/span>\s*<span class="verdict failure">✗ rejected<\/span>/,
    )
  })

  test('red is the colour of failures, and the phase RED has another', () => {
    expect(CSS).toContain('.red { --tone: var(--rose); }')
    expect(CSS).toMatch(/\.failure, [^{]*\{ --tone: var\(--red\); \}/)
  })

  test.each([
    ['passed without the line', [{}], 'pass without it.'],
    ['passed with a small change of it', [{ unnoticed: [{ from: '<', to: '<=' }] }], 'pass with a small change of it.'],
    [
      'did the one and the other',
      [{ unnoticed: [{ from: '<', to: '<=' }] }, {}],
      'pass without it, or with the small change that stands below it.',
    ],
  ])('the legend says of lines that are only covered whether tests %s', (_, kinds, words) => {
    const lines = kinds.map((kind, at) => ({ path, first: at, last: at, by: 'covered-only' as const, ...kind }))
    expect(toLegend(lines)).toContain(`Covered only: tests run the line, and ${words}`)
  })

  test('the legend says what a label inside a bracket is about', () => {
    const piece = { first: 1, last: 3 }
    const around = { path, first: 1, last: 1, by: 'driver', piece } as const
    // A piece inside that another result divides.
    const divided = { ...around, first: 2, last: 2, piece: { first: 2, last: 3 } }
    expect(toLegend([{ ...around, piece: { first: 1, last: 4 } }, divided])).toContain('Alone, inside a bracket')
    const inner = { path, first: 2, last: 2, by: 'driver' } as const
    expect(toLegend([around, inner])).toContain(
      'Alone, inside a bracket: these lines were taken away without the rest, too.',
    )
    expect(toLegend([around])).not.toContain('Alone, inside a bracket')
    expect(toLegend([around, { ...inner, first: 4, last: 4 }])).not.toContain('Alone, inside a bracket')
  })

  test('the legend says that the test below a piece is one of those that need it', () => {
    const line = { path, first: 1, last: 1, by: 'driver' } as const
    expect(toLegend([{ ...line, test: 'a > b' }])).toContain(
      'Below a piece stands one test that needs it; others may too.',
    )
    expect(toLegend([line])).not.toContain('Below a piece')
  })
})
