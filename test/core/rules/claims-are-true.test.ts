import { claimsAreTrue } from '../../../src/core/rules/claims-are-true.ts'
import { getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const evidence = getEvidence({
  totals: { total: 13, passed: 12, failed: 1 },
  watched: [tracked('a.test.ts > adds')],
  coverage: { totals: { lines: { covered: 923, total: 1000 } }, patch: null },
})

holdsRule(claimsAreTrue, [
  { title: 'no claim', phase: 'green', message: 'feat: add', evidence, says: null },
  {
    title: 'true of the whole run',
    phase: 'green',
    message: 'feat: add\n\nTests: 12 passing\nCoverage: 92%',
    evidence,
    says: null,
  },
  {
    title: "true of the cycle's own tests",
    phase: 'green',
    cycle: aCycle(),
    message: 'Tests: 1 passing',
    evidence,
    says: null,
  },
  {
    title: 'true of lists whose ends were left out',
    phase: 'green',
    message: 'Tests: 41 passing, 30 failing',
    evidence: getEvidence({
      totals: { total: 99, passed: 60, failed: 39 },
      watched: [tracked('a.test.ts > adds')],
      comparison: { newlyFailing: ['b.test.ts > x'] },
      omitted: { watchedPassed: 40, newlyFailing: 29 },
    }),
    says: null,
  },
  {
    title: 'as jest prints it',
    phase: 'green',
    message: 'Tests:       1 failed, 12 passed, 13 total',
    evidence,
    says: null,
  },
  {
    title: 'a percentage where there was nothing to cover',
    phase: 'green',
    message: 'feat: add\n\nCoverage: 92%',
    evidence: getEvidence({ coverage: { totals: { lines: { covered: 0, total: 0 } }, patch: null } }),
    says: null,
  },
  {
    title: 'made-up numbers',
    phase: 'green',
    message: 'Tests: 40 passing\nCoverage: 99.5 %',
    evidence,
    says: 'The message claims wrong numbers: "40 passing" (measured: 12 or 1), "Coverage: 99.5 %" (measured: 92.3%)',
  },
  {
    title: 'a lie behind a truth',
    phase: 'green',
    message: 'Tests: 12 passing, 5 failing',
    evidence,
    says: 'The message claims wrong numbers: "5 failing" (measured: 1 or 0)',
  },
  {
    title: 'failures at RED, counted over the whole suite by the author',
    message: 'Tests: 3 failed, 400 passed',
    state: { knownFailing: new Set(['old > x', 'old > y']) },
    evidence: getEvidence({ scope: 'files', totals: { failed: 1, total: 1 }, comparison: { newlyFailing: ['a > b'] } }),
    says: null,
  },
  {
    title: 'a file that does not load counts as a failure',
    message: 'Tests: 1 failed',
    evidence: getEvidence({ scope: 'files', totals: { loadErrors: 1 } }),
    says: null,
  },
  {
    title: 'more failures than there are',
    message: 'Tests: 3 failed, 0 passed',
    evidence: getEvidence({ scope: 'files', totals: { failed: 1, total: 1 }, comparison: { newlyFailing: ['a > b'] } }),
    says: 'The message claims wrong numbers: "3 failed" (measured: 1)',
  },
  { title: 'prose about tests', phase: 'green', message: 'The 5 tests: 3 pass through the cart', evidence, says: null },
])
