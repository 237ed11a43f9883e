import { getUnsteady, type TrackedTest } from '../model/evidence.ts'
import { withHistory } from './flaky-history.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redIsRepeatable: Rule = {
  code: 'red-is-repeatable',
  about: 'The changed tests give the same outcomes every time they run.',
  why: 'A test that fails by chance passes by chance, so its GREEN proves nothing. The gate runs the changed test files several times (`test.reruns`), and once where they do not load for want of code of the project. Ids and outcomes must agree. Tests that failed on the base are no part of RED.',
  choices:
    'Remove time, chance, network and order from the test: with fixed values, a fixed clock, a name that does not change.',
  phases: ['red'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const { state } = context
    const unsteady = getUnsteady(evidence).filter(({ id }) => !state.knownFailing.has(id))
    const tests = unsteady.map(({ id }) => id)
    if (unsteady.length === 0) return null
    return {
      message: withHistory(formatUnsteady(unsteady), tests, context),
      tests,
    }
  }),
}

export function formatUnsteady(tests: readonly TrackedTest[]): string {
  return `Not the same every time: ${list(tests.map(({ id, outcomes }) => `${id} (${outcomes.join(', ')})`))}`
}
