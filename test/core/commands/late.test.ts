/** Tests deliveries in any order: a replied effect holds, and no person lifts a stop that they did not know of. */
import { expect, test } from 'vitest'
import type { CommandFacts } from '../../../src/core/commands/command.ts'
import { getOverride } from '../../../src/core/commands/result.ts'
import { standingStops } from '../../../src/core/evaluate/apply-decisions.ts'
import type { MaintainerDecision } from '../../../src/core/model/maintainer-decision.ts'
import { aPull, decisionWith, getWords, PEOPLE, START, said, says } from './support.ts'

const { mona, octocat, wally } = PEOPLE
interface Comment {
  readonly who: CommandFacts['actor']
  readonly line: string
}
const getDate = (n: number) => `2026-01-01T00:00:0${n}Z`

/** Handles comments, each written a second after the one before it in `comments`, in this order. */
function handle(comments: readonly Comment[], order: readonly number[]) {
  let decisions: readonly MaintainerDecision[] = []
  const pull = () => aPull({ decisions, decision: decisionWith({ '42.1': 'red' }, { conclusion: 'failure' }) })
  const isStopped = () => standingStops({ pullRequest: 7, decisions }).length > 0 && getOverride(pull()) === null
  const outcome = order.map((n) => {
    const { who, line } = comments[n] ?? { who: mona, line: '' }
    const result = says(who, line, { pull: pull(), at: getDate(n), commentId: String(10 + n) })
    const kept = result.effects.flatMap((effect) => (effect.kind === 'record' ? [effect.decision] : []))
    decisions = [...decisions, ...kept]
    return { line, isDone: result.reply.isDone, isStopped: isStopped() }
  })
  return { replies: outcome, isStopped: isStopped() }
}

function* getOrders(count: number, begun: readonly number[] = []): Generator<readonly number[]> {
  if (begun.length === count) yield begun
  for (let n = 0; n < count; n += 1) if (!begun.includes(n)) yield* getOrders(count, [...begun, n])
}

test('an author who lifts their own pause does not lift another one that arrives later', () => {
  const comments = [
    { who: octocat, line: '/tdd pause' },
    { who: mona, line: '/tdd pause not safe' },
    { who: octocat, line: '/tdd resume' },
  ]
  for (const order of getOrders(comments.length)) {
    expect(handle(comments, order).isStopped, `handled as ${order}`).toBe(true)
  }
})

test('the effect that a command reports holds, in whatever order comments are handled', () => {
  const comments = [
    { who: octocat, line: '/tdd pause' },
    { who: mona, line: '/tdd pause not safe' },
    { who: wally, line: '/tdd resume' },
    { who: mona, line: '/tdd override it is' },
    { who: wally, line: '/tdd pause' },
  ]
  for (const order of getOrders(comments.length)) {
    for (const { line, isDone, isStopped } of handle(comments, order).replies.filter((one) => one.isDone)) {
      expect([line, isDone, isStopped], `handled as ${order}`).toEqual([line, true, line.startsWith('/tdd pause')])
    }
  }
})

test('a pause that arrives after a resume of the same commits elsewhere stops those, too', () => {
  const resumed = said('resume', { pullRequest: 9, at: getDate(5), commentId: '80' })
  const [effect] = says(mona, '/tdd pause', { pull: aPull({ decisions: [resumed] }) }).effects
  const pause = effect?.kind === 'record' ? effect.decision : said('skip')
  expect(standingStops({ pullRequest: 9, decisions: [resumed, pause] })).toMatchObject([{ kind: 'pause' }])
  expect(effect).toMatchObject({ on: START, decision: { kind: 'pause', commentId: '99' } })
})

test.each(['/tdd resume', '/tdd override it is'])('%s that arrives after a later stop says so', (line) => {
  const paused = said('pause', { at: getDate(5), commentId: '12' })
  const refusal = says(mona, line, {
    pull: aPull({ decisions: [paused] }),
  })
  expect(refusal.effects).toEqual([])
  expect(getWords(refusal)).toMatch(
    /^refused \| The task was stopped again meanwhile, by @mona: because\..*repeat the command/,
  )
})
