import type { Rule, RuleContext } from './rule.ts'
import { list } from './text.ts'

const COVERAGE_CLAIM = /^coverage:[ \t]*\d{1,3}(?:\.\d{1,2})?[ \t]*%/im
const PASSING_CLAIM = /^tests?:[^\n]{0,200}?\b\d{1,7}[ \t]+pass(?:ed|ing)?\b/im

export const uncheckedClaimIsShown: Rule = {
  code: 'unchecked-claim-is-shown',
  about: 'The gate shows unmeasured numbers in the commit message.',
  why: 'Readers take a claimed number for a measured one. The gate cannot check coverage without a report. It cannot check the number of passing tests when only some files or nothing had to run.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'warn',
  needsEvidence: false,
  check(context) {
    const claims = uncheckedClaims(context)
    if (claims.length === 0) return null
    return {
      message: `The message claims unmeasured numbers: ${list(claims)}`,
      suggestion: 'Do not rely on it. To measure coverage, set `test.coverage` in .github/tdd-gate.yml.',
    }
  },
}

function uncheckedClaims({ commit, evidence, scope }: RuleContext): readonly string[] {
  const { lines, statements } = evidence?.coverage?.totals ?? {}
  const coverage = (lines ?? statements) ? null : COVERAGE_CLAIM.exec(commit.message)
  const passing = scope === 'suite' ? null : PASSING_CLAIM.exec(commit.message)
  return [coverage, passing].flatMap((claim) => (claim === null ? [] : [`"${claim[0]}"`]))
}
