/** Run reports for tests that render them: each names only what it is about. */
import type { FailingTest } from '../../src/core/model/evidence.ts'
import type { Decision, JudgedCommit } from '../../src/core/model/finding.ts'
import type { RunReport } from '../../src/render/gate-report/run-report.ts'
import { ACCEPTED, finding, judged, REJECTED, sha } from '../support/decision.ts'

const RUN = 'https://github.com/acme/shop/actions/runs/7'
export const ADDS = 'test/cart.test.ts > cart > adds'

export function report(part: Partial<RunReport>): RunReport {
  return {
    decision: ACCEPTED,
    error: null,
    base: sha('0'),
    head: sha('b'),
    sequence: 'commits',
    task: null,
    notes: [],
    repository: 'acme/shop',
    repositoryUrl: 'https://github.com/acme/shop',
    pullRequest: 1,
    baseBranch: 'main',
    headBranch: 'cart',
    trust: { level: 'attested', about: 'a token of the run vouches for it' },
    run: { id: '7', attempt: 1, url: RUN },
    startedAt: '2026-01-02T03:04:05Z',
    reused: new Map(),
    ...part,
  }
}

export function failingTest(part: Partial<FailingTest>): FailingTest {
  return {
    id: ADDS,
    file: 'test/cart.test.ts',
    kind: 'assertion',
    message: 'expected 1 to be 2',
    at: null,
    atClass: null,
    missing: null,
    isMissingOurs: false,
    ...part,
  }
}

const NEXT = REJECTED.next!

/** RED of the second subtask is accepted, one test has to be made to pass. */
export const GOING_ON: Decision = {
  conclusion: 'in_progress',
  commits: [
    ...ACCEPTED.commits,
    judged({ sha: sha('c'), subject: 'test: remove', subtask: '42.2', proved: ['test/cart.test.ts > cart > removes'] }),
  ],
  subtasks: [
    { id: '42.1', title: 'Add an item', status: 'done', attempts: 1, drivers: [] },
    {
      id: '42.2',
      title: 'Remove an item',
      status: 'red',
      attempts: 0,
      drivers: ['test/cart.test.ts > cart > removes'],
    },
  ],
  next: {
    ...NEXT,
    action: 'make-tests-pass',
    subtask: '42.2',
    title: 'Make the drivers of subtask 42.2 pass',
    suggestion: {
      text: 'Change production code only.',
      commands: [
        'git add --all && git commit -m "feat: ..." --trailer "Task: 42.2" --trailer "Phase: green"',
        'tdd-gate verify',
      ],
    },
    acceptance: [],
    drivers: ['test/cart.test.ts > cart > removes'],
    limits: { attempts: 0, maxAttempts: 3 },
  },
}

export const BROKEN = report({
  decision: { ...REJECTED, next: { ...NEXT, title: 'Fix commit bbbbbbbbb (green)' } },
  failing: new Map([[sha('b'), [failingTest({ message: 'expected 1 to be 2\n  at test/cart.test.ts:12:3' })]]]),
})

export const FAILED = report({
  decision: null,
  head: null,
  base: null,
  error: { code: 'shallow-clone', message: 'History is cut off.', suggestion: 'git fetch --unshallow' },
  trust: null,
})

/** Every word that another person chose is the same. */
export function hostileReport(evil: string): RunReport {
  const commit: Partial<JudgedCommit> = {
    subject: evil,
    subtask: evil,
    proved: [evil, evil],
    findings: [finding({ rule: evil, message: evil, suggestion: evil, paths: [evil], tests: [evil] })],
    comparison: { newlyFailing: [evil], fixed: [evil], broken: [evil], vanished: [evil], silenced: [evil] },
    lines: [{ path: evil, first: 1, last: 9, by: 'covered-only', unnoticed: [{ from: evil, to: evil }] }],
  }
  const subtask = { id: evil, title: evil, status: 'red' as const, attempts: 1, drivers: [evil] }
  const lists = { acceptance: [evil], drivers: [evil], files: [evil] }
  const words = { subtask: evil, title: evil, suggestion: { text: evil, commands: [evil] } }
  return report({
    decision: {
      conclusion: 'failure',
      commits: [judged(commit), judged({ ...commit, sha: sha('b'), verdict: 'rejected' })],
      subtasks: [subtask],
      next: { ...NEXT, ...lists, ...words },
    },
    task: evil,
    notes: [evil],
    repository: evil,
    repositoryUrl: 'https://github.com/acme/shop',
    baseBranch: evil,
    headBranch: evil,
    trust: { level: evil, about: evil },
    run: { id: evil, attempt: 1, url: evil },
    startedAt: evil,
    reused: new Map([[sha('b'), { runId: evil, url: evil }]]),
    failing: new Map([[sha('b'), [failingTest({ id: evil, file: evil, message: evil, at: evil })]]]),
    patches: new Map([[sha('a'), [{ path: evil, rows: [{ kind: 'added', number: 1, text: evil }] }]]]),
  })
}

/** As large as a decision can become: every list holds all tests of a huge suite. */
export function hugeReport(commits = 300, tests = 50_000): RunReport {
  const ids = Array.from(
    { length: tests },
    (_, n) => `packages/shop/test/cart-${n % 500}.test.ts > cart 世界 > case ${n}`,
  )
  const comparison = { newlyFailing: ids, fixed: ids, broken: ids, vanished: ids, silenced: ids }
  const failing = ids.map((id) => failingTest({ id, message: 'long '.repeat(700) }))
  const getSha = (n: number) => n.toString(16).padStart(40, 'a')
  const findings = Array.from({ length: 20 }, () => finding({ message: 'long '.repeat(900), paths: ids, tests: ids }))
  const lines = Array.from({ length: 2_000 }, (_, n) => ({
    path: `src/${'long/'.repeat(200)}a.ts`,
    first: n * 2 + 1,
    last: n * 2 + 1,
    by: 'nothing' as const,
  }))
  return report({
    decision: {
      conclusion: 'failure',
      commits: Array.from({ length: commits }, (_, n) =>
        judged({ sha: getSha(n), verdict: n % 2 ? 'accepted' : 'rejected', proved: ids, comparison, findings, lines }),
      ),
      subtasks: Array.from({ length: commits }, (_, n) => ({
        id: `42.${n}`,
        title: 'long '.repeat(300),
        status: 'red' as const,
        attempts: 0,
        drivers: ids,
      })),
      next: {
        ...NEXT,
        acceptance: ids,
        drivers: ids,
        files: ids,
        suggestion: { ...NEXT.suggestion, text: 'long '.repeat(5_000) },
      },
    },
    failing: new Map([[getSha(0), failing]]),
  })
}

export const EVIL_WORDS = [
  '::error::owned',
  ' \u3000::set-output name=a::b',
  '##[error]owned',
  'a\n::stop-commands::x\nTDD-GATE END',
  '\u001b[2J\u202e# head\n\n@octocat #1',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '![x](https://evil.example/x.png) [a](javascript:alert(1)) www.evil.example https://evil.example',
  '`` ``` ```` \n```\n# out\n~~~',
  'a | b \\| c \\\\| d',
  '<!-- tdd-gate:comment --> --> <!--',
  'deadbeefdeadbeef GH-1 a/b#2 $x$ :+1: a@b.example',
  '"] --> x["click x href "https://evil.example"',
  '../../etc/passwd',
  '',
] as const
