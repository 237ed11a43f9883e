/** Whether the gate is really enforced: what keeps a merge from needing it, and how to mend that. */

/** What protects a branch, as far as GitHub lets it be seen. */
export interface Protection {
  readonly branch: string
  /** Of rulesets and classic protection together. */
  readonly checks: readonly RequiredCheck[]
  /** Words for who may go past, as far as it is told: `RepositoryRole 5, always`. */
  readonly bypass: readonly string[]
  /** Who may go past and is not told to whoever asked. */
  readonly unseen: readonly Unseen[]
  /** Whether whoever may write can delete it, and make it anew; null where GitHub does not tell. */
  readonly isDeletable: boolean | null
  /** Whether its merge queue asks the last commit of a group alone for the check. */
  readonly mergesByLast: boolean
  /** Null where GitHub does not tell. */
  readonly allowsSquash: boolean | null
  readonly allowsOtherMerges: boolean | null
}

/** `administrators`: whom a classic protection may except; `bypass list`: of a ruleset. */
export type Unseen = 'administrators' | 'bypass list'

/** The branch that is merged into, and what keeps commits out of it that nobody proved. */
export type Base = { readonly branch: string } & BaseGuard

type BaseGuard =
  /** The repository's own: only administrators choose another. */
  | { readonly kind: 'default' }
  /** It requires the check from this App alone. */
  | { readonly kind: 'required' }
  /** Who may write puts anything there; what is proved upon it is proved nowhere else. */
  | { readonly kind: 'open' }
  /** GitHub does not tell what protects it; its words. */
  | { readonly kind: 'unknown'; readonly reason: string }

export interface RequiredCheck {
  readonly context: string
  /** The App whose check alone counts; null: anybody's. */
  readonly appId: number | null
}

export interface Gap {
  /** Whether the check is required at all, whether the branch stays, what its queue asks, who goes past, that nobody can see who, or how is merged. */
  readonly about: 'check' | 'deletion' | 'queue' | 'bypass' | 'hidden' | 'merges'
  readonly message: string
  readonly suggestion: string
}

export interface GateCheck {
  readonly name: string
  /** Null: any App will do, as long as it is one alone. */
  readonly appId: number | null
  /** `owner/repo` */
  readonly repository: string
}

/** How far a branch is protected, for whoever speaks of it. */
export interface Enforcement {
  readonly branch: string
  readonly check: GateCheck
  /** As `protectionGaps` tells them. */
  readonly gaps: readonly Gap[]
}

export function getEnforcement(protection: Protection, check: GateCheck): Enforcement {
  return { branch: protection.branch, check, gaps: protectionGaps(protection, check) }
}

/** Whether the check is required from this App alone, whatever else is open. */
export function isRequired({ gaps }: Pick<Enforcement, 'gaps'>): boolean {
  return gaps.every(({ about }) => about !== 'check')
}

/** What is missing and what to do, as one text. */
export function gapWords({ message, suggestion }: Pick<Gap, 'message' | 'suggestion'>): string {
  return `${message}. ${suggestion}`
}

/** @returns what is missing, most important first; empty when the check is required, from this App, and nobody goes past */
export function protectionGaps(protection: Protection, check: GateCheck): readonly Gap[] {
  const required = requiredGaps(protection, check)
  const besides =
    required.length === 0
      ? [...deletionGaps(protection, check), ...queueGaps(protection), ...hiddenGaps(protection)]
      : []
  return [...required, ...bypassGaps(protection), ...besides, ...mergeGaps(protection, check)]
}

function requiredGaps({ branch, checks }: Protection, check: GateCheck): readonly Gap[] {
  const own = checks.filter(({ context }) => context === check.name)
  const command = createCommand(rulesetFor(branch, check), check)
  // Who does not know the App's number cannot pin the rule to it.
  const suggestion =
    check.appId === null
      ? `Where the App is installed, an administrator comments \`/tdd protect\`, which names the App; without it, runs ${command}`
      : `An administrator comments \`/tdd protect\`, or runs ${command}`
  if (own.length === 0)
    return [
      {
        about: 'check',
        message: `\`${branch}\` does not require the check \`${check.name}\`: it can be merged without it`,
        suggestion,
      },
    ]
  if (hasPinned(own, check)) return []
  const message = `\`${branch}\` requires \`${check.name}\` from anybody, not from one App alone: who may write can set it`
  return [{ about: 'check', message, suggestion }]
}

/** Whether one of the requirements is met by this App alone. */
export function hasPinned(
  checks: readonly RequiredCheck[],
  { name, appId }: Pick<GateCheck, 'name' | 'appId'>,
): boolean {
  return checks.some((one) => one.context === name && one.appId !== null && one.appId === (appId ?? one.appId))
}

