/** Measures the decision on the largest supported pull request, and the comparison of its runs. */

import { indexRun, toEvidence } from '../src/core/compare/compare.ts'
import { decide } from '../src/core/evaluate/decide.ts'
import type { Commit } from '../src/core/model/commit.ts'
import type { Evidence } from '../src/core/model/evidence.ts'
import { DEFAULT_POLICY } from '../src/core/model/policy.ts'
import type { TestCase, TestRun } from '../src/core/model/test-run.ts'
import { below, getTime, type Measure } from './measure.ts'

const CYCLES = 125
export const TESTS = 50_000
const FILES = 500
/** Evidence of an honest branch: what does not pass is listed, what passes is counted only. */
const SUITE = Array.from({ length: TESTS }, (_, n) =>
  getCase(`test/file-${n % FILES}.test.js`, `does thing ${n}`, 'passed'),
)
const SETTLED = indexRun(getRun(SUITE))
const BROKEN = SUITE.map(({ file, name }) => getCase(file ?? '', name, 'failed'))

export function benchDecide(): readonly Measure[] {
  const commits = Array.from({ length: 2 * CYCLES }, (_, n) => getCommit(n))
  const evidence = new Map<string, Evidence>()
  const comparing = getTime(() => {
    for (const [n, commit] of commits.entries()) evidence.set(commit.sha, getEvidence(commit, n))
  })
  const head = commits.at(-1)?.sha ?? ''
  const terms = { policy: DEFAULT_POLICY, policyDigest: 'policy', plan: null }
  const deciding = getTime(() => {
    const { conclusion } = decide({ base: 'base', baseTree: 'tree-base', head, commits, evidence, ...terms })
    if (conclusion !== 'success') throw new Error(`an honest branch was judged ${conclusion}`)
  })
  return [
    below(`decide: ${2 * CYCLES} commits x ${TESTS} tests`, deciding, 1000, 'ms'),
    below('  comparing a suite of so many tests with the one before', comparing / CYCLES, 300, 'ms'),
  ]
}

/** RED, GREEN, RED, GREEN. */
export function getCommit(n: number): Commit {
  const isRed = n % 2 === 0
  const path = isRed ? `test/cycle-${n}.test.js` : `src/cycle-${n}.js`
  const change = {
    class: isRed ? 'test' : 'production',
    before: null,
    after: { mode: '100644', id: `blob-${n}` },
  } as const
  return {
    sha: `sha-${n}`,
    tree: `tree-${n}`,
    parents: [n === 0 ? 'base' : `sha-${n - 1}`],
    merge: null,
    subject: `commit ${n}`,
    message: `commit ${n}`,
    trailers: [['phase', isRed ? 'red' : 'green']],
    changes: [{ path, ...change }],
  }
}

/** RED: its file, twice. GREEN: the suite, and the file once more. */
export function getEvidence(commit: Commit, n: number, suite: readonly TestCase[] = SUITE): Evidence {
  const isRed = n % 2 === 0
  const file = `test/cycle-${isRed ? n : n - 1}.test.js`
  const driver = getCase(file, 'drives', isRed ? 'failed' : 'passed')
  const runs = [getRun(isRed ? [driver] : [...suite, driver]), getRun([driver])]
  const measured = { commit, runs, scope: isRed ? 'files' : 'suite', watch: [file] } as const
  const nothing = { policyDigest: 'policy', problems: [], counterfactual: null, coverage: null, durationMs: 1 }
  return toEvidence(
    { ...measured, ...nothing, isOurs: () => true, classify: () => 'test' },
    {
      commit: baselineAt(isRed ? n : n - 1),
      baseline: SETTLED,
      openTests: new Set(isRed ? [] : [driver.id]),
      openFiles: new Set(),
    },
  )
}

/** A GREEN after which nothing passes any more but its own test. */
export function brokenAt(commit: Commit, n: number): Evidence {
  return getEvidence(commit, n, BROKEN)
}

/** The GREEN before the cycle whose RED is commit `red`. */
function baselineAt(red: number): string {
  return red === 0 ? 'base' : `sha-${red - 1}`
}

function getRun(cases: readonly TestCase[]): TestRun {
  const nothing = { loadErrors: [], hookFailures: [], runErrors: [], emptyFiles: [], output: '', warnings: [] }
  return { format: 'bench', cases, ...nothing, isComplete: true }
}

function getCase(file: string, name: string, outcome: 'passed' | 'failed'): TestCase {
  const failure = { kind: 'assertion', message: 'expected 1', type: 'AssertionError', stack: null } as const
  return {
    id: `${file} > ${name}`,
    file,
    name,
    outcome,
    suite: [],
    variant: null,
    nth: 1,
    mark: null,
    durationMs: 1,
    retries: 0,
    attempts: [],
    isVolatile: false,
    failure: outcome === 'failed' ? { ...failure, at: file, line: 1, missing: null } : null,
  }
}
