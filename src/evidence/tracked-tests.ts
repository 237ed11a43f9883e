/** Selects the tracked tests that a decision reads: drivers of open cycles, and at RED the unstable ones. */

import type { Phase } from '../core/evaluate/phase.ts'
import type { Evidence, TrackedTest } from '../core/model/evidence.ts'
import type { TestId } from '../core/model/test-run.ts'

/** Failing tests that may be removed. */
export type Surplus = Pick<ReadonlySet<TestId>, 'has'>

/** Returns true when no tracked test has a file. New tests may then be the drivers of a file that could not load. */
export function isFileless({ watched: tracked }: Evidence): boolean {
  return tracked.every(({ file }) => file === null)
}

/** More unstable tests than any base has. Which of them failed on the base is not known here, so all of these stay. */
export const MAX_UNSTABLE = 200

/**
 * Removes bystanders: tests of a changed file that passed before and pass now, which may be thousands. A driver of an
 * open cycle always counts as failing before. It is in `fixed` when it passes and in `silenced` when it is skipped.
 * Equal results of repeated executions are stored once.
 */
export function truncateTracked(evidence: Evidence, phase: Phase | null, unattached: Surplus): readonly TrackedTest[] {
  const { watched: tracked } = evidence
  const isDriver = driversIn(evidence, unattached)
  const isFailureRead = phase === 'green' || phase === null
  const unseen = firstSkipped(tracked, new Set(evidence.comparison.silenced))
  let unstable = 0
  const kept = tracked.filter((test) => {
    // Whether RED fails in its own files is read from a test of such a file, if only a later run shows one.
    if (phase === 'red' && unseen.has(test)) return true
    if (phase !== 'red' || isSteady(test)) return (isFailureRead || isPassing(test)) && isDriver(test)
    unstable += 1
    return unstable <= MAX_UNSTABLE
  })
  return withFile(tracked, kept).map((test) =>
    isSteady(test) ? { ...test, outcomes: test.outcomes.slice(0, 1) } : test,
  )
}

/** Returns a predicate: whether a test may be a driver of an open cycle. */
function driversIn(evidence: Evidence, unattached: Surplus): (test: TrackedTest) => boolean {
  const { comparison, newPassing, newSkipped } = evidence
  const standIns = new Set(isFileless(evidence) ? [...newPassing, ...newSkipped] : [])
  const turned = new Set(comparison.fixed)
  const silenced = new Set(comparison.silenced)
  const unseen = firstSkipped(evidence.watched, silenced)
  return (test) => {
    if (standIns.has(test.id)) return true
    if (unattached.has(test.id)) return false
    if (isPassing(test)) return turned.has(test.id)
    return !isSkipped(test) || silenced.has(test.id) || unseen.has(test)
  }
}

/**
 * Returns one skipped test of each file among those that only a later run contains. They have no earlier result, so
 * they look like bystanders. One can still be a driver when its whole file is. One per file is enough for the decision.
 */
function firstSkipped(tracked: readonly TrackedTest[], silenced: ReadonlySet<TestId>): ReadonlySet<TrackedTest> {
  const firsts = new Map<string, TrackedTest>()
  for (const test of tracked)
    if (test.file !== null && isSkipped(test) && !silenced.has(test.id) && !firsts.has(test.file))
      firsts.set(test.file, test)
  return new Set(firsts.values())
}

/** Keeps one test with a file where there was one: it shows that the report has files. */
function withFile(all: readonly TrackedTest[], kept: readonly TrackedTest[]): readonly TrackedTest[] {
  const isFiled = ({ file }: TrackedTest) => file !== null
  const witness = kept.some(isFiled) ? undefined : all.find(isFiled)
  return witness ? [...kept, witness] : kept
}

function isSteady({ outcomes }: TrackedTest): boolean {
  return outcomes.every((outcome) => outcome === outcomes[0])
}

function isSkipped(test: TrackedTest): boolean {
  return test.outcomes[0] === 'skipped' && isSteady(test)
}

function isPassing(test: TrackedTest): boolean {
  return test.outcomes[0] === 'passed' && isSteady(test)
}
