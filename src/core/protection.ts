/** Whether the gate is really enforced: what keeps a merge from needing it, and how to mend that. */

/** What protects a branch, as far as GitHub lets it be seen. */
export interface Protection {
  readonly branch: string
  /** Of rulesets and classic protection together. */
  readonly checks: readonly RequiredCheck[]
  /** Words for who may go past: `RepositoryRole 5, always`; null where GitHub does not tell. */
  readonly bypass: readonly string[] | null
  /** Whether a classic protection requires something, and GitHub does not show whom it excepts. */
  readonly isBypassHidden?: boolean
  /** Null where GitHub does not tell. */
  readonly allowsSquash: boolean | null
  readonly allowsOtherMerges: boolean | null
}

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
  /** Whether the check is required at all, who goes past it, that nobody can see who, or how is merged. */
  readonly about: 'check' | 'bypass' | 'hidden' | 'merges'
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

export function enforcementOf(protection: Protection, check: GateCheck): Enforcement {
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
  const hidden = required.length === 0 ? hiddenGaps(protection) : []
  return [...required, ...bypassGaps(protection), ...hidden, ...mergeGaps(protection, check)]
}

function requiredGaps({ branch, checks }: Protection, check: GateCheck): readonly Gap[] {
  const own = checks.filter(({ context }) => context === check.name)
  const command = createCommand(branch, check)
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
  if (bypass === null || bypass.length === 0) return []
  const message = `these may merge into \`${branch}\` without the check: ${bypass.join('; ')}`
  return [{ about: 'bypass', message, suggestion: 'Take them out of the bypass list, or know that they can.' }]
}

function hiddenGaps({ branch, isBypassHidden = false }: Protection): readonly Gap[] {
  if (!isBypassHidden) return []
  const message = `whether administrators may merge into \`${branch}\` without the check could not be read`
  const suggestion =
    'Grant the App `administration: read`, or look in the settings of the branch: "Do not allow bypassing the above settings".'
  return [{ about: 'hidden', message, suggestion }]
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

/** GitHub takes a name once for each repository. */
function rulesetName(branch: string, { name }: Pick<GateCheck, 'name'>): string {
  return `${name}: ${branch}`
}

/** A ruleset that requires the check from this App alone; `POST /repos/{owner}/{repo}/rulesets` takes it. */
export function rulesetFor(branch: string, { name, appId }: Pick<GateCheck, 'name' | 'appId'>) {
  return {
    name: rulesetName(branch, { name }),
    target: 'branch' as const,
    enforcement: 'active' as const,
    conditions: { ref_name: { include: [`refs/heads/${branch}`], exclude: [] } },
    rules: [
      {
        type: 'required_status_checks' as const,
        parameters: {
          strict_required_status_checks_policy: false,
          do_not_enforce_on_create: true,
          required_status_checks: [{ context: name, ...(appId === null ? {} : { integration_id: appId }) }],
        },
      },
    ],
  }
}

/** The exact command that creates it, for whoever administers the repository. */
export function createCommand(branch: string, check: GateCheck): string {
  const json = JSON.stringify(rulesetFor(branch, check)).replaceAll("'", "'\\''")
  return `\`echo '${json}' | gh api -X POST repos/${check.repository}/rulesets --input -\``
}
