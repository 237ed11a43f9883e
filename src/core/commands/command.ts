/** What a slash command is: one file that says who may use it and, from facts, what is to be done and answered. */
import type { Sha } from '../commit.ts'
import type { Effect, Reply, TaskStart } from '../effect.ts'
import type { Actor } from '../event.ts'
import type { Decision } from '../finding.ts'
import type { PersonDecision, Role } from '../person.ts'
import type { TaskRecord } from '../task-record.ts'

/** What a command may know; gathered before it runs. */
export interface CommandFacts {
  readonly actor: Actor & { readonly role: Role }
  readonly at: string
  readonly commentId: string
  /** Words after the command's name, parted by blanks; the rest of its line as it is. */
  readonly args: readonly string[]
  readonly rest: string
  /** Null under an issue. */
  readonly pull: CommandPull | null
  /** Null under a pull request. */
  readonly issue: CommandIssue | null
}

export interface CommandPull {
  readonly number: number
  readonly isOpen: boolean
  readonly head: Sha
  readonly branch: string
  readonly isFork: boolean
  /** Everybody whose name stands on a judged commit or who opened the pull request, as GitHub knows them: logins. */
  readonly authors: readonly string[]
  readonly task: TaskRecord | null
  readonly decisions: readonly PersonDecision[]
  /** As the gate decides now; null where nothing could be judged, and then `reason` says why. */
  readonly decision: Decision | null
  readonly reason: string
  /** What the gate says now: title of the check, and the words for a reader. */
  readonly title: string
  readonly summary: string
  /** The last accepted commit, to go back to. */
  readonly lastAccepted: { readonly sha: Sha; readonly tree: Sha } | null
  /** What keeps the check from being enforced; empty when it is. */
  readonly protection: readonly string[]
}

export interface CommandIssue {
  readonly number: number
  readonly title: string
  /** What `/tdd start` would do; or what is in its way, each with a next step. */
  readonly start:
    | { readonly start: TaskStart; readonly warnings: readonly string[] }
    | { readonly problems: readonly string[] }
  /** The pull request of a start that was made before. */
  readonly started: { readonly pull: number; readonly branch: string } | null
}

export interface CommandResult {
  readonly effects: readonly Effect[]
  readonly reply: Reply
}

export interface Command {
  readonly name: string
  /** `/tdd skip <subtask> <reason>` */
  readonly usage: string
  /** One sentence. */
  readonly about: string
  /** The least role; looked up live. */
  readonly role: Role
  /** False where the authors of the commits that are judged, and bots, may not use it: nobody excuses their own work. */
  readonly isForAuthors: boolean
  readonly place: 'issue' | 'pull-request' | 'both'
  readonly run: (facts: CommandFacts) => CommandResult
}
