/** The settings of an organisation: defaults for its repositories, and what a repository can only tighten. */
import type { Config } from '../core/model/config.ts'
import type { Level, Policy } from '../core/model/policy.ts'
import { didYouMean } from '../core/util/nearest.ts'
import type { Complaint } from './mistakes.ts'
import { OrganisationFile, type OrganisationInput } from './organisation-schema.ts'
import { readConfigFile, toConfig, toList, unknownRules } from './parse.ts'
import { readBySchema } from './read-file.ts'
import type { ConfigInput } from './schema.ts'
import { mergeThresholds } from './thresholds.ts'
import { configTexts, type Demands, FIXABLE, RULES_KEY, tighten } from './tighten.ts'

/** The path in the repository `.github` of an owner. `.github/tdd-gate.yml` there belongs to that repository itself. */
export const ORGANISATION_PATH = 'tdd-gate.yml'

export interface Organisation extends Pick<Demands, 'fixed'> {
  /** The file, for people. */
  readonly file: string
  readonly defaults: Pick<ConfigInput, 'policy' | 'override'>
  /** What turns the gate on in a repository. */
  readonly enabledBy: 'installation' | 'property'
  /** How a repository gets the gate. */
  readonly onboarding: 'none' | 'pull-request'
  /** Slugs of teams whose members may excuse work. */
  readonly teams: readonly string[]
  /** Logins of the only agents whose work may pass; null: every agent. */
  readonly agents: readonly string[] | null
  /** Logins of accounts that agents use, besides those of bots. */
  readonly agentAccounts: readonly string[]
}

interface OrganisationOptions {
  readonly file: string
  /** The level of each rule by itself. */
  readonly levels: Readonly<Record<string, Level>>
}

/** Jobs decide by these what they run. They read the file of their repository only. */
export const MEASURED_RULES = ['changes-are-pinned', 'ground-is-accepted']

/** @throws GateError `bad-config`, as `parseConfig` */
export function parseOrganisation(text: string, { file, levels }: OrganisationOptions): Organisation {
  const contradictions = (content: OrganisationInput) => findContradictions(content, Object.keys(levels))
  const content = readBySchema(text, file, { schema: OrganisationFile, contradictions })
  const { policy, override, fixed, agents, enabledBy, onboarding } = content
  return {
    file,
    defaults: { policy, override: override?.roles ? { roles: override.roles } : undefined },
    fixed: toList(fixed),
    enabledBy: enabledBy ?? 'installation',
    onboarding: onboarding ?? 'none',
    teams: toList(override?.teams),
    agents: agents?.allow ? toList(agents.allow) : null,
    agentAccounts: toList(agents?.accounts),
  }
}

function findContradictions({ policy, fixed }: OrganisationInput, codes: readonly string[]): readonly Complaint[] {
  const measured = MEASURED_RULES.filter((code) => Object.hasOwn(policy?.rules ?? {}, code)).map((code) => ({
    path: ['policy', 'rules', code],
    part: 'key' as const,
    message: configTexts.isMeasured(code),
  }))
  const wrong = toList(fixed).flatMap((key, i) => {
    const message = whyNotFixed(key, codes)
    return message === null
      ? []
      : [{ path: ['fixed', ...(Array.isArray(fixed) ? [i] : [])], part: 'value' as const, message }]
  })
  return [...unknownRules(policy?.rules, codes), ...measured, ...wrong]
}

function whyNotFixed(key: string, codes: readonly string[]): string | null {
  if (FIXABLE.includes(key)) return null
  const [, code] = key.split(`${RULES_KEY}.`)
  if (code === undefined) return configTexts.cannotBeFixed(key, didYouMean(key, FIXABLE))
  if (MEASURED_RULES.includes(code)) return `fixed: ${configTexts.isMeasured(code)}`
  return codes.includes(code) ? null : configTexts.unknownFixedRule(code, didYouMean(code, codes))
}

/**
 * Returns the configuration of a repository: its own file, and the organisation's where that has no value. Where the
 * organisation fixes a key, the stricter value holds. @param text of the repository's file; null: it has none @throws
 * GateError `bad-config`, as `parseConfig`
 */
export function applyOrganisation(
  text: string | null,
  { defaults, fixed }: Pick<Organisation, 'defaults' | 'fixed'>,
  { file, levels }: OrganisationOptions,
): Config {
  const own = text === null ? { version: 1 as const } : readConfigFile(text, { file, ruleCodes: Object.keys(levels) })
  const nearest = toConfig(merge(own, defaults))
  return tighten(nearest, { demanded: toConfig({ version: 1, ...defaults }), fixed, levels })
}

/** Returns the policy to decide with. What a job measured by, that policy cannot change afterwards. */
export function toDecidingPolicy(policy: Policy, measured: Policy): Policy {
  const isMeasured = ([code]: readonly [string, Level]) => MEASURED_RULES.includes(code)
  const rules = [
    ...Object.entries(policy.rules).filter((entry) => !isMeasured(entry)),
    ...Object.entries(measured.rules).filter(isMeasured),
  ]
  const { sequence, red } = measured
  return { ...policy, sequence, red: { ...policy.red, stubs: red.stubs }, rules: Object.fromEntries(rules) }
}

/** The nearest wins, key by key. */
function merge(own: ConfigInput, { policy: theirs, override }: Organisation['defaults']): ConfigInput {
  const { policy } = own
  return {
    ...own,
    policy: {
      ...theirs,
      ...given(policy),
      rules: { ...theirs?.rules, ...policy?.rules },
      red: { ...theirs?.red, ...given(policy?.red) },
      green: { ...theirs?.green, ...given(policy?.green) },
      trust: { ...theirs?.trust, ...given(policy?.trust) },
      coverage: mergeThresholds(policy?.coverage, theirs?.coverage),
    },
    override: { ...override, ...given(own.override) },
  }
}

/** A key without a value says nothing. */
function given<T extends object>(section: T | null | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(section ?? {}).filter(([, value]) => value !== null)) as Partial<T>
}
