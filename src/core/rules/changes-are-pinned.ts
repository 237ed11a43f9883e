import { count } from '../util/count.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayMutant } from './text.ts'

export const changesArePinned: Rule = {
  code: 'changes-are-pinned',
  about:
    'Tests notice small changes of changed conditions, truth values and texts, and errors that changed lines no longer swallow.',
  why: 'A test that runs a line need not demand what it does. The gate makes small changes to the lines that a GREEN or a REFACTOR changes, one at a time, and runs the tests. `test.mutants` says what it changes, and `policy.trials.budget` how much it tries. Some changes do not alter behaviour, and no test can notice those.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((context, { mutants }) => {
    if (mutants?.failed !== undefined) return reportFailed(mutants.failed)
    if (mutants === undefined || mutants.survived.length === 0) return null
    const { tried, untried, survived } = mutants
    const more = untried > 0 ? `; ${untried} more were not tried` : ''
    return {
      message: `No test noticed ${survived.length} of ${count(tried, 'small change')} that the gate made: ${list(survived.map(sayMutant))}${more}`,
      suggestion: context.cycle
        ? `Add tests that notice them to the RED commit${ORELSE}`
        : `Read whether the code does the same as before. Add tests that notice them in a commit before this one, with \`Phase: characterize\`${ORELSE}`,
      paths: [...new Set(survived.map(({ path }) => path))],
    }
  }),
}

const ORELSE =
  ', or remove code that does nothing. Where no test can tell, say why in a comment at the line: `tdd-gate: accepted <reason>`.'

function reportFailed(reason: string) {
  return {
    message: `The mutation tester gave no report that the gate can read: ${reason}`,
    suggestion: 'Run the command of `test.mutation` in a fresh clone, and correct it or `test.mutation.reports`.',
  }
}
