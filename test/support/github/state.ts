/** The repository acme/shop of a test GitHub. Tests may change everything that it holds. */
import type { AppIdentity } from '../../../src/github/routes.ts'

export const REPOSITORY_ID = 812
export const FORK_ID = 977
export const APP: AppIdentity = { id: 77, slug: 'gate-app' }
export const ACTIONS: AppIdentity = { id: 15_368, slug: 'github-actions' }
/** When everything happened for which a test gives no time. */
export const RAN = '2026-01-01T12:00:00Z'

export interface PullRecord {
  readonly number: number
  title: string
  body: string
  state: 'open' | 'closed'
  draft: boolean
  mergeable: boolean | null
  author: string
  labels: string[]
  isFork: boolean
  headBranch: string
  /** Left out: the tip of its branch. */
  head?: string
  baseBranch: string
  /** Login of the person who merged. */
  mergedBy?: string
}

export interface IssueRecord {
  readonly number: number
  readonly state: 'open' | 'closed'
  readonly title: string
  body: string
  /** The issue of which it is a sub-issue. */
  readonly parent?: number
}

export interface CommitRecord {
  readonly sha: string
  readonly tree?: string
  readonly parents: readonly string[]
  readonly message: string
  readonly author: string
}

export interface CheckRecord {
  readonly id: number
  readonly head_sha: string
  readonly app: AppIdentity
  name: string
  external_id: string
  status: string
  conclusion: string | null
  details_url: string
  output: { title: string; summary: string; text: string | null }
  annotations: readonly object[]
}

export interface CommentRecord {
  readonly id: number
  readonly issue: number
  readonly login: string
  body: string
  isEdited?: boolean
}

export interface RunRecord {
  readonly id: number
  readonly event: string
  readonly path: string
  readonly head_sha: string
  readonly head_branch: string
  readonly repository: { readonly id: number }
  readonly head_repository: { readonly id: number }
  readonly created_at: string
  readonly run_started_at: string
  readonly referenced_workflows?: readonly { readonly path: string; readonly sha: string }[]
  readonly html_url?: string
  readonly conclusion?: string | null
  run_attempt: number
  status: string
  updated_at: string
  /** Those of an honest run, unless a story says otherwise. */
  jobs?: readonly object[]
}

export interface ArtifactRecord {
  readonly id: number
  readonly runId: number
  readonly name: string
  readonly created_at: string
  bytes: Buffer
  expired: boolean
}

export interface TreeEntry {
  readonly path: string
  readonly type: string
  readonly mode?: string
  readonly sha: string
}

/** What a head adds to its base, oldest commit first. */
export interface Comparison {
  readonly base: CommitRecord
  readonly mergeBase: CommitRecord
  readonly commits: readonly CommitRecord[]
}

export interface GitHubState {
  /** Who asks: this App writes, and its bot comments. */
  readonly self: AppIdentity
  /** Whether the repository supports drafts. */
  readonly hasDrafts: boolean
  readonly pulls: Map<number, PullRecord>
  readonly issues: IssueRecord[]
  readonly commits: CommitRecord[]
  /** Tips by branch, without `refs/heads/`. */
  readonly branches: Map<string, string>
  readonly checks: CheckRecord[]
  readonly comments: CommentRecord[]
  readonly runs: RunRecord[]
  readonly artifacts: ArtifactRecord[]
  /** Custom properties of the repository. */
  readonly properties: Record<string, string>
  isArchived: boolean
  /** Logins by team. */
  readonly teams: Map<string, readonly string[]>
  /** What rulesets and classic protection require of a branch. */
  readonly required: { readonly branch: string; readonly appId: number | null; readonly by: 'rule' | 'classic' }[]
  /** How the queue of every branch merges, where a ruleset says so. */
  queueMethod: 'MERGE' | 'SQUASH' | 'REBASE' | null
  /** Files that differ between every head and its base. */
  readonly changedFiles: string[]
  /** The tip of the branches into which pull requests are to be merged. */
  tip: string
  /** The entries of a tree or commit, or null for one that is not there. */
  readonly listTree: (sha: string) => readonly TreeEntry[] | null
  readonly readFile: (repo: string, path: string, ref: string) => string | null
  readonly compare: (head: string) => Comparison | null
  readonly nextId: () => number
}

/** An empty repository, with what is given. */
export function createState(given: Partial<GitHubState> = {}): GitHubState {
  let lastId = 1_000
  return {
    self: APP,
    hasDrafts: true,
    pulls: new Map(),
    issues: [],
    commits: [],
    branches: new Map(),
    checks: [],
    comments: [],
    runs: [],
    artifacts: [],
    properties: {},
    isArchived: false,
    teams: new Map(),
    required: [],
    queueMethod: null,
    changedFiles: [],
    tip: 'b'.repeat(40),
    listTree: () => null,
    readFile: () => null,
    compare: () => null,
    nextId: () => (lastId += 1),
    ...given,
  }
}

export const getBot = ({ self }: GitHubState) => `${self.slug}[bot]`

type Given<T, K extends keyof T> = Partial<T> & Pick<T, K>

/** Adds a pull request of the App into `main`. */
export function addPull(state: GitHubState, given: Given<PullRecord, 'headBranch'>): PullRecord {
  const pull: PullRecord = { number: state.nextId(), ...PLAIN_PULL, author: getBot(state), labels: [], ...given }
  state.pulls.set(pull.number, pull)
  return pull
}

const PLAIN_PULL = {
  title: 'A cart',
  body: 'Please',
  state: 'open',
  draft: false,
  mergeable: true,
  isFork: false,
  baseBranch: 'main',
} as const

/** Adds a finished check run of the App. */
export function addCheck(state: GitHubState, given: Given<CheckRecord, 'head_sha'>): CheckRecord {
  const check: CheckRecord = {
    id: state.nextId(),
    app: state.self,
    name: 'tdd-gate',
    external_id: '',
    status: 'completed',
    conclusion: null,
    details_url: '',
    output: { title: '', summary: '', text: null },
    annotations: [],
    ...given,
  }
  state.checks.push(check)
  return check
}

/** Describes a finished run of the repository's own branch `work`. */
export function toRun(given: Given<RunRecord, 'id' | 'event' | 'path' | 'head_sha'>): RunRecord {
  const { created_at = RAN } = given
  const home = { id: REPOSITORY_ID }
  return {
    head_branch: 'work',
    repository: home,
    head_repository: home,
    created_at,
    run_started_at: created_at,
    updated_at: created_at,
    run_attempt: 1,
    status: 'completed',
    ...given,
  }
}
