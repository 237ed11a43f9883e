/** Runs old tests with shared test code as it was before a RED changed it, which shows what they no longer demand. */

import { getUsers, readTestCode, sharedAmong } from '../changes/test-users.ts'
import { readTexts } from '../changes/tree-texts.ts'
import { getPaths } from '../core/compare/change-set.ts'
import { indexRun } from '../core/compare/compare.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { FileChange, Sha } from '../core/model/commit.ts'
import type { TestId } from '../core/model/test-run.ts'
import { nearby } from '../core/text/nearby.ts'
import { mayReplace } from '../core/text/reach.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Execution } from '../test-runner/execution.ts'
import type { Candidates, HollowRequest } from './hollow.ts'
import { runOldForm } from './old-form.ts'

const RULE = 'helper-change-is-shown'

interface Loosened {
  readonly loosened: readonly TestId[]
  readonly executions: readonly Execution[]
}

/**
 * Runs old tests.
 * @param baselineTree the tree of the baseline
 * @returns null when the rule is off, and when no old test uses edited test code
 */
export async function tryOldHelpers(
  { session, state, commit }: HollowRequest,
  measured: Measured,
  { cycles, baseline }: Candidates,
  baselineTree: Sha,
): Promise<Loosened | null> {
  if (session.criteria.policy.rules[RULE] === 'off' || measured.problems.length > 0) return null
  const tests = [...state.otherChanges.values()].filter((change) => change.class === 'test')
  const edited = tests.filter(({ before }) => before !== null)
  const production = getPaths(new Map(commit.changes.map((change) => [change.path, change])), 'production')
  const added = await findAdded(session.scratch, tests, production)
  if (edited.length + added.length === 0) return null
  const code = await readTestCode(session.scratch, baselineTree, session.classify)
  const reached = added.length === 0 ? [] : production
  const files = getUsers(code, [...sharedAmong(code, new Set(edited.map(({ path }) => path))), ...reached])
  if (files.length === 0) return null
  const execution = await runOldForm(session, { tree: commit.tree, changes: [...edited, ...added], files })
  const old = indexRun(execution.run)
  const places = nearby(files)
  const demanded = new Set(cycles.flatMap(({ tests }) => tests))
  const isIn = (file: string | null) => file !== null && places.has(file)
  // Old tests that do not load with the new code show nothing: code that moved, another signature.
  const isLost = (id: TestId) =>
    (old.get(id)?.outcome ?? (execution.run.loadErrors.length > 0 ? 'passed' : null)) !== 'passed'
  const loosened = [...indexRun(measured.runs[0]!)].flatMap(([id, { file, outcome }]) => {
    const isOld = isIn(file) && baseline.get(id)?.outcome === 'passed' && !demanded.has(id)
    return isOld && outcome === 'passed' && isLost(id) ? [id] : []
  })
  return { loosened: loosened.toSorted(), executions: [execution] }
}

/** Returns the new test files when one of them may replace what old tests call. */
async function findAdded(
  scratch: Scratch,
  tests: readonly FileChange[],
  production: readonly string[],
): Promise<readonly FileChange[]> {
  const added = tests.filter(({ before, after }) => before === null && after?.mode.startsWith('100'))
  const texts = await readTexts(scratch, [...new Set(added.flatMap(({ after }) => after?.id ?? []))])
  return added.some(({ path, after }) => mayReplace(path, texts.get(after?.id ?? '') ?? '', production)) ? added : []
}
