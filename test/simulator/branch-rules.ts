/** What protects a branch: classic protection and rulesets, and whether a commit has what they ask for. */
import { minimatch } from 'minimatch'
import { getRole } from './state.ts'
import type { Caller, CheckRun, Repository, RequiredCheck, Ruleset } from './world.ts'

export interface BranchRule {
  readonly from: 'protection' | 'ruleset'
  readonly checks: readonly RequiredCheck[]
  readonly isStrict: boolean
  /** `deletion`, `non_fast_forward`, `creation`, `update`. */
  readonly forbids: readonly string[]
  readonly isBypassedBy: (caller: Caller) => boolean
}

/** Conclusions that a required check may have. */
const PASSING = ['success', 'neutral', 'skipped']
/** RepositoryRole ids of bypass actors, as GitHub numbers them. */
const ROLE_IDS: Readonly<Record<number, string>> = { 2: 'maintain', 4: 'write', 5: 'admin' }

export function getRules(repository: Repository, branch: string): BranchRule[] {
  const classic = repository.protections.get(branch)
  const rules: BranchRule[] = []
  if (classic !== undefined) {
    const { checks, isStrict, enforceAdmins } = classic
    const isBypassedBy = (caller: Caller) => !enforceAdmins && isAdmin(repository, caller)
    rules.push({ from: 'protection', checks, isStrict, forbids: ['deletion', 'non_fast_forward'], isBypassedBy })
  }
  return [...rules, ...activeRulesets(repository, branch).map((ruleset) => toRule(repository, ruleset))]
}

/** Rulesets that hold for a branch now. */
export function activeRulesets(repository: Repository, branch: string): Ruleset[] {
  const { rulesets, defaultBranch } = repository
  const ref = `refs/heads/${branch}`
  const holds = (pattern: string) =>
    pattern === '~ALL' || (pattern === '~DEFAULT_BRANCH' && branch === defaultBranch) || minimatch(ref, pattern)
  return rulesets.filter(
    ({ enforcement, include, holdsFor }) =>
      enforcement === 'active' && include.some(holds) && holdsFor?.(repository) !== false,
  )
}

function toRule(repository: Repository, { rules, bypassActors }: Ruleset): BranchRule {
  const required = rules
    .filter(({ type }) => type === 'required_status_checks')
    .map(({ parameters = {} }) => parameters)
  return {
    from: 'ruleset',
    checks: required.flatMap((parameters) => toChecks(parameters['required_status_checks'])),
    isStrict: required.some((parameters) => parameters['strict_required_status_checks_policy'] === true),
    forbids: rules.map(({ type }) => type),
    isBypassedBy: (caller) => bypassActors.some((actor) => isBypass(repository, actor, caller)),
  }
}

function toChecks(given: unknown): RequiredCheck[] {
  const checks = (given ?? []) as { context: string; integration_id?: number }[]
  return checks.map(({ context, integration_id = null }) => ({ context, appId: integration_id }))
}

function isBypass(repository: Repository, actor: Record<string, unknown>, caller: Caller): boolean {
  const { actor_type: type, actor_id: id } = actor
  if (type === 'Integration') return 'app' in caller && caller.app.id === id
  if (caller.kind !== 'user') return false
  if (type === 'User') return caller.user.id === id
  return type === 'RepositoryRole' && getRole(repository, caller.user) === ROLE_IDS[Number(id)]
}

function isAdmin(repository: Repository, caller: Caller): boolean {
  return caller.kind === 'user' && getRole(repository, caller.user) === 'admin'
}

export type Standing = 'expected' | 'in progress' | 'failing' | 'passing'

/** Why a commit may not come in, in GitHub's words; null when it may. */
export function unmetChecks(
  repository: Repository,
  { checks }: Pick<BranchRule, 'checks'>,
  sha: string,
): string | null {
  const standings = checks.map((check) => [check.context, getStanding(repository, check, sha)] as const)
  const unmet = standings.filter(([, standing]) => standing !== 'passing')
  const [first] = unmet
  if (first === undefined) return null
  if (unmet.length === 1) return `Required status check "${first[0]}" is ${first[1]}.`
  const count = (wanted: Standing) => unmet.filter(([, standing]) => standing === wanted).length
  const parts = (['expected', 'in progress', 'failing'] as const).filter((standing) => count(standing) > 0)
  if (parts.length === 1) return `${unmet.length} of ${checks.length} required status checks are ${parts[0]}.`
  const result = parts.map((standing) => `${count(standing)} ${standing}`).join(' and ')
  return `${unmet.length} of ${checks.length} required status checks have not succeeded: ${result}.`
}

/** How each required check stands on a commit. */
export function getRequired(repository: Repository, { checks }: Pick<BranchRule, 'checks'>, sha: string): Standing[] {
  return checks.map((check) => getStanding(repository, check, sha))
}

/** A name that is both check and status must pass as both. */
export function getStanding(repository: Repository, { context, appId }: RequiredCheck, sha: string): Standing {
  const isAny = appId === null || appId === -1
  const run = latestRun(repository, context, sha, isAny ? null : appId)
  const status = repository.statuses.findLast((each) => each.sha === sha && each.context === context)
  const standings: Standing[] = [
    ...(run === undefined ? [] : [standingOfRun(run)]),
    ...(status === undefined || !isAny ? [] : [standingOfStatus(status.state)]),
  ]
  return standings.find((standing) => standing !== 'passing') ?? standings[0] ?? 'expected'
}

function latestRun(repository: Repository, name: string, sha: string, appId: number | null): CheckRun | undefined {
  return repository.checkRuns.findLast(
    (run) => run.sha === sha && run.name === name && (appId === null || run.app.id === appId),
  )
}

function standingOfRun({ status, conclusion }: CheckRun): Standing {
  if (status !== 'completed') return 'in progress'
  return PASSING.includes(conclusion ?? '') ? 'passing' : 'failing'
}

function standingOfStatus(state: string): Standing {
  if (state === 'pending') return 'in progress'
  return state === 'success' ? 'passing' : 'failing'
}
