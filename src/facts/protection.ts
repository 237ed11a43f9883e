/** What protects a branch: rulesets and classic protection, as far as the App may see them. */
import type { Protection, RequiredCheck } from '../core/protection.ts'
import { type CheckRule, checksOf, readCheckRules } from '../github/branch-rules.ts'
import { NOT_SHOWN, orNull } from '../github/status.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'

const RULESET = 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}'
const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'
const CLASSIC = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const MAX_RULESETS = 10
const ADMINISTRATORS = 'administrators, whom the classic protection does not include'

type Branch = Answer<typeof BRANCH>['data']

/**
 * @param named null: the default branch
 * @throws GateError as GitHub's refusal, but not where it merely does not tell who may go past
 */
export async function readProtection(
  github: GitHub,
  repository: RepositoryName,
  named: string | null,
): Promise<Protection> {
  const settings = await github.request(REPOSITORY, repository)
  const branch = named ?? settings.data.default_branch
  const { rules, byRules, byClassic } = await readAll(github, repository, branch)
  const isClassicAlone = byClassic.some(({ context }) => !byRules.some((rule) => rule.context === context))
  const [excepted, admins] = await Promise.all([
    bypassOf(github, repository, rules),
    isClassicAlone ? bypassOfClassic(github, { ...repository, branch }) : null,
  ])
  const { allow_squash_merge, allow_merge_commit, allow_rebase_merge } = settings.data
  return {
    branch,
    checks: [...byRules, ...byClassic],
    bypass: excepted === null && admins === null ? null : [...(excepted ?? []), ...(admins ?? [])],
    isBypassHidden: isClassicAlone && admins === null,
    allowsSquash: allow_squash_merge ?? null,
    allowsOtherMerges:
      allow_merge_commit === undefined && allow_rebase_merge === undefined
        ? null
        : allow_merge_commit === true || allow_rebase_merge === true,
  }
}

/**
 * What a branch requires, and nothing else: two requests.
 * @throws GateError as GitHub's refusal
 */
export async function readRequired(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
): Promise<readonly RequiredCheck[]> {
  const { byRules, byClassic } = await readAll(github, repository, branch)
  return [...byRules, ...byClassic]
}

interface Required {
  readonly rules: readonly CheckRule[]
  readonly byRules: readonly RequiredCheck[]
  readonly byClassic: readonly RequiredCheck[]
}

async function readAll(github: GitHub, repository: RepositoryName, branch: string): Promise<Required> {
  const [rules, own] = await Promise.all([
    readCheckRules(github, repository, branch),
    github.request(BRANCH, { ...repository, branch }),
  ])
  return { rules, byRules: rules.flatMap(checksOf), byClassic: classicChecksOf(own.data) }
}

function classicChecksOf({ protection }: Branch): RequiredCheck[] {
  const { checks = [], contexts = [] } = protection?.required_status_checks ?? {}
  const pinned = checks.map(({ context, app_id }) => ({
    context,
    appId: typeof app_id === 'number' && app_id > 0 ? app_id : null,
  }))
  const loose = contexts.filter((context) => !pinned.some((check) => check.context === context))
  return [...pinned, ...loose.map((context) => ({ context, appId: null }))]
}

/** Only who administers a ruleset is told who may go past it. */
async function bypassOf(
  github: GitHub,
  repository: RepositoryName,
  rules: readonly CheckRule[],
): Promise<readonly string[] | null> {
  const ids = [...new Set(rules.flatMap(({ ruleset_id }) => ruleset_id ?? []))].slice(0, MAX_RULESETS)
  const lists = await Promise.all(ids.map((ruleset_id) => bypassOfOne(github, { ...repository, ruleset_id })))
  if (lists.length === 0 || lists.includes(null)) return null
  return lists.flatMap((list) => list ?? [])
}

/** Only who may read the administration is told. */
async function bypassOfClassic(
  github: GitHub,
  asked: RepositoryName & { readonly branch: string },
): Promise<readonly string[] | null> {
  const answer = await orNull(github.request(CLASSIC, asked), NOT_SHOWN)
  if (answer === null) return null
  return answer.data.enforce_admins?.enabled === true ? [] : [ADMINISTRATORS]
}

async function bypassOfOne(
  github: GitHub,
  asked: RepositoryName & { readonly ruleset_id: number },
): Promise<readonly string[] | null> {
  const answer = await orNull(github.request(RULESET, asked), NOT_SHOWN)
  const actors = answer?.data.bypass_actors
  return (
    actors?.map(({ actor_type, actor_id, bypass_mode }) => `${actor_type} ${actor_id ?? ''}, ${bypass_mode}`) ?? null
  )
}
