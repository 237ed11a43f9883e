/** Runs `commit`: judges what is staged, or else the working tree. Commits it when it is accepted, with trailers from the measurement. */

import { nothingToCommit, onDefaultBranch, unstagedInTheWay } from '../core/errors/git.ts'
import { taskStopped } from '../core/errors/people.ts'
import type { Sha } from '../core/model/commit.ts'
import type { JudgedCommit } from '../core/model/finding.ts'
import type { GateCommand } from '../core/model/gate-command.ts'
import { attemptsAreLimited } from '../core/rules/attempts-are-limited.ts'
import { greenPassesDrivers } from '../core/rules/green-passes-drivers.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { dropKeptRed, type KeptRed } from '../git/local-refs/kept-red.ts'
import { decodePath, splitFields } from '../git/paths.ts'
import { isDefaultBranch } from '../git/range.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { refuseUnlessEditing } from '../git/unfinished.ts'
import { commitPending, commitTree } from '../git/write.ts'
import { toMessage } from '../render/commit-message.ts'
import { dropAttempt, recordAttempt } from './attempts.ts'
import { type CompleteOptions, type Completion, judgeWork } from './complete.ts'
import { decideLocally } from './people.ts'
import type { Hooks } from './verify/progress.ts'

export interface CommitOptions extends CompleteOptions {
  /** The subject; by default the type of the phase and the title of the subtask. */
  readonly message?: string
  /** True: a GREEN whose tests still fail is committed as an attempt, which counts. */
  readonly takesAttempt?: boolean
  /** Shows the change to a person before it is committed. Absent: no question is asked. */
  readonly confirm?: (done: Completion) => Promise<boolean>
}

interface Committed extends Completion {
  /** Null while something is wrong. */
  readonly commit: string | null
  /** The commit before it, of the RED that `complete` had judged; null where that was committed before. */
  readonly redCommit: string | null
  /** The commit that took the last failed attempt back, where the configuration says so. */
  readonly reverted: string | null
  /** A person looked at the accepted change, and did not want it. */
  readonly isDeclined?: true
}

/**
 * Commits what was judged, and nothing else.
 * @throws GateError `on-default-branch`; `no-changes`; `git-failed`, also when a hook of the user refuses
 */
export async function commit(options: CommitOptions, hooks: Hooks): Promise<Committed> {
  const { message, takesAttempt = false, confirm, ...rest } = options
  const repository = hooks.repository ?? (await openRepository(rest.repo))
  await refuseCommitHere(repository)
  const wasCounted = takesAttempt && (await dropAttempt(repository, { takesAll: rest.takesAll ?? false }))
  const done = await judgeWork({ verify: COMMIT, ...rest }, hooks, repository)
  if (done === null) throw nothingToCommit()
  refuseStopped(done)
  const isLast = takesAttempt && isLastAttempt(done.judged) && done.guardrails.onMaxAttempts === 'revert'
  const isWanted = done.isReady || (takesAttempt && done.judged.verdict === 'attempt') || isLast
  const none = { commit: null, redCommit: null, reverted: null }
  if (!isWanted && wasCounted) await recordAttempt(repository, done)
  if (!isWanted) return { ...done, ...none }
  if (confirm && !(await confirm(done))) return { ...done, ...none, isDeclined: true }
  if (isLast) await refuseInTheWay(repository, done)
  const text = toMessage(message ?? done.subject, done)
  const { subtask = null } = done.decision.commits.find((one) => one.sha === done.red?.sha) ?? {}
  const red = done.red === null ? null : await commitKeptRed(repository, { ...done.red, subtask }, hooks)
  const sha = await commitPending(repository, text, done)
  report(done, sha, hooks)
  const back = isLast ? await decideLocally({ ...rest, ...TAKE_BACK }, hooks) : null
  return { ...done, commit: sha, redCommit: red, reverted: back?.commit ?? null }
}

/** Commits the tests of a kept RED before their code, with the message of their judgement. */
export async function commitKeptRed(
  repository: Repository,
  { subtask, ...red }: KeptRed & { readonly subtask: string | null },
  hooks: Hooks,
): Promise<Sha> {
  const sha = await commitTree(repository, red.message, red.tree)
  const branch = await getCurrentBranch(repository)
  if (branch !== null) await dropKeptRed(repository, branch)
  hooks.onProgress({ kind: 'commit:created', sha, phase: 'red', subtask })
  return sha
}

/** What judges a corrected working tree, unless the caller has another command. */
export const COMMIT: GateCommand = { name: 'commit', options: '' }

const TAKE_BACK = { kind: 'revert', args: ['attempts', 'used', 'up'], isProgram: true, keepsChanges: true } as const

/** Returns whether nothing is wrong but that the tests still fail, once too often. */
export function isLastAttempt({ findings }: JudgedCommit): boolean {
  const errors = findings.filter(({ level }) => level === 'error').map(({ rule }) => rule)
  return errors.includes(attemptsAreLimited.code) && errors.every((rule) => OF_ATTEMPTS.includes(rule))
}

const OF_ATTEMPTS: readonly string[] = [attemptsAreLimited.code, greenPassesDrivers.code]

/** Git goes back over no change that is not committed. @throws GateError `uncommitted-changes` */
async function refuseInTheWay(repository: Repository, { decision, leftOut }: Completion): Promise<void> {
  const accepted = decision.commits.findLast(({ verdict }) => verdict === 'accepted')
  if (leftOut.length === 0 || accepted === undefined) return
  const changed = await repository.git(['diff-index', '--cached', '-z', '--name-only', '--no-renames', accepted.sha])
  const paths = new Set([...splitFields(changed)].map((field) => decodePath(field)))
  const both = leftOut.filter((path) => paths.has(path))
  if (both.length > 0) throw unstagedInTheWay(both)
}

function report({ judged, decision }: Completion, sha: Sha, { onProgress }: Hooks): void {
  const { phase, subtask, verdict } = judged
  onProgress({ kind: 'commit:created', sha, phase, subtask })
  if (verdict === 'attempt' && decision.next !== null) {
    const { attempts, maxAttempts } = decision.next.limits
    onProgress({ kind: 'attempt', subtask, attempt: attempts, of: maxAttempts })
  }
  const isDone = decision.subtasks.some(({ id, status }) => id === subtask && status === 'done')
  if (verdict === 'accepted' && isDone && subtask !== null) onProgress({ kind: 'subtask:complete', subtask })
}

function refuseStopped({ decision: { stopped, next } }: Completion): void {
  if (stopped !== undefined) throw taskStopped(next?.title ?? 'The task is stopped.')
}

/** @throws GateError `merge-in-progress`; `on-default-branch` */
export async function refuseCommitHere(repository: Repository): Promise<void> {
  await refuseUnlessEditing(repository)
  const branch = await getCurrentBranch(repository)
  if (branch !== null && (await isDefaultBranch(repository, branch))) throw onDefaultBranch(branch, null, 'commit')
}
