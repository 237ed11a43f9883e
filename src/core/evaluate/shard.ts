/**
 * What can be said of a commit where only a slice of each whole run is known, because other jobs run the rest: nothing that
 * the whole might not bear out is held against it.
 */

import type { RunIndex } from '../compare/compare.ts'
import type { Commit } from '../model/commit.ts'
import type { Evidence } from '../model/evidence.ts'
import { isFailing, type TestCase, type TestId, type TestRun } from '../model/test-run.ts'
import type { Terms } from './judge.ts'
import { step, type Walk } from './walk.ts'

/** What is known of the time before the commit, and of its own files. */
export interface VisibleResults {
  /** The settled run, as far as it is known. */
  readonly settled: RunIndex
  /** The files that the commit answers for, all their tests: now, and at the settled commit. */
  readonly own: TestRun
  readonly ownBefore: TestRun
  readonly openTests: ReadonlySet<TestId>
  readonly openFiles: ReadonlySet<string>
}

/** The run as far as it may be judged by a slice: joined by the commit's own files, without what may be an old failure. */
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

/** Failures that the base may have known already: of tests that failed before, or that another job ran then. */
function oldFailures({ settled, own, openTests, openFiles }: VisibleResults): (test: TestCase) => boolean {
  const result = new Set(own.cases.map(({ id }) => id))
  return ({ id, file, outcome }) => {
    if (!isFailing(outcome) || openTests.has(id) || openFiles.has(file ?? '')) return false
    const before = settled.get(id)
    return before === undefined ? !result.has(id) : isFailing(before.outcome)
  }
}

/** The settled run without tests that are not seen now: they need not be gone, another job may run them. */
export function baselineAmong({ settled }: Pick<VisibleResults, 'settled'>, { cases }: TestRun): RunIndex {
  return new Map(
    cases.flatMap(({ id }) => {
      const before = settled.get(id)
      return before === undefined ? [] : [[id, before] as const]
    }),
  )
}

/** Rules that only numbers of the whole suite can answer. */
const ABOUT_THE_WHOLE = ['claims-are-true', 'coverage-holds']

/** Terms that a slice can be held to. */
export function sliceTerms({ policy, ...terms }: Terms): Terms {
  const rules = { ...policy.rules, ...Object.fromEntries(ABOUT_THE_WHOLE.map((code) => [code, 'off' as const])) }
  return { ...terms, policy: { ...policy, rules } }
}

/** A branch may go on from a commit as its slice looks, or as from one that is refused for what other slices show. */
export function waysFrom(walk: Walk, commit: Commit, evidence: Evidence | undefined): readonly Walk[] {
  const seen = step(walk, commit, evidence)
  if (evidence === undefined) return [seen]
  const problems = [{ code: 'not-recorded', message: 'Another shard may have found something' }] as const
  return [seen, step(walk, commit, { ...evidence, problems })]
}

/** More ways than a branch of 250 commits has whose commits are accepted one by one. */
const MAX_WAYS = 300

/** Each state once, in their order: ways meet again where a later commit makes good what may have been refused. */
export function distinct(ways: readonly Walk[]): readonly Walk[] {
  const known = new Set<string>()
  return ways
    .filter(({ state, tree }) => {
      const key = JSON.stringify([tree, state], (_, value) =>
        value instanceof Map || value instanceof Set ? [...value] : value,
      )
      const isNew = !known.has(key)
      known.add(key)
      return isNew
    })
    .slice(0, MAX_WAYS)
}
