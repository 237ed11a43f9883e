import { expect, test } from 'vitest'
import { LONGEST_PAUSE_MS, TIME_LIMIT_MS, withOutageBackoff } from '../../src/app/outage-backoff.ts'
import { GateError } from '../../src/core/model/errors.ts'
import { createLimited, toRefusal } from '../../src/github/refusal.ts'
import { hint, postponed, Refusal, request } from './queue/jobs.ts'

const ROUTE = 'GET /repos/{owner}/{repo}'
const NEVER = new AbortController().signal
const failed = (status: number) => Object.assign(new Error('no'), { status, response: { headers: {} } })
const OUTAGE = toRefusal(ROUTE, failed(503), 'app')

/** Tries that take no time, each after the pause that the one before asked for. */
function world(errorOf: (n: number) => unknown) {
  const clock = { time: 1_800_000_000_000 }
  const result: string[] = []
  let tries = 0
  const handler = withOutageBackoff(
    async () => {
      tries += 1
      const error = errorOf(tries)
      if (error !== null) throw error
    },
    { now: () => clock.time, sleep: async () => undefined },
    (level, message) => result.push(`${level}: ${message}`),
  )
  /** @returns the pause that it asks for; null when it asks for none */
  const attempt = async (job = request('r')): Promise<number | null> => {
    const error = await handler(job, NEVER).catch((reason: unknown) => reason)
    const ms = error instanceof Error && 'retryAfterMs' in error ? Number(error.retryAfterMs) : null
    clock.time += ms ?? 0
    return ms
  }
  return { attempt, reported: result, clock }
}

test.each([
  ['a server that fails', toRefusal(ROUTE, failed(502), 'app')],
  ['no connection', toRefusal(ROUTE, new TypeError('fetch failed'), 'app')],
  ['no answer in time', toRefusal(ROUTE, new DOMException('too slow', 'TimeoutError'), 'app')],
])('%s is waited for, longer each time up to a bound', async (_, error) => {
  const { attempt, reported: outcome } = world(() => error)
  const pauses: (number | null)[] = []
  for (let i = 0; i < 12; i += 1) pauses.push(await attempt())
  expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
  expect(pauses.slice(-2)).toEqual([LONGEST_PAUSE_MS, LONGEST_PAUSE_MS])
  expect(outcome).toHaveLength(12)
})

test('it ends: what fails for a whole day counts from then on', async () => {
  const { attempt, clock } = world(() => OUTAGE)
  const start = clock.time
  let tries = 0
  while ((await attempt()) !== null) tries += 1
  expect(clock.time - start).toBeGreaterThanOrEqual(TIME_LIMIT_MS - LONGEST_PAUSE_MS)
  expect(clock.time - start).toBeLessThan(TIME_LIMIT_MS + LONGEST_PAUSE_MS)
  expect(tries).toBeLessThan(400)
  expect(await attempt()).toBeNull()
})

test('each event has its own backoff, which starts anew once the event is handled', async () => {
  const { attempt } = world((n) => (n === 4 ? null : OUTAGE))
  expect(await attempt()).toBe(1000)
  expect(await attempt()).toBe(2000)
  expect(await attempt(hint('other'))).toBe(1000)
  expect(await attempt()).toBeNull()
  expect(await attempt()).toBe(1000)
})

test.each([
  ['a refusal', toRefusal(ROUTE, failed(403), 'app')],
  ['another error of the gate', new GateError('bad-artifact', 'a', 'b')],
  ['an unexpected error', new Refusal('poison')],
])('%s is not waited for', async (_, error) => {
  expect(await world(() => error).attempt()).toBeNull()
})

test('a limit keeps the time that GitHub names', async () => {
  const limit = createLimited(ROUTE, 'its limit is reached', { ms: 1_234_567, message: 'later' }, 'app')
  expect(await world(() => limit).attempt()).toBe(1_234_567)
  expect(await world(() => postponed(5)).attempt()).toBe(5)
})
