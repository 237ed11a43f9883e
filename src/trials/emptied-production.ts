/** The drivers run with the code of the GREEN emptied: each must fail then. */
import { indexRun } from '../core/compare/compare.ts'
import type { TestId } from '../core/model/test-run.ts'
import { count } from '../core/util/count.ts'
import { tryEmptied } from './emptied/emptied.ts'
import type { GreenContext, GreenTrial } from './trial.ts'

export const emptiedProduction: GreenTrial = {
  code: 'emptied-production',
  about: 'empties the functions of a GREEN, and returns other values: each driver must fail',
  rules: ['drivers-need-production', 'weak-driver-is-shown'],
  isVerdict: true,
  run: async (context, runs) => {
    const drivers = newAmong(context)
    if (drivers.size === 0) return null
    const emptied = await tryEmptied({ ...context, cycles: context.green.cycles, drivers }, runs)
    const { functions, hollow, weak, untried } = emptied
    const [test = null] = [...drivers].filter((id) => ![...hollow, ...weak, ...untried].includes(id)).toSorted()
    const change = `${count(functions, 'function')} without a body`
    const result = test === null ? 'unnoticed' : 'noticed'
    if (functions > 0) runs.note([{ lines: null, change, asked: drivers.size, result, test }])
    return { emptied }
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
