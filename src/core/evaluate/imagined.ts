/** Judges an imagined branch: the changes of its commits, and the results that its tests would report. It runs nothing. */
import { toEvidence } from '../compare/compare.ts'
import { reportDrivers } from '../compare/drivers.ts'
import { indexRun } from '../compare/tracked-tests.ts'
import type { Commit, FileChange, FileClass } from '../model/commit.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Decision } from '../model/finding.ts'
import type { Policy } from '../model/policy.ts'
import { openDrivers } from '../model/state.ts'
import {
  EMPTY_RUN,
  type FailureKind,
  NO_ATTEMPTS,
  type TestCase,
  type TestId,
  type TestRun,
} from '../model/test-run.ts'
import { decide } from './decide.ts'
import { planStep, startWalk, step, type Walk } from './walk.ts'

/** What a run reports: a kind of failure is why the test fails. */
type Result = 'passed' | 'skipped' | FailureKind
/** By id of a test, `file > name`; a path alone is a file that does not load. */
type Results = Readonly<Record<TestId, Result>>
/** `gone`: the test, or the file that did not load, is no more. */
export type ImaginedTests = Readonly<Record<TestId, Result | 'gone'>>

export interface ImaginedCommit {
  readonly subject: string
  readonly trailers: Commit['trailers']
  readonly changes: readonly { readonly path: string; readonly class: FileClass; readonly isRemoved: boolean }[]
  /** What differs from the commit before. */
  readonly tests: ImaginedTests
}

interface ImaginedBranch {
  readonly base: ImaginedTests
  readonly commits: readonly ImaginedCommit[]
  readonly policy: Policy
}

const [BASE, BASE_TREE] = ['b'.repeat(40), 'e'.repeat(40)]
const DIGEST = '0'.repeat(64)
const INSIDE = ' > '
const RERUNS = 2

/** Measures as a runner would that reports these results, and decides. */
export function judgeImagined({ base, commits: imagined, policy }: ImaginedBranch): Decision {
  const commits = imagined.map(toCommit)
  let suite = withoutGone(base)
  const suites = new Map([[BASE, suite]])
  const first = measureBase(suite)
  const evidence = new Map([[BASE, first]])
  let walk = startWalk(BASE, BASE_TREE, first, { policy, policyDigest: DIGEST, plan: null })
  for (const [n, commit] of commits.entries()) {
    suite = withoutGone({ ...suite, ...imagined[n]?.tests })
    suites.set(commit.sha, suite)
    const measured = measure(commit, walk, { suite, baseline: suites.get(walk.state.baseline) ?? {} })
    if (measured !== null) evidence.set(commit.sha, measured)
    walk = step(walk, commit, measured)
  }
  const head = commits.at(-1)?.sha ?? BASE
  return decide({ base: BASE, baseTree: BASE_TREE, head, commits, evidence, policy, policyDigest: DIGEST, plan: null })
}

const withoutGone = (tests: ImaginedTests): Results =>
  Object.fromEntries(Object.entries(tests).flatMap(([id, result]) => (result === 'gone' ? [] : [[id, result]])))

const toId = (digit: string, n: number) => `${digit}${String(n).padStart(4, '0')}`.padEnd(40, digit)

/** Each changed file gets two invented versions: one before the commit, and one after it. */
function toCommit({ subject, trailers, changes }: ImaginedCommit, n: number): Commit {
  const blob = (path: string, at: number) => ({ mode: '100644', id: `${path}@${at}` })
  return {
    sha: toId('c', n + 1),
    tree: toId('d', n + 1),
    parents: [n === 0 ? BASE : toId('c', n)],
    subject,
    message: subject,
    trailers,
    changes: changes
      .map(({ path, class: fileClass, isRemoved }): FileChange => {
        const after = isRemoved ? null : blob(path, n + 1)
        return { path, class: fileClass, before: blob(path, n), after }
      })
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    merge: null,
  }
}

