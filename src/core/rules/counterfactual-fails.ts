import { isCounterfactualFree, productionSince } from '../compare/counterfactual.ts'
import { formatCommand } from '../model/gate-command.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const counterfactualFails: Rule = {
  code: 'counterfactual-fails',
  about: "Without this cycle's production change, its drivers fail again.",
  why: 'If they pass, something else makes them pass, and no test would notice the loss of the code. The check costs nothing when only production changed since RED. The gate has already seen that tree fail at RED.',
  choices: 'Make the tests of RED stricter: they pass without this code.',
  phases: ['green'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { counterfactual }) => {
    const { state, commit, cycle, drivers, verify } = context
    if (!cycle || !drivers || drivers.missing.length > 0) return null
    // Still tried when no function could be emptied.
    if (!counterfactual && isCounterfactualFree(state, commit, cycle)) return null
    if (productionSince(state, commit).size === 0) return null
    if (!counterfactual) {
      return {
        message: 'The gate did not run the drivers without the production change',
        suggestion: `Measure this commit: \`${formatCommand(verify)}\`.`,
      }
    }
    const own = new Set(drivers.passing)
    const passing = counterfactual.stillPassing.filter((id) => own.has(id))
    if (passing.length === 0) return null
    return {
      message: `Pass without the production change too: ${list(passing)}`,
      tests: passing,
    }
  }),
}
