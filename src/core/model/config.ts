/** Defines the whole configuration, `.github/tdd-gate.yml`, with defaults applied: plain data for all modules. */
import type { IsolationPolicy } from './isolation.ts'
import type { Policy } from './policy.ts'
import type { TaskRuleLevels } from './task-rule.ts'

/** One command that runs tests: a whole project, or one suite of a monorepo. */
export interface SuiteConfig {
  /** Shown as the variant of its tests when there are several suites; empty for the only one. */
  readonly name: string
  /** Folder relative to the tree in which the commands run; `.` for the top. */
  readonly directory: string
  /** Prepares a checkout (installs dependencies); runs again only when one of its inputs changed. */
  readonly setup: string | null
  /** Builds what the tests run on, once for each tree; null: no build. */
  readonly build: string | null
  /**
   * Shell command. `{files}` becomes the test files to run (empty: all), `{reports}` an empty folder outside the tree,
   * `{shard}` the slice to run (empty: all), `{timeout}` the seconds after which the runner should end a hanging test.
   */
  readonly command: string
  /** Globs of report files, relative to the directory, or below `{reports}`. */
  readonly reports: readonly string[]
  /** Globs of coverage files. */
  readonly coverage: readonly string[]
}

/** What a run can have differently, though the tree is the same. The clock is none: what moves it breaks waiting and file times. */
export const CONDITIONS = ['order', 'time-zone', 'locale'] as const
export type Condition = (typeof CONDITIONS)[number]

/** What small changes of code change. Those by default are noticed by tests that demand what the code decides. */
export const MUTANT_KINDS = [
  'conditions',
  'booleans',
  'texts',
  'rounding',
  'effects',
  'handlers',
  'numbers',
  'arithmetic',
  'calls',
] as const
export type MutantKind = (typeof MUTANT_KINDS)[number]
export const DEFAULT_MUTANTS: readonly MutantKind[] = [
  'conditions',
  'booleans',
  'texts',
  'rounding',
  'effects',
  'handlers',
]

export interface TestConfig {
  /** Empty: detect the runner. */
  readonly suites: readonly SuiteConfig[]
  /** Replaces the detected preparation of suites; null: as detected. */
  readonly preparation: Pick<SuiteConfig, 'setup' | 'build'>
  /** Seconds for one execution of one command and all its child processes. */
  readonly timeoutSeconds: number
  /** How often the changed test files run at RED. */
  readonly reruns: number
  /** Environment variables that tests get besides the neutral ones. */
  readonly env: readonly string[]
  /** Environment variables that only set-ups get. */
  readonly setupEnv: readonly string[]
  /** Globs of all files that set-ups read; absent: what their package managers read, or the whole tree. */
  readonly inputs?: readonly string[]
  /** How executions are isolated. */
  readonly isolation: IsolationPolicy
  /** `none`: tests reach nothing beyond their own loopback, which requires namespaces. */
  readonly network: 'host' | 'none'
  /** Whole suites that run at the same time; `auto`: as many as the machine and the suite allow. Absent: one. */
  readonly parallel?: number | 'auto'
  /** In what files of drivers and of changed tests run once more; absent: all conditions, empty: they do not. */
  readonly vary?: readonly Condition[]
  /** `auto`: the gate measures coverage where the runner can, and no suite names coverage files. Absent: it does not. */
  readonly coverage?: 'auto'
  /** What small changes of code change; absent: {@link DEFAULT_MUTANTS}. */
  readonly mutants?: readonly MutantKind[]
  /** A mutation tester, which runs at each GREEN; absent: none. */
  readonly mutation?: Pick<SuiteConfig, 'command' | 'reports'>
  /** The number of shards that measure a whole suite: 1 without shards. */
  readonly shards: number
}

/** Returns whether each of several suites has executions of its own. A shard runs a slice of all of them. */
export function dividesSuites(suites: readonly SuiteConfig[], { shards }: Pick<TestConfig, 'shards'>): boolean {
  return suites.length > 1 && shards === 1
}

/** One of several jobs that each run a slice of the same suite. */
export interface Shard {
  /** From 1 to `count`. */
  readonly index: number
  readonly count: number
}

/** A value at its place in the file of the configuration. */
export interface ConfigValue {
  readonly path: readonly string[]
  readonly value: unknown
}

/** Globs that take precedence over the defaults of each class. */
export interface PathConfig {
  readonly tests: readonly string[]
  readonly harness: readonly string[]
  readonly docs: readonly string[]
}

export interface Config {
  readonly version: 1
  readonly test: TestConfig
  readonly paths: PathConfig
  readonly policy: Policy
  readonly git: { readonly branchPattern: string; readonly pr: { readonly draft: boolean; readonly title: string } }
  readonly tasks: TasksConfig
  readonly commit: CommitConfig
  readonly prompts: PromptConfig
  readonly run: RunConfig
  readonly check: CheckHolder
  readonly advice: AdviceKind
  /** What one judgement may take; null: without a limit. */
  readonly maxMinutes: number | null
  readonly trust: TrustPolicy
  readonly override: { readonly roles: readonly ExcusingRole[] }
}

interface CommitConfig {
  /** The subject, from names in braces. */
  readonly template: string
  /** Scope -> globs of its files. */
  readonly scopes: Readonly<Record<string, readonly string[]>>
}

/** Paths of files on the base branch whose texts become part of prompts. */
export interface PromptConfig {
  /** In load order. */
  readonly rules: readonly string[]
  readonly red: string | null
  readonly green: string | null
  readonly refactor: string | null
}

/** The guardrails of `run`. Judgements do not depend on them. */
export interface RunConfig {
  /** `revert`: go back to the last accepted commit and ask for a smaller test. */
  readonly onMaxAttempts: 'pause' | 'revert'
  /** The budget of one run; null: without a limit. */
  readonly maxCommits: number | null
  readonly maxMinutes: number | null
}

interface TasksConfig {
  /** A task document or a folder of them; null: the places where TaskMaster has them. */
  readonly path: string | null
  /** Levels of the rules for plans, where they differ from the defaults. */
  readonly rules: TaskRuleLevels
}

/** The evidence that the App accepts. Weaker evidence is named in every check that stands on it. */
export interface TrustPolicy {
  /** `attested`: a token of GitHub proves who judged; `verified-run`: GitHub's record of the run is enough. */
  readonly level: 'attested' | 'verified-run'
  /** `any`: jobs on runners of the repository's owner count too. Who controls such a runner can forge its evidence. */
  readonly runners: 'github-hosted' | 'any'
}

export const EXCUSING_ROLES = ['maintain', 'admin'] as const
/** The roles that may excuse work: override the gate, or skip a subtask. */
type ExcusingRole = (typeof EXCUSING_ROLES)[number]

/** What the base branch requires: the job that judges, or the App's check. */
export type CheckHolder = 'job' | 'app'

export const ADVICE = ['off', 'structural', 'tried'] as const
/** How commands for a rejected branch are found. */
type AdviceKind = (typeof ADVICE)[number]

export const DEFAULT_ISOLATION: IsolationPolicy = 'preferred'
export const DEFAULT_TRUST: TrustPolicy = { level: 'attested', runners: 'github-hosted' }
export const DEFAULT_PULL_TITLE = 'Task #{id} [{tag}]: {title}'
export const DEFAULT_BRANCH_PATTERN = '{tag}/task-{id}-{slug}'
