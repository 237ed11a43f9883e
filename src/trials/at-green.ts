/** Runs the trials with the code of a GREEN, in order. Each gets the results of those before. */
import type { Measured } from '../core/compare/measured.ts'
import type { Sha } from '../core/model/commit.ts'
import { trackedFiles } from '../core/model/state.ts'
import type { TestRun } from '../core/model/test-run.ts'
import { type Candidates, type HollowRequest, tryHollow, withRuns } from './hollow.ts'
import { tryMutants } from './mutated.ts'
import { tryOldHelpers } from './old-helpers.ts'
import { takeBackAlone, toFindings } from './taken-back.ts'
import { takeBackLate } from './taken-back-late.ts'
import { findUnrunBranches } from './unrun-branches.ts'
import { tryVaried } from './varied.ts'

/** @returns the measurement with what was found, and the runs that it needed */
export async function tryAtGreen(
  request: HollowRequest,
  all: Measured,
  candidates: Candidates,
  baselineTree: Sha,
): Promise<{ readonly measured: Measured; readonly runs: readonly TestRun[] }> {
  const tried = await tryHollow(request, all, candidates)
  const alone = await takeBackAlone(request, all, candidates)
  const helpers = await tryOldHelpers(request, all, candidates, baselineTree)
  const late = await takeBackLate(request, all, { ...candidates, tried })
  const branches = await findUnrunBranches(request, all, { ...candidates, alone })
  const unrun = branches ? { unrun: branches.unrun } : {}
  const mutated = await tryMutants(request, { ...all, ...unrun }, { ...candidates, alone })
  const varied = await tryVaried(request, all, trackedFiles(candidates.cycles))
  const executions = [tried, alone, helpers, late, branches, mutated].flatMap((found) => found?.executions ?? [])
  const found = {
    emptied: tried?.emptied ?? null,
    ...toFindings(alone),
    loosened: helpers?.loosened ?? null,
    ...unrun,
    mutants: mutated?.mutants ?? null,
    varied: varied?.varied ?? [],
  }
  const measured = withRuns(late?.measured ?? all, found, executions)
  const durationMs = measured.durationMs + (varied?.durationMs ?? 0)
  return { measured: { ...measured, durationMs }, runs: executions.map(({ run }) => run) }
}