function measureBase(tests: Results): Evidence {
  const commit: Commit = {
    sha: BASE,
    tree: BASE_TREE,
    parents: [],
    subject: '',
    message: '',
    trailers: [],
    changes: [],
    merge: null,
  }
  const basis = { commit: BASE, baseline: new Map(), openTests: new Set<string>(), openFiles: new Set<string>() }
  return toEvidence({ ...measuredAs(commit, 'suite', []), runs: [getRun(tests, null)] }, basis)
}

interface Suites {
  readonly suite: Results
  readonly baseline: Results
}

/** Runs what the plan asks for. Null: nothing. */
function measure(commit: Commit, walk: Walk, { suite, baseline }: Suites): Evidence | null {
  const { plan, phase, cycle } = planStep(walk, commit, RERUNS)
  if (plan.scope === 'none') return null
  const others = new Map([...walk.state.cycles].filter(([, open]) => phase !== 'red' || open !== cycle))
  const { tests: openTests, files: openFiles } = openDrivers({ ...walk.state, cycles: others })
  const { baseline: against, answered } = walk.state
  const basis = { commit: against, baseline: indexRun(getRun(baseline, null)), openTests, openFiles, answered }
  const aimed = getRun(suite, plan.files)
  const only = plan.scope === 'files' ? aimed : getRun(suite, null)
  const measured = {
    ...measuredAs(commit, plan.scope, plan.files),
    runs: plan.repeat > 1 ? [only, aimed] : [only],
    texts: { before: new Map(), after: new Map() },
  }
  const once = toEvidence(measured, basis)
  if (plan.counterfactual === null) return once
  // Without its production no driver passes.
  const drivers = new Set([...walk.state.cycles.values()].flatMap((open) => [...reportDrivers(open, once).passing]))
  const counterfactual = { run: EMPTY_RUN, drivers: ({ id }: { id: string }) => drivers.has(id) }
  return toEvidence({ ...measured, counterfactual }, basis)
}

function measuredAs(commit: Commit, scope: 'files' | 'suite', watch: readonly string[]) {
  return {
    commit,
    policyDigest: DIGEST,
    scope,
    watch,
    runs: [],
    problems: [],
    counterfactual: null,
    coverage: null,
    held: { broken: [], doubtful: [], base: [] },
    durationMs: 0,
    isOurs: () => true,
    classify: (): FileClass => 'production',
  }
}

const isFailure = (result: Result): result is FailureKind => result !== 'passed' && result !== 'skipped'

/** @param only the files to run; null: all */
function getRun(tests: Results, only: readonly string[] | null): TestRun {
  const isRun = (file: string) => only === null || only.includes(file)
  const failed = (kind: FailureKind) => ({ kind, message: kind, missing: null })
  const entries = Object.entries(tests)
  const loadErrors = entries.flatMap(([file, result]) =>
    !file.includes(INSIDE) && isFailure(result) && isRun(file) ? [{ file, ...failed(result) }] : [],
  )
  const unloaded = new Set(loadErrors.map(({ file }) => file))
  const cases = entries.flatMap(([id, result]) => {
    const [file = ''] = id.split(INSIDE)
    return id.includes(INSIDE) && isRun(file) && !unloaded.has(file) ? [toCase(id, file, result)] : []
  })
  return { ...EMPTY_RUN, format: 'imagined', cases, loadErrors }
}

function toCase(id: TestId, file: string, result: Result): TestCase {
  const failure = isFailure(result)
    ? { kind: result, message: result, type: null, stack: null, at: null, line: null, missing: null }
    : null
  return {
    id,
    file,
    suite: [],
    name: id.split(INSIDE).at(-1) ?? id,
    variant: null,
    nth: 1,
    outcome: isFailure(result) ? (result === 'assertion' ? 'failed' : 'errored') : result,
    mark: null,
    failure,
    durationMs: 0,
    retries: 0,
    attempts: NO_ATTEMPTS,
    isVolatile: false,
  }
}
