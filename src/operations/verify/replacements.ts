/**
 * Collects what a rule needs to find replacements of removed tests: texts, and a run of the old tests over the new
 * tree.
 */

import { readNewNames } from '../../changes/edits.ts'
import { testTexts } from '../../changes/tree-texts.ts'
import { compose } from '../../core/compare/change-set.ts'
import type { Measured } from '../../core/compare/compare.ts'
import { isRemoval, keepsText, type Phase } from '../../core/evaluate/phase.ts'
import type { Commit, FileChange } from '../../core/model/commit.ts'
import { type Evidence, isUnmeasured } from '../../core/model/evidence.ts'
import type { GateState } from '../../core/model/state.ts'
import type { Execution } from '../../test-runner/execution.ts'
import { runOldForm } from '../../trials/trial-runs.ts'
import type { Session } from './session.ts'

interface Answerable {
  readonly session: Session
  readonly commit: Commit
  readonly phase: Phase
  readonly state: Pick<GateState, 'otherChanges'>
  /** The changes that the commit answers for. */
  readonly changes: readonly FileChange[]
}

/** Adds the data only when tests were removed. */
export async function withAnswers(
  work: Answerable,
  evidenceOf: (measured: Measured) => Evidence,
  measured: Measured,
): Promise<Measured> {
  const gone = (of: Measured) => (isUnmeasured(evidenceOf(of)) ? 0 : evidenceOf(of).comparison.vanished.length)
  if (gone(measured) === 0) return measured
  const { scratch } = work.session
  const [texts, names] = [
    await testTexts(scratch, sinceBaseline(work)),
    await readNewNames(scratch, work.commit.changes),
  ]
  const withTexts = { ...measured, texts: { ...texts, ...(names && { names }) } }
  if (work.phase !== 'refactor' || !isTakenOut(work.commit) || gone(withTexts) === 0) return withTexts
  const { run, problems, durationMs } = await retryLater(work)
  // When the old tests cannot be measured, no data supports their removal.
  const withOldTests = problems.length > 0 ? null : run
  return { ...withTexts, withOldTests, durationMs: measured.durationMs + durationMs }
}

/** Takes the paths of the baseline: two commits may have renamed a test. */
function sinceBaseline({ state, changes }: Answerable): readonly FileChange[] {
  return [...compose(state.otherChanges, changes).values()]
}

function isTakenOut({ changes }: Commit): boolean {
  const production = changes.filter((change) => change.class === 'production')
  return production.some(isRemoval) && production.every((change) => isRemoval(change) || keepsText([change]))
}

/** Runs the old test files over the new tree. */
async function retryLater({ session, commit }: Answerable): Promise<Execution> {
  const changes = commit.changes.filter((change) => change.class === 'test' && change.before !== null)
  return runOldForm(session.scratch, session.measurer, {
    tree: commit.tree,
    changes,
    files: changes.map(({ path }) => path),
  })
}
