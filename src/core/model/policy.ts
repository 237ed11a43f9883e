/** Defines what a project demands of its commits; read from the base branch only, never from the judged change. */
import type { CoverageMetric } from './coverage.ts'
import type { FailureKind } from './test-run.ts'

/** `commits` judges every commit; `pull-request` puts the head's tests over the base and judges those two. */
export type Sequence = 'commits' | 'pull-request'

export type Level = 'off' | 'warn' | 'error'

export interface Policy {
  readonly sequence: Sequence
  /** Rule code -> level, where a project differs from the rule's own level. */
  readonly rules: Readonly<Record<string, Level>>
  readonly red: {
    /** Failure kinds that count as RED until GREEN proves the reason: by default every failure of a test. */
    readonly accept: readonly FailureKind[]
    /**
     * Globs of production files that a RED commit may add or change: declarations without behaviour, for compiled
     * languages.
     */
    readonly stubs: readonly string[]
    readonly maxNewTests: number | null
  }
  readonly green: { readonly maxAttempts: number }
  readonly refactor: 'off' | 'optional' | 'required'
  /** Thresholds in percent; null disables one. `patch` is for changed lines. */
  readonly coverage: Readonly<Record<CoverageMetric | 'patch', number | null>>
  /** What further runs of changed code may cost, in runs of the suite; absent: the default. */
  readonly trials?: { readonly budget: number }
  /** Whether the configuration says which coverage it demands. Absent: the thresholds are the defaults. */
  readonly demandsCoverage?: true
}

const DEFAULT_THRESHOLD = 80

export const DEFAULT_POLICY: Policy = {
  sequence: 'commits',
  rules: {},
  red: {
    accept: ['assertion', 'missing-symbol', 'error', 'timeout', 'crash', 'unknown'],
    stubs: [],
    maxNewTests: null,
  },
  green: { maxAttempts: 3 },
  refactor: 'optional',
  coverage: {
    lines: DEFAULT_THRESHOLD,
    branches: DEFAULT_THRESHOLD,
    functions: DEFAULT_THRESHOLD,
    statements: DEFAULT_THRESHOLD,
    patch: DEFAULT_THRESHOLD,
  },
}
