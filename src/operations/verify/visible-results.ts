/** Limits a commit's measurement to what one shard sees: its slice, and all runs of the commit's own files. */

import { type Basis, indexRun, type Measured } from '../../core/compare/compare.ts'
import { baselineAmong, getSeen, type VisibleResults } from '../../core/evaluate/shard.ts'
import type { Sha } from '../../core/model/commit.ts'
import { EMPTY_RUN, type TestRun } from '../../core/model/test-run.ts'
import type { ExecutionRequest } from '../../test-runner/execution.ts'
import type { Measurer } from '../../test-runner/measurer.ts'

export interface ShardRequest {
  readonly measurer: Measurer
  readonly tree: Sha
  readonly baselineTree: Sha
  /** The last request for the commit's own files: the judge will need that one or none. */
  readonly own: ExecutionRequest & { readonly files: readonly string[] }
  /** False when the first execution ran single files: then it is the same in every shard. */
  readonly isSlice: boolean
}

interface VisibleMeasurement {
  readonly measured: Measured
  readonly basis: Basis
}

/** Returns functions that show executions as this job sees them; unchanged when it runs the whole suite. */
export async function openVisibleResults(
  options: ShardRequest,
  first: TestRun,
  basis: Basis,
): Promise<(measured: Measured) => VisibleMeasurement> {
  const { measurer, tree, baselineTree, own, isSlice } = options
  if (!isShard(measurer)) return (measured) => ({ measured, basis })
  const run = async (at: Sha, request: ExecutionRequest) =>
    own.files.length === 0 ? EMPTY_RUN : (await measurer.execute(at, request)).run
  const ownBefore = await run(baselineTree, { ...own, repeat: 1, withCanary: false })
  const visible: VisibleResults = {
    openTests: basis.openTests,
    openFiles: basis.openFiles,
    ownBefore,
    own: isSlice ? await run(tree, own) : first,
    baseline: new Map([...basis.baseline, ...indexRun(ownBefore)]),
  }
  return (measured) => evaluation(measured, basis, visible)
}

/** Returns whether other jobs run the rest of every whole suite. */
export function isShard({ shard }: Measurer): boolean {
  return (shard ?? null) !== null
}

/** Tests that the first run did not show are removed from the later runs too. */
function evaluation(measured: Measured, basis: Basis, visibleResults: VisibleResults): VisibleMeasurement {
  const [first = EMPTY_RUN, ...others] = measured.runs
  const seen = getSeen(first, visibleResults)
  const ids = new Set(seen.cases.map(({ id }) => id))
  const hidden = new Set(first.cases.flatMap(({ id }) => (ids.has(id) ? [] : [id])))
  const again = others.map((run) => ({ ...run, cases: run.cases.filter(({ id }) => !hidden.has(id)) }))
  return {
    measured: { ...measured, runs: [seen, ...again], coverage: null, unrun: [] },
    basis: { ...basis, baseline: baselineAmong(visibleResults, seen) },
  }
}
