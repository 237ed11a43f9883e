/** Runs old tests with shared test code as it was before a RED changed it, which shows what they no longer demand. */
import { getUsers, readTestCode, sharedAmong } from '../changes/test-users.ts'
import { readSides } from '../changes/tree-texts.ts'
import { getPaths } from '../core/compare/change-set.ts'
import { indexRun } from '../core/compare/compare.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { TestId } from '../core/model/test-run.ts'
import { nearby } from '../core/text/nearby.ts'
import { mayReplace } from '../core/text/reach.ts'
import type { Scratch } from '../git/scratch.ts'
import { noteWhole } from './notice.ts'
import type { GreenTrial } from './trial.ts'
import { runOldForm } from './trial-runs.ts'

export const oldHelpers: GreenTrial = {
  code: 'old-helpers',
  about: 'runs old tests with shared test code as it was before RED changed it: they must pass as well',
  rules: ['helper-change-is-shown'],
  run: async ({ session: { scratch, classify }, state, commit, green }, runs) => {
    const { cycles, baseline, baselineTree } = green
    const tests = [...state.otherChanges.values()].filter((change) => change.class === 'test')
    const edited = tests.filter(({ before }) => before !== null)
    const production = getPaths(new Map(commit.changes.map((change) => [change.path, change])), 'production')
    const added = await findAdded(scratch, tests, production)
    if (edited.length + added.length === 0) return null
    const code = await readTestCode(scratch, baselineTree, classify)
    const reached = added.length === 0 ? [] : production
    const files = getUsers(code, [...sharedAmong(code, new Set(edited.map(({ path }) => path))), ...reached])
    if (files.length === 0 || !runs.mayRun(files)) return null
    const { run } = await runOldForm(scratch, runs, { tree: commit.tree, changes: [...edited, ...added], files })
    const old = indexRun(run)
    const places = nearby(files)
    const demanded = new Set(cycles.flatMap((cycle) => cycle.tests))
    // Old tests that do not load with the new code show nothing: code that moved, another signature.
    const isLost = (id: TestId) => (old.get(id)?.outcome ?? (run.loadErrors.length > 0 ? 'passed' : null)) !== 'passed'
    const loosened = runs.passing.flatMap(([id, { file }]) => {
      const isOld = file !== null && places.has(file) && baseline.get(id)?.outcome === 'passed' && !demanded.has(id)
      return isOld && isLost(id) ? [id] : []
    })
    const [test = null] = loosened.toSorted()
    noteWhole(runs, 'shared test code as it was before RED', places.size, test)
    return { loosened: loosened.toSorted() }
  },
}

/** Returns the new test files when one of them may replace what old tests call. */
async function findAdded(scratch: Scratch, tests: readonly FileChange[], production: readonly string[]) {
  const added = tests.filter(({ before, after }) => before === null && after?.mode.startsWith('100'))
  const getText = await readSides(scratch, added)
  return added.some(({ path, after }) => mayReplace(path, getText(after) ?? '', production)) ? added : []
}
