/** Collects the facts for commands from the evaluation of a pull request. */

import type { CommandPull } from '../../core/commands/command.ts'
import { type CommitTree, findLastAccepted } from '../../core/commands/last-accepted.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { MaintainerDecision } from '../../core/model/maintainer-decision.ts'
import type { TaskRecord } from '../../core/model/task-record.ts'
import { isGateCheck } from '../../core/status/checks.ts'
import type { GateStatus } from '../../core/status/status.ts'
import type { Authors } from '../../github/read/pull-request/authors.ts'
import { toCheckOutput } from '../../render/gate-report/check-output.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'

/** The parts of an evaluation that commands read. */
export interface CommandEvaluation {
  readonly snapshot: {
    readonly page: {
      readonly number: number
      /** Login; empty for a deleted account. */
      readonly author: string
      readonly baseBranch: string
      readonly headBranch: string
      /** Login of the owner of the head repository; empty when it was deleted. */
      readonly headOwner: string
      readonly head: Sha
      readonly isOpen: boolean
      /** Null: not merged. */
      readonly merged: object | null
      readonly isFork: boolean
    }
    readonly facts: { readonly decisions: readonly MaintainerDecision[] }
    /** Null for a merged pull request, and for a closed one whose base was deleted. */
    readonly comparison: {
      readonly mergeBase: CommitTree
      readonly tip: Sha
      readonly commits: readonly CommitTree[]
      readonly authors: readonly string[]
    } | null
    readonly task: TaskRecord | null
    readonly storageCommit: Sha | null
    /** The App's check runs on the head before this evaluation wrote its own. */
    readonly headChecks: readonly {
      readonly name: string
      readonly external_id: string | null
      readonly started_at: string | null
    }[]
  }
  readonly status: GateStatus
  /** What the comment shows. */
  readonly report: RunReport
}

/** Facts that an evaluation does not contain. */
export interface Besides extends Authors {
  /** The time of the command, ISO 8601, by GitHub's clock. */
  readonly at: string
}

export function getPull(
  { snapshot, status, report }: CommandEvaluation,
  { at, authors, isPusherKnown }: Besides,
): CommandPull {
  const { page, facts, comparison, task, storageCommit, headChecks } = snapshot
  const { title, summary } = toCheckOutput(report)
  const reason = report.notice ?? status.notice
  const { number, isOpen, head, isFork, headBranch: branch, baseBranch } = page
  return {
    number,
    isOpen,
    head,
    isFork,
    branch,
    baseBranch,
    baseTip: comparison?.tip ?? null,
    task,
    storageCommit,
    authors,
    isPusherKnown,
    isMerged: page.merged !== null,
    firstCommit: comparison?.commits[0]?.sha ?? null,
    decisions: facts.decisions,
    decision: status.decision,
    title,
    summary,
    isHeadSeen: hasSpokenBefore(headChecks, at),
    reason: reason === null ? '' : `${reason.message} ${reason.suggestion.text}`,
    lastAccepted: comparison && status.decision ? findLastAccepted(comparison, status.decision) : null,
  }
}

/**
 * Returns whether the gate had reported on this head before the command. GitHub's timestamps have whole seconds, so an
 * equal one counts as later: the person may have meant another head.
 */
function hasSpokenBefore(checks: CommandEvaluation['snapshot']['headChecks'], at: string): boolean {
  return checks.filter(isGateCheck).some(({ started_at }) => Date.parse(started_at ?? '') < Date.parse(at))
}
