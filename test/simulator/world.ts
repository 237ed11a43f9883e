/**
 * What a local GitHub holds, as plain data: code lives in real bare repositories, everything else here. Handlers change it,
 * the event bus tells what happened; webhooks, the Actions runner and the page listen there.
 */

/** `Bot` for Apps: `<slug>[bot]`. */
export interface User {
  readonly id: number
  readonly login: string
  readonly type: 'User' | 'Bot' | 'Organization'
}

export type Access = 'read' | 'write' | 'admin'
export type Permissions = Readonly<Record<string, Access>>
export type Role = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin'

export interface App {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly bot: User
  readonly permissions: Permissions
  /** Webhooks it subscribed to; installation events come always. */
  readonly events: readonly string[]
  /** PEM, PKCS#1; GitHub's own Actions app has none. */
  readonly privateKey: string
  readonly publicKey: string
  hook: { readonly url: string; readonly secret: string } | null
}

export interface Installation {
  readonly id: number
  readonly app: App
  readonly account: User
  permissions: Permissions
  /** Null: all repositories of the account. */
  readonly repositoryIds: ReadonlySet<number> | null
  readonly createdAt: string
}

/** Who asks: everything that a token, a key or nothing at all stands for. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: User }
  /** With the App's key, on `/app` routes. */
  | { readonly kind: 'app'; readonly app: App }
  | {
      readonly kind: 'installation'
      readonly user: User
      readonly app: App
      readonly installation: Installation
      readonly permissions: Permissions
      readonly repositoryIds: ReadonlySet<number> | null
    }
  /** GITHUB_TOKEN of a job: what it causes starts no workflow. */
  | {
      readonly kind: 'job'
      readonly user: User
      readonly app: App
      readonly permissions: Permissions
      readonly repositoryId: number
    }

export interface Repository {
  readonly id: number
  readonly owner: User
  readonly name: string
  /** `owner/name` */
  readonly fullName: string
  readonly isPrivate: boolean
  /** Custom properties, as the organisation sets them. */
  readonly properties: Map<string, string>
  readonly fork: { readonly parentId: number } | null
  defaultBranch: string
  /** The bare repository on disk. */
  readonly folder: string
  readonly roles: Map<string, Role>
  /** Issues and pull requests share their numbers. */
  readonly issues: Map<number, Issue>
  readonly comments: Map<number, Comment>
  readonly checkSuites: CheckSuite[]
  readonly checkRuns: CheckRun[]
  readonly statuses: CommitStatus[]
  /** By branch: classic protection, as `PUT .../protection` takes it. */
  readonly protections: Map<string, Protection>
  readonly rulesets: Ruleset[]
  readonly labels: Map<string, { readonly id: number; readonly name: string; readonly color: string }>
  /** What a merge may be: merge, squash, rebase, and how a squash names itself. */
  settings: MergeSettings
  /** What happened to its branches, oldest first. */
  readonly activities: Activity[]
  /** Filled by the Actions runner. */
  readonly runs: WorkflowRun[]
  readonly artifacts: Artifact[]
  readonly attestations: Attestation[]
}

/** A branch that moved, and who moved it. */
export interface Activity {
  readonly id: number
  readonly ref: string
  readonly before: string
  readonly after: string
  readonly isForced: boolean
  readonly actor: User
  readonly at: string
}

export interface Issue {
  readonly id: number
  readonly number: number
  title: string
  body: string
  readonly author: User
  state: 'open' | 'closed'
  readonly labels: Set<string>
  readonly subIssues: number[]
  readonly createdAt: string
  updatedAt: string
  closedAt: string | null
  readonly pull: Pull | null
}

export interface Pull {
  readonly headRepositoryId: number
  readonly headBranch: string
  headSha: string
  baseBranch: string
  baseSha: string
  isDraft: boolean
  mergedAt: string | null
  mergedBy: User | null
  mergeCommitSha: string | null
  /** refs/pull/N/merge; null while there is a conflict. */
  testMergeSha: string | null
  /** What it holds, counted whenever head or base moved. */
  size: PullSize
}

export interface PullSize {
  readonly commits: number
  readonly additions: number
  readonly deletions: number
  readonly files: number
  /** The base has commits that the head has not. */
  readonly isBehind: boolean
}

export interface Comment {
  readonly id: number
  readonly issue: number
  body: string
  readonly author: User
  readonly viaApp: App | null
  readonly createdAt: string
  updatedAt: string
  readonly reactions: { readonly user: User; readonly content: string }[]
}

export interface CheckSuite {
  readonly id: number
  readonly app: App
  readonly sha: string
  readonly branch: string | null
  readonly createdAt: string
}

export interface CheckRun {
  readonly id: number
  readonly suite: CheckSuite
  readonly app: App
  readonly sha: string
  name: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  externalId: string
  detailsUrl: string
  startedAt: string
  completedAt: string | null
  output: { title: string | null; summary: string | null; text: string | null }
  readonly annotations: Record<string, unknown>[]
  actions: readonly { readonly label: string; readonly description: string; readonly identifier: string }[]
}

