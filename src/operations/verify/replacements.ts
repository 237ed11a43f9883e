/** What is needed to find out who answers for tests that are gone: texts, and the old tests over the new tree. */
import { compose } from '../../core/compare/change-set.ts'
import type { Measured } from '../../core/compare/compare.ts'
import { isRemoval, keepsText, type Phase } from '../../core/evaluate/phase.ts'
import type { Commit, FileChange } from '../../core/model/commit.ts'
import { type Evidence, isUnmeasured } from '../../core/model/evidence.ts'
import type { GateState } from '../../core/model/state.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import { testTexts } from '../changes/tree-texts.ts'
import { runOldForm } from '../counterfactuals/old-form.ts'
import type { Session } from './session.ts'

export interface Answerable {
  readonly session: Session
  readonly commit: Commit
  readonly phase: Phase
  readonly state: Pick<GateState, 'surroundings'>
  /** What the commit answers for. */
  readonly changes: readonly FileChange[]
}

/** Where tests are gone: what is needed to find out who answers for them, and no more. */
export async function withAnswers(
  work: Answerable,
  evidenceOf: (measured: Measured) => Evidence,
  measured: Measured,
): Promise<Measured> {
  const gone = (of: Measured) => (isUnmeasured(evidenceOf(of)) ? 0 : evidenceOf(of).comparison.vanished.length)
  if (gone(measured) === 0) return measured
  const withTexts = { ...measured, texts: await testTexts(work.session.scratch, sinceBaseline(work)) }
  if (work.phase !== 'refactor' || !isTakenOut(work.commit) || gone(withTexts) === 0) return withTexts
  const { run, problems, durationMs } = await retryLater(work)
  // Where the old tests cannot be measured, nothing speaks for their removal.
  const withOldTests = problems.length > 0 ? null : run
  return { ...withTexts, withOldTests, durationMs: measured.durationMs + durationMs }
}

/** A test that two commits renamed is looked for where it was when all were green. */
function sinceBaseline({ state, changes }: Answerable): readonly FileChange[] {
  return [...compose(state.surroundings, changes).values()]
}

function isTakenOut({ changes }: Commit): boolean {
  const production = changes.filter((change) => change.class === 'production')
  return production.some(isRemoval) && production.every((change) => isRemoval(change) || keepsText([change]))
}

/** The old test files over the new tree. */
async function retryLater({ session, commit }: Answerable): Promise<Execution> {
  const changes = commit.changes.filter((change) => change.class === 'test' && change.before !== null)
  return runOldForm(session, { tree: commit.tree, changes, files: changes.map(({ path }) => path) })
}
