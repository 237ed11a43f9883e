/** What the App remembers in check runs: read only where it wrote them itself, and only as it writes them. */
import { describe, expect, test } from 'vitest'
import type { MaintainerDecision } from '../../../../src/core/model/maintainer-decision.ts'
import { canonical } from '../../../../src/core/util/canonical.ts'
import { toDigest } from '../../../../src/evidence/digest.ts'
import type { OwnCheck } from '../../../../src/github/own-checks.ts'
import { readDecisions, readTaskRecord } from '../../../../src/github/read/pull-request/own-checks.ts'
import { aPlan, aSubtask } from '../../../core/rules/support.ts'

const HEAD = 'a'.repeat(40)
const PLAN = aPlan(aSubtask('42.1'))
const DECISION: MaintainerDecision = {
  schemaVersion: 1,
  kind: 'pause',
  pullRequest: 7,
  head: HEAD,
  subtask: null,
  reason: 'because',
  by: { login: 'mona', id: '1', isBot: false },
  at: '2026-01-01T00:00:00Z',
  commentId: '12',
}
const TASK = {
  schemaVersion: 1,
  branch: 'work',
  issue: null,
  start: HEAD,
  plan: PLAN,
  planDigest: toDigest(PLAN),
  policyDigest: 'd'.repeat(64),
}

function check(text: string, given: object = {}): OwnCheck {
  const output = { title: '', summary: '', text, annotations_count: 0, annotations_url: '' }
  const plain = { id: 1, name: 'tdd-gate/decision', head_sha: HEAD, external_id: 'tdd-gate:decision:7:12' }
  return { ...plain, output, ...given } as unknown as OwnCheck
}
const task = (value: object, given: object = {}) => check(canonical(value), { name: 'tdd-gate/task', ...given })

test('a decision is read as it was written, whatever GitHub does to line ends', () => {
  expect(readDecisions([check(`${canonical(DECISION)}\r\n`)], { number: 7, baseBranch: 'main' })).toEqual({
    decisions: [DECISION],
    notes: [],
  })
})

describe('what was decided about another pull request with these commits', () => {
  const other = (kind: MaintainerDecision['kind'], given: object = {}) =>
    check(canonical({ ...DECISION, kind, pullRequest: 9, ...given }), { external_id: 'tdd-gate:decision:9:12' })
  const of = (one: OwnCheck) => readDecisions([one], { number: 7, baseBranch: 'main' })

  test.each(['pause', 'resume', 'abort'] as const)('%s counts as a decision', (kind) => {
    expect(of(other(kind))).toEqual({ decisions: [{ ...DECISION, kind, pullRequest: 9 }], notes: [] })
  })

  test.each(['skip', 'red', 'revert', 'override'] as const)('%s is not', (kind) => {
    expect(of(other(kind, kind === 'override' ? { baseBranch: 'main' } : {})).decisions).toEqual([])
  })

  test('what cannot be read may be a pause', () => {
    expect(of(other('pause', { more: 1 })).notes).toEqual(['The decision in check run 1 cannot be read.'])
  })
})

describe('no decision', () => {
  test.each([
    ['of another pull request', check(canonical(DECISION), { external_id: 'tdd-gate:decision:70:12' }), []],
    ['of another name', check(canonical(DECISION), { name: 'tdd-gate' }), []],
    [
      'with more than is known',
      check(canonical({ ...DECISION, more: 1 })),
      ['The decision in check run 1 cannot be read.'],
    ],
    [
      'of a kind that is not known',
      check(canonical({ ...DECISION, kind: 'merge' })),
      ['The decision in check run 1 cannot be read.'],
    ],
    ['in another form', check(JSON.stringify(DECISION)), ['The decision in check run 1 cannot be read.']],
    ['that is no JSON', check('{'), ['The decision in check run 1 cannot be read.']],
    [
      'an override on another commit',
      check(canonical({ ...DECISION, kind: 'override', baseBranch: 'main' }), { head_sha: 'b'.repeat(40) }),
      [],
    ],
    ['an override for another base', check(canonical({ ...DECISION, kind: 'override', baseBranch: 'dev' })), []],
    ['an override that names no base', check(canonical({ ...DECISION, kind: 'override' })), []],
  ])('%s', (_, one, notes) => {
    expect(readDecisions([one], { number: 7, baseBranch: 'main' })).toEqual({ decisions: [], notes })
  })
})

describe('a task', () => {
  test('is the one of the branch; the first record counts', () => {
    const newer = { ...TASK, issue: 9 }
    expect(readTaskRecord([task(TASK), task(newer)], 'work')).toEqual(TASK)
  })

  test.each([
    ['of another branch', task({ ...TASK, branch: 'other' })],
    ['of another commit', task(TASK, { head_sha: 'b'.repeat(40) })],
    ['of another plan than its digest says', task({ ...TASK, planDigest: 'e'.repeat(64) })],
    ['of another name', check(canonical(TASK))],
    ['without a plan', task({ ...TASK, plan: null })],
  ])('is none: %s', (_, one) => {
    expect(readTaskRecord([one], 'work')).toBeNull()
  })
})
