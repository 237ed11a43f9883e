/** The drivers run without the production of the GREEN: each must fail, whatever stops it there. */
import { toEarlierCode } from '../changes/in-file-tests.ts'
import { indexRun } from '../core/compare/compare.ts'
import { trackedFiles } from '../core/model/state.ts'
import { firstFailing } from './notice.ts'
import type { GreenTrial } from './trial.ts'

export const withoutProduction: GreenTrial = {
  code: 'without-production',
  about: 'runs the drivers without the production of a GREEN, where RED did not run on that tree: they must fail',
  rules: ['counterfactual-fails', 'drivers-need-production', 'weak-driver-is-shown'],
  isVerdict: true,
  run: async ({ session: { scratch }, commit, green: { cycles, drivers, without } }, runs) => {
    if (without === null) return null
    const tree = await scratch.composeTree(commit.tree, await toEarlierCode(scratch, commit.tree, without))
    const request = {
      files: trackedFiles(cycles),
      coverage: false,
      repeat: 1,
      withCanary: false,
      original: commit.tree,
    }
    const { run } = await runs.execute(tree, request)
    const test = firstFailing(indexRun(run), drivers)
    const row = { lines: null, change: 'all of it as it was before', asked: drivers.size }
    runs.note([{ ...row, result: test === null ? 'unnoticed' : 'noticed', test }])
    return { counterfactual: { run, drivers: ({ id }) => drivers.has(id) } }
  },
}
