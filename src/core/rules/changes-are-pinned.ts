import type { SurvivingMutant } from '../model/counterfactuals.ts'
import { count } from '../util/count.ts'
import { suggestStrongerTest } from './correct.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

/** Mutants of one GREEN, each with a run of the drivers. */
export const MAX_MUTANTS = 8

export const changesArePinned: Rule = {
  code: 'changes-are-pinned',
  about: 'Tests notice small changes of the lines that GREEN changes.',
  why: `A test that runs a line need not demand what it does. The gate makes at most ${MAX_MUTANTS} small changes to these lines, one at a time, and runs the tests. Some changes do not alter behaviour, and no test can notice those. The rule is off by default, because each change costs a run of the driver files.`,
  phases: ['green'],
  level: 'off',
  needsEvidence: true,
  check: withEvidence((context, { mutants }) => {
    if (mutants?.failed !== undefined) return reportFailed(mutants.failed)
    if (mutants === undefined || mutants.survived.length === 0 || context.cycle === null) return null
    const { tried, untried, survived } = mutants
    const more = untried > 0 ? `; ${untried} more were not tried` : ''
    return {
      message: `Tests pass with ${survived.length} of ${count(tried, 'small change')} of this code: ${list(survived.map(sayMutant))}${more}`,
      suggestion: suggestStrongerTest(
        context,
        context.cycle,
        'Add tests that fail with the changed lines, or remove code that does nothing.',
      ),
      paths: [...new Set(survived.map(({ path }) => path))],
    }
  }),
}

function reportFailed(reason: string) {
  return {
    message: `The mutation tester gave no report that the gate can read: ${reason}`,
    suggestion: 'Run the command of `test.mutation` in a fresh clone, and correct it or `test.mutation.reports`.',
  }
}

const sayMutant = ({ path, line, from, to }: SurvivingMutant) => `${path}:${line} has \`${to}\` for \`${from}\``
