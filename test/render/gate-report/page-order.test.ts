/** Each page says in this order: why and where, what to do, the proof; how it was measured is folded. */
import { describe, expect, test } from 'vitest'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import { toComment } from '../../../src/render/gate-report/comment.ts'
import type { RunReport } from '../../../src/render/gate-report/run-report.ts'
import { toStepSummary } from '../../../src/render/gate-report/step-summary.ts'
import { ACCEPTED, finding, judged, sha } from '../../support/decision.ts'
import { ADDS, BROKEN, report } from '../sample.ts'

const green = judged({
  sha: sha('b'),
  phase: 'green',
  subtask: '42.1',
  findings: [finding({ level: 'warn' })],
  lines: [
    { path: 'src/cart.ts', first: 3, last: 5, by: 'driver', test: ADDS },
    { path: 'src/cart.ts', first: 6, last: 6, by: 'nothing' },
  ],
})
const drivers = [ADDS, 'test/cart.test.ts > cart > counts']
const subtask = { id: '42.1', title: 'Add an item', status: 'done' as const, attempts: 1, drivers }
const HELD = report({ decision: { ...ACCEPTED, commits: [green], subtasks: [subtask] } })

const PAGES: readonly (readonly [string, (of: RunReport) => string])[] = [
  ['the comment', toComment],
  ['the check', (of) => toCheckOutput(of).summary],
  ['the summary', toStepSummary],
]
/** What is not folded, and titles of what is. */
const getTitles = (text: string) =>
  [...text.replace(/(<summary>.*<\/summary>)[\s\S]*?<\/details>/g, '$1').matchAll(/^## (.*)$|<summary>(.*)<\//gm)].map(
    ([, title, folded]) => title ?? `folded: ${folded}`,
  )

describe.each(PAGES)('%s', (name, toText) => {
  test('says why and where before what to do, and then what was proved', () => {
    const titles = getTitles(toText(BROKEN)).filter((title) => ['Findings', 'Next step', 'Subtasks'].includes(title))
    expect(titles).toEqual(['Findings', 'Next step', 'Subtasks'])
  })

  test('folds how it was measured', () => {
    expect(getTitles(toText(HELD)).at(-1)).toMatch(/^folded: .*how to reproduce it/)
    expect(getTitles(toText(HELD))).not.toContain('Provenance')
  })

  test('shows what holds each changed line', () => {
    const isFolded = name === 'the comment'
    expect(getTitles(toText(HELD))).toContain(`${isFolded ? 'folded: ' : ''}What holds each changed line`)
    expect(toText(HELD)).toContain('+ driver       src/cart.ts:3-5, needed by test/cart.test.ts > cart > adds')
  })

  test('names the test of a proved subtask, and counts the lines that it demands', () => {
    expect(toText(HELD)).toMatch(
      /\| `42\.1` \| Add an item \| done \| .* \| `adds` and 1 more \(fail without 1 piece of code, taken away whole\) \| 1 \|\n/,
    )
  })
})
