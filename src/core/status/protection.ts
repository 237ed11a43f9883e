/** Checks whether GitHub enforces the gate: finds ways to merge without it, and names their fixes. */
import { type Suggestion, suggest } from '../model/suggestion.ts'
import { statusTexts } from './texts.ts'

/** The protection of a branch, as far as GitHub shows it. */
export interface Protection {
  readonly branch: string
  /** From rulesets and classic protection. */
  readonly checks: readonly RequiredCheck[]
  /** Who may bypass it, as far as GitHub shows it: `RepositoryRole 5, always`. */
  readonly bypass: readonly string[]
  /** Bypass settings that GitHub hides from this token. */
  readonly unseen: readonly Unseen[]
  /** Whether writers can delete and re-create it; null when GitHub does not show it. */
  readonly isDeletable: boolean | null
  /** Whether its merge queue demands the check only of a group's last commit. */
  readonly mergesByLast: boolean
  /** Null when GitHub does not show it. */
  readonly allowsSquash: boolean | null
  readonly allowsOtherMerges: boolean | null
}

/** `administrators`: the exception of a classic protection; `bypass list`: of a ruleset. */
type Unseen = 'administrators' | 'bypass list'

/** The base branch, and what keeps unproved commits out of it. */
export type Base = { readonly branch: string } & BaseGuard

type BaseGuard =
  /** The repository's default branch: only administrators choose another. */
  | { readonly kind: 'default' }
  /** It requires the check from this App alone. */
  | { readonly kind: 'required' }
  /** Writers can push anything to it; a proof for it holds nowhere else. */
  | { readonly kind: 'open' }
  /** GitHub does not show its protection; with GitHub's reason. */
  | { readonly kind: 'unknown'; readonly reason: string }

export interface RequiredCheck {
  readonly context: string
  /** The only App whose check counts; null: any App's. */
  readonly appId: number | null
}

interface Gap {
  /**
   * The kinds of gaps: the check is not required, the branch can be deleted, the queue's setting, bypasses, hidden
   * bypasses, merge methods.
   */
  readonly about: 'check' | 'deletion' | 'queue' | 'bypass' | 'hidden' | 'merges'
  readonly message: string
  readonly suggestion: Suggestion
}

export interface GateCheck {
  readonly name: string
  /** Null: any single App satisfies the rule. */
  readonly appId: number | null
  /** `owner/repo` */
  readonly repository: string
}

/** The protection of a branch, for texts. */
export interface Enforcement {
  readonly branch: string
  readonly check: GateCheck
  /** As `protectionGaps` returns them. */
  readonly gaps: readonly Gap[]
}

export function getEnforcement(protection: Protection, check: GateCheck): Enforcement {
  return { branch: protection.branch, check, gaps: protectionGaps(protection, check) }
}

/** Returns whether the check is required from this App alone, whatever other gaps exist. */
export function isRequired({ gaps }: Pick<Enforcement, 'gaps'>): boolean {
  return gaps.every(({ about }) => about !== 'check')
}

/** Formats a gap and its fix as one text. */
export function formatGap({ message, suggestion }: Pick<Gap, 'message' | 'suggestion'>): string {
  return `${message}. ${suggestion.text}`
}

/**
 * Lists gaps.
 * @returns the gaps, most important first; empty when the check is required from this App without bypasses
 */
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
  // The rule can name the App only when its number is known.
  const who = check.appId === null ? statusTexts.whoMayRequire : statusTexts.administratorProtects
  const suggestion = suggest(`${who} \`${command}\``, command)
  if (own.length === 0)
    return [
      {
        about: 'check',
        message: statusTexts.notRequiredOnBranch(branch, check.name),
        suggestion,
      },
    ]
  if (hasPinned(own, check)) return []
  const message = statusTexts.requiredFromAnyApp(branch, check.name)
  return [{ about: 'check', message, suggestion }]
}

/** Returns whether this App alone can satisfy one of the requirements. */
export function hasPinned(
  checks: readonly RequiredCheck[],
  { name, appId }: Pick<GateCheck, 'name' | 'appId'>,
): boolean {
  return checks.some((one) => one.context === name && one.appId !== null && one.appId === (appId ?? one.appId))
}

