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
export function toRequireCommand(kind: WorkflowKind): string {
  const ruleset = {
    ...rulesetFor('', { name: requiredCheck(kind), appId: GITHUB_ACTIONS }),
    name: 'tdd-gate',
    conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
  }
  return `echo '${JSON.stringify(ruleset)}' | gh api -X POST 'repos/{owner}/{repo}/rulesets' --input -`
}
