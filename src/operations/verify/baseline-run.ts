/** Provides the whole run of the baseline commit, with which later commits are compared. */

import { indexRun } from '../../core/compare/compare.ts'
import { type Sha, short } from '../../core/model/commit.ts'
import type { GateState } from '../../core/model/state.ts'
import { EMPTY_RUN, type Problem, type ProblemCode, type TestRun } from '../../core/model/test-run.ts'
import { type Execution, WHOLE } from '../../test-runner/execution.ts'
import type { BaselineRun, Session } from './session.ts'
import { verifyTexts } from './texts.ts'

/**
 * Returns the run: remembered, from an earlier run's archive, or made now. A base with problems does not run again: no
 * run would end them.
 */
export async function baselineRun(session: Session, { baseline }: GateState): Promise<BaselineRun> {
  const baseProblems = session.baseProblems.get(baseline) ?? []
  const known =
    session.baseline.get(baseline) ??
    archivedRun(session, baseline) ??
    (baseProblems.length > 0 ? toSettled(EMPTY_RUN, []) : await executeSettled(session, baseline))
  session.baseline.set(baseline, known)
  return known.problems.length > 0 ? known : { ...known, problems: asOfBase(baseline, baseProblems) }
}

/** Remembers a run that may become the baseline. Does not remember one with problems: a repetition may succeed. */
export function rememberRun(session: Session, sha: Sha, { run, problems }: Execution): void {
  if (problems.length === 0) session.baseline.set(sha, toSettled(run, []))
}

/** Forgets runs that no state compares with any more. */
export function forgetRuns({ baseline }: Session, states: readonly GateState[]): void {
  const wanted = new Set(states.map((state) => state.baseline))
  for (const sha of baseline.keys()) if (!wanted.has(sha)) baseline.delete(sha)
}

/**
 * Reads an archived run.
 * @returns null without an archive, or when the evidence is not of a whole suite
 */
function archivedRun({ reused, store }: Session, sha: Sha): BaselineRun | null {
  const document = reused.get(sha)
  const [first] = document?.runs ?? []
  if (document?.evidence.scope !== 'suite' || first === undefined) return null
  const run = store.readRun(first.digest)
  return run === null ? null : toSettled(run, [])
}

async function executeSettled(session: Session, sha: Sha): Promise<BaselineRun> {
  const { run, problems } = await session.measurer.execute(session.trees.get(sha) ?? session.origin.tree, WHOLE)
  return toSettled(run, asOfBase(sha, problems))
}

/** Renames problems that are the baseline's own. Those of the machine, and a missing recording, stay what they are. */
function asOfBase(sha: Sha, problems: readonly Problem[]): readonly Problem[] {
  const about = verifyTexts.baselineNotMeasured(short(sha))
  return problems.map(({ code, message }) => ({
    code: STAY.includes(code) ? code : 'base',
    message: `${about}: ${message}`,
  }))
}

const STAY: readonly ProblemCode[] = ['not-recorded', 'command', 'setup']

function toSettled(run: TestRun, problems: readonly Problem[]): BaselineRun {
  const unloaded = run.loadErrors.map(({ file }) => file)
  return { index: indexRun(run), unloaded, problems, isTargetable: run.cases.every(({ file }) => file !== null) }
}