function bypassGaps({ branch, bypass }: Protection): readonly Gap[] {
  if (bypass.length === 0) return []
  const message = statusTexts.mayBypass(branch, bypass.join('; '))
  return [{ about: 'bypass', message, suggestion: suggest(statusTexts.removeFromBypass) }]
}

function deletionGaps({ branch, isDeletable }: Protection, check: GateCheck): readonly Gap[] {
  if (isDeletable !== true) return []
  const message = statusTexts.deletable(branch)
  const command = createCommand(stayingRulesetFor(branch, check), check)
  const suggestion = suggest(statusTexts.protectBy(command), command)
  return [{ about: 'deletion', message, suggestion }]
}

/** A pull request that is stopped while it waits fails alone: the later ones of its group may already have a result. */
function queueGaps({ branch, mergesByLast }: Protection): readonly Gap[] {
  if (!mergesByLast) return []
  const message = statusTexts.queueByLast(branch)
  const suggestion = suggest(statusTexts.setQueue)
  return [{ about: 'queue', message, suggestion }]
}

function hiddenGaps({ branch, unseen, isDeletable }: Protection): readonly Gap[] {
  const who = statusTexts.bypassHidden(branch)
  const gaps: Omit<Gap, 'about'>[] = []
  if (unseen.includes('administrators'))
    gaps.push({
      message: statusTexts.classicException(who),
      suggestion: suggest(statusTexts.readAdministration),
    })
  if (unseen.includes('bypass list'))
    gaps.push({
      message: statusTexts.rulesetHidden(who),
      suggestion: suggest(statusTexts.writeAdministration),
    })
  if (isDeletable === null)
    gaps.push({
      message: statusTexts.deletionHidden(branch),
      suggestion: suggest(statusTexts.readDeletion),
    })
  return gaps.map((gap) => ({ about: 'hidden', ...gap }))
}

/** RED commits fail by design: only a squash keeps every commit of the default branch green. */
function mergeGaps({ allowsSquash, allowsOtherMerges }: Protection, { repository }: GateCheck): readonly Gap[] {
  if (allowsOtherMerges !== true) return []
  const message = allowsSquash ? statusTexts.otherMergesAllowed : statusTexts.squashNotAllowed
  const command = `gh api -X PATCH repos/${repository} -F allow_squash_merge=true -F allow_merge_commit=false -F allow_rebase_merge=false`
  return [{ about: 'merges', message, suggestion: suggest(`\`${command}\``, command) }]
}

/** The number of GitHub's own App, whose checks are those of jobs. */
export const GITHUB_ACTIONS = 15_368

type Named = Pick<GateCheck, 'name' | 'appId'>

/**
 * Creates a ruleset that requires the check from this App alone and protects the branch from deletion, for `POST
 * /repos/{owner}/{repo}/rulesets`.
 */
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

/** Creates a ruleset for a branch that already requires the check: it only prevents deletion and re-creation. */
export function stayingRulesetFor(branch: string, { name }: Pick<Named, 'name'>) {
  return getRuleset(`${name}: ${branch} stays`, branch, STAYING)
}

export type GateRuleset = ReturnType<typeof rulesetFor> | ReturnType<typeof stayingRulesetFor>

/** Rules about merges do not cover deleting a branch and re-creating it. */
const STAYING = [{ type: 'deletion' as const }, { type: 'creation' as const }]

/**
 * Creates a ruleset.
 * @param name GitHub allows each name once per repository
 */
function getRuleset<Rule>(name: string, branch: string, rules: readonly Rule[]) {
  return {
    name,
    target: 'branch' as const,
    enforcement: 'active' as const,
    conditions: { ref_name: { include: [`refs/heads/${branch}`], exclude: [] } },
    rules: [...rules],
  }
}

/** Returns the exact command that creates the ruleset, for an administrator. */
export function createCommand(ruleset: GateRuleset, { repository }: Pick<GateCheck, 'repository'>): string {
  const json = JSON.stringify(ruleset).replaceAll("'", "'\\''")
  return `echo '${json}' | gh api -X POST repos/${repository}/rulesets --input -`
}