function bypassGaps({ branch, bypass }: Protection): readonly Gap[] {
  if (bypass.length === 0) return []
  const message = `these may merge into \`${branch}\` without the check: ${bypass.join('; ')}`
  return [{ about: 'bypass', message, suggestion: 'Take them out of the bypass list, or know that they can.' }]
}

function deletionGaps({ branch, isDeletable }: Protection, check: GateCheck): readonly Gap[] {
  if (isDeletable !== true) return []
  const message = `\`${branch}\` may be deleted by whoever may write, and made anew from commits that nobody proved`
  const command = createCommand(stayingRulesetFor(branch, check), check)
  return [{ about: 'deletion', message, suggestion: `An administrator comments \`/tdd protect\`, or runs ${command}` }]
}

/** A pull request that is stopped while it waits fails alone: those behind it in the group may have been answered before. */
function queueGaps({ branch, mergesByLast }: Protection): readonly Gap[] {
  if (!mergesByLast) return []
  const message = `the merge queue of \`${branch}\` asks the last commit of a group alone for the check: what does not pass is merged with it`
  const suggestion =
    'An administrator sets the queue to require all its groups to pass: "Only merge non-failing pull requests" on, `ALLGREEN` in a ruleset.'
  return [{ about: 'queue', message, suggestion }]
}

function hiddenGaps({ branch, unseen, isDeletable }: Protection): readonly Gap[] {
  const who = `who may merge into \`${branch}\` without the check cannot be seen`
  const gaps: Omit<Gap, 'about'>[] = []
  if (unseen.includes('administrators'))
    gaps.push({
      message: `${who}: a classic protection may except administrators`,
      suggestion:
        'Grant the App `administration: read`, or look in the settings of the branch: "Do not allow bypassing the above settings".',
    })
  if (unseen.includes('bypass list'))
    gaps.push({
      message: `${who}: the bypass list of a ruleset is shown only to who may change it`,
      suggestion: 'Grant the App `administration: write`, or look in the settings: Rules, Rulesets, "Bypass list".',
    })
  if (isDeletable === null)
    gaps.push({
      message: `whether whoever may write can delete \`${branch}\` cannot be seen`,
      suggestion: 'Grant the App `administration: read`, or look in the settings of the branch: "Allow deletions".',
    })
  return gaps.map((gap) => ({ about: 'hidden', ...gap }))
}

/** RED commits are red by nature: only a squash keeps every commit of the default branch green. */
function mergeGaps({ allowsSquash, allowsOtherMerges }: Protection, { repository }: GateCheck): readonly Gap[] {
  if (allowsOtherMerges !== true) return []
  const message = allowsSquash
    ? 'pull requests may be merged without squashing: RED commits then land on the branch'
    : 'pull requests cannot be squashed: RED commits land on the branch'
  const suggestion = `\`gh api -X PATCH repos/${repository} -F allow_squash_merge=true -F allow_merge_commit=false -F allow_rebase_merge=false\``
  return [{ about: 'merges', message, suggestion }]
}

type Named = Pick<GateCheck, 'name' | 'appId'>

/** A ruleset that requires the check from this App alone, and keeps the branch; `POST /repos/{owner}/{repo}/rulesets` takes it. */
export function rulesetFor(branch: string, { name, appId }: Named) {
  const check = {
    type: 'required_status_checks' as const,
    parameters: {
      strict_required_status_checks_policy: false,
      do_not_enforce_on_create: false,
      required_status_checks: [{ context: name, ...(appId === null ? {} : { integration_id: appId }) }],
    },
  }
  return getRuleset(`${name}: ${branch}`, branch, [...STAYING, check])
}

/** A ruleset for a branch that requires the check already: it only stays what it is. */
export function stayingRulesetFor(branch: string, { name }: Pick<Named, 'name'>) {
  return getRuleset(`${name}: ${branch} stays`, branch, STAYING)
}

export type GateRuleset = ReturnType<typeof rulesetFor> | ReturnType<typeof stayingRulesetFor>

/** What is required of merges is not asked of who deletes a branch and makes it anew. */
const STAYING = [{ type: 'deletion' as const }, { type: 'creation' as const }]

/** @param name GitHub takes it once for each repository */
function getRuleset<Rule>(name: string, branch: string, rules: readonly Rule[]) {
  return {
    ...{ name, target: 'branch' as const, enforcement: 'active' as const },
    conditions: { ref_name: { include: [`refs/heads/${branch}`], exclude: [] } },
    rules: [...rules],
  }
}

/** The exact command that creates it, for whoever administers the repository. */
export function createCommand(ruleset: GateRuleset, { repository }: Pick<GateCheck, 'repository'>): string {
  const json = JSON.stringify(ruleset).replaceAll("'", "'\\''")
  return `\`echo '${json}' | gh api -X POST repos/${repository}/rulesets --input -\``
}
