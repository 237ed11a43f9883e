import { describe, expect, test } from 'vitest'
import type { Decision, JudgedCommit } from '../../../src/core/model/finding.ts'
import {
  decisiveCommit,
  getConclusion,
  headline,
  MAX_HEADLINE,
  reproduceCommands,
} from '../../../src/render/gate-report/headline.ts'
import { ACCEPTED, finding, judged, REJECTED, sha } from '../../support/decision.ts'
import { BROKEN, EVIL_WORDS, FAILED, GOING_ON, hostileReport, report } from '../sample.ts'

function going(part: Partial<JudgedCommit>, next: Partial<NonNullable<Decision['next']>> = {}): Decision {
  return { ...GOING_ON, commits: [judged(part)], next: { ...GOING_ON.next!, ...next } }
}

function withWarnings(many: number): Decision {
  const warning = finding({ rule: 'changes-are-pinned', level: 'warn' })
  const fixed = judged({ sha: sha('d'), verdict: 'attempt', isSuperseded: true, findings: [warning] })
  const green = judged({ sha: sha('e'), phase: 'green', findings: Array.from({ length: many }, () => warning) })
  return { ...ACCEPTED, commits: [...ACCEPTED.commits, fixed, green] }
}

describe('one sentence says where the branch stands and what to do', () => {
  test.each([
    ['success', report({}), '2 commits accepted, 1 subtask done'],
    [
      'success with warnings, of which that of a commit that was fixed later does not count',
      report({ decision: withWarnings(2) }),
      '3 commits accepted with 2 warnings, 1 subtask done',
    ],
    [
      'success with a warning',
      report({ decision: withWarnings(1) }),
      '3 commits accepted with 1 warning, 1 subtask done',
    ],
    [
      'a whole pull request with a warning',
      report({ decision: { ...withWarnings(1), isWhole: true } }),
      'The pull request is accepted with 1 warning, 1 subtask done',
    ],
    ['RED', report({ decision: GOING_ON }), 'RED 42.2 accepted: make 1 test pass'],
    ['a broken rule', BROKEN, 'GREEN 42.1 rejected by green-keeps-tests at bbbbbbbbb'],
    [
      'a next subtask',
      report({ decision: going({ phase: 'green' }, { action: 'write-failing-test', phase: 'red' }) }),
      'GREEN 42.1 accepted: write a failing test for 42.2',
    ],
    [
      'an attempt',
      report({
        decision: going({ phase: 'green', verdict: 'attempt' }, { limits: { attempts: 1, maxAttempts: 3 } }),
      }),
      'GREEN 42.1 attempt 1 of 3: make 1 test pass',
    ],
    [
      'a pull request that is judged as a whole, whose attempts are not counted',
      report({
        decision: going(
          { phase: 'green', verdict: 'attempt' },
          { isWhole: true, limits: { attempts: 1, maxAttempts: 3 } },
        ),
      }),
      'GREEN 42.1 attempt: make 1 test pass',
    ],
    [
      'a pause',
      report({
        decision: going(
          { phase: 'green', verdict: 'attempt' },
          { title: 'Subtask 42.1 is paused', limits: { attempts: 3, maxAttempts: 3 } },
        ),
      }),
      'GREEN 42.1 attempt 3 of 3: subtask 42.1 is paused',
    ],
    [
      'no measurement',
      report({
        decision: {
          ...going({ verdict: 'unmeasured', findings: [finding({})] }, { action: 'measure-again' }),
          conclusion: 'unmeasurable',
        },
      }),
      'RED 42.1 not measured: measure aaaaaaaaa again',
    ],
    [
      'a due refactoring',
      report({
        decision: going(
          { phase: 'green' },
          { action: 'refactor', phase: 'refactor', title: 'Refactor subtask 42.1: Add an item' },
        ),
      }),
      'GREEN 42.1 accepted: refactor subtask 42.1: Add an item',
    ],
    ['an error', FAILED, 'Nothing was judged (shallow-clone): History is cut off.'],
    ['nothing at all', report({ decision: null }), 'Nothing was judged (internal): Nothing was judged.'],
  ])('%s', (_, of, expected) => {
    expect(headline(of)).toBe(expected)
  })

  test.each(EVIL_WORDS)('it is one short plain line, whatever names say: %j', (evil) => {
    const said = headline(hostileReport(`${evil} ${'😀'.repeat(2_000)}`))
    expect(said.length).toBeLessThanOrEqual(MAX_HEADLINE)
    expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

test('an error is never outvoted by a decision', () => {
  expect(getConclusion(report({}))).toBe('success')
  expect(getConclusion(report({ error: FAILED.error }))).toBe('error')
  expect(getConclusion(report({ decision: null }))).toBe('error')
})

describe('the commit that counts', () => {
  test('is the first refused one that stands, else the last of a cycle, else the last', () => {
    const fixed = judged({ sha: sha('d'), verdict: 'rejected', isSuperseded: true })
    const docs = judged({ sha: sha('e'), phase: 'neutral' })
    expect(decisiveCommit(REJECTED)?.sha).toBe(sha('b'))
    expect(decisiveCommit({ ...ACCEPTED, commits: [fixed, ...ACCEPTED.commits, docs] })?.sha).toBe(sha('b'))
    expect(decisiveCommit({ ...ACCEPTED, commits: [docs] })?.sha).toBe(sha('e'))
    expect(decisiveCommit({ ...ACCEPTED, commits: [] })).toBeNull()
  })
})

describe('how to see the same on any clone', () => {
  test('by SHAs, so that no name of a branch reaches a shell', () => {
    expect(reproduceCommands(report({ baseBranch: '$(evil)', headBranch: '`evil`' }))).toEqual([
      `git fetch origin ${sha('0')} ${sha('b')}`,
      `tdd-gate verify --base ${sha('0')} --head ${sha('b')}`,
    ])
    expect(reproduceCommands(report({ sequence: 'pull-request' })).at(-1)).toMatch(/ --sequence pull-request$/)
  })

  test.each([
    ['42', '--task 42'],
    ['docs/task 42.md', "--task 'docs/task 42.md'"],
    ['$(evil)', "--task '$(evil)'"],
    ["it's", "--task 'it'\\''s'"],
    ['`evil`', "--task '<task>'"],
    ['a\nb', "--task '<task>'"],
  ])('with the task %j, as a shell reads it', (task, option) => {
    const [, verify] = reproduceCommands(report({ task, sequence: 'pull-request' }))
    expect(verify).toBe(`tdd-gate verify --base ${sha('0')} --head ${sha('b')} ${option} --sequence pull-request`)
  })

  test('what is no SHA is in no command', () => {
    expect(reproduceCommands(report({ base: '$(evil)' }))).toEqual(['tdd-gate verify'])
    expect(reproduceCommands(report({ head: null }))).toEqual(['tdd-gate verify'])
  })
})
