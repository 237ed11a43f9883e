import { expect, test } from 'vitest'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import { toComment } from '../../../src/render/gate-report/comment.ts'
import type { RunReport } from '../../../src/render/gate-report/run-report.ts'
import { withoutRun } from '../../../src/render/gate-report/without-run.ts'
import { sha } from '../../support/decision.ts'
import { BROKEN, EVIL_WORDS, GOING_ON, hostileReport, report } from '../sample.ts'

const OPEN = report({ decision: GOING_ON })
const PAGES = [(of: RunReport) => toCheckOutput(of).summary, (of: RunReport) => toCheckOutput(of).text, toComment]
/** The same result, as a later run tells it, which took over what an earlier one measured. */
const later = (of: RunReport): RunReport => ({
  ...of,
  run: { id: '77', attempt: 3, url: 'https://github.com/acme/shop/actions/runs/77/attempts/3' },
  startedAt: '2027-02-03T04:05:06.789Z',
  reused: new Map(
    ['a', 'b', 'c'].map((name, i) => [sha(name), { runId: `${i}`, url: `http://ghes.local/runs/${i}|x` }]),
  ),
})

test.each(PAGES.map((page, i) => [i, page] as const))(
  'page %i of two runs with one result says the same',
  (_, page) => {
    for (const of of [BROKEN, OPEN, ...EVIL_WORDS.map(hostileReport)])
      expect(withoutRun(page(later(of)))).toBe(withoutRun(page(of)))
  },
)

test('another result says something else', () => {
  for (const page of PAGES) {
    expect(withoutRun(page(BROKEN))).not.toBe(withoutRun(page(OPEN)))
    expect(withoutRun(page(BROKEN)).length).toBeGreaterThan(page(BROKEN).length * 0.7)
  }
  const trust = { level: 'attested', about: 'vouched for' }
  expect(withoutRun(toComment({ ...BROKEN, trust }))).not.toBe(withoutRun(toComment(BROKEN)))
  expect(withoutRun(toComment({ ...BROKEN, notes: ['vitest was detected'] }))).not.toBe(withoutRun(toComment(BROKEN)))
})
