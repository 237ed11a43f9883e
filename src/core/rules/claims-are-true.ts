import { toPercent } from '../model/coverage.ts'
import type { Evidence } from '../model/evidence.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

/**
 * Matches a line about tests; a second pattern matches every number with its word: `Tests: 1 failed, 4 passed, 5
 * total`.
 */
const TESTS_LINE = /^tests?:[^\n]{0,200}/gim
const COUNT = /(\d{1,7})[ \t]+(pass|fail)(?:ed|ing)?\b/gi
const COVERAGE_CLAIM = /^coverage:[ \t]*(\d{1,3}(?:\.\d{1,2})?)[ \t]*%/im
/** People round by at most this much. */
const MAX_ROUNDING = 1

export const claimsAreTrue: Rule = {
  code: 'claims-are-true',
  about: 'Numbers in the commit message (`Tests: 3 passing`, `Coverage: 92%`) equal the measured numbers.',
  why: "Reviewers read claims first. A claim must be true of the whole run or of the cycle's own tests. When only some files had to run, the total is unknown, and the gate does not judge it.",
  choices: 'Let the message say what the tests show, or drop the numbers.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const lies = [...falseCounts(context, evidence), ...falseCoverage(context, evidence)]
    if (lies.length === 0) return null
    return {
      message: `The message claims wrong numbers: ${list(lies)}`,
    }
  }),
}

function falseCounts({ commit, drivers, state }: RuleContext, evidence: Evidence): string[] {
  const { totals, comparison, watched: tracked, scope, omitted } = evidence
  const failed = totals.failed + totals.errored
  const fresh = comparison.newlyFailing.length + (omitted?.newlyFailing ?? 0)
  const failing = [failed, failed + totals.loadErrors, fresh, fresh + state.knownFailing.size]
  const passing = [
    totals.passed,
    tracked.filter(({ outcomes }) => outcomes[0] === 'passed').length + (omitted?.watchedPassed ?? 0),
    ...(drivers ? [drivers.passing.length] : []),
  ]
  const counts = [...commit.message.matchAll(TESTS_LINE)].flatMap(([line]) => [...line.matchAll(COUNT)])
  return counts.flatMap(([claim, count, word]) => {
    const isPass = word?.toLowerCase() === 'pass'
    const snapshot = isPass ? passing : failing
    if (snapshot.includes(Number(count)) || (isPass && scope === 'files')) return []
    return [`"${claim}" (measured: ${[...new Set(snapshot)].join(' or ')})`]
  })
}

function falseCoverage({ commit }: RuleContext, { coverage }: Evidence): string[] {
  const claim = COVERAGE_CLAIM.exec(commit.message)
  const lines = coverage?.totals.lines ?? coverage?.totals.statements
  const measured = lines ? toPercent(lines) : null
  if (!claim || measured === null || Math.abs(Number(claim[1]) - measured) <= MAX_ROUNDING) return []
  return [`"${claim[0]}" (measured: ${measured}%)`]
}
