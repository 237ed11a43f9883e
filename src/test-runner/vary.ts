/** What a run gets so that only its conditions differ, and the command by which people see the same. */
import type { Condition } from '../core/model/config.ts'
import { getTargets, inside, type Suite } from './run-plan.ts'
import { quote, type Runner } from './runners/runner.ts'

/** The encoding stays: without the locale installed, some languages would read files as ASCII. */
const VARIABLES: Readonly<Record<Condition, Readonly<Record<string, string>>>> = {
  order: {},
  'time-zone': { TZ: 'America/New_York' },
  locale: { LANG: 'tr_TR.UTF-8', LC_CTYPE: 'C.UTF-8' },
}

export const getVariablesFor = (vary: readonly Condition[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...vary.map((condition) => VARIABLES[condition]))

/** Returns the options before the targets. */
export const getOptionsFor = (runner: Runner | null, vary: readonly Condition[]): readonly string[] =>
  vary.includes('order') ? (runner?.shuffle ?? []) : []

/** Returns the command that runs one file under these conditions; null where people run it in a way of their own. */
export function toHandCommand(suites: readonly Suite[], file: string, vary: readonly Condition[]): string | null {
  const owns = (suite: Suite) => suite.runner?.isTestFile(inside(suite, file) ?? '') === true
  const suite = suites.find(owns)
  if (!suite?.runner?.byHand) return null
  const { directory } = suite.config
  const variables = Object.entries(getVariablesFor(vary)).map(([name, value]) => `${name}=${value}`)
  const args = [...getOptionsFor(suite.runner, vary), ...getTargets(suite, [inside(suite, file) ?? file])]
  const command = [...variables, suite.runner.byHand, ...args.map(quote)].join(' ')
  return directory === '.' ? command : `cd ${quote(directory)} && ${command}`
}
