import { newLoadFailures } from '../drivers.ts'
import type { FailingTest, LoadFailure } from '../evidence.ts'
import { idSet } from '../id-set.ts'
import type { Policy } from '../policy.ts'
import { type Rule, withEvidence } from './rule.ts'
import { firstLine, list } from './text.ts'

export const redFailsForTheRightReason: Rule = {
  code: 'red-fails-for-the-right-reason',
  about: 'A RED test fails by an assertion, or because something of the project does not exist yet.',
  why: "A typo, a missing package, a missing fixture or a broken machine makes a test fail too, and says nothing about the behaviour that is to come. Accepted: assertions, calls of what does not exist yet, exceptions thrown by the project's own production code, and files that cannot load because a module or symbol of the project is missing.",
  phases: ['red'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence((context, evidence) => {
    const { policy } = context
    const fresh = idSet(evidence.comparison.newlyFailing)
    const tests = evidence.failing.filter((test) => fresh.has(test.id) && !isRightTest(test, policy))
    const files = newLoadFailures(context, evidence).filter((load) => !isRightLoad(load, policy))
    if (tests.length + files.length === 0) return null
    const seen = [...files.map(sayLoad), ...tests.map(sayTest)]
    return {
      message: `Fails for another reason than missing behaviour: ${list(seen)}`,
      suggestion:
        'Make the test reach its assertion (or the missing module or function of this project): mend the test file, then `git add <test file> && git commit --amend --no-edit`. A package the tests need is installed in a commit of its own before RED.',
      tests: tests.map(({ id }) => id),
      paths: files.flatMap(({ file }) => file ?? []),
    }
  }),
}

function isRightTest(test: FailingTest, policy: Policy): boolean {
  if (test.kind === 'missing-symbol') return policy.red.accept.includes('missing-symbol') && test.isMissingOurs
  if (test.kind === 'error' && test.atClass === 'production') return true
  return policy.red.accept.includes(test.kind)
}

function isRightLoad(load: LoadFailure, policy: Policy): boolean {
  return load.kind === 'missing-symbol' && load.isMissingOurs && policy.red.accept.includes('missing-symbol')
}

function sayTest({ id, kind, message }: FailingTest): string {
  return `${id} (${kind}: ${firstLine(message)})`
}

function sayLoad({ file, kind, message }: LoadFailure): string {
  return `${file ?? 'a file'} did not load (${kind}: ${firstLine(message)})`
}
