/**
 * Judges a commit of which this job sees only a slice of each whole run. It rejects nothing that the whole run might
 * not confirm.
 */

import type { RunIndex } from '../compare/compare.ts'
import type { Commit } from '../model/commit.ts'
import type { Evidence } from '../model/evidence.ts'
import { isFailing, type TestCase, type TestId, type TestRun } from '../model/test-run.ts'
import type { Criteria } from './judge-commit.ts'
import { step, type Walk } from './walk.ts'

/** What is known of the state before the commit, and of its own files. */
export interface VisibleResults {
  /** The visible part of the baseline run. */
  readonly baseline: RunIndex
  /** All tests of the files that the commit answers for: now, and at the baseline. */
  readonly own: TestRun
  readonly ownBefore: TestRun
  readonly openTests: ReadonlySet<TestId>
  readonly openFiles: ReadonlySet<string>
}

/** Returns the judgeable part of the run: the slice and the commit's own files, without possibly old failures. */
export function getSeen(slice: TestRun, visible: VisibleResults): TestRun {
  const { own, ownBefore } = visible
  const known = new Set(slice.cases.map(({ id }) => id))
  const unloadedBefore = new Set(ownBefore.loadErrors.map(({ file }) => file))
  const isOld = oldFailures(visible)
  return {
    ...slice,
    cases: [...slice.cases, ...own.cases.filter(({ id }) => !known.has(id))].filter((test) => !isOld(test)),
    loadErrors: own.loadErrors.filter(({ file }) => !unloadedBefore.has(file) || visible.openFiles.has(file ?? '')),
    hookFailures: [],
    runErrors: [],
    emptyFiles: [...new Set([...slice.emptyFiles, ...own.emptyFiles])],
  }
}

/** Returns failures that the base may have had: of tests that failed before, or that another job ran then. */
function oldFailures({ baseline, own, openTests, openFiles }: VisibleResults): (test: TestCase) => boolean {
  const result = new Set(own.cases.map(({ id }) => id))
  return ({ id, file, outcome }) => {
    if (!isFailing(outcome) || openTests.has(id) || openFiles.has(file ?? '')) return false
    const before = baseline.get(id)
    return before === undefined ? !result.has(id) : isFailing(before.outcome)
  }
}

/** Returns the baseline run without tests that are invisible now: another job may run them. */
export function baselineAmong({ baseline }: Pick<VisibleResults, 'baseline'>, { cases }: TestRun): RunIndex {
  return new Map(
    cases.flatMap(({ id }) => {
      const before = baseline.get(id)
      return before === undefined ? [] : [[id, before] as const]
    }),
  )
}

/** Rules that need numbers of the whole suite. */
const ABOUT_THE_WHOLE = ['claims-are-true', 'coverage-holds', 'coverage-is-shown']

/** Returns the criteria that a slice can satisfy. */
export function shardPolicy({ policy, ...criteria }: Criteria): Criteria {
  const rules = { ...policy.rules, ...Object.fromEntries(ABOUT_THE_WHOLE.map((code) => [code, 'off' as const])) }
  return { ...criteria, policy: { ...policy, rules } }
}

/** Returns the candidate states after a commit: as its slice shows, and as rejected by what other slices may show. */
export function candidatesFrom(walk: Walk, commit: Commit, evidence: Evidence | undefined): readonly Walk[] {
  const seen = step(walk, commit, evidence)
  if (evidence === undefined) return [seen]
  const problems = [{ code: 'not-recorded', message: 'Another shard may have found something' }] as const
  return [seen, step(walk, commit, { ...evidence, problems })]
}

/** Candidate states; a branch of 250 commits that are accepted one by one has fewer. */
const MAX_CANDIDATES = 300

/** Removes duplicate states and keeps the order: states meet again when a later commit fixes a possible rejection. */
export function distinct(candidates: readonly Walk[]): readonly Walk[] {
  const known = new Set<string>()
  return candidates
    .filter(({ state, tree }) => {
      const key = JSON.stringify([tree, state], (_, value) =>
        value instanceof Map || value instanceof Set ? [...value] : value,
      )
      const isNew = !known.has(key)
      known.add(key)
      return isNew
    })
    .slice(0, MAX_CANDIDATES)
}
