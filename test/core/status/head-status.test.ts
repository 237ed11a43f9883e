/** The status of a head that several pull requests share, and of a merge group: tables of plain data. */
import { describe, expect, test } from 'vitest'
import { suggest } from '../../../src/core/model/suggestion.ts'
import type { GateConclusion } from '../../../src/core/status/checks.ts'
import { computeGroupStatus, computeHeadStatus } from '../../../src/core/status/gate-status.ts'
import type { GroupFacts, HeadFacts, HeadMember } from '../../../src/core/status/status.ts'
import { chooseWriting } from '../../../src/core/status/writing.ts'

const HEAD = 'a'.repeat(40)
const FACTS: HeadFacts = {
  head: HEAD,
  isOpen: true,
  isStopped: false,
  isInBase: false,
  areMore: false,
  before: { exists: true, isGreen: false, areGroupsUnseen: false },
  areGroupsUnseen: false,
}
const GREEN_BEFORE = { exists: true, isGreen: true, areGroupsUnseen: false }

function member(pullRequest: number, conclusion: GateConclusion, headBranch = `branch-${pullRequest}`): HeadMember {
  const notice = {
    code: 'x',
    isFailure: conclusion === 'failure',
    title: 'X',
    message: 'X.',
    suggestion: suggest('Y.'),
  }
  const status = { pullRequest, conclusion, decision: null, notice: conclusion === 'success' ? null : notice }
  return { status, title: `title of #${pullRequest}`, headBranch }
}
const [PASSED, WAITING, FAILED] = [member(1, 'success'), member(2, 'action_required'), member(3, 'failure')] as const

describe('a head that several pull requests share', () => {
  test.each([
    ['is red when one of them failed', [PASSED, WAITING, FAILED], 3],
    ['waits when one of them waits', [WAITING, PASSED], 2],
    ['is green when all of them are', [PASSED, member(4, 'success')], 1],
    ['shows the lowest number of equal ones', [member(9, 'failure'), FAILED], 3],
  ] as [string, [HeadMember, ...HeadMember[]], number][])('%s', (_, members, expected) => {
    expect(computeHeadStatus(members, FACTS).worst.status.pullRequest).toBe(expected)
  })

  test('a closed pull request does not count where an open one has the head', () => {
    const head = computeHeadStatus([FAILED, PASSED], { ...FACTS, isOpen: false })
    expect([head.worst, head.covered]).toEqual([PASSED, [PASSED]])
    expect(computeHeadStatus([FAILED], { ...FACTS, isOpen: false }).worst).toBe(FAILED)
  })

  test('more pull requests than are judged fail it', () => {
    const { worst, members } = computeHeadStatus([PASSED], { ...FACTS, areMore: true })
    expect([worst.status.conclusion, worst.status.notice?.code, members.length]).toEqual([
      'failure',
      'too-many-pull-requests',
      2,
    ])
  })
})

describe('the comment of a pull request with a shared head', () => {
  test('explains which other one keeps the check from being green', () => {
    const { notice } = computeHeadStatus([PASSED, FAILED], FACTS)
    expect(notice).toMatchObject({
      code: 'head-shared',
      isFailure: true,
      suggestion: expect.objectContaining({ text: expect.stringContaining('#3') }),
    })
    expect(notice?.title).toBe('#3 has the same head and is not done: title of #3')
  })

  test('names the others in a note where it is not green itself', () => {
    const head = computeHeadStatus([FAILED, WAITING, PASSED], FACTS)
    expect(head.notice).toBe(FAILED.status.notice)
    expect(head.notes).toEqual(['#2 has the same head and is not done: title of #2'])
  })

  test('suggests to complete the other one of the same branch', () => {
    const { notice } = computeHeadStatus([member(1, 'success', 'b'), member(2, 'failure', 'b')], FACTS)
    expect(notice?.suggestion.text).toBe('Close #2, or complete it too.')
  })
})

describe('merge groups that were not read', () => {
  test.each([
    ['are remembered when the head loses its green', [FAILED], { areGroupsUnseen: true }, true],
    ['stay remembered until it is green again', [FAILED], { before: { ...GREEN_BEFORE, areGroupsUnseen: true } }, true],
    ['are forgotten when it is green', [PASSED], { before: { ...GREEN_BEFORE, areGroupsUnseen: true } }, false],
  ] as [string, [HeadMember], Partial<HeadFacts>, boolean][])('%s', (_, members, facts, expected) => {
    expect(computeHeadStatus(members, { ...FACTS, ...facts }).areGroupsUnseen).toBe(expected)
  })
})

describe('what is written', () => {
  test.each([
    ['everything for an open pull request', PASSED, {}, { kind: 'everything', isRevoking: false }],
    ['a revoked success', FAILED, { before: GREEN_BEFORE }, { kind: 'everything', isRevoking: true }],
    [
      'a merge that may have bypassed the check',
      FAILED,
      { isOpen: false },
      { kind: 'bypassed-merge', isRevoking: false },
    ],
    [
      'only the check of a closed one that is stopped and was green',
      FAILED,
      { isOpen: false, isStopped: true, before: GREEN_BEFORE },
      { kind: 'check', isRevoking: true },
    ],
    ['nothing when the base contains the head', FAILED, { isInBase: true }, { kind: 'nothing', isRevoking: false }],
  ] as [string, HeadMember, Partial<HeadFacts>, object][])('is %s', (_, one, facts, expected) => {
    const all = { ...FACTS, ...facts }
    expect(chooseWriting(computeHeadStatus([one], all), all)).toEqual(expected)
  })
})

describe('a merge group', () => {
  const base = { kind: 'required', branch: 'main' } as const
  const passed = { number: 1, head: HEAD, conclusion: 'success', title: 'x' }
  test.each([
    ['is green when all its pull requests are', { members: [passed] }, 'success', '#1 passed the gate'],
    [
      'fails with one that is not green',
      { members: [passed, { ...passed, number: 2, conclusion: null }] },
      'failure',
      '#2 did not pass the gate',
    ],
    ['fails without known ones', {}, 'failure', 'The pull requests of this group are unknown'],
    ['fails with an unknown commit', { members: [passed], unknown: [HEAD] }, 'failure', /unknown/],
    [
      'fails with more commits than are read',
      { members: [passed], obstacle: { kind: 'too-many-commits', count: 6000, most: 5000 } },
      'failure',
      /more than 5000 commits/,
    ],
    [
      'is not green for an open base',
      { members: [passed], base: { kind: 'open', branch: 'main' } },
      'action_required',
      /main/,
    ],
  ] as [string, Partial<GroupFacts>, string, string | RegExp][])('%s', (_, given, conclusion, title) => {
    const status = computeGroupStatus({ members: [], unknown: [], obstacle: null, base, ...given })
    expect(status.conclusion).toBe(conclusion)
    expect(status.title).toMatch(title)
  })
})
