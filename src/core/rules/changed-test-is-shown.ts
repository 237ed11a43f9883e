import { type Rule, withEvidence } from './rule.ts'
import { list, sayMutant } from './text.ts'

export const changedTestIsShown: Rule = {
  code: 'changed-test-is-shown',
  about:
    'The gate shows a changed test that demands something else, whose old form fails at the head, or that notices less of broken or changed code.',
  why: 'A RED may change what a test of the base expects: it passed before, and fails now. At the head, the gate runs edited tests once more in their old form. These are tests of the base, and drivers of closed cycles. Some old forms cannot run. For others, a RED that did not load hides whether the demand changed. No measurement shows that the old demand may go, so a reviewer should read the change. At GREEN, the gate breaks the functions that edited tests reach: a test that passes then, and failed before, demands less. It also makes small changes to the functions that edited tests name: a change that only the old form notices shows a weaker demand.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ commit, atHead, state, phase }, { held, comparison, quieted = [], weaker = [] }) => {
    const tests = held && atHead?.has(commit.sha) ? [...held.doubtful, ...held.base] : []
    // `tests-keep-noticing` refuses other commits.
    const quiet = phase === 'green' ? quieted : []
    const other = phase === 'red' ? comparison.broken : []
    if (tests.length + other.length + quiet.length + weaker.length === 0) return null
    const [base = state.baseline] = state.frozen.keys()
    const messages = [
      ...(other.length > 0 ? [`Tests that passed before demand something else now: ${list(other)}`] : []),
      ...(tests.length > 0 ? [`Changed tests fail in their old form: ${list(tests)}`] : []),
      ...(quiet.length > 0 ? [`Changed tests pass with broken code, and failed before: ${list(quiet)}`] : []),
      ...(weaker.length > 0 ? [`Changed tests pass, and failed before, where ${list(weaker.map(sayMutant))}`] : []),
    ]
    return {
      message: messages.join('. '),
      suggestion: `Read what they demanded: \`git diff ${base.slice(0, 12)} ${commit.sha.slice(0, 12)}\`.`,
      tests: [...new Set([...tests, ...other, ...quiet])],
      ...(weaker.length > 0 && { paths: [...new Set(weaker.map(({ path }) => path))] }),
    }
  }),
}
