/** Takes the stricter of two configurations, for the keys that an organisation fixes. */
import type { Config } from '../core/model/config.ts'
import type { Level, Policy } from '../core/model/policy.ts'

export interface Demands {
  /** The configuration of a repository whose own file says nothing. */
  readonly demanded: Config
  readonly fixed: readonly string[]
  /** The level of each rule by itself. */
  readonly levels: Readonly<Record<string, Level>>
}

type Stricter = (own: Config, demanded: Config, levels: Demands['levels']) => Config

export const RULES_KEY = 'policy.rules'
const STRICTNESS: readonly Level[] = ['off', 'warn', 'error']

const ofPolicy =
  (stricter: (own: Policy, demanded: Policy) => Partial<Policy>): Stricter =>
  (own, demanded) => ({ ...own, policy: { ...own.policy, ...stricter(own.policy, demanded.policy) } })

const KEYS: Readonly<Record<string, Stricter>> = {
  [RULES_KEY]: (own, demanded, levels) =>
    Object.keys(levels).reduce((config, code) => withRule(config, demanded, levels, code), own),
  'policy.red.accept': ofPolicy(({ red }, { red: theirs }) => ({
    red: { ...red, accept: intersect(red.accept, theirs.accept, theirs.accept) },
  })),
  'policy.red.maxNewTests': ofPolicy(({ red }, { red: theirs }) => ({
    red: { ...red, maxNewTests: least(red.maxNewTests, theirs.maxNewTests) },
  })),
  'policy.green.maxAttempts': ofPolicy(({ green }, { green: theirs }) => ({
    green: { maxAttempts: Math.min(green.maxAttempts, theirs.maxAttempts) },
  })),
  'policy.refactor': ofPolicy(({ refactor }, theirs) => ({
    refactor: refactor === 'required' ? refactor : theirs.refactor,
  })),
  'policy.coverage': ofPolicy(({ coverage }, { coverage: theirs, demandsCoverage }) => ({
    ...(demandsCoverage && { demandsCoverage }),
    coverage: Object.fromEntries(
      Object.entries(coverage).map(([metric, own]) => [metric, most(own, theirs[metric as keyof typeof theirs])]),
    ) as Policy['coverage'],
  })),
  'policy.trust': (own, { trust }) => ({
    ...own,
    trust: {
      level: own.trust.level === 'attested' ? 'attested' : trust.level,
      runners: own.trust.runners === 'github-hosted' ? 'github-hosted' : trust.runners,
    },
  }),
  'override.roles': (own, { override }) => ({
    ...own,
    override: { roles: intersect(own.override.roles, override.roles, ['admin']) },
  }),
}

/** Keys that an organisation can fix, and `policy.rules.<code>`. */
export const FIXABLE = Object.keys(KEYS)

export function tighten(own: Config, { demanded, fixed, levels }: Demands): Config {
  return fixed.reduce((config, key) => {
    const [, code] = key.split(`${RULES_KEY}.`)
    return code === undefined
      ? (KEYS[key]?.(config, demanded, levels) ?? config)
      : withRule(config, demanded, levels, code)
  }, own)
}

function withRule(own: Config, { policy: { rules: theirs } }: Config, levels: Demands['levels'], code: string): Config {
  const { policy } = own
  const before = policy.rules[code] ?? levels[code] ?? 'off'
  const least = theirs[code] ?? levels[code] ?? 'off'
  if (STRICTNESS.indexOf(before) >= STRICTNESS.indexOf(least)) return own
  return { ...own, policy: { ...policy, rules: { ...policy.rules, [code]: least } } }
}

/** @param without what counts where both have nothing in common */
function intersect<T>(own: readonly T[], theirs: readonly T[], without: readonly T[]): readonly T[] {
  const both = own.filter((one) => theirs.includes(one))
  return both.length > 0 ? both : without
}

/** Null: without a limit. */
function least(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** Null: no threshold. */
function most(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

/** Sentences about the settings of an organisation. */
export const configTexts = {
  isMeasured: (code: string) => `${code} is measured by each repository: set its level there`,
  cannotBeFixed: (key: string, nearest: string) => `fixed: \`${key}\` cannot be fixed${nearest}`,
  unknownFixedRule: (code: string, nearest: string) => `fixed: unknown rule \`${code}\`${nearest}`,
}
