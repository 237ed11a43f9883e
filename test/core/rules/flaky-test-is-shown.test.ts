import { expect, test } from 'vitest'
import { short } from '../../../src/core/model/commit.ts'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { flakyTestIsShown } from '../../../src/core/rules/flaky-test-is-shown.ts'
import { greenPassesDrivers } from '../../../src/core/rules/green-passes-drivers.ts'
import { redIsRepeatable } from '../../../src/core/rules/red-is-repeatable.ts'
import { suiteIsGreen } from '../../../src/core/rules/suite-is-green.ts'
import { countSuiteRuns } from '../../../src/core/status/pull-record.ts'
import { openPull, type Pull } from '../story.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(flakyTestIsShown, [
  { title: 'every test does the same', phase: 'green', evidence: getEvidence(), says: null },
  {
    title: 'a test that failed by chance',
    phase: 'green',
    evidence: getEvidence({ flaky: ['a.test.ts > waits'] }),
    says: 'Failed by chance: passed in a repeated run, or failed without this change as well: a.test.ts > waits',
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
  {
    title: 'tests that have another name in each run',
    phase: 'refactor',
    evidence: getEvidence({ changingNames: ['a > row 17', 'a > row 4'] }),
    says: 'Has another name in each run: a > row 17, a > row 4',
    step: 'Give each row a name that stays, such as its number.',
  },
])

const OLD = 'old.test.ts > works'
const byChance = { evidence: (evidence: Evidence) => ({ ...evidence, flaky: [OLD] }) }

/** Returns what these rules say of each commit; null where they say nothing. */
function getMessages({ decision }: Pull, ...rules: readonly string[]) {
  return decision().commits.map(({ findings }) => findings.find(({ rule }) => rules.includes(rule))?.message ?? null)
}

test('a test that was flaky before is shown with the runs of the branch that showed it, also where it refuses', () => {
  const pull = openPull()
  const first = pull.commit({ 'package.json': '1' }, {}, byChance)
  pull.commit({ 'package.json': '2' })
  const third = pull.commit({ 'package.json': '3' }, {}, byChance)
  pull.commit({ 'package.json': '4' }, { [OLD]: 'failed' })
  const [once, none, again, refused] = getMessages(pull, flakyTestIsShown.code, suiteIsGreen.code)
  const [one, two] = [first, third].map(({ sha }) => short(sha))
  expect([once?.includes('before'), none]).toEqual([false, null])
  expect(again).toContain(`. Flaky before, in 1 of 2 runs, at ${one}: ${OLD}`)
  expect(refused).toBe(`Not green: ${OLD}. Flaky before, in 2 of 3 runs, at ${one}, ${two}: ${OLD}`)
})

test('a driver that differs between repeated runs counts, at RED and at GREEN', () => {
  const ADDS = 'a.test.ts > adds'
  const wavers = { again: { [ADDS]: 'passed' } } as const
  const pull = openPull()
  const red = pull.red({ 'a.test.ts': '1' }, { [ADDS]: 'failed' }, wavers)
  pull.red({ 'a.test.ts': '2' }, {}, wavers)
  pull.red({ 'a.test.ts': '3' })
  const green = pull.green({ 'a.ts': '1' }, { [ADDS]: 'passed' }, { again: { [ADDS]: 'failed' } })
  pull.green({ 'a.ts': '2' }, { [ADDS]: 'failed' })
  const [one, two] = pull.facts().commits.map(({ sha }) => short(sha))
  const before = `Flaky before, in 2 of 2 runs, at ${one}, ${two}: ${ADDS}`
  expect(getMessages(pull, redIsRepeatable.code, greenPassesDrivers.code)).toEqual([
    `Not the same every time: ${ADDS} (failed, passed)`,
    `Not the same every time: ${ADDS} (failed, passed). Flaky before, in 1 of 1 runs, at ${one}: ${ADDS}`,
    null,
    `Still not passing: ${ADDS}. ${before}`,
    `Still not passing: ${ADDS} (no). Flaky before, in 3 of 3 runs, at ${one}, ${two}, ${short(green.sha)}: ${ADDS}`,
  ])
  expect(getMessages(pull, flakyTestIsShown.code)[3]).toBe(
    `Not the same every time: ${ADDS} (passed, failed). ${before}`,
  )
  const documents = pull.facts().commits.map(({ sha }) => ({ commit: sha, evidence: pull.facts().evidence.get(sha)! }))
  expect(countSuiteRuns(documents)).toEqual({
    count: 4,
    flakyAt: [{ test: ADDS, commits: [red.sha, documents[1]?.commit, green.sha] }],
  })
})
