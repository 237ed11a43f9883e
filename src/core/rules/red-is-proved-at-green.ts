import { newLoadFailures } from '../compare/drivers.ts'
import { speaksForItself } from '../compare/failure-reasons.ts'
import type { FailingTest, LoadFailure } from '../model/evidence.ts'
import { idSet } from '../model/id-set.ts'
import { type Rule, withEvidence } from './rule.ts'
import { formatFailure, formatLoadFailure, list } from './text.ts'

/** Chooses the advice only; no decision depends on it. */
const UNPARSABLE =
  /SyntaxError|IndentationError|syntax error|Unexpected token|Parse error|TokenMissing|MismatchedDelimiter|(?:unclosed|mismatched closing) (?:delimiter|string)|illegal start of|expected (?:expression|operand|declaration|item)|['‘].{1,8}['’] expected|expected ['‘`].{1,8}['’`]|at end of input|error (?:TS|CS)1\d{3}:/i

export const redIsProvedAtGreen: Rule = {
  code: 'red-is-proved-at-green',
  about: 'The gate shows a RED whose failure may have another cause than missing behaviour, until GREEN proves it.',
  why: 'An exception, a time-out or a crash can come from missing behaviour or from a mistake in the test. GREEN decides. With the test files frozen, production code alone must make them pass. Without it they must fail again. No production code can do that for a typo, a missing package or a bare `throw`.',
  phases: ['red'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const fresh = idSet(evidence.comparison.newlyFailing)
    const tests = evidence.failing.filter((test) => fresh.has(test.id) && !speaksForItself(test))
    const files = newLoadFailures(context, evidence).filter((load) => !speaksForItself(load))
    if (tests.length + files.length === 0) return null
    return {
      message: `RED for now: ${list([...files.map(formatLoadFailure), ...tests.map(formatFailure)])}`,
      suggestion: `${hopeless([...files, ...tests])}GREEN must prove that production code alone makes it pass. If the test itself is wrong, change it now.`,
      tests: tests.map(({ id }) => id),
      paths: files.flatMap(({ file }) => file ?? []),
    }
  }),
}

/** States what production code cannot do, before the author tries it. */
function hopeless(failures: readonly (FailingTest | LoadFailure)[]): string {
  const isPackage = ({ missing, isMissingOurs }: FailingTest | LoadFailure) =>
    missing?.kind === 'module' && !isMissingOurs
  if (failures.some((failure) => !('id' in failure) && UNPARSABLE.test(failure.message)))
    return 'Production code cannot fix a test file that does not parse. '
  return failures.some(isPackage)
    ? 'Production code cannot install a package: install it in a separate commit before this one. '
    : ''
}
