/** Lets a branch require the gate's check from this App alone, and keeps it: by a ruleset, where the App was granted Administration. */
import { GateError } from '../../core/model/errors.ts'
import {
  createCommand,
  type GateCheck,
  type GateRuleset,
  hasPinned,
  rulesetFor,
  stayingRulesetFor,
} from '../../core/status/protection.ts'
import { getChecks, readBranchRules } from '../branch-rules.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { getStatus, isForbidden } from '../status.ts'

const NEW = 'POST /repos/{owner}/{repo}/rulesets'

export interface Wanted {
  readonly branch: string
  readonly check: GateCheck
  /** `deletion`: the check is required already. */
  readonly lacks: 'check' | 'deletion'
}

/**
 * @returns `unchanged` where somebody was quicker
 * @throws GateError `github-refused` with the command that an administrator runs instead; else as GitHub's refusal
 */
export async function protectBranch(
  github: GitHub,
  repository: RepositoryName,
  wanted: Wanted,
): Promise<'created' | 'unchanged'> {
  const ruleset = getRuleset(wanted)
  try {
    await github.request(NEW, { ...repository, ...ruleset })
    return 'created'
  } catch (error) {
    if (isForbidden(error)) throw told(error, byHand(wanted))
    // GitHub takes the name of a ruleset once.
    if (getStatus(error) !== 422) throw error
    if (await isDone(github, repository, wanted)) return 'unchanged'
    throw told(
      error,
      `Is there a ruleset \`${ruleset.name}\` that is not active, or of another App (Settings, Rules, Rulesets)? Mend or delete it, then comment \`/tdd protect\` again.`,
    )
  }
}

function getRuleset({ branch, check, lacks }: Wanted): GateRuleset {
  return lacks === 'check' ? rulesetFor(branch, check) : stayingRulesetFor(branch, check)
}

function byHand(wanted: Wanted): string {
  return `Let the owner grant the App \`administration: write\` (Settings, GitHub Apps, Configure), then comment \`/tdd protect\` again. Or let an administrator run: ${createCommand(getRuleset(wanted), wanted.check)}`
}

/** GitHub's own words, and another next step. */
function told(error: unknown, suggestion: string): unknown {
  return error instanceof GateError ? new GateError('github-refused', error.message, suggestion, error.cause) : error
}

async function isDone(github: GitHub, repository: RepositoryName, { branch, check, lacks }: Wanted): Promise<boolean> {
  const { required, isKept } = await readBranchRules(github, repository, branch)
  return lacks === 'deletion' ? isKept : hasPinned(required.flatMap(getChecks), check)
}
