/** The drivers run with the code of the GREEN emptied: each must fail then. */
import { indexRun } from '../core/compare/compare.ts'
import type { TestId } from '../core/model/test-run.ts'
import { tryEmptied } from './emptied/emptied.ts'
import type { GreenContext, GreenTrial } from './trial.ts'

export const emptiedProduction: GreenTrial = {
  code: 'emptied-production',
  about: 'empties the functions of a GREEN, and returns other values: each driver must fail',
  rules: ['drivers-need-production', 'weak-driver-is-shown'],
  run: async (context, runs) => {
    const drivers = newAmong(context)
    if (drivers.size === 0) return null
    return { emptied: await tryEmptied({ ...context, cycles: context.green.cycles, drivers }, runs) }
  },
}

/**
 * Selects drivers that failed at the baseline. A test that passed there only failed to load at RED: it need not demand
 * anything new. A test that passes without the production change is rejected for that instead.
 */
function newAmong({ green: { drivers, baseline }, measured: { counterfactual } }: GreenContext): ReadonlySet<TestId> {
  const without = counterfactual ? indexRun(counterfactual.run) : baseline
  const isOld = (id: TestId) => [baseline, without].some((run) => run.get(id)?.outcome === 'passed')
  return new Set([...drivers].filter((id) => !isOld(id)))
}
