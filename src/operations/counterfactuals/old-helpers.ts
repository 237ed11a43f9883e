/** Runs old tests with shared test code as it was before a RED edited it, which shows what they no longer demand. */

import { indexRun } from '../../core/compare/compare.ts'
import type { Measured } from '../../core/compare/measured.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { TestId } from '../../core/model/test-run.ts'
import { nearby } from '../../core/text/nearby.ts'
import type { Execution } from '../../test-runner/execution.ts'
import { getUsers, readTestCode, sharedAmong } from '../changes/test-users.ts'
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
  const changes = [...state.otherChanges.values()].filter(({ class: own, before }) => own === 'test' && before !== null)
  if (changes.length === 0) return null
  const code = await readTestCode(session.scratch, baselineTree, session.classify)
  const files = getUsers(code, sharedAmong(code, new Set(changes.map(({ path }) => path))))
  if (files.length === 0) return null
  const execution = await runOldForm(session, { tree: commit.tree, changes, files })
  const old = indexRun(execution.run)
  const places = nearby(files)
  const demanded = new Set(cycles.flatMap(({ tests }) => tests))
  const isIn = (file: string | null) => file !== null && places.has(file)
  const loosened = [...indexRun(measured.runs[0]!)].flatMap(([id, { file, outcome }]) => {
    const isOld = isIn(file) && baseline.get(id)?.outcome === 'passed' && !demanded.has(id)
    return isOld && outcome === 'passed' && old.get(id)?.outcome !== 'passed' ? [id] : []
  })
  return { loosened: loosened.toSorted(), executions: [execution] }
}
