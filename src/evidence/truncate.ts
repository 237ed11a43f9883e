/** Removes entries from the lists of evidence without changing any decision. */

import type { Phase } from '../core/evaluate/phase.ts'
import { type Evidence, type FailingTest, getUnsteady, type LoadFailure, type Omitted } from '../core/model/evidence.ts'
import { MAX_MESSAGE, type TestId } from '../core/model/test-run.ts'
import { toDigest } from './digest.ts'
import { isFileless, MAX_UNSTABLE, type Surplus, truncateTracked } from './tracked-tests.ts'

/** The limits for data that only people read. */
export interface TruncationLimits {
  /** Characters of a message. */
  readonly message: number
  /** Entries of a list. */
  readonly listed: number
}

const MAX_PROBLEMS = 20
const MAX_PROBLEM = 1_000
const MAX_NAME = 1_000
const MAX_RUN_ERROR = 200
const RUN_ERROR_HEAD = 160
const RUN_ERROR_DIGEST = 32

/**
 * Shortens texts in the same way for evidence of every size. The gate compares errors of a run with those of the base.
 * So a long one is always replaced by its beginning and a digest of the whole.
 */
export function normalizeTexts(evidence: Evidence): Evidence {
  const problems = evidence.problems.slice(0, MAX_PROBLEMS)
  return {
    ...evidence,
    ...shortTexts(evidence, MAX_MESSAGE, MAX_NAME),
    problems: problems.map(({ code, message }) => ({ code, message: clip(message, MAX_PROBLEM) })),
    runErrors: [...new Set(evidence.runErrors.map(normalizeRunError))],
  }
}

function normalizeRunError(error: string): string {
  if (error.length <= MAX_RUN_ERROR) return error
  return `${clip(error, RUN_ERROR_HEAD)} ${toDigest(error).slice(0, RUN_ERROR_DIGEST)}`
}

/** Removes the entries that no decision in this phase reads. The decisions are those of `core/`. */
export function truncateLists(evidence: Evidence, phase: Phase | null, cut: TruncationLimits): Evidence {
  return openTruncation(evidence, phase)(cut)
}

/** Prepares the truncation for several limits, so that the surplus tests are computed once. */
export function openTruncation(evidence: Evidence, phase: Phase | null): (cut: TruncationLimits) => Evidence {
  const unattached = findUnattached(evidence, phase)
  return (size) => truncateTo(evidence, phase, size, findSurplus(unattached, size.listed))
}

function truncateTo(
  evidence: Evidence,
  phase: Phase | null,
  { message, listed }: TruncationLimits,
  unattached: Surplus,
): Evidence {
  const { comparison, failing, loadFailures, newPassing, newSkipped, doubtful: unstable, emptyFiles } = evidence
  const stays = (id: TestId) => !unattached.has(id)
  const sample = <T>(list: readonly T[]) => list.slice(0, listed)
  // Only the decision about a merge reads which tests were lost, and it may need any of them.
  const lost = phase === 'merge' || phase === null ? <T>(list: readonly T[]) => list : sample
  // Without files, new tests may represent the drivers of a file that could not load.
  const fresh = isFileless(evidence) ? <T>(list: readonly T[]) => list : sample
  const drivers = new Set(phase === 'red' || phase === null ? comparison.newlyFailing : [])
  return count(evidence, {
    ...evidence,
    ...shortTexts({ failing: failing.filter(({ id }) => stays(id)), loadFailures }, message, message),
    comparison: {
      newlyFailing: phase === 'start' ? sample(comparison.newlyFailing) : comparison.newlyFailing.filter(stays),
      fixed: sample(comparison.fixed),
      broken: phase === 'merge' || phase === null ? comparison.broken.filter(stays) : sample(comparison.broken),
      vanished: lost(comparison.vanished),
      silenced: lost(comparison.silenced),
    },
    watched: truncateTracked(evidence, phase, unattached),
    newPassing: fresh(newPassing),
    newSkipped: fresh(newSkipped),
    doubtful: [
      ...unstable.filter((id) => drivers.has(id)),
      ...sample(unstable.filter((id) => !drivers.has(id))),
    ].toSorted(),
    emptyFiles: sample(emptyFiles),
    ...(evidence.tried && { tried: sample(evidence.tried) }),
  })
}

interface UnattachedFailures {
  readonly ids: ReadonlySet<TestId>
  /** Tests without a file may be drivers too, so some of both kinds stay. */
  readonly kinds: readonly (readonly TestId[])[]
}

/**
 * Returns the failing tests that are neither a known failure nor a driver: one of them refuses the commit as well as
 * all. A newly failing test did not fail in the baseline and belongs to no open cycle; a merge is responsible only for
 * tests that it broke. At RED failing tests are the drivers, and at the base the known failures, so neither phase has
 * unattached failures.
 */
function findUnattached(evidence: Evidence, phase: Phase | null): UnattachedFailures {
  const { failing, comparison } = evidence
  if (phase === null || phase === 'red' || phase === 'start') return { ids: new Set(), kinds: [] }
  const fresh = new Set(comparison.newlyFailing)
  const broken = new Set(phase === 'merge' ? comparison.broken : [])
  // A driver that differs between equal runs is shown.
  const unsteady = new Set(
    getUnsteady(evidence)
      .map(({ id }) => id)
      .slice(0, MAX_UNSTABLE),
  )
  const isOther = (id: TestId) => fresh.has(id) && !unsteady.has(id) && (phase !== 'merge' || broken.has(id))
  const unattached = failing.filter(({ id }) => isOther(id))
  const byKind = [unattached.filter(({ file }) => file === null), unattached.filter(({ file }) => file !== null)]
  return { ids: new Set(unattached.map(({ id }) => id)), kinds: byKind.map((kind) => kind.map(({ id }) => id)) }
}

