/** Checks the base state of a commit: changes of rejected commits before it that no commit answers for. */
import { compose, getPaths } from '../compare/change-set.ts'
import type { Commit } from '../model/commit.ts'
import type { Policy } from '../model/policy.ts'
import type { Cycle, GateState } from '../model/state.ts'
import type { Phase } from './phase.ts'

/** The rule's code, here because a commit that need not be judged need not be measured either. */
export const GROUND_RULE = 'ground-is-accepted'

/** Returns whether the policy rejects such commits. */
export function refusesBaseState({ rules }: Pick<Policy, 'rules'>): boolean {
  return !Object.hasOwn(rules, GROUND_RULE) || rules[GROUND_RULE] === 'error'
}

interface CommitFacts {
  readonly phase: Phase
  readonly commit: Commit
  readonly state: Pick<GateState, 'unapproved'>
  /** The open cycle of the commit's subtask: its GREEN answers for everything before it. */
  readonly cycle: Cycle | null
}

/** Returns paths of rejected commits that block this one; none when its own changes need a fix first. */
export function refusedBaseState({ phase, commit, state, cycle }: CommitFacts): readonly string[] {
  if (state.unapproved.size === 0) return []
  const own = new Set(commit.changes.map(({ path }) => path))
  const all = compose(state.unapproved, commit.changes)
  if (phase === 'red') {
    const wrong = getPaths(all, 'production', 'harness').filter((path) => !all.get(path)?.isStub)
    return wrong.some((path) => own.has(path)) ? [] : wrong
  }
  const isLump = commit.changes.some((change) => change.class === 'test')
  if (phase !== 'green' || cycle || isLump) return []
  return getPaths(all, 'production', 'harness', 'test').filter((path) => !own.has(path))
}
