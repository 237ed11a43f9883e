/** Defines a rejected branch as candidates read it, and a repair as a candidate gives it. */
import { type Commit, type Sha, SUBJECT_TYPE } from '../core/model/commit.ts'
import type { JudgedCommit, SubtaskState } from '../core/model/finding.ts'
import type { Policy } from '../core/model/policy.ts'
import { shellWords, trailerOption } from '../core/rules/text.ts'

export interface RejectedBranch {
  /** From the base on; with `sequence: pull-request` one that stands for all, and has the name of the head. */
  readonly commits: readonly Commit[]
  /** The first rejected commit. */
  readonly at: number
  readonly blocked: JudgedCommit
  readonly judged: readonly JudgedCommit[]
  readonly subtasks: readonly SubtaskState[]
  readonly policy: Policy
  /** What a shell calls the head: the branch, or a detached commit. */
  readonly head: string
  /** Commits that the author's repository has under their names. Others were made on the copy. */
  readonly known: ReadonlySet<Sha>
  /** Whether the rejected commit removes or replaces lines of production, and does not only add some. */
  readonly replacesCode: boolean
  /** By file that holds tests and code: the answers with which `git add --patch` takes its tests alone. */
  readonly answers: ReadonlyMap<string, readonly string[]>
}

/** Commands that replace some commits. They begin where the last of these is checked out, and all others stay. */
export interface Repair {
  readonly first: number
  readonly last: number
  readonly commands: readonly string[]
}

export interface Candidate {
  /** Stable, kebab-case. */
  readonly code: string
  /** What its commands mean, as an order to their reader. */
  readonly about: string
  /** Rules whose findings at a replaced commit show that the repair does not fit, although it is accepted. */
  readonly unlike?: (branch: RejectedBranch) => readonly string[]
  /** Present where files that the author removed may be back in the end; otherwise no byte differs. */
  readonly restores?: true
  /** @returns null where the repair cannot fit */
  readonly propose: (situation: RejectedBranch) => Repair | null
}

/** Names in one command; a longer command is unreadable. */
export const MAX_NAMES = 40

/**
 * Quotes paths for a shell, from the top of the repository: a line may be pasted in any folder of it.
 * @returns null where one cannot stand in a command, or where they are too many
 */
export function quotePaths(paths: readonly string[]): string | null {
  if (paths.length === 0 || paths.length > MAX_NAMES) return null
  const words = paths.map((path) => shellWords([path], ''))
  if (words.includes('')) return null
  return words.map((word) => (word.startsWith("'") ? `':/${word.slice(1)}` : `:/${word}`)).join(' ')
}

/** Formats the commit as git finds it in the author's repository, whatever was done to the branch before. */
export function nameOf({ commits, known, head }: RejectedBranch, index: number): string {
  const sha = commits[index]?.sha ?? ''
  return known.has(sha) ? sha.slice(0, 12) : `${head}~${commits.length - 1 - index}`
}

/** Replaces a trailer: by default git adds a second one beside the old value. */
export const REPLACING = 'git -c trailer.ifexists=replace commit'

/** States something in a trailer of the last commit, and leaves what is staged where it is. */
export function stateTrailer(key: string, value: string): string {
  return `${REPLACING} --amend --only --no-edit ${trailerOption(key, value)}`
}

/** Takes the last commit apart: its changes stay in the working tree. ORIG_HEAD names it then. */
export function takeApart({ parents }: Pick<Commit, 'parents'>): string {
  return parents.length === 0 ? 'git update-ref -d HEAD && git rm -r --cached --quiet :/' : 'git reset --quiet HEAD~1'
}

/** Joins the commands to one line, which begins and ends at the head of the branch. */
export function toLine(situation: RejectedBranch, { last, commands }: Repair): string {
  const { commits, head } = situation
  if (last === commits.length - 1) return commands.join(' && ')
  const name = nameOf(situation, last)
  const merges = commits.slice(last + 1).some(({ parents }) => parents.length > 1)
  const back = `git rebase --quiet${merges ? ' --rebase-merges' : ''} --onto HEAD ${name} ${head}`
  return [`git switch --quiet --detach ${name}`, ...commands, back].join(' && ')
}

/** Returns the commit that is rejected. */
export function getBlocked({ commits, at }: RejectedBranch): Commit | undefined {
  return commits[at]
}

/** Returns the subject under another type: `test: totals` for `fix: totals`. */
export function withType(type: string, subject: string): string {
  return `${type}: ${subject.replace(SUBJECT_TYPE, '')}`
}
