/** One cause is one error, and each sentence stands once, in every text about a decision. */
import { describe, expect, test } from 'vitest'
import { GROUND_RULE } from '../../../src/core/evaluate/base-state.ts'
import type { Decision, WorkUnit } from '../../../src/core/model/finding.ts'
import { toAnnotations } from '../../../src/render/gate-report/annotations.ts'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import { toComment } from '../../../src/render/gate-report/comment.ts'
import { toReportHtml } from '../../../src/render/gate-report/report-html.ts'
import { toResultBlock } from '../../../src/render/gate-report/result-block.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { finding, judged, REJECTED, sha } from '../../support/decision.ts'
import { report } from '../sample.ts'

const CAUSE = finding({
  message: 'Tests changed after RED: test/cart.test.ts',
  suggestion: 'Take it back, and commit again.',
})
const waiting = (id: string) =>
  judged({
    sha: sha(id),
    subject: `test: more of ${id}`,
    verdict: 'rejected',
    findings: [
      finding({
        rule: GROUND_RULE,
        message: 'Builds on changes of rejected commits: src/a.ts',
        suggestion: 'Correct the first rejected commit. This one is judged after it.',
        paths: ['src/a.ts'],
      }),
    ],
  })
const cause = judged({ sha: sha('b'), subject: 'feat: adds', phase: 'green', verdict: 'rejected', findings: [CAUSE] })
const decision: Decision = {
  ...REJECTED,
  commits: [cause, waiting('c'), waiting('d'), waiting('e')],
  next: {
    ...(REJECTED.next as WorkUnit),
    rule: CAUSE.rule,
    title: 'Fix commit bbbbbbbbb (green)',
    suggestion: {
      text: `commit bbbbbbbbb (green): ${CAUSE.message}. ${CAUSE.suggestion.text} More is tried elsewhere.`,
      commands: ['tdd-gate verify'],
    },
  },
}
const told = report({ decision })
const texts: readonly (readonly [string, string])[] = [
  ['the terminal', toVerifyText(decision, { base: sha('0'), head: sha('e'), sequence: 'commits', notes: [] })],
  ['the comment', toComment(told).replace(/<!--[\s\S]*?-->/g, '')],
  ['the check', toCheckOutput(told).summary],
  ['the result block', toResultBlock(told)],
  ['the report page', toReportHtml(told).replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ')],
]

describe.each(texts)('%s', (_, text) => {
  test('names once that commits stand on a rejected one', () => {
    expect(text.split(GROUND_RULE).length - 1).toBe(1)
  })

  test('says each sentence once', () => {
    const words = text.replaceAll('`', '').replace(/\s+/g, ' ')
    for (const sentence of [CAUSE.message, CAUSE.suggestion.text, 'More is tried elsewhere.'])
      expect([sentence, words.split(sentence).length - 1]).toEqual([sentence, 1])
  })
})

test('an annotation stands at one of the commits that wait', () => {
  expect(toAnnotations(told).filter(({ title }) => title.includes(GROUND_RULE))).toHaveLength(1)
})
