import { expect, test } from 'vitest'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import { toReportHtml } from '../../../src/render/gate-report/report-html.ts'
import { ACCEPTED, judged, sha } from '../../support/decision.ts'
import { report } from '../sample.ts'

const rows = [
  { call: 'tax(10)', answer: '2', isExample: true as const },
  { call: 'tax(11)', answer: '<b>' },
]
const answers = [{ path: 'src/tax.js', line: 1, rows }]
const GREEN = judged({ sha: sha('b'), phase: 'green', subject: 'feat: tax', answers })
const WITH_ANSWERS = report({ decision: { ...ACCEPTED, commits: [GREEN] } })

test('the check and the page have a table of answers beside the examples', () => {
  expect(toCheckOutput(WITH_ANSWERS).summary).toContain('| `tax(11)` | `<b>` |  |')
  const page = toReportHtml(WITH_ANSWERS)
  expect(page).toContain('<td><code>tax(10)</code></td><td><code>2</code></td><td>yes</td>')
  expect(page).toContain('&lt;b&gt;')
  expect(toCheckOutput(report({ decision: ACCEPTED })).summary).not.toContain('What functions answer')
})
