/** Updates the baseline: an accepted, measured commit becomes the one that later commits are compared with. */
import { type ChangeSet, getPaths, NO_CHANGES } from '../compare/change-set.ts'
import { isCounterfactualFree } from '../compare/counterfactual.ts'
import { reportDrivers } from '../compare/drivers.ts'
import { type Evidence, isUnmeasured } from '../model/evidence.ts'
import { type Cycle, type GateState, openDrivers } from '../model/state.ts'
import type { RuleContext } from '../rules/rule.ts'
import { nearby } from '../text/nearby.ts'

export function updateBaseline(state: GateState, context: RuleContext): GateState {
  const { commit, evidence } = context
  if (!evidence || isUnmeasured(evidence)) return state
  return {
    ...state,
    ...knownNow(state, evidence, context),
    baseline: commit.sha,
    coverage: evidence.coverage ?? state.coverage,
    answered: new Map(),
    production: NO_CHANGES,
    otherChanges: NO_CHANGES,
    unapproved: answersForAll(context, state.unapproved) ? NO_CHANGES : state.unapproved,
    sinceRed: state.cycles.size > 0 ? state.sinceRed : NO_CHANGES,
    cycles: new Map([...state.cycles].map(([id, cycle]) => [id, baseState(cycle, evidence, context)])),
  }
}

/**
 * Returns whether a green suite answers for rejected commits: always at GREEN and REFACTOR, at a chore only for chores.
 */
export function answersForAll({ phase }: Pick<RuleContext, 'phase'>, unapproved: ChangeSet): boolean {
  if (phase === 'green' || phase === 'refactor') return true
  return phase === 'neutral' && getPaths(unapproved, 'production', 'test').length === 0
}

/**
 * Rebases open cycles on the new baseline. They are pristine if their drivers failed there, or if only the production
 * of a GREEN can have turned some of them.
 */
function baseState(cycle: Cycle, evidence: Evidence, { phase, state, commit }: RuleContext): Cycle {
  const isTurnedByCode = phase === 'green' && isCounterfactualFree(state, commit, cycle)
  const isPristine = isTurnedByCode || reportDrivers(cycle, evidence).passing.length === 0
  return { ...cycle, otherChanges: NO_CHANGES, isPristine }
}

/**
 * Returns known failures that still fail; a merge adds those that the base brought, but not those that it broke here.
 */
function knownNow(
  state: GateState,
  { failing, loadFailures, runErrors, comparison }: Evidence,
  { commit, phase }: RuleContext,
): Pick<GateState, 'knownFailing' | 'knownLoadFailures' | 'knownRunErrors'> {
  const isMerge = phase === 'merge'
  const open = openDrivers(state).tests
  const broken = new Set(comparison.broken)
  const brought = isMerge ? nearby(commit.changes.map(({ path }) => path)) : new Set<string>()
  const ids = failing.map(({ id }) => id)
  const files = loadFailures.map(({ file }) => file ?? '')
  return {
    knownFailing: new Set(
      ids.filter((id) => state.knownFailing.has(id) || (isMerge && !open.has(id) && !broken.has(id))),
    ),
    knownLoadFailures: new Set(files.filter((file) => state.knownLoadFailures.has(file) || brought.has(file))),
    knownRunErrors: new Set(runErrors.filter((error) => isMerge || state.knownRunErrors.has(error))),
  }
}