export interface CommitStatus {
  readonly id: number
  readonly sha: string
  readonly context: string
  readonly state: 'error' | 'failure' | 'pending' | 'success'
  readonly author: User
  readonly createdAt: string
}

/** A required check; `appId` null or -1: any App may report it. */
export interface RequiredCheck {
  readonly context: string
  readonly appId: number | null
}

export interface Protection {
  readonly checks: readonly RequiredCheck[]
  readonly isStrict: boolean
  readonly enforceAdmins: boolean
}

export interface Ruleset {
  readonly id: number
  readonly name: string
  readonly enforcement: 'active' | 'disabled' | 'evaluate'
  /** `refs/heads/main`, `~DEFAULT_BRANCH`, `~ALL` */
  readonly include: readonly string[]
  readonly rules: readonly { readonly type: string; readonly parameters?: Record<string, unknown> }[]
  readonly bypassActors: readonly Record<string, unknown>[]
  /** Of a ruleset of the organisation. */
  readonly holdsFor?: (repository: Repository) => boolean
}

export interface MergeSettings {
  readonly merge: boolean
  readonly squash: boolean
  readonly rebase: boolean
  readonly squashMessage: 'PR_BODY' | 'COMMIT_MESSAGES' | 'BLANK'
}

export interface WorkflowRun {
  readonly id: number
  readonly number: number
  attempt: number
  readonly name: string
  /** `.github/workflows/tdd-gate.yml` */
  readonly path: string
  readonly event: string
  readonly headBranch: string
  readonly headSha: string
  readonly headRepositoryId: number
  readonly actor: User
  status: 'queued' | 'in_progress' | 'completed' | 'action_required'
  conclusion: string | null
  readonly createdAt: string
  startedAt: string
  updatedAt: string
  readonly suite: CheckSuite
  readonly pulls: readonly number[]
  /** Of every job, by its name: what it printed. */
  readonly logs: Map<string, string>
  /** Of every job: what its steps wrote for people. */
  readonly summaries: Map<string, string>
  readonly referencedWorkflows: { readonly path: string; readonly sha: string; readonly ref: string }[]
}

export interface Artifact {
  readonly id: number
  readonly run: WorkflowRun
  readonly name: string
  readonly bytes: Buffer
  readonly createdAt: string
  isExpired: boolean
}

/** A signed statement. Its certificate names the workflow of the job that signed it. */
export interface Attestation {
  readonly id: number
  readonly statement: object
  readonly signer: string
}

/** What happened, in the bus: `push` before everything that follows from it. */
export type WorldEvent =
  | {
      readonly kind: 'ref-updated'
      readonly repository: Repository
      readonly ref: string
      readonly before: string
      readonly after: string
      readonly caller: Caller
      readonly isForced: boolean
    }
  | {
      readonly kind: 'pull-request'
      readonly action: string
      readonly repository: Repository
      readonly issue: Issue
      readonly caller: Caller
      readonly changes?: Record<string, unknown>
    }
  | {
      readonly kind: 'workflow-run'
      readonly action: 'requested' | 'in_progress' | 'completed'
      readonly repository: Repository
      readonly run: WorkflowRun
    }
  /** It had ended, and ends otherwise now: no webhook tells it. */
  | { readonly kind: 'check-changed'; readonly repository: Repository }
  /** Everything that is a webhook and nothing more: its name, action and the payload beside repository and sender. */
  | {
      readonly kind: 'webhook'
      readonly name: string
      readonly action: string | null
      readonly repository: Repository
      readonly caller: Caller
      readonly payload: Record<string, unknown>
      /** For events that go to one App only. */
      readonly onlyApp?: App
    }

export interface World {
  /** `http://127.0.0.1:<port>`: pages and git; the API is below `/api/v3`. */
  readonly url: string
  readonly apiUrl: string
  readonly users: Map<string, User>
  readonly apps: Map<number, App>
  readonly installations: Map<number, Installation>
  /** By `owner/name`, in lower case. */
  readonly repositories: Map<string, Repository>
  readonly tokens: Map<string, { readonly caller: Caller; readonly expiresAt: number }>
  /** Commits that GitHub made itself for an App or a person: only they are verified. */
  readonly signedCommits: Set<string>
  /** The next id, for everything. */
  readonly nextId: () => number
  /** ISO 8601 in whole seconds, as GitHub writes. */
  readonly now: () => string
  readonly emit: (event: WorldEvent) => void
  readonly on: (listener: (event: WorldEvent) => void) => void
  /** Everything that is under way on this GitHub and not awaited by a request: deliveries, jobs. Tests wait for it. */
  readonly underWay: Set<Promise<unknown>>
  /** What broke GitHub's description, in words: must be empty at the end of every test. */
  readonly problems: string[]
}
