/** Records that `complete` found the tests still failing: an attempt, as a commit of it would be. */
import type { Sha } from '../core/model/commit.ts'
import type { Decision, JudgedCommit } from '../core/model/finding.ts'
import { MAX_REASON, type MaintainerDecision } from '../core/model/maintainer-decision.ts'
import { attemptsAreLimited } from '../core/rules/attempts-are-limited.ts'
import { canonical } from '../core/util/canonical.ts'
import { dropNewest, writeDecision } from '../git/local-refs/decisions.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import type { KeptRed } from '../git/local-refs/kept-red.ts'
import { openPending, type PendingOptions } from '../git/pending.ts'
import { type Repository, readHeadSha } from '../git/repository.ts'
import { LOCAL } from './decisions.ts'

const BY_PROGRAM = { login: 'complete', id: '0', isBot: true }

interface TriedWork {
  readonly judged: JudgedCommit
  readonly decision: Decision
  readonly red: KeptRed | null
  readonly tree: Sha
}

/** Counts the attempt for the RED that it stands on. A subtask that is paused already has none left to count. */
export async function recordAttempt(repository: Repository, done: TriedWork): Promise<void> {
  const { judged, red, decision } = done
  const isLast = judged.findings.some(({ rule }) => rule === attemptsAreLimited.code)
  const { attempts = 0, maxAttempts = 0 } = decision.next?.limits ?? {}
  const branch = await getCurrentBranch(repository)
  if (branch === null || (judged.verdict !== 'attempt' && !isLast) || (isLast && attempts > maxAttempts)) return
  const text = canonical(toAttempt(judged, red?.sha ?? (await readHeadSha(repository)), Date.now()))
  await writeDecision(repository, branch, `${Date.now()}${nameOf(done.tree)}`, text).catch(() => undefined)
}

const nameOf = (tree: Sha) => `-attempt-${tree}`

/** Forgets the attempt with what is committed now: its commit counts instead. @returns false where there is none */
export async function dropAttempt(repository: Repository, options: Pick<PendingOptions, 'takesAll'>): Promise<boolean> {
  const branch = await getCurrentBranch(repository)
  if (branch === null) return false
  await using pending = await openPending(repository, 'working tree', options)
  return dropNewest(repository, branch, nameOf(pending.tree))
}

function toAttempt({ subtask, findings }: JudgedCommit, head: KeptRed['sha'], now: number): MaintainerDecision {
  const { message = '' } = findings.find(({ level }) => level === 'error') ?? {}
  return {
    schemaVersion: 1,
    kind: 'attempt',
    pullRequest: LOCAL,
    head,
    subtask,
    reason: message.slice(0, MAX_REASON),
    by: BY_PROGRAM,
    at: new Date(now).toISOString(),
    commentId: String(now),
  }
}
