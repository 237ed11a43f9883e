/** The request of a test run on a tree, and its result. */
import type { Sha } from '../core/model/commit.ts'
import type { Condition } from '../core/model/config.ts'
import type { Coverage } from '../core/model/coverage.ts'
import type { Isolation } from '../core/model/isolation.ts'
import type { Problem, SuiteResult, TestRun } from '../core/model/test-run.ts'
import { runTexts } from './texts.ts'

export type RunResult = Pick<Execution, 'run' | 'problems'>

export interface Execution {
  readonly run: TestRun
  /** Reasons why the run counts for nothing. */
  readonly problems: readonly Problem[]
  readonly coverage: Coverage | null
  readonly durationMs: number
  readonly isCached: boolean
  /** How the run was isolated; the weakest isolation where several runs took part. Null: nothing ran. */
  readonly isolation: Isolation | null
  /** What ran in the end: helpers, and commands that cannot run single files, make it the whole suite. */
  readonly scope: 'files' | 'suite'
  /** The results of each suite; absent where they were not told apart. */
  readonly suites?: readonly SuiteResult[]
}

export interface ExecutionRequest {
  /** Tracked paths; null: everything. */
  readonly files: readonly string[] | null
  readonly coverage: boolean
  /** Runs the configured mutation tester for these production files, in place of tests; absent: tests run. */
  readonly mutation?: readonly string[]
  /** Names of suites; the others do not run. Absent: all run. */
  readonly suites?: readonly string[]
  /** None of the files defines tests. If the runner finds none, the whole suite runs. Absent: unknown. */
  readonly isTestless?: true
  /** The number of this execution among several of the same tree. */
  readonly repeat: number
  /** Appends a test that must fail to each of the files, where their runner allows it. */
  readonly withCanary: boolean
  /** What differs from other runs of the tree; absent: nothing. */
  readonly vary?: readonly Condition[]
  /** Ends the run earlier than the configuration does. It changes no result, and is not part of a recording. */
  readonly timeoutMs?: number
  /** Called when something runs, not for a cached run. */
  readonly onStart?: () => void
  /** The tree that the gate changed to get this one; absent: it changed nothing. */
  readonly original?: Sha | undefined
  /** Announces a request that will probably follow: helpers may begin it, and the caller gets no result. */
  readonly isEarly?: true
  /** Other runs are neither kept nor recorded. Absent: each run counts. */
  readonly isKept?: (measured: RunResult) => boolean
}

/** How the whole suite of a commit runs, for every caller. */
export const WHOLE: ExecutionRequest = { files: null, coverage: true, repeat: 1, withCanary: false }

/** Names paths of coverage that were not measured, so that no reader takes them for covered. */
export function noteCoverage({ coverage }: Pick<Execution, 'coverage'>, note: (text: string) => void): void {
  const paths = coverage?.ambiguous ?? []
  const more = paths.length > MAX_NAMED ? [`${paths.length - MAX_NAMED} more`] : []
  if (paths.length > 0) note(runTexts.ambiguousCoverage([...paths.slice(0, MAX_NAMED), ...more].join(', ')))
}

const MAX_NAMED = 3

export const canaryIn = ({ withCanary, files }: ExecutionRequest): readonly string[] =>
  withCanary ? (files ?? []) : []
