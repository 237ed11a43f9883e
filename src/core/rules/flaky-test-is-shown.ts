import type { Condition } from '../model/config.ts'
import type { Evidence, VariedTest } from '../model/evidence.ts'
import type { Finding } from '../model/finding.ts'
import type { TestId } from '../model/test-run.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

/** More histories do not fit a message. */
const MAX_HISTORIES = 3
const SHORT = 7

export const flakyTestIsShown: Rule = {
  code: 'flaky-test-is-shown',
  about:
    'A test that failed by chance is shown: it passed when the same run was repeated, or also failed without the change. So is a driver or a changed test that fails in another order, time zone or locale.',
  why: 'The change did not cause two outcomes of one tree. The test is in a file that the commit did not change. It passed alone and in a repeated whole run, or it also failed in a repeated run without the change. Fix it, or quarantine it with a reason. Earlier commits of the branch that showed it are counted and named. The files of drivers at GREEN, and changed files of tests that passed at once, also run once more with `test.vary`: in another order of tests, in the time zone of New York, in the Turkish locale. A test that fails only there depends on where it runs. The commit passes all the same.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence((context, { flaky = [], varied = [] }) => {
    if (flaky.length + varied.length === 0) return null
    const [shown] = varied.flatMap(({ command }) => command ?? [])
    const parts = [
      flaky.length > 0 &&
        'Fix the test that failed by chance, or skip it in a commit of its own with a trailer `Quarantine: <why>`.',
      varied.length > 0 && 'Let tests set what they depend on.',
      shown !== undefined && `\`${shown}\` shows it.`,
    ]
    return {
      message: [describe(flaky, varied), ...getHistory(flaky, context)].join('. '),
      suggestion: ['This commit needs no change.', ...parts.filter((part) => part !== false)].join(' '),
      tests: [...flaky, ...varied.map(({ id }) => id)],
    }
  }),
}

const PLACES: Readonly<Record<Condition, string>> = {
  order: 'in another order of tests',
  'time-zone': 'in the time zone of New York',
  locale: 'in the Turkish locale',
}

function describe(flaky: NonNullable<Evidence['flaky']>, varied: readonly VariedTest[]): string {
  const chance = 'Failed by chance, for it passed in a repeated run, or failed without this change as well'
  const groups = Map.groupBy(varied, ({ by }) => by.map((one) => PLACES[one]).join(', '))
  const places = [...groups].map(
    ([place, some]) => `Passed here, but failed ${place}: ${list(some.map(({ id }) => id))}`,
  )
  return [...(flaky.length > 0 ? [`${chance}: ${list(flaky)}`] : []), ...places].join('. ')
}

/** Names the earlier commits that showed a flaky test, of all that ran with the whole suite. */
function getHistory(flaky: readonly TestId[], { earlier = [] }: RuleContext): readonly string[] {
  const ran = earlier.filter(({ phase, tests }) => phase !== 'red' && tests !== null)
  const shows = ({ rule, tests }: Finding, id: TestId) => rule === flakyTestIsShown.code && tests.includes(id)
  return flaky.slice(0, MAX_HISTORIES).flatMap((id) => {
    const before = ran.filter(({ findings }) => findings.some((finding) => shows(finding, id)))
    const commits = list(before.map(({ sha }) => sha.slice(0, SHORT)))
    return before.length === 0
      ? []
      : `Shown in ${before.length + 1} of ${ran.length + 1} runs, before at ${commits}: ${id}`
  })
}
