/** What a slash command is: one file that says who may use it and, from facts, what is to be done and answered. */
import type { Sha } from '../model/commit.ts'
import type { Effect, Reply, TaskStart } from '../model/effect.ts'
import type { Actor } from '../model/event.ts'
import type { Decision } from '../model/finding.ts'
import type { MaintainerDecision, Role } from '../model/maintainer-decision.ts'
import type { TaskRecord } from '../model/task-record.ts'
import type { InstallationReport } from '../status/installation.ts'
import type { Enforcement } from '../status/protection.ts'

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
  /** Of the base of the pull request, under an issue of the default branch; null where the command does not ask for it. */
  readonly enforcement: Enforcement | null
  /** Null where the command does not ask for it. */
  readonly installation: InstallationReport | null
}

export interface CommandPull {
  readonly number: number
  readonly isOpen: boolean
  readonly isMerged: boolean
  readonly head: Sha
  /** Whether the gate had spoken of this very head before the command was given: else the person may have meant another. */
  readonly isHeadSeen: boolean
  readonly branch: string
  readonly baseBranch: string
  readonly isFork: boolean
  /** Everybody whose name stands on a judged commit or who opened the pull request, as GitHub knows them: logins. */
  readonly authors: readonly string[]
  /** False where somebody who pushed may not be among them. */
  readonly isPusherKnown: boolean
  readonly task: TaskRecord | null
  /** Where what people decide is kept: the first commit of the task, or of the branch; null where there is none. */
  readonly anchor: Sha | null
  /** Of the branch as it is now. */
  readonly firstCommit: Sha | null
  /** The earliest first. */
  readonly decisions: readonly MaintainerDecision[]
  /** As the gate decides now; null where nothing could be judged. */
  readonly decision: Decision | null
  /** Why nothing was judged, or what keeps what is done from being green; empty where there is no such thing. */
  readonly reason: string
  /** What the gate says now: title of the check, and the words for a reader. */
  readonly title: string
  /** Markdown, untrusted parts escaped. */
  readonly summary: string
  /** The last accepted commit, to go back to. */
  readonly lastAccepted: { readonly sha: Sha; readonly tree: Sha } | null
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

/** A button on the check run; GitHub takes 20 characters of label, 40 of description. */
export interface Button {
  readonly label: string
  readonly description: string
}

/** What every command says of itself. */
export interface CommandWords {
  readonly name: string
  /** `/tdd skip <subtask> <reason>` */
  readonly usage: string
  /** One sentence. */
  readonly about: string
  /** The least role; looked up live. */
  readonly role: Role
  /** False where the authors of the commits that are judged, and bots, may not use it: nobody excuses their own work. */
  readonly isForAuthors: boolean
  /** What may follow its name. */
  readonly takes: 'nothing' | 'words'
  /** It is told how far the branch is protected. */
  readonly asksForProtection?: true
  /** It is told what the installation of the App lacks. */
  readonly asksForInstallation?: true
  /** There for those that are safe to press by mistake. */
  readonly button?: Button
}

export type Command = CommandWords &
  (
    | {
        readonly place: 'issue'
        readonly run: (issue: CommandIssue, facts: CommandFacts) => CommandResult
      }
    | {
        readonly place: 'pull-request'
        readonly run: (pull: CommandPull, facts: CommandFacts) => CommandResult
        /** What it does and says once it is decided: again, when it was cut off after it was recorded. */
        readonly finish?: (pull: CommandPull, decision: MaintainerDecision) => CommandResult
      }
    | { readonly place: 'both'; readonly run: (facts: CommandFacts) => CommandResult }
  )

export type PullCommand = Extract<Command, { place: 'pull-request' }>
