/** The watched tests that a decision reads: drivers of open cycles, and at RED what wavers. */
import type { Evidence, WatchedTest } from '../core/evidence.ts'
import type { Phase } from '../core/phase.ts'
import type { TestId } from '../core/test-run.ts'

/** True when no watched test has a file: then new tests may be the drivers of a file that could not load. */
export function isFileless({ watched }: Evidence): boolean {
  return watched.every(({ file }) => file === null)
}

/**
 * Bystanders go: tests of a changed file that passed before and pass now, which may be thousands. A driver of an open
 * cycle counts as failing before, whatever it did: it is among `fixed` when it passes and among `silenced` when it is
 * skipped. What a test did twice alike is told once.
 */
export function fewerWatched(
  evidence: Evidence,
  phase: Phase | null,
  strays: ReadonlySet<TestId>,
  listed: number,
): readonly WatchedTest[] {
  const { watched } = evidence
  const isDriver = driversIn(evidence, strays)
  const isFailureRead = phase === 'green' || phase === null
  let wavering = 0
  const kept = watched.filter((test) => {
    if (phase === 'red' && !isSteady(test)) {
      wavering += 1
      return wavering <= listed
    }
    return (isFailureRead || isPassing(test)) && isDriver(test)
  })
  return withFile(watched, kept).map((test) =>
    isSteady(test) ? { ...test, outcomes: test.outcomes.slice(0, 1) } : test,
  )
}

/** Whether a test may be a driver of an open cycle. */
function driversIn(evidence: Evidence, strays: ReadonlySet<TestId>): (test: WatchedTest) => boolean {
  const { comparison, newPassing, newSkipped } = evidence
  const standIns = new Set(isFileless(evidence) ? [...newPassing, ...newSkipped] : [])
  const turned = new Set(comparison.fixed)
  const silenced = new Set(comparison.silenced)
  return (test) => {
    if (standIns.has(test.id)) return true
    if (strays.has(test.id)) return false
    if (isPassing(test)) return turned.has(test.id)
    const isSkipped = isSteady(test) && test.outcomes[0] === 'skipped'
    return !isSkipped || silenced.has(test.id)
  }
}

/** One test with a file stays where there was one: it says that the report knows files. */
function withFile(all: readonly WatchedTest[], kept: readonly WatchedTest[]): readonly WatchedTest[] {
  const isFiled = ({ file }: WatchedTest) => file !== null
  const witness = kept.some(isFiled) ? undefined : all.find(isFiled)
  return witness ? [...kept, witness] : kept
}

function isSteady({ outcomes }: WatchedTest): boolean {
  return outcomes.every((outcome) => outcome === outcomes[0])
}

function isPassing(test: WatchedTest): boolean {
  return test.outcomes[0] === 'passed' && isSteady(test)
}
