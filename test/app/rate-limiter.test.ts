import { expect, test } from 'vitest'
import { BURST, createRateLimiter, type Urgency, WRITE_EVERY_MS } from '../../src/app/rate-limiter.ts'
import type { Request } from '../../src/github/client.ts'
import { toRefusal } from '../../src/github/refusal.ts'
import type { Route } from '../../src/github/routes.ts'

const READ = 'GET /repos/{owner}/{repo}'
const WRITE = 'POST /repos/{owner}/{repo}/check-runs'
const START = 1_800_000_000_000
const HOUR = 3_600_000

/** A GitHub with configured answers, and a clock whose sleep takes no time. */
function world(answer: (n: number) => object | Error = () => ({})) {
  const clock = { time: START }
  const asked: number[] = []
  const rateLimiter = createRateLimiter({
    now: () => clock.time,
    sleep: async (ms) => {
      clock.time += ms
    },
  })
  const ask = async (_route: Route) => {
    const headers = answer(asked.push(clock.time))
    if (headers instanceof Error) throw headers
    return { status: 200, url: '', headers, data: {} } as never
  }
  const as = (urgency: Urgency) => rateLimiter.spend(ask as Request, urgency)
  return { clock, asked, hints: as('hints'), people: as('people'), routine: as('routine') }
}

const remaining = (left: number) => ({
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': String(left),
  'x-ratelimit-reset': String((START + HOUR) / 1000),
})
const refused = (status: number, headers: object, message = 'You have exceeded a secondary rate limit') =>
  Object.assign(new Error(message), { status, response: { headers } })

async function retryAfter(asked: Promise<unknown>): Promise<unknown> {
  const error = await asked.then(
    () => 'answered',
    (reason: unknown) => reason,
  )
  return error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : error
}

test('a burst of writes waits for nothing, more of them are a second apart', async () => {
  const { asked, hints } = world()
  for (let i = 0; i < BURST + 4; i += 1) await hints(WRITE, {})
  expect(asked.slice(0, BURST + 1).every((time) => time === START)).toBe(true)
  expect(asked.slice(BURST + 1).map((time) => time - START)).toEqual([
    WRITE_EVERY_MS,
    2 * WRITE_EVERY_MS,
    3 * WRITE_EVERY_MS,
  ])
})

test('reads are never spaced', async () => {
  const { asked, hints } = world()
  for (let i = 0; i < 50; i += 1) await hints(READ, {})
  expect(new Set(asked)).toEqual(new Set([START]))
})

test('writes are one at a time, reads some at a time', async () => {
  let [now, most] = [0, 0]
  const rateLimiter = createRateLimiter({ now: () => START, sleep: async () => {} })
  const ask = async () => {
    now += 1
    most = Math.max(most, now)
    await new Promise(setImmediate)
    now -= 1
    return { status: 200, url: '', headers: {}, data: {} } as never
  }
  const client = rateLimiter.spend(ask as Request, 'people')
  const mostOf = async (route: Route) => {
    most = 0
    await Promise.all(Array.from({ length: 40 }, () => client(route, {}).catch(() => null)))
    return most
  }
  expect(await mostOf(WRITE)).toBe(1)
  expect(await mostOf(READ)).toBe(20)
})

test('the last tenth of the hour is kept for people', async () => {
  const { asked, hints, people } = world((n) => remaining(n === 1 ? 500 : 499))
  await hints(READ, {})
  await hints(READ, {})
  expect(await retryAfter(hints(READ, {}))).toBeLessThanOrEqual(HOUR)
  expect(asked).toHaveLength(2)
  await people(READ, {})
  expect(asked).toHaveLength(3)
})

test('all requests run after the reset', async () => {
  const { clock, hints } = world(() => remaining(10))
  await hints(READ, {})
  expect(await retryAfter(hints(READ, {}))).not.toBe('answered')
  clock.time = START + HOUR
  expect(await retryAfter(hints(READ, {}))).toBe('answered')
})

test.each([
  ['secondary, with a time', refused(403, { 'retry-after': '90' }), 90_000],
  ['secondary, without', refused(403, {}), 60_000],
  ['429', refused(429, { 'retry-after': '7' }), 7000],
])('a limit that is %s is kept to by everybody, without asking', async (_what, error, waitMs) => {
  const { clock, asked, hints, people } = world((n) => (n === 1 ? error : {}))
  await hints(READ, {}).catch(() => null)
  for (const ask of [hints, people]) expect(await retryAfter(ask(READ, {}))).toEqual(expect.any(Number))
  expect(asked).toHaveLength(1)
  clock.time += waitMs - 1
  expect(await retryAfter(people(READ, {}))).toEqual(expect.any(Number))
  clock.time += 1
  expect(await retryAfter(people(READ, {}))).toBe('answered')
})

