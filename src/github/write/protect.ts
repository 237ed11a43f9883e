/**
 * Creates a ruleset that requires the gate's check from this App and forbids to delete the branch. Needs the permission
 * Administration.
 */
import { withAdvice } from '../../core/errors/github.ts'
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
import { getStatus, mayLackPermission } from '../status.ts'
import { writeTexts } from '../texts.ts'

const NEW = 'POST /repos/{owner}/{repo}/rulesets'

interface WantedProtection {
  readonly branch: string
  readonly check: GateCheck
  /** `deletion`: the check is already required. */
  readonly lacks: 'check' | 'deletion'
}

/**
 * Protects the branch. @returns `unchanged` where it is already protected @throws GateError `github-refused` with the
 * command that an administrator can run instead; others for a refusal of GitHub
 */
export async function protectBranch(
  github: GitHub,
  repository: RepositoryName,
  wanted: WantedProtection,
): Promise<'created' | 'unchanged'> {
  const ruleset = getRuleset(wanted)
  try {
    await github.request(NEW, { ...repository, ...ruleset })
    return 'created'
  } catch (error) {
    if (mayLackPermission(error)) throw withSuggestion(error, byHand(wanted))
    // GitHub refuses a duplicate name of a ruleset.
    if (getStatus(error) !== 422) throw error
    if (await isDone(github, repository, wanted)) return 'unchanged'
    throw withSuggestion(error, writeTexts.inactiveRuleset(ruleset.name))
  }
}

function getRuleset({ branch, check, lacks }: WantedProtection): GateRuleset {
  return lacks === 'check' ? rulesetFor(branch, check) : stayingRulesetFor(branch, check)
}

function byHand(wanted: WantedProtection): string {
  return writeTexts.grantAdministration(createCommand(getRuleset(wanted), wanted.check))
}

/** Replaces the suggestion of a refusal. */
function withSuggestion(error: unknown, suggestion: string): unknown {
  return error instanceof GateError ? withAdvice(error, suggestion) : error
}

async function isDone(
  github: GitHub,
  repository: RepositoryName,
  { branch, check, lacks }: WantedProtection,
): Promise<boolean> {
  const { required, isKept } = await readBranchRules(github, repository, branch)
  return lacks === 'deletion' ? isKept : hasPinned(required.flatMap(getChecks), check)
}
