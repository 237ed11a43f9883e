/** What `flaky-test-is-shown` says to honest work and to what it is for. */
import { expect, test } from 'vitest'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { flakyTestIsShown } from '../../../src/core/rules/flaky-test-is-shown.ts'
import { openPull } from '../story.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(flakyTestIsShown, [
  { title: 'every test does the same', phase: 'green', evidence: getEvidence(), says: null },
  {
    title: 'a test that failed by chance',
    phase: 'green',
    evidence: getEvidence({ flaky: ['a.test.ts > waits'] }),
    says: 'Failed by chance, for it passed in a repeated run, or failed without this change as well: a.test.ts > waits',
    step: 'with a trailer `Quarantine: <why>`',
  },
  {
    title: 'tests that depend on where they run',
    phase: 'green',
    evidence: getEvidence({
      varied: [
        { id: 'a > first', by: ['order'], command: 'npx vitest run --sequence.shuffle a.test.ts' },
        { id: 'b > day', by: ['time-zone', 'locale'], command: null },
      ],
    }),
    says: 'Passed here, but failed in another order of tests: a > first. Passed here, but failed in the time zone of New York, in the Turkish locale: b > day',
    step: '`npx vitest run --sequence.shuffle a.test.ts` shows it.',
  },
])

test('a test that was flaky before is shown with the runs of the branch that showed it', () => {
  const OLD = 'old.test.ts > works'
  const pull = openPull()
  const byChance = { evidence: (evidence: Evidence) => ({ ...evidence, flaky: [OLD] }) }
  const first = pull.commit({ 'package.json': '1' }, {}, byChance)
  pull.commit({ 'package.json': '2' })
  pull.commit({ 'package.json': '3' }, {}, byChance)
  const said = pull
    .decision()
    .commits.map(({ findings }) => findings.find(({ rule }) => rule === flakyTestIsShown.code))
  expect(said.map((finding) => finding?.tests ?? [])).toEqual([[OLD], [], [OLD]])
  expect(said[0]?.message).not.toContain('Shown in')
  expect(said[2]?.message).toContain(`. Shown in 2 of 3 runs, before at ${first.sha.slice(0, 7)}: ${OLD}`)
})