/** Returns the unattached failures beyond the listed ones. */
function findSurplus({ ids, kinds }: UnattachedFailures, listed: number): Surplus {
  const kept = new Set(kinds.flatMap((kind) => kind.slice(0, listed)))
  return { has: (id) => ids.has(id) && !kept.has(id) }
}

/** Keeps a few entries of every list for readers, where nothing was measured. */
export function sampleLists(evidence: Evidence, { message, listed }: TruncationLimits): Evidence {
  const sample = <T>(list: readonly T[]) => list.slice(0, listed)
  const { comparison, counterfactual, emptied, failing, loadFailures } = evidence
  return count(evidence, {
    ...evidence,
    ...shortTexts({ failing: sample(failing), loadFailures: sample(loadFailures) }, message, message),
    problems: evidence.problems.map((problem) => ({
      ...problem,
      message: clip(problem.message, Math.max(message, 300)),
    })),
    comparison: {
      newlyFailing: sample(comparison.newlyFailing),
      fixed: sample(comparison.fixed),
      broken: sample(comparison.broken),
      vanished: sample(comparison.vanished),
      silenced: sample(comparison.silenced),
    },
    runErrors: sample(evidence.runErrors),
    newPassing: sample(evidence.newPassing),
    newSkipped: sample(evidence.newSkipped),
    watched: sample(evidence.watched),
    doubtful: sample(evidence.doubtful),
    emptyFiles: sample(evidence.emptyFiles),
    ...(evidence.tried && { tried: sample(evidence.tried) }),
    counterfactual: counterfactual && { stillPassing: sample(counterfactual.stillPassing) },
    ...(emptied && {
      emptied: {
        functions: emptied.functions,
        ...(emptied.bodies && { bodies: sample(emptied.bodies) }),
        noticed: emptied.noticed,
        notEmptied: sample(emptied.notEmptied),
        equalsAll: emptied.equalsAll,
        hollow: sample(emptied.hollow),
        weak: sample(emptied.weak),
        unpinned: sample(emptied.unpinned),
        ...(emptied.anyError && { anyError: sample(emptied.anyError) }),
        ...(emptied.readsCode && { readsCode: sample(emptied.readsCode) }),
        ...(emptied.idle && { idle: emptied.idle }),
        untried: sample(emptied.untried),
        ...(emptied.namesOnly && { namesOnly: sample(emptied.namesOnly) }),
      },
    }),
  })
}

/** Records how many entries of each list were removed. */
function count(before: Evidence, after: Evidence): Evidence {
  const passedAtFirst = ({ watched: tracked }: Evidence) =>
    tracked.filter(({ outcomes }) => outcomes[0] === 'passed').length
  const missing: Required<{ -readonly [L in keyof Omitted]: number }> = {
    newlyFailing: before.comparison.newlyFailing.length - after.comparison.newlyFailing.length,
    fixed: before.comparison.fixed.length - after.comparison.fixed.length,
    broken: before.comparison.broken.length - after.comparison.broken.length,
    vanished: before.comparison.vanished.length - after.comparison.vanished.length,
    silenced: before.comparison.silenced.length - after.comparison.silenced.length,
    failing: before.failing.length - after.failing.length,
    newPassing: before.newPassing.length - after.newPassing.length,
    newSkipped: before.newSkipped.length - after.newSkipped.length,
    watched: before.watched.length - after.watched.length,
    watchedPassed: passedAtFirst(before) - passedAtFirst(after),
    doubtful: before.doubtful.length - after.doubtful.length,
    emptyFiles: before.emptyFiles.length - after.emptyFiles.length,
  }
  const all = Object.entries(missing).map(
    ([list, entries]) => [list, entries + (before.omitted?.[list as keyof Omitted] ?? 0)] as const,
  )
  const omitted = Object.fromEntries(all.filter(([, entries]) => entries > 0))
  return Object.keys(omitted).length > 0 ? { ...after, omitted } : after
}

type Reporting = Pick<FailingTest, 'message' | 'missing'>

/**
 * Shortens names and places. They are for readers only: the number of missing entries and their owner are already
 * decided.
 */
function shortTexts(
  { failing, loadFailures }: Pick<Evidence, 'failing' | 'loadFailures'>,
  message: number,
  name: number,
) {
  const short = <T extends Reporting>(result: T): T => ({
    ...result,
    message: clip(result.message, message),
    missing: result.missing && name > 0 ? { ...result.missing, name: clip(result.missing.name, name) } : null,
  })
  return {
    failing: failing.map((test) => (name > 0 ? short(test) : withoutPlace(short(test)))),
    loadFailures: loadFailures.map((load): LoadFailure => short(load)),
  }
}

/** A line number is useless without its file. */
function withoutPlace({ line: _, ...test }: FailingTest): FailingTest {
  return { ...test, at: null }
}

/** Returns at most `most` characters, with `…` for the rest, without splitting a surrogate pair. */
function clip(text: string, most: number): string {
  if (text.length <= most) return text
  return most === 0 ? '' : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
