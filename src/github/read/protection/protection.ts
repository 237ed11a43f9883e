/** Reads the protection of a branch: its rulesets and classic protection, as far as the App may read them. */
import {
  type Enforcement,
  type GateCheck,
  getEnforcement,
  type Protection,
  type RequiredCheck,
} from '../../../core/status/protection.ts'
import { type BranchRules, type CheckRule, getChecks, readBranchRules } from '../../branch-rules.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { NOT_SHOWN, orNull } from '../../status.ts'

const RULESET = 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}'
const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'
const CLASSIC = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const MAX_RULESETS = 10
const ADMINISTRATORS = 'administrators, because the classic protection excludes them'

type Branch = Answer<typeof BRANCH>['data']

/**
 * Reads the protection. @param named null: the default branch @throws GateError for a refusal of GitHub, except where
 * it hides who may bypass a rule
 */
export async function readProtection(
  github: GitHub,
  repository: RepositoryName,
  named: string | null,
): Promise<Protection> {
  const settings = await github.request(REPOSITORY, repository)
  const branch = named ?? settings.data.default_branch
  const { rules, own, byRules, byClassic } = await readAll(github, repository, branch)
  const isClassic = own.protection?.enabled === true
  const isClassicAlone = byClassic.some(({ context }) => !byRules.some((rule) => rule.context === context))
  // GitHub never allows to delete the default branch.
  const mayGo = branch !== settings.data.default_branch && !rules.isKept
  const [excepted, classic] = await Promise.all([
    getBypass(github, repository, rules.required),
    isClassicAlone || (isClassic && mayGo) ? readClassic(github, { ...repository, branch }) : null,
  ])
  const admins = isClassicAlone ? (classic?.bypass ?? null) : []
  return {
    branch,
    checks: [...byRules, ...byClassic],
    bypass: [...(excepted ?? []), ...(admins ?? [])],
    unseen: getUnseen({ excepted, admins }),
    isDeletable: mayGo && (isClassic ? (classic?.isDeletable ?? null) : true),
    mergesByLast: rules.mergesByLast,
    ...getMerges(settings.data),
  }
}

type Listed = readonly string[] | null

function getUnseen({ excepted, admins }: Readonly<Record<'excepted' | 'admins', Listed>>): Protection['unseen'] {
  return [
    ...(admins === null ? ['administrators' as const] : []),
    ...(excepted === null ? ['bypass list' as const] : []),
  ]
}

function getMerges({
  allow_squash_merge: squash,
  allow_merge_commit: merge,
  allow_rebase_merge: rebase,
}: Answer<typeof REPOSITORY>['data']): Pick<Protection, 'allowsSquash' | 'allowsOtherMerges'> {
  const isKnown = merge !== undefined || rebase !== undefined
  return { allowsSquash: squash ?? null, allowsOtherMerges: isKnown ? merge === true || rebase === true : null }
}

/** Reads only the required checks, with two requests. @throws GateError for a refusal of GitHub */
export async function readRequired(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
): Promise<readonly RequiredCheck[]> {
  const { byRules, byClassic } = await readAll(github, repository, branch)
  return [...byRules, ...byClassic]
}

interface Required {
  readonly rules: BranchRules
  readonly own: Branch
  readonly byRules: readonly RequiredCheck[]
  readonly byClassic: readonly RequiredCheck[]
}

async function readAll(github: GitHub, repository: RepositoryName, branch: string): Promise<Required> {
  const [rules, { data: own }] = await Promise.all([
    readBranchRules(github, repository, branch),
    github.request(BRANCH, { ...repository, branch }),
  ])
  return { rules, own, byRules: rules.required.flatMap(getChecks), byClassic: getClassicChecks(own) }
}

function getClassicChecks({ protection }: Branch): RequiredCheck[] {
  const { checks = [], contexts = [] } = protection?.required_status_checks ?? {}
  const pinned = checks.map(({ context, app_id }) => ({
    context,
    appId: typeof app_id === 'number' && app_id > 0 ? app_id : null,
  }))
  const loose = contexts.filter((context) => !pinned.some((check) => check.context === context))
  return [...pinned, ...loose.map((context) => ({ context, appId: null }))]
}

/**
 * Reads who may bypass the rulesets. GitHub shows it only to administrators of a ruleset. @returns null where a ruleset
 * does not show it
 */
async function getBypass(github: GitHub, repository: RepositoryName, rules: readonly CheckRule[]): Promise<Listed> {
  const ids = [...new Set(rules.flatMap(({ ruleset_id }) => ruleset_id ?? []))]
  const read = ids.slice(0, MAX_RULESETS).map((ruleset_id) => bypassOfOne(github, { ...repository, ruleset_id }))
  const lists = await Promise.all(read)
  const isNamed = rules.every(({ ruleset_id }) => ruleset_id !== undefined)
  if (!isNamed || ids.length > MAX_RULESETS || lists.includes(null)) return null
  return lists.flatMap((list) => list ?? [])
}

async function bypassOfOne(
  github: GitHub,
  parameters: RepositoryName & { readonly ruleset_id: number },
): Promise<Listed> {
  const found = await orNull(github.request(RULESET, parameters), NOT_SHOWN)
  const actors = found?.data.bypass_actors
  return (
    actors?.map(({ actor_type, actor_id, bypass_mode }) => `${actor_type} ${actor_id ?? ''}, ${bypass_mode}`) ?? null
  )
}

/** Reads the classic protection, which needs a permission to read the administration. */
async function readClassic(
  github: GitHub,
  parameters: RepositoryName & { readonly branch: string },
): Promise<{ readonly bypass: readonly string[]; readonly isDeletable: boolean } | null> {
  const found = await orNull(github.request(CLASSIC, parameters), NOT_SHOWN)
  if (found === null) return null
  const { enforce_admins: admins, allow_deletions: deletions } = found.data
  return { bypass: admins?.enabled === true ? [] : [ADMINISTRATORS], isDeletable: deletions?.enabled === true }
}

/** Reads the enforcement. @param branch null: the default branch @throws GateError for a refusal of GitHub */
export async function readEnforcement(
  github: GitHub,
  repository: RepositoryName,
  branch: string | null,
  check: Pick<GateCheck, 'name' | 'appId'>,
): Promise<Enforcement> {
  const protection = await readProtection(github, repository, branch)
  return getEnforcement(protection, { ...check, repository: `${repository.owner}/${repository.repo}` })
}