test('other refusals delay no request', async () => {
  const { asked, hints } = world((n) => (n === 1 ? refused(404, {}, 'Not Found') : {}))
  await hints(READ, {}).catch(() => null)
  await hints(READ, {})
  expect(asked).toHaveLength(2)
})

test('nothing is limited where GitHub reports no limits', async () => {
  const { asked, hints } = world(() => ({ 'x-ratelimit-limit': undefined }))
  for (let i = 0; i < 3; i += 1) await hints(READ, {})
  expect(asked).toHaveLength(3)
})

test('half of the hour is kept from what is only routine', async () => {
  const { asked, hints, routine } = world((n) => remaining(n === 1 ? 2500 : 2499))
  await routine(READ, {})
  await routine(READ, {})
  expect(await retryAfter(routine(READ, {}))).toBeLessThanOrEqual(HOUR)
  expect(asked).toHaveLength(2)
  await hints(READ, {})
  expect(asked).toHaveLength(3)
})

test.each(['routine', 'hints'] as const)('%s: no minute holds more than GitHub allows', async (urgency) => {
  const { asked, [urgency]: ask } = world()
  for (let i = 0; i < 1500; i += 1) await ask(READ, {})
  const most = Math.max(...asked.map((start) => asked.filter((at) => at >= start && at < start + 60_000).length))
  expect(most).toBeGreaterThan(400)
  expect(most).toBeLessThanOrEqual(900 - 100)
})

test('a write counts as five reads', async () => {
  const { clock, hints } = world()
  for (let i = 0; i < BURST; i += 1) await hints(WRITE, {})
  for (let i = 0; i < 300 - 5 * BURST; i += 1) await hints(READ, {})
  expect(clock.time).toBe(START)
  await hints(READ, {})
  expect(clock.time).toBeGreaterThan(START)
})

test('what just happened waits for no routine, and people for nothing', async () => {
  const { clock, hints, people, routine } = world()
  for (let i = 0; i < 400; i += 1) await routine(READ, {})
  const since = clock.time
  for (let i = 0; i < 100; i += 1) await hints(READ, {})
  expect(clock.time).toBe(since)
  for (let i = 0; i < 300; i += 1) await people(READ, {})
  expect(clock.time).toBe(since)
})

test.each([
  ['a write', WRITE, 40],
  ['a read', READ, 400],
  ['a write after a limit', WRITE, 0],
] as const)('a clock that was set back by a day does not hold up %s', async (_what, route, before) => {
  const limit = () => (before === 0 && clock.time === START ? refused(429, { 'retry-after': '60' }) : {})
  const { clock, hints, asked } = world(limit)
  for (let i = 0; i < before; i += 1) await hints(READ, {})
  if (before <= 40) await retryAfter(hints(WRITE, {}))
  const done = asked.length
  clock.time -= 24 * HOUR
  const at = clock.time
  await hints(route, {})
  expect(asked).toHaveLength(done + 1)
  expect(clock.time - at).toBeLessThan(10_000)
})

test("GitHub's waiting time is limited to one hour, and the log names it once", async () => {
  const result: [string, number, number][] = []
  const clock = { time: START }
  const answers = [refused(429, { 'retry-after': '86400' })]
  const rateLimiter = createRateLimiter({ now: () => clock.time, sleep: async () => {} }, (route, { ms, namedMs }) =>
    result.push([route, ms, namedMs]),
  )
  const ask = async () => {
    const error = answers.shift()
    if (error) throw error
    return { status: 200, url: '', headers: {}, data: {} } as never
  }
  const hints = rateLimiter.spend(ask as Request, 'hints')
  expect(await retryAfter(hints(READ, {}))).toMatchObject({ status: 429 })
  expect(toRefusal(READ, refused(429, { 'retry-after': '86400' }), 'app').retryAfterMs).toBe(HOUR)
  expect(await retryAfter(hints(READ, {}))).toBe(HOUR)
  expect(result).toEqual([[READ, HOUR, 24 * HOUR]])
  clock.time += HOUR
  expect(await retryAfter(hints(READ, {}))).toBe('answered')
})
