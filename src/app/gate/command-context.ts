/** What whoever answers requests of people works with. */
import type { CommandIssue } from '../../core/commands/command.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { TaskStart } from '../../core/model/effect.ts'
import type { RepositoryRef, Request } from '../../core/model/event.ts'
import type { InstallationGap } from '../../core/status/installation.ts'
import type { Enforcement } from '../../core/status/protection.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../../github/routes.ts'
import type { CommandEvaluation } from './command-facts.ts'

/** How the parts of the gate that are not about commands are reached. */
export interface CommandPorts {
  readonly pullsWithHead: (github: GitHub, repository: RepositoryName, head: Sha) => Promise<readonly number[]>
  /** What a start would do. @param task of a document on the default branch; null: the issue is the task */
  readonly readIssue: (
    github: GitHub,
    repository: RepositoryName,
    asked: { readonly issue: number; readonly task: string | null },
  ) => Promise<CommandIssue>
  /** Opens a task, or finds it opened. */
  readonly startTask: (
    github: GitHub,
    repository: RepositoryName,
    start: TaskStart,
  ) => Promise<{ readonly pull: number }>
  /** How far a branch is protected. @param branch null: the default branch */
  readonly readEnforcement: (github: GitHub, repository: RepositoryName, branch: string | null) => Promise<Enforcement>
  /** What the installation of the App lacks. */
  readonly readGaps: (repository: RepositoryName) => Promise<readonly InstallationGap[]>
}

export interface CommandAsk {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly request: Request
  /** The code of the error for which it was given up: that is told, and nothing is done. */
  readonly givenUp?: string
  readonly context: { readonly app: AppIdentity }
  /** Reads a pull request anew, decides, and writes what differs. */
  readonly look: (pullRequest: number) => Promise<CommandEvaluation>
}

/** Of one request. */
export interface CommandContext extends Omit<CommandAsk, 'repository' | 'request' | 'givenUp'> {
  readonly repository: RepositoryName
  readonly ports: CommandPorts
}
