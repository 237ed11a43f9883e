/** The drivers run without the production of the GREEN: each must fail, whatever stops it there. */
import { toEarlierCode } from '../changes/in-file-tests.ts'
import { indexRun } from '../core/compare/compare.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { EmptiedProduction } from '../core/model/counterfactuals.ts'
import { trackedFiles } from '../core/model/state.ts'
import { firstFailing, noteWhole } from './notice.ts'
import type { GreenTrial } from './trial.ts'
import { ONCE, runOldForm } from './trial-runs.ts'

export const withoutProduction: GreenTrial = {
  code: 'without-production',
  about: 'runs the drivers without the production of a GREEN, where RED did not run on that tree: they must fail',
  rules: ['counterfactual-fails', 'drivers-need-production', 'weak-driver-is-shown'],
  isVerdict: true,
  run: async ({ session: { scratch }, commit, green: { cycles, drivers, without } }, runs) => {
    if (without === null) return null
    const tree = await scratch.composeTree(commit.tree, await toEarlierCode(scratch, commit.tree, without))
    const { run } = await runs.execute(tree, { ...ONCE, files: trackedFiles(cycles), original: commit.tree })
    noteWhole(runs, 'all of it as it was before', drivers.size, firstFailing(indexRun(run), drivers))
    return { counterfactual: { run, drivers: ({ id }) => drivers.has(id) } }
  },
}

/** Emptied production, and other data where every driver fails, is nearly RED's tree, and ran after GREEN. */
function isNearlyRed({ functions, unpinned, untried }: EmptiedProduction, ran: number): boolean {
  return ran > 0 && (functions > 0 || unpinned.length + untried.length === 0)
}

/** RED's tree runs once more: a driver that passes there now depended on something outside of the tree. */
export const takenBackLate: GreenTrial = {
  code: 'taken-back-late',
  about: 'runs the tree of RED once more after GREEN, where no other trial came near it: the drivers must fail',
  rules: ['drivers-need-production', 'weak-driver-is-shown'],
  isVerdict: true,
  run: async ({ session, state, commit, measured, green: { cycles, drivers } }, runs) => {
    const changes = [...productionSince(state, commit).values()]
    const { emptied } = measured
    const isSettled = measured.counterfactual !== null || !emptied || isNearlyRed(emptied, runs.executions.length)
    if (isSettled || changes.length === 0) return null
    // The runs of RED have the numbers before; a cached one of them would repeat the old result.
    const repeat = session.config.test.reruns + 1
    const files = trackedFiles(cycles)
    const { run } = await runOldForm(session.scratch, runs, { tree: commit.tree, changes, files, repeat })
    return { counterfactual: { run, drivers: ({ id }) => drivers.has(id) } }
  },
}
