import { describe, expect, test } from 'vitest'
import { getPull } from '../../../src/app/gate/command-facts.ts'
import type { Verdict } from '../../../src/core/model/finding.ts'
import { suggest } from '../../../src/core/model/suggestion.ts'
import { getLook, judgedAs } from './command-look.ts'

const AT = '2026-01-01T00:00:10Z'
const BESIDES = { at: AT, authors: [], isPusherKnown: true }
const [A, B, C] = ['a', 'b', 'c'].map((job) => job.repeat(40)) as [string, string, string]

describe('the facts say whether the gate had reported on the head before', () => {
  const check = (change: object = {}) => ({
    name: 'tdd-gate',
    external_id: 'tdd-gate:1',
    started_at: '2026-01-01T00:00:09Z',
    ...change,
  })
  test.each([
    ['a check that began before the comment counts', [check()], true],
    ['an earlier one began before, and it was renewed', [check(), check({ started_at: '2026-01-01T00:00:20Z' })], true],
    ['it began in the same second', [check({ started_at: AT })], false],
    ['it began later', [check({ started_at: '2026-01-01T00:00:11Z' })], false],
    ['nothing stands there', [], false],
    ['its start is unknown', [check({ started_at: null })], false],
    ['another check began before', [check({ name: 'tdd-gate/decision' })], false],
    ['a check of that name is no word of the gate', [check({ external_id: 'something' })], false],
  ])('%s: %o is %s', (_, headChecks, expected) => {
    expect(getPull(getLook({ headChecks }), BESIDES).isHeadSeen).toBe(expected)
  })

  test('a command without a time saw nothing', () => {
    expect(getPull(getLook({ headChecks: [check()] }), { ...BESIDES, at: '' }).isHeadSeen).toBe(false)
  })
})

describe('the last accepted commit', () => {
  const commits = [A, B, C].map((sha) => ({ sha, tree: sha.replaceAll(/./g, '1') }))
  const last = (verdicts: readonly Verdict[]) =>
    getPull(getLook({ commits, says: judgedAs(verdicts) }), BESIDES).lastAccepted?.sha.slice(0, 1)
  test.each([
    ['the one before a refused one', ['accepted', 'accepted', 'rejected'] as const, 'b'],
    ['none after what is in the way', ['accepted', 'rejected', 'accepted'] as const, 'a'],
    ['the one before a try', ['accepted', 'accepted', 'attempt'] as const, 'b'],
    ['the one before what was not measured', ['accepted', 'unmeasured'] as const, 'a'],
    ['the head itself', ['accepted', 'accepted', 'accepted'] as const, 'c'],
    ['where the branch began', ['rejected', 'accepted'] as const, 'e'],
  ])('%s', (_, verdicts, expected) => expect(last(verdicts)).toBe(expected))

  test('where nothing was judged nothing is known, and the reason is', () => {
    const reason = {
      code: 'no-run',
      isFailure: false,
      title: 'No evidence',
      message: 'No run.',
      suggestion: suggest('Push.'),
    }
    const says = { pullRequest: 7, conclusion: 'failure' as const, decision: null, notice: reason }
    expect(getPull(getLook({ says }), BESIDES)).toMatchObject({ lastAccepted: null, reason: 'No run. Push.' })
  })
})
