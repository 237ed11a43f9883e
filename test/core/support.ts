/** Builders for the nouns of the decision: defaults everywhere, so that a case says only what differs. */
import type { Commit, FileChange, FileClass } from '../../src/core/model/commit.ts'
import type { EmptiedProduction } from '../../src/core/model/counterfactuals.ts'
import type { Evidence, FailingTest, LoadFailure, TrackedTest } from '../../src/core/model/evidence.ts'
import {
  EMPTY_RUN,
  type LoadError,
  type Outcome,
  type TestCase,
  type TestId,
  type TestRun,
} from '../../src/core/model/test-run.ts'

export const DIGEST = 'policy-1'
/** What evidence is of when a case does not say. */
export const NO_COMMIT = 'c0'
/** What evidence was compared with when a case does not say. */
export const SETTLED = 'base'.padEnd(40, '0')

/** A changed file; `after` null removes it, `before` null adds it. */
export function change(
  path: string,
  fileClass: FileClass = 'production',
  {
    before = null,
    after = 'v1',
    mode = '100644',
  }: { before?: string | null; after?: string | null; mode?: string } = {},
): FileChange {
  const blob = (id: string | null) => (id === null ? null : { mode, id: `${path}@${id}` })
  return { path, class: fileClass, before: blob(before), after: blob(after) }
}

let counter = 0

/** A commit of its own tree; `phase` and `task` become its trailers. */
export function aCommit(given: Partial<Commit> & { phase?: string; task?: string } = {}): Commit {
  const { phase, task, ...commit } = given
  counter += 1
  const stated: [string, string][] = []
  if (task !== undefined) stated.push(['task', task])
  if (phase !== undefined) stated.push(['phase', phase])
  return {
    sha: `c${counter}`.padEnd(40, '0'),
    tree: `t${counter}`.padEnd(40, '0'),
    parents: ['p'.padEnd(40, '0')],
    subject: 'a change',
    message: commit.subject ?? 'a change',
    trailers: stated,
    changes: [],
    merge: null,
    ...commit,
  }
}

export function failing(id: TestId, given: Partial<FailingTest> = {}): FailingTest {
  return {
    id,
    file: getFile(id),
    kind: 'assertion',
    message: 'expected 0 to be 3',
    at: null,
    atClass: null,
    missing: null,
    isMissingOurs: false,
    ...given,
  }
}

export function notLoaded(file: string | null, given: Partial<LoadFailure> = {}): LoadFailure {
  return {
    file,
    kind: 'missing-symbol',
    message: "Cannot find module './cart.ts'",
    missing: { kind: 'module', name: './cart.ts' },
    isMissingOurs: true,
    ...given,
  }
}

export function tracked(id: TestId, ...outcomes: Outcome[]): TrackedTest {
  return { id, file: getFile(id), outcomes: outcomes.length > 0 ? outcomes : ['passed', 'passed'] }
}

/** One function was emptied, which all drivers noticed. */
export function getEmptied(given: Partial<EmptiedProduction> = {}): EmptiedProduction {
  return {
    functions: 1,
    noticed: 1,
    equalsAll: [],
    notEmptied: [],
    hollow: [],
    weak: [],
    unpinned: [],
    untried: [],
    ...given,
  }
}

/** Ids in these tests read `file > name`, as real ones do. */
export function getFile(id: TestId): string | null {
  return id.includes(' > ') ? (id.split(' > ')[0] ?? null) : null
}

type GivenEvidence = Partial<Omit<Evidence, 'comparison' | 'totals'>> & {
  comparison?: Partial<Evidence['comparison']>
  totals?: Partial<Evidence['totals']>
}

export function getEvidence(given: GivenEvidence = {}, commit?: Commit): Evidence {
  const { comparison, totals, ...rest } = given
  return {
    schemaVersion: 1,
    commit: commit?.sha ?? NO_COMMIT,
    tree: commit?.tree ?? 't0',
    comparedWith: SETTLED,
    policyDigest: DIGEST,
    scope: 'suite',
    problems: [],
    failing: [],
    loadFailures: [],
    runErrors: [],
    newPassing: [],
    newSkipped: [],
    watched: [],
    doubtful: [],
    emptyFiles: [],
    counterfactual: null,
    coverage: null,
    durationMs: 10,
    ...rest,
    totals: { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, loadErrors: 0, ...totals },
    comparison: { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [], ...comparison },
  }
}

export function testCase(id: TestId, outcome: Outcome = 'passed', given: Partial<TestCase> = {}): TestCase {
  const failure =
    outcome === 'failed' || outcome === 'errored'
      ? { kind: 'assertion' as const, message: 'no', type: null, stack: null, at: null, line: null, missing: null }
      : null
  return {
    id,
    file: getFile(id),
    suite: [],
    name: id.split(' > ').at(-1) ?? id,
    variant: null,
    nth: 1,
    outcome,
    mark: null,
    failure,
    durationMs: 1,
    retries: 0,
    attempts: [],
    isVolatile: false,
    ...given,
  }
}

/** `run({ 'a.test.ts > adds': 'failed' })` */
export function run(outcomes: Record<TestId, Outcome> | readonly TestCase[], given: Partial<TestRun> = {}): TestRun {
  return {
    ...EMPTY_RUN,
    format: 'json',
    cases: Array.isArray(outcomes) ? outcomes : Object.entries(outcomes).map(([id, outcome]) => testCase(id, outcome)),
    ...given,
  }
}

export function loadError(file: string | null, given: Partial<LoadError> = {}): LoadError {
  const missing = { kind: 'module' as const, name: './cart.ts' }
  return { file, message: "Cannot find module './cart.ts'", kind: 'missing-symbol', missing, ...given }
}
