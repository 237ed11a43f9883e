/** What processes on one store must share of GitHub's limits. */
import { expect, test } from 'vitest'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import { createRateLimiter, shareLimits, type Urgency } from '../../../src/app/rate-limiter.ts'
import { openStore, type StoreSettings } from '../../../src/app/store.ts'
import type { Request } from '../../../src/github/client.ts'
import type { Route } from '../../../src/github/routes.ts'

const READ = 'GET /repos/{owner}/{repo}'
const WRITE = 'POST /repos/{owner}/{repo}/check-runs'
const REFUSED = Object.assign(new Error('secondary'), { status: 403, response: { headers: { 'retry-after': '60' } } })

/** Two replicas of the App. The clock of their pauses counts, and never waits. */
async function openReplicas(settings: StoreSettings) {
  const slept: number[] = []
  const sent: Route[] = []
  const open = () => openStore(settings, CLOCK, () => undefined)
  const stores = [await open(), await open()]
  const clock = { now: Date.now, sleep: async (ms: number) => void slept.push(ms) }
  const toReplica = ({ limits }: (typeof stores)[number]) => {
    const of = (installation: number) =>
      createRateLimiter(
        clock,
        undefined,
        undefined,
        shareLimits(() => limits, installation, clock),
      )
    const limiters = [of(7), of(8)]
    return async (
      route: Route,
      urgency: Urgency,
      { installation = 7, answer = async () => ({ headers: {} }) as never } = {},
    ) =>
      limiters[installation - 7]?.spend(
        (async (asked: Route) => {
          sent.push(asked)
          return answer()
        }) as Request,
        urgency,
      )(route, {})
  }
  const [first, second] = stores.map(toReplica)
  if (first === undefined || second === undefined) throw new Error('two replicas are needed')
  const close = async () => void (await Promise.all(stores.map((store) => store[Symbol.asyncDispose]())))
  return { first, second, slept, sent, limits: stores.map(({ limits }) => limits), [Symbol.asyncDispose]: close }
}

export function limitsAreShared(prepare: () => Promise<StoreSettings>): void {
  test('a limit that GitHub names to one replica holds for the other, for this installation alone', async () => {
    await using replicas = await openReplicas(await prepare())
    const { first, second, sent } = replicas
    await expect(first(READ, 'people', { answer: () => Promise.reject(REFUSED) })).rejects.toThrow()
    await expect(second(READ, 'people')).rejects.toMatchObject({
      code: 'github-unavailable',
      retryAfterMs: expect.toSatisfy((ms: number) => ms > 50_000 && ms <= 60_000),
    })
    expect(sent).toHaveLength(1)
    await second(READ, 'people', { installation: 8 })
    expect(sent).toHaveLength(2)
  })

  test('replicas write at one pace, and their bursts together are one burst', async () => {
    await using replicas = await openReplicas(await prepare())
    const { first, second, slept } = replicas
    for (let i = 0; i < 10; i += 1) await (i % 2 === 0 ? first : second)(WRITE, 'people')
    expect(slept).toEqual([])
    await Promise.all(Array.from({ length: 8 }, () => second(WRITE, 'people').catch(() => null)))
    expect(Math.max(...slept)).toBeGreaterThan(3000)
    expect(Math.max(...slept)).toBeLessThanOrEqual(6000)
  })

  test('the points of a minute are one budget, from which sweeps leave half and people may take all', async () => {
    await using replicas = await openReplicas(await prepare())
    const [first, second] = replicas.limits
    if (!first || !second) throw new Error('two replicas are needed')
    const sizes = { most: 300, perMs: 0.008, burstMs: 0, maxWaitMs: 5000 }
    const sweep = { cost: 100, floor: 150, spaceMs: 0 }
    expect(await first.take('7', sweep, sizes)).toMatchObject({ isTaken: true, ms: 0 })
    const refused = await second.take('7', sweep, sizes)
    const isAfterRefill = (ms: number) => ms > 3000 && ms <= 6250
    expect(refused).toMatchObject({ isTaken: false, isForbidden: false, ms: expect.toSatisfy(isAfterRefill) })
    const person = { ...sweep, floor: Number.NEGATIVE_INFINITY }
    for (let i = 0; i < 3; i += 1) expect(await second.take('7', person, sizes)).toMatchObject({ isTaken: true })
  })
}
