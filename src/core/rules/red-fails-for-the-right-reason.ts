import { newLoadFailures } from '../compare/drivers.ts'
import { getReason, isThrownByProduction } from '../compare/failure-reasons.ts'
import type { FailingTest, LoadFailure } from '../model/evidence.ts'
import { idSet } from '../model/id-set.ts'
import type { Policy } from '../model/policy.ts'
import { type Rule, withEvidence } from './rule.ts'
import { formatFailure, formatLoadFailure, list } from './text.ts'

export const redFailsForTheRightReason: Rule = {
  code: 'red-fails-for-the-right-reason',
  about: 'A RED test fails in a way that the policy accepts. By default, every failure of a test counts.',
  why: 'GREEN proves the reason: production code alone must make the frozen test pass, and without it the test must fail again. A file without a test and a broken tool are not failures of a test. A project can accept less with `policy.red.accept`. There `missing-symbol` means a symbol that the project itself lacks. Exceptions of production code always count.',
  choices: 'Make the test fail because the behaviour is missing.',
  phases: ['red'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const { policy } = context
    const fresh = idSet(evidence.comparison.newlyFailing)
    const tests = evidence.failing.filter((test) => fresh.has(test.id) && !isAccepted(test, policy))
    const files = newLoadFailures(context, evidence).filter((load) => !isAccepted(load, policy))
    if (tests.length + files.length === 0) return null
    return {
      message: `Fails in a way that does not count as RED: ${list([...files.map(formatLoadFailure), ...tests.map(formatFailure)])}`,
      suggestion: `Make the test fail by its assertion, or by code that the project does not have yet. The policy accepts: ${policy.red.accept.join(', ')} (\`policy.red.accept\`).`,
      tests: tests.map(({ id }) => id),
      paths: files.flatMap(({ file }) => file ?? []),
    }
  }),
}

function isAccepted(failure: FailingTest | LoadFailure, { red }: Policy): boolean {
  return isThrownByProduction(failure) || red.accept.includes(getReason(failure))
}
