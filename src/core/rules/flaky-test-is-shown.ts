import type { Condition } from '../model/config.ts'
import { type Evidence, getUnsteady, type TrackedTest } from '../model/evidence.ts'
import { withHistory } from './flaky-history.ts'
import { formatUnsteady } from './red-is-repeatable.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const flakyTestIsShown: Rule = {
  code: 'flaky-test-is-shown',
  about:
    'The gate shows a test that failed by chance: it passed in a repeated run, or also failed without the change. It also shows a driver or a changed test that fails in another order, time zone or locale, and tests that have another name in each run.',
  why: 'If one tree gives two outcomes, the change is not the cause. Fix such a test, or quarantine it with a reason. The finding counts and names the earlier commits in which this test was flaky. The commit passes all the same, unless a driver differs between equal runs.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const { flaky = [], varied = [], changingNames = [] } = evidence
    const missing = new Set(context.drivers?.missing)
    const drivers = getUnsteady(evidence).filter(({ id }) => missing.has(id))
    const found = [...flaky, ...drivers.map(({ id }) => id)]
    if (found.length + varied.length + changingNames.length === 0) return null
    const [shown] = varied.flatMap(({ command }) => command ?? [])
    const parts = [
      drivers.length > 0
        ? 'Take time, chance, network and order out of the driver, in a new RED, or out of its code.'
        : 'This commit needs no change.',
      flaky.length > 0 &&
        'Fix the test that failed by chance, or skip it in a commit of its own with a trailer `Quarantine: <why>`.',
      changingNames.length > 0 &&
        'Give each row a name that stays, such as its number. A value that changes does not belong in a name.',
      varied.length > 0 && 'Let tests set what they depend on.',
      shown !== undefined && `\`${shown}\` shows it.`,
    ]
    return {
      message: withHistory(describe(evidence, drivers), found, context),
      suggestion: parts.filter((part) => part !== false).join(' '),
      tests: [...found, ...varied.map(({ id }) => id), ...changingNames],
    }
  }),
}

const PLACES: Readonly<Record<Condition, string>> = {
  order: 'in another order of tests',
  'time-zone': 'in the time zone of New York',
  locale: 'in the Turkish locale',
}

function describe({ flaky = [], varied = [], changingNames = [] }: Evidence, drivers: readonly TrackedTest[]): string {
  const chance = 'Failed by chance: passed in a repeated run, or failed without this change as well'
  const groups = Map.groupBy(varied, ({ by }) => by.map((one) => PLACES[one]).join(', '))
  const places = [...groups].map(
    ([place, some]) => `Passed here, but failed ${place}: ${list(some.map(({ id }) => id))}`,
  )
  const parts = [
    flaky.length > 0 && `${chance}: ${list(flaky)}`,
    drivers.length > 0 && formatUnsteady(drivers),
    changingNames.length > 0 && `Has another name in each run: ${list(changingNames)}`,
    ...places,
  ]
  return parts.filter((part) => part !== false).join('. ')
}
