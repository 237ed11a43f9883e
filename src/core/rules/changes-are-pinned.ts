import type { TriedMutants } from '../model/counterfactuals.ts'
import type { LineRange } from '../model/evidence.ts'
import { count } from '../util/count.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayMutant } from './text.ts'

export const changesArePinned: Rule = {
  code: 'changes-are-pinned',
  about:
    'Tests notice small changes of changed conditions, truth values and texts, and errors that changed lines no longer swallow.',
  why: 'A test that runs a line need not demand what it does. The gate makes small changes to the lines that a GREEN or a REFACTOR changes, one at a time, and runs the tests. `test.mutants` says what it changes, and `policy.trials.budget` how much it tries. Some changes do not alter behaviour, and no test can notice those. A later commit of tests that notice the others settles them.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((context, { mutants }) => {
    if (mutants?.failed !== undefined) return reportFailed(mutants.failed)
    if (mutants === undefined || mutants.survived.length === 0) return null
    const suggestion = context.cycle ? STRONGER : `Read whether the code does the same as before. ${STRONGER}`
    return { ...describeUnpinned(mutants), suggestion }
  }),
}

/** What the rule says of small changes that no test noticed. */
export function describeUnpinned({ tried, untried, survived }: TriedMutants): {
  readonly message: string
  readonly paths: readonly string[]
  readonly lines: readonly LineRange[]
} {
  const more = untried > 0 ? `; ${untried} more were not tried` : ''
  return {
    message: `No test noticed ${survived.length} of ${count(tried, 'small change')} that the gate made: ${list(survived.map(sayMutant))}${more}`,
    paths: [...new Set(survived.map(({ path }) => path))],
    lines: survived.map(({ path, line }) => ({ path, first: line, last: line })),
  }
}

const STRONGER =
  'Add tests that notice them, in a commit of their own (`tdd-gate commit --phase characterize`), or remove code that does nothing. Where no test can tell, say why in a comment at the line: `tdd-gate: accepted <reason>`.'

function reportFailed(reason: string) {
  return {
    message: `The mutation tester gave no report that the gate can read: ${reason}`,
    suggestion: 'Run the command of `test.mutation` in a fresh clone, and correct it or `test.mutation.reports`.',
  }
}
