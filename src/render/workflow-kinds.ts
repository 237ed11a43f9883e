/** Lists the workflows that `init` can write. */
import { GITHUB_ACTIONS, rulesetFor } from '../core/status/protection.ts'
import type { Toolchains } from './toolchain-steps.ts'
import { toTwoJobsWorkflow } from './two-jobs-workflow.ts'
import { toAloneWorkflow, toCallerWorkflow } from './workflow-file.ts'

/** The workflow that `init` writes: one that calls ours, one job of its own, or two. */
export type WorkflowKind = 'calling' | 'alone' | 'two-jobs'

export const WORKFLOWS: Readonly<Record<WorkflowKind, (uses: string, toolchains?: Toolchains) => string>> = {
  calling: toCallerWorkflow,
  alone: toAloneWorkflow,
  'two-jobs': toTwoJobsWorkflow,
}
const REQUIRED: Readonly<Record<WorkflowKind, string>> = {
  calling: 'tdd-gate / judge',
  alone: 'gate',
  'two-jobs': 'judge',
}

/** Returns the check to require: a job of the reusable workflow, or the published check run. */
export const requiredCheck = (kind: WorkflowKind): string => REQUIRED[kind]

/**
 * Returns the command of an administrator that requires this check on the default branch; gh fills the braces. Only a
 * job's check counts then: everyone who may write can set a status of the same name.
 */
function toRequireCommand(kind: WorkflowKind): string {
  const ruleset = {
    ...rulesetFor('', { name: requiredCheck(kind), appId: GITHUB_ACTIONS }),
    name: 'tdd-gate',
    conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
  }
  return `echo '${JSON.stringify(ruleset)}' | gh api -X POST 'repos/{owner}/{repo}/rulesets' --input -`
}

/** Says where failures of before are named: `init` itself runs no test. */
export const KNOWN_FAILURES =
  'Tests that fail on the base already do not count. On a branch, `tdd-gate verify` names them first.'

/** Says what `init` writes without `--soft`. */
export const STRICT_START = `Each commit is judged. For a soft start write \`policy: { sequence: pull-request }\` to .github/tdd-gate.yml before: it judges whole pull requests.`

/** Says when and how the check is required. The command comes last: who pastes it pastes nothing before its time. */
export function toRequired(kind: WorkflowKind, isSoft: boolean): readonly string[] {
  const first = isSoft ? SOFT_WEEKS : []
  const require = `${isSoft ? 'Last' : 'Then'}, require the check \`${requiredCheck(kind)}\`, unless an App holds the merge. The ruleset also refuses to delete and to create the branch, and pushes without the check. It has no bypass: an administrator gets out by disabling it. Set it under Settings, Rules, or by`
  return [...first, require, toRequireCommand(kind)]
}

const SOFT_WEEKS = [
  'Do not require the check yet: read for some weeks what it says of whole pull requests.',
  'When authors commit tests first, remove `policy.sequence` from .github/tdd-gate.yml, and run `tdd-gate init --agents`.',
]
