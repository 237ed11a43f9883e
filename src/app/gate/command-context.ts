/** The interfaces that commands need. */
import type { CommandIssue } from '../../core/commands/command.ts'
import type { RecordEntry } from '../../core/model/audit.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { TaskStart } from '../../core/model/effect.ts'
import type { PersonRequest, RepositoryRef } from '../../core/model/event.ts'
import type { InstallationGap } from '../../core/status/installation.ts'
import type { Enforcement } from '../../core/status/protection.ts'
import type { Excusers, ExcusersQuery } from '../../github/read/organisation/excusers.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../../github/routes.ts'
import type { CommandEvaluation } from './command-facts.ts'

/** Functions for the parts of the gate that are not about commands. */
export interface CommandPorts {
  readonly pullsWithHead: (github: GitHub, repository: RepositoryName, head: Sha) => Promise<readonly number[]>
  /** Computes a start. @param task id in a document of the default branch; null: the issue is the task */
  readonly readIssue: (
    github: GitHub,
    repository: RepositoryName,
    query: { readonly issue: number; readonly task: string | null },
  ) => Promise<CommandIssue>
  /** Opens a task, or finds an opened one. */
  readonly startTask: (
    github: GitHub,
    repository: RepositoryName,
    start: TaskStart,
  ) => Promise<{ readonly pull: number }>
  /** Reads the protection of a branch. @param branch null: the default branch */
  readonly readEnforcement: (github: GitHub, repository: RepositoryName, branch: string | null) => Promise<Enforcement>
  /** Reads who may excuse work. */
  readonly readExcusers: (github: GitHub, repository: RepositoryName, query: ExcusersQuery) => Promise<Excusers>
  /** Reads the permissions that the installation lacks. */
  readonly readGaps: (repository: RepositoryName) => Promise<readonly InstallationGap[]>
}

export interface CommandOptions {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly request: PersonRequest
  /** The code of the error after which the App stopped retrying: it is reported, and nothing else is done. */
  readonly givenUp?: string
  readonly context: { readonly app: AppIdentity; readonly record?: RecordEntry }
  /** Reads a pull request, decides, and writes the differences. */
  readonly evaluate: (pullRequest: number) => Promise<CommandEvaluation>
}

/** The context of one request. */
export interface CommandContext extends Omit<CommandOptions, 'repository' | 'request' | 'givenUp'> {
  readonly repository: RepositoryName
  readonly ports: CommandPorts
}
