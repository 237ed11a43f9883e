/** What commands may know of a pull request, from a look at it. */

import type { CommandPull } from '../../core/commands/command.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Decision } from '../../core/model/finding.ts'
import type { MaintainerDecision } from '../../core/model/maintainer-decision.ts'
import type { TaskRecord } from '../../core/model/task-record.ts'
import { isGateCheck } from '../../core/status/checks.ts'
import type { GateStatus } from '../../core/status/gate-status.ts'
import type { Authors } from '../../github/read/pull-request/authors.ts'
import { toCheckOutput } from '../../render/gate-report/check-output.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'
import { combineReport } from './combine-reports.ts'
import type { OtherPull } from './evaluation.ts'

interface Tree {
  readonly sha: Sha
  readonly tree: Sha
}

/** What is read of a look at a pull request. */
export interface CommandEvaluation {
  readonly truth: {
    readonly page: {
      readonly number: number
      /** Login; empty for somebody who is gone. */
      readonly author: string
      readonly baseBranch: string
      readonly headBranch: string
      /** Login of the person or organization whose repository the branch is in; empty when that is gone. */
      readonly headOwner: string
      readonly head: Sha
      readonly isOpen: boolean
      /** Null: it is not merged. */
      readonly merged: object | null
      readonly isFork: boolean
    }
    readonly facts: { readonly decisions: readonly MaintainerDecision[] }
    /** Null for a pull request that was merged, or closed where its base is gone. */
    readonly comparison: {
      readonly mergeBase: Tree
      readonly commits: readonly Tree[]
      readonly authors: readonly string[]
    } | null
    readonly task: TaskRecord | null
    readonly anchor: Sha | null
    /** The App's check runs on the head, as they were before this look wrote its own. */
    readonly headChecks: readonly {
      readonly name: string
      readonly external_id: string | null
      readonly started_at: string | null
    }[]
  }
  readonly says: GateStatus
  readonly report: RunReport
  readonly others: readonly OtherPull[]
}

/** What a look does not show. */
export interface Besides extends Authors {
  /** When the command was given, ISO 8601, GitHub's clock. */
  readonly at: string
}

export function getPull(
  { truth: snapshot, says, report, others }: CommandEvaluation,
  { at, authors, isPusherKnown }: Besides,
): CommandPull {
  const { page, facts, comparison, task, anchor, headChecks } = snapshot
  const result = combineReport({ says, report, others })
  const { title, summary } = toCheckOutput(result)
  const reason = result.notice ?? says.notice
  const { number, isOpen, head, isFork, headBranch: branch, baseBranch } = page
  return {
    number,
    isOpen,
    head,
    isFork,
    branch,
    baseBranch,
    task,
    anchor,
    authors,
    isPusherKnown,
    isMerged: page.merged !== null,
    firstCommit: comparison?.commits[0]?.sha ?? null,
    decisions: facts.decisions,
    decision: says.decision,
    title,
    summary,
    isHeadSeen: hasSpokenBefore(headChecks, at),
    reason: reason === null ? '' : `${reason.message} ${reason.suggestion}`,
    lastAccepted: comparison && says.decision ? lastAccepted(comparison, says.decision) : null,
  }
}

/**
 * GitHub's clock has whole seconds: what began in the very second of the command may have begun after it.
 * Who wrote before the gate spoke of this head may have meant another.
 */
function hasSpokenBefore(checks: CommandEvaluation['truth']['headChecks'], at: string): boolean {
  return checks.filter(isGateCheck).some(({ started_at }) => Date.parse(started_at ?? '') < Date.parse(at))
}

/** Before the first commit that is in the way; where there is none, what the branch began with. */
function lastAccepted(
  { mergeBase, commits }: NonNullable<CommandEvaluation['truth']['comparison']>,
  { commits: judged }: Decision,
): Tree | null {
  const standing = judged.filter(({ isSuperseded }) => !isSuperseded)
  const blocked = standing.findIndex(({ verdict }) => verdict === 'rejected' || verdict === 'unmeasured')
  const before = blocked < 0 ? standing : standing.slice(0, blocked)
  const last = before.findLast(({ verdict }) => verdict === 'accepted')
  if (last === undefined) return mergeBase
  return commits.find(({ sha }) => sha === last.sha) ?? null
}
