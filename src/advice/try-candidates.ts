/** Tries repairs of a rejected branch on a copy, and keeps the first that the gate accepts. */
import { firstBlocked } from '../core/evaluate/next.ts'
import type { Commit, Sha } from '../core/model/commit.ts'
import type { Decision } from '../core/model/finding.ts'
import type { Policy } from '../core/model/policy.ts'
import { shellWords } from '../core/rules/text.ts'
import type { Copy } from './copy.ts'
import { candidates } from './index.ts'
import { type Candidate, type RejectedBranch, type Repair, toLine } from './situation.ts'
import { layAside } from './texts.ts'

/** A judgement of the branch, or of what commands made of it on the copy. */
export interface BranchState {
  readonly head: Sha
  readonly tree: Sha
  readonly commits: readonly Commit[]
  readonly decision: Decision
  readonly replacesCode: boolean
  /** By file that holds tests and code of the first rejected commit: see `RejectedBranch`. */
  readonly answers: ReadonlyMap<string, readonly string[]>
}

interface TryOptions {
  readonly copy: Copy
  readonly branch: string | null
  /** Whether work that is not committed lies in files of the branch: it is laid aside, and brought back. */
  readonly isDirty: boolean
  readonly policy: Policy
  /** Judges a commit of the copy; null where the budget of runs is used up, or it cannot be judged. */
  readonly judge: (head: Sha) => Promise<BranchState | null>
}

/** Commands that were pasted on the copy, and what they mean. */
export interface Tried {
  readonly about: string
  readonly lines: readonly string[]
  /** Whether a later commit is rejected after them, too: they lead on. */
  readonly isPart: boolean
}

/** Pasted repairs of one branch. Each costs a judgement, most of it from kept runs. */
const MAX_TRIES = 24
/** Repairs, one after the other, where a branch has several rejected commits. */
const MAX_STEPS = 3

interface Budget {
  tries: number
}

/** @returns null where no candidate is accepted */
export async function tryCandidates(begun: BranchState, options: TryOptions): Promise<Tried | null> {
  const known = new Set(begun.commits.map(({ sha }) => sha))
  const found = await search(begun, { ...options, known, tree: begun.tree, budget: { tries: MAX_TRIES } })
  if (found === null) return null
  const lines = found.steps.map(({ line }) => (options.isDirty ? layAside(line) : line))
  const about = [...new Set(found.steps.map(({ candidate }) => `${candidate.about}.`))].join(' ')
  return { about, lines, isPart: found.left > WAITING }
}

interface Search extends TryOptions {
  readonly known: ReadonlySet<Sha>
  /** Of the author's work. */
  readonly tree: Sha
  readonly budget: Budget
}

interface Step {
  readonly candidate: Candidate
  readonly line: string
}

interface Found {
  readonly steps: readonly Step[]
  /** `DONE`, `WAITING`, or the number of commits from the first rejected one on. */
  readonly left: number
}

const DONE = -1
/** The branch waits for further work, and nothing is wrong with it. */
const WAITING = 0

/**
 * Follows the first step that leads on before it tries another one: the budget is for the whole way. Where none leads to
 * the end, returns the steps that lead furthest.
 */
async function search(from: BranchState, options: Search, before: readonly Step[] = []): Promise<Found | null> {
  const situation = getSituation(from, options)
  if (situation === null || before.length >= MAX_STEPS) return null
  let best: Found | null = null
  for (const candidate of candidates) {
    const repair = candidate.propose(situation)
    if (repair === null) continue
    if (options.budget.tries-- <= 0) break
    const line = toLine(situation, repair)
    const judged = await tryLine(from, line, candidate, options)
    if (judged === null || isUnlike(candidate.unlike?.(situation) ?? [], judged, repair)) continue
    const steps = [...before, { candidate, line }]
    const left = leftAfter(judged)
    const leadsOn = left > 0 && left < leftAfter(from)
    const further = leadsOn
      ? await search(judged, { ...options, tree: judged.tree }, steps)
      : toFound(judged.decision, steps)
    const isCloser = leadsOn && acceptedBefore(judged) > acceptedBefore(from)
    const found = further ?? (isCloser ? { steps, left } : null)
    if (found?.left === DONE) return found
    if (found !== null && (best === null || found.left < best.left)) best = found
  }
  return best
}

function toFound({ conclusion, commits }: Decision, steps: readonly Step[]): Found | null {
  if (conclusion === 'success') return { steps, left: DONE }
  const isRefused = commits.some(({ verdict, isSuperseded }) => !isSuperseded && verdict !== 'accepted')
  return conclusion === 'in_progress' && !isRefused ? { steps, left: WAITING } : null
}

/** @returns null where the line fails, loses work, or cannot be judged */
async function tryLine(
  { head }: BranchState,
  line: string,
  { restores }: Candidate,
  { copy, judge, tree }: Search,
): Promise<BranchState | null> {
  await copy.begin(head)
  const made = await copy.paste(line)
  const judged = made === null || made === head ? null : await judge(made)
  if (judged === null || judged.tree === tree) return judged
  const changed = ['diff-tree', '-r', '--name-only', '--no-renames', '--diff-filter=a', tree, judged.tree]
  return restores && (await copy.repository.git(changed)).length === 0 ? judged : null
}

function getSituation(
  { commits, decision, answers, replacesCode, head }: BranchState,
  options: Search,
): RejectedBranch | null {
  const blocked = firstBlocked(decision.commits)
  const at = decision.isWhole ? 0 : commits.findIndex(({ sha }) => sha === blocked?.sha)
  const { branch, known, policy } = options
  const name = branch === null ? head : shellWords([branch], '')
  if (blocked?.verdict !== 'rejected' || at < 0 || name === '') return null
  // Nothing names a detached commit that the copy made.
  if (branch === null && !known.has(head)) return null
  const { commits: judged, subtasks } = decision
  return { commits, at, blocked, judged, subtasks, policy, head: name, known, answers, replacesCode }
}

/** Returns whether an accepted repair hides something: a finding that its candidate rules out stands at its commits. */
function isUnlike(unlike: readonly string[], { decision, commits }: BranchState, { first, last }: Repair): boolean {
  const replaced = new Set(commits.slice(first, last + 1).map(({ sha }) => sha))
  const judged = decision.commits.filter(({ sha }) => decision.isWhole || replaced.has(sha))
  return judged.some(({ findings }) => findings.some(({ rule }) => unlike.includes(rule)))
}

/** Counts the commits before the first rejected one: joining commits takes some away, and is no progress. */
function acceptedBefore(state: BranchState): number {
  return state.decision.commits.length - leftAfter(state)
}

/** Counts the commits from the first rejected one on: a step that leads on leaves fewer. */
function leftAfter({ decision: { commits } }: BranchState): number {
  const first = firstBlocked(commits)
  return first === undefined ? 0 : commits.length - commits.indexOf(first)
}
