/** Decisions for tests that render them: each names only what it is about. */
import type { Decision, Finding, JudgedCommit } from '../../src/core/model/finding.ts'

const NO_CHANGE = { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [] }

export const sha = (job: string) => job.repeat(40)

export function judged(part: Partial<JudgedCommit>): JudgedCommit {
  return {
    sha: sha('a'),
    subject: 'test: the cart adds',
    phase: 'red',
    subtask: '42.1',
    verdict: 'accepted',
    isSuperseded: false,
    findings: [],
    tests: { total: 3, passed: 2, failed: 1, errored: 0, skipped: 0, loadErrors: 0 },
    comparison: NO_CHANGE,
    proved: [],
    coverage: null,
    durationMs: 1_234,
    ...part,
  }
}

const TAKE_BACK = 'Take it back: git checkout aaaaaaaaa -- test/cart.test.ts'

export function finding({
  suggestion = TAKE_BACK,
  ...part
}: Partial<Omit<Finding, 'suggestion'>> & { suggestion?: string }): Finding {
  return {
    rule: 'green-keeps-tests',
    level: 'error',
    message: 'test/cart.test.ts differs from what RED froze.',
    suggestion: { text: suggestion, commands: [] },
    paths: ['test/cart.test.ts'],
    tests: [],
    ...part,
  }
}

const RED = judged({
  proved: ['test/cart.test.ts > cart > adds'],
  comparison: { ...NO_CHANGE, newlyFailing: ['test/cart.test.ts > cart > adds'] },
})

export const REJECTED: Decision = {
  conclusion: 'failure',
  commits: [
    RED,
    judged({
      sha: sha('b'),
      subject: 'feat: the cart adds',
      phase: 'green',
      verdict: 'rejected',
      findings: [finding({}), finding({ rule: 'claims-are-true', level: 'warn', message: 'It says 9.', paths: [] })],
      coverage: { totals: { lines: { covered: 9, total: 10 } }, patch: { covered: 1, total: 3 } },
    }),
  ],
  subtasks: [
    { id: '42.1', title: 'Add an item', status: 'red', attempts: 1, drivers: ['test/cart.test.ts > cart > adds'] },
    { id: '42.2', title: 'Remove an item', status: 'pending', attempts: 0, drivers: [] },
  ],
  next: {
    action: 'fix',
    phase: 'green',
    subtask: '42.1',
    title: 'Add an item',
    suggestion: {
      text: 'Take the test file back and make its test pass.',
      commands: ['git checkout aaaaaaaaa -- test/cart.test.ts'],
    },
    acceptance: ['An item is in the cart'],
    drivers: ['test/cart.test.ts > cart > adds'],
    files: ['test/cart.test.ts'],
    limits: { attempts: 1, maxAttempts: 3 },
  },
}

export const ACCEPTED: Decision = {
  conclusion: 'success',
  commits: [
    RED,
    judged({
      sha: sha('b'),
      phase: 'green',
      subject: 'feat: the cart adds',
      proved: ['test/cart.test.ts > cart > adds'],
    }),
  ],
  subtasks: [{ id: '42.1', title: 'Add an item', status: 'done', attempts: 1, drivers: [] }],
  next: null,
}
