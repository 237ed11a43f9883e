import { expect, test } from 'vitest'
import { toPercentages } from '../../../src/core/model/coverage.ts'
import { toFindingJson, toVerifyJson } from '../../../src/render/gate-report/verify-json.ts'
import { ACCEPTED, finding, judged, REJECTED, sha } from '../../support/decision.ts'

const about = { base: sha('0'), head: sha('b'), sequence: 'commits' } as const

/** More lines than a message names. */
const LINES = [3, 5, 7, 9].map((first) => ({ path: 'src/a.ts', first, last: first + 1 }))

const { suggestion: _, ...unit } = REJECTED.next!

test('a commit names what holds its changed lines, where some were tried', () => {
  const lines = [{ path: 'src/a.ts', first: 1, last: 2, by: 'driver' as const }]
  const { commits } = toVerifyJson({ ...ACCEPTED, commits: [judged({ lines }), judged({})] }, about)
  expect(commits.map((commit) => commit.lines)).toEqual([lines, undefined])
})

test('commands of the next step stand there alone, and a duration has whole milliseconds', () => {
  const suggestion = { text: 'Split it.', commands: ['git reset HEAD~1', 'tdd-gate verify'] }
  const findings = [
    { ...finding({}), suggestion },
    { ...finding({}), suggestion: { ...suggestion } },
  ]
  const next = { ...REJECTED.next!, suggestion }
  const given = { ...REJECTED, commits: [judged({ verdict: 'rejected', findings, durationMs: 691.787 })], next }
  const json = toVerifyJson(given, about)
  expect(json.next?.commands).toEqual(suggestion.commands)
  expect(json.commits[0]?.findings.map(({ commands }) => commands)).toEqual([undefined, suggestion.commands])
  expect(json.commits[0]?.durationMs).toBe(692)
})

test('the object is the documented one, key for key', () => {
  expect(toVerifyJson(REJECTED, about)).toEqual({
    schemaVersion: 1,
    conclusion: 'failure',
    sequence: 'commits',
    base: sha('0'),
    head: sha('b'),
    commits: [
      {
        sha: sha('a'),
        subject: 'test: the cart adds',
        phase: 'red',
        subtask: '42.1',
        verdict: 'accepted',
        superseded: false,
        findings: [],
        tests: { total: 3, passed: 2, failed: 1, errored: 0, skipped: 0, loadErrors: 0 },
        comparison: {
          newlyFailing: ['test/cart.test.ts > cart > adds'],
          fixed: [],
          broken: [],
          vanished: [],
          silenced: [],
        },
        coverage: null,
        durationMs: 1234,
      },
      {
        sha: sha('b'),
        subject: 'feat: the cart adds',
        phase: 'green',
        subtask: '42.1',
        verdict: 'rejected',
        superseded: false,
        findings: [
          {
            rule: 'green-keeps-tests',
            level: 'error',
            message: 'test/cart.test.ts differs from what RED froze.',
            suggestion: 'Take it back: git checkout aaaaaaaaa -- test/cart.test.ts',
            paths: ['test/cart.test.ts'],
            tests: [],
          },
          {
            rule: 'claims-are-true',
            level: 'warn',
            message: 'It says 9.',
            suggestion: 'Take it back: git checkout aaaaaaaaa -- test/cart.test.ts',
            paths: [],
            tests: [],
          },
        ],
        tests: { total: 3, passed: 2, failed: 1, errored: 0, skipped: 0, loadErrors: 0 },
        comparison: { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [] },
        coverage: { lines: 90, patch: 33.3 },
        durationMs: 1234,
      },
    ],
    subtasks: REJECTED.subtasks,
    next: {
      ...unit,
      instructions: 'Take the test file back and make its test pass.',
      commands: ['git checkout aaaaaaaaa -- test/cart.test.ts'],
    },
  })
})

test('of nothing to cover there is no percentage', () => {
  const none = { covered: 0, total: 0 }
  expect(toPercentages({ totals: { lines: { covered: 9, total: 10 }, functions: none }, patch: none })).toEqual({
    lines: 90,
  })
})

test('a commit for which nothing ran has zeros, not nothing', () => {
  const [commit] = ACCEPTED.commits
  const json = toVerifyJson({ ...ACCEPTED, commits: commit ? [{ ...commit, tests: null }] : [] }, about)
  expect(json.commits[0]?.tests).toEqual({ total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, loadErrors: 0 })
  expect(json.next).toBeNull()
})

test('what was known before, and that nothing was planned, is in it where there is something to say', () => {
  const known = ['old.test.ts > fails']
  expect(toVerifyJson({ ...ACCEPTED, known, isUnplanned: true }, about)).toMatchObject({ known, isUnplanned: true })
  expect(toVerifyJson(ACCEPTED, about)).not.toHaveProperty('known')
})

test('a finding has the commands of its suggestion where there are some', () => {
  const suggestion = { text: 'Undo it: `git revert abc`.', commands: ['git revert abc'] }
  expect(toFindingJson({ ...finding({}), suggestion })).toMatchObject({
    suggestion: 'Undo it: `git revert abc`.',
    commands: ['git revert abc'],
  })
  expect(toFindingJson(finding({}))).not.toHaveProperty('commands')
})

test('a finding has all its lines, where it names some', () => {
  expect(toFindingJson(finding({ lines: LINES })).lines).toEqual(LINES)
  expect(toFindingJson(finding({}))).not.toHaveProperty('lines')
})
