/** Asks the whole suite about changes of code that the drivers did not notice: other tests may demand it. */

import { DEFAULT_HUNKS } from '../core/compare/ablation.ts'
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import type { Measured } from '../core/compare/measured.ts'
import { mayEndInTime } from './changed-run.ts'

interface Suite<P> {
  /** The measurement with the code as it is. */
  readonly measured: Pick<Measured, 'runs' | 'durationMs'>
  readonly shards: number
  /** Runs test files, or the whole suite for null, with these changes of the code. */
  readonly run: (pieces: readonly P[], files: readonly string[] | null) => Promise<RunIndex>
  /** Announces that each of them will run alone. */
  readonly announce: (pieces: readonly P[], files: readonly string[]) => Promise<void>
}

/** Of other changes it is unknown which of them a test noticed. */
interface Answer<P> {
  readonly unnoticed: readonly P[]
  readonly noticed: readonly P[]
}

/**
 * Runs the suite with all changes at once, and its files that fail once more for each change. A long suite is not
 * asked: each run would end at its limit, without an answer.
 */
export async function askSuite<P>(
  missed: readonly P[],
  { measured, shards, run, announce }: Suite<P>,
): Promise<Answer<P>> {
  if (missed.length === 0 || !mayEndInTime(measured.durationMs)) return { unnoticed: [], noticed: [] }
  const before = [...indexRun(measured.runs[0]!)].filter(([, { outcome }]) => outcome === 'passed')
  const together = await run(missed, null)
  const noticing = before.filter(([id]) => together.get(id)?.outcome !== 'passed')
  if (noticing.length === 0) return { unnoticed: missed, noticed: [] }
  if (missed.length === 1) return { unnoticed: [], noticed: missed }
  const files = new Set(noticing.map(([, { file }]) => file))
  // Shards see different slices fail, so they would run different trees.
  if (shards > 1 || files.has(null)) return { unnoticed: [], noticed: [] }
  const watch = [...files].filter((file) => file !== null).toSorted()
  const [unnoticed, noticed]: [P[], P[]] = [[], []]
  const some = missed.slice(0, DEFAULT_HUNKS)
  await announce(some, watch)
  for (const piece of some) {
    const alone = await run([piece], watch)
    const isMissed = noticing.every(([id]) => alone.get(id)?.outcome === 'passed')
    const found = isMissed ? unnoticed : noticed
    found.push(piece)
  }
  return { unnoticed, noticed }
}
