/** Defines a slash command: one file that names who may use it and computes, from facts, its effects and its reply. */
import type { Sha } from '../model/commit.ts'
import type { Effect, Reply, TaskStart } from '../model/effect.ts'
import type { Actor } from '../model/event.ts'
import type { Decision } from '../model/finding.ts'
import type { MaintainerDecision, Role } from '../model/maintainer-decision.ts'
import type { TaskRecord } from '../model/task-record.ts'
import type { InstallationReport } from '../status/installation.ts'
import type { Enforcement } from '../status/protection.ts'

/** The facts of a command; gathered before it runs. */
export interface CommandFacts {
  readonly actor: Actor & { readonly role: Role }
  readonly at: string
  readonly commentId: string
  /** Arguments after the command's name, separated by blanks; `rest` is the unsplit text. */
  readonly args: readonly string[]
  readonly rest: string
  /** Options that stood before these arguments; absent without any. */
  readonly options?: readonly string[]
  /** Null under an issue. */
  readonly pull: CommandPull | null
  /** Null under a pull request. */
  readonly issue: CommandIssue | null
  /** The base of the pull request, or the default branch under an issue; null when the command does not need it. */
  readonly enforcement: Enforcement | null
  /** The roles that may excuse work, by the base's configuration; null when the command excuses nothing. */
  readonly excusingRoles: readonly Role[] | null
  /** Null when the command does not need it. */
  readonly installation: InstallationReport | null
}

export interface CommandPull {
  readonly number: number
  readonly isOpen: boolean
  readonly isMerged: boolean
  readonly head: Sha
  /**
   * Whether the gate had reported on this head before the command was given: otherwise the person may have meant
   * another head.
   */
  readonly isHeadSeen: boolean
  readonly branch: string
  readonly baseBranch: string
  /** The last commit of the base branch; null where it is unknown. */
  readonly baseTip: Sha | null
  readonly isFork: boolean
  /** Logins of everyone who authored a judged commit or opened the pull request, as GitHub knows them. */
  readonly authors: readonly string[]
  /** False when a person who pushed may be missing in the list. */
  readonly isPusherKnown: boolean
  readonly task: TaskRecord | null
  /** The commit that stores maintainers' decisions: the first of the task, or of the branch; null without one. */
  readonly storageCommit: Sha | null
  /** The first commit of the branch as it is now. */
  readonly firstCommit: Sha | null
  /** The earliest first. */
  readonly decisions: readonly MaintainerDecision[]
  /** The gate's present decision; null when nothing could be judged. */
  readonly decision: Decision | null
  /** Why nothing was judged, or what keeps the finished work from being green; otherwise empty. */
  readonly reason: string
  /** The present title of the check, and the text for a reader. */
  readonly title: string
  /** Markdown, untrusted parts escaped. */
  readonly summary: string
  /** The last accepted commit, the target of a revert. */
  readonly lastAccepted: { readonly sha: Sha; readonly tree: Sha } | null
}

export interface CommandIssue {
  readonly number: number
  readonly title: string
  /** What `/tdd start` would do, or the problems that block it, each with a next step. */
  readonly start:
    | { readonly start: TaskStart; readonly warnings: readonly string[] }
    | { readonly problems: readonly string[] }
  /** The pull request of an earlier start. */
  readonly started: { readonly pull: number; readonly branch: string } | null
}

export interface CommandResult {
  readonly effects: readonly Effect[]
  readonly reply: Reply
}

/** The description of a command. */
export interface CommandDescription {
  readonly name: string
  /** `/tdd skip <subtask> <reason>` */
  readonly usage: string
  /** One sentence. */
  readonly about: string
  /** The minimal role; looked up live. */
  readonly role: Role
  /** False when authors of the judged commits, and bots, may not use it: authors cannot excuse their own work. */
  readonly isForAuthors: boolean
  /** What may follow its name. */
  readonly takes: 'nothing' | 'text'
  /** Arguments that may stand before a reason. */
  readonly options?: readonly string[]
  /** The command needs the state of branch protection. */
  readonly needsProtection?: true
  /** The command excuses work: the base's configuration says which roles may. */
  readonly isExcuse?: true
  /** The command needs the permissions that the installation of the App lacks. */
  readonly needsInstallation?: true
}

export type Command = CommandDescription &
  (
    | {
        readonly place: 'issue'
        readonly run: (issue: CommandIssue, facts: CommandFacts) => CommandResult
      }
    | {
        readonly place: 'pull-request'
        readonly run: (pull: CommandPull, facts: CommandFacts) => CommandResult
        /** The effects and reply of a recorded decision: runs again after an interruption. */
        readonly finish?: (pull: CommandPull, decision: MaintainerDecision, facts: CommandFacts) => CommandResult
      }
    | { readonly place: 'both'; readonly run: (facts: CommandFacts) => CommandResult }
  )

export type PullCommand = Extract<Command, { place: 'pull-request' }>
