/** Limits the requests of an installation: GitHub's limits, the pace of writes, and a reserve for people. */

import type { Request } from '../github/client.ts'
import { isRead } from '../github/client.ts'
import { createLimited, MAX_WAIT_MS as LONGEST_MS, toRefusal, waitUntil } from '../github/refusal.ts'
import type { Answer, Route } from '../github/routes.ts'
import type { Clock } from './queue/clock.ts'
import type { SharedLimits } from './queue/limits.ts'

/** `people`: a person waits for the reply. `hints`: an event just happened. `routine`: a periodic check. */
export type Urgency = 'people' | 'hints' | 'routine'

/**
 * The burst of points. With the refill of a minute it is 780 of GitHub's 900; the rest is reserved for requests of
 * people, which never wait. A read costs one, a write five:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
const MOST = 300
const BACK_PER_MS = 8 / 1000
const WRITE_POINTS = 5
/** The points that stay for more urgent requests. */
const FLOOR: Record<Urgency, number> = { people: Number.NEGATIVE_INFINITY, hints: 0, routine: MOST / 2 }

export interface RateLimiter {
  /**
   * Sends the request when it is allowed. @throws with `retryAfterMs` while GitHub's limit, or the reserve for people,
   * forbids it
   */
  readonly spend: (request: Request, urgency: Urgency) => Request
}

/** Starting a task takes about seven writes, which need not be spaced. */
export const BURST = 10
/** GitHub's advice, below its limit of 80 content requests per minute. */
export const WRITE_EVERY_MS = 1000
/** The share of GitHub's hourly limit that is reserved for more urgent requests. */
const RESERVE: Record<Urgency, number> = { people: 0, hints: 0.1, routine: 0.5 }
/** A longer wait becomes a retry instead of occupying a worker. */
const MAX_WAIT_MS = 5000
/** GitHub's hour, with a margin for different clocks. */
const HOUR_MS = 2 * LONGEST_MS
/** GitHub allows 100 concurrent requests for an installation. */
const MAX_AT_ONCE = 20

/** Called for each limit that GitHub names. No request is sent until it ends. */
export type OnLimit = (route: Route, limit: { readonly ms: number; readonly namedMs: number }) => void

/** Called with the share of the hourly limit that is left, after each answer. */
type OnShare = (share: number) => void

/** Creates the limiter. @param clock `now` in milliseconds since 1970, like GitHub's reset time; it may be set back */
export function createRateLimiter(
  clock: Clock,
  onLimit?: OnLimit,
  onShare?: OnShare,
  shared?: SharedLimiter,
): RateLimiter {
  const reads = openPlaces(MAX_AT_ONCE)
  const writes = openPlaces(1)
  const points = openRatePoints(clock)
  const limits = createLimits(clock, onLimit, onShare)
  const space = createSpacing(clock)
  const pace = async (route: Route, urgency: Urgency) => {
    for (let ms = points.take(route, urgency); ms > 0; ms = points.take(route, urgency)) {
      if (ms > MAX_WAIT_MS)
        throw createLimited(route, 'its requests are spaced', waitUntil(clock.now() + ms, clock.now()), 'app')
      await clock.sleep(ms, NEVER)
    }
  }
  return {
    spend: (request, urgency) => async (route, parameters) => {
      limits.refuse(route, urgency)
      await pace(route, urgency)
      return (isRead(route) ? reads : writes)(async () => {
        limits.refuse(route, urgency)
        if (!isRead(route)) await space(route)
        await shared?.take(route, urgency)
        try {
          const answer = await request(route, parameters)
          limits.learn(answer.headers)
          return answer
        } catch (error) {
          const ms = limits.learnRefusal(route, error)
          if (ms !== null) await shared?.forbid(ms)
          throw error
        }
      })
    },
  }
}

const SIZES = { most: MOST, perMs: BACK_PER_MS, burstMs: BURST * WRITE_EVERY_MS, maxWaitMs: MAX_WAIT_MS }

interface SharedLimiter {
  /** Waits for the budget of all processes. @throws with `retryAfterMs` */
  readonly take: (route: Route, urgency: Urgency) => Promise<void>
  readonly forbid: (ms: number) => Promise<void>
}

/** The budget that this process shares with others. While the database fails, each process keeps to its own. */
export function shareLimits(limits: () => SharedLimits | null, installation: number, clock: Clock): SharedLimiter {
  const name = String(installation)
  const tryTake = async (route: Route, urgency: Urgency) => {
    const [cost, spaceMs] = isRead(route) ? [1, 0] : [WRITE_POINTS, WRITE_EVERY_MS]
    const taken = limits()?.take(name, { cost, floor: FLOOR[urgency], spaceMs }, SIZES)
    return (await taken?.catch(() => undefined)) ?? { isTaken: true, ms: 0, isForbidden: false }
  }
  const take = async (route: Route, urgency: Urgency): Promise<void> => {
    const { isTaken, ms, isForbidden } = await tryTake(route, urgency)
    const now = clock.now()
    if (!isTaken && (isForbidden || ms > MAX_WAIT_MS)) {
      const reason = isForbidden ? 'its limit is reached' : 'its requests are spaced'
      throw createLimited(route, reason, waitUntil(now + ms, now), 'app')
    }
    if (ms > 0) await clock.sleep(ms, NEVER)
    if (!isTaken) await take(route, urgency)
  }
  return {
    take,
    forbid: async (ms) =>
      void (await limits()
        ?.forbid(name, ms)
        .catch(() => undefined)),
  }
}

/** Remembers the limits that GitHub names, and refuses requests while one applies. */
function createLimits(clock: Clock, onLimit?: OnLimit, onShare?: OnShare) {
  let forbidden: { readonly until: number } | null = null
  let hour = { share: 1, until: 0 }
  return {
    refuse: (route: Route, urgency: Urgency) => {
      const now = clock.now()
      if (forbidden !== null && isAhead(forbidden.until, now))
        throw createLimited(route, 'its limit is reached', waitUntil(forbidden.until, now), 'app')
      if (!isAhead(hour.until, now, HOUR_MS) || hour.share >= RESERVE[urgency]) return
      const reason = 'the rest is reserved for urgent requests'
      throw createLimited(route, reason, waitUntil(hour.until, now), 'app')
    },
    learn: (headers: Answer<Route>['headers']) => {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(headers[`x-ratelimit-${name}`]),
      )
      if (!limit || !reset || remaining === undefined || Number.isNaN(remaining)) return
      hour = { share: remaining / limit, until: reset * 1000 }
      onShare?.(hour.share)
    },
    learnRefusal: (route: Route, error: unknown) => {
      const { retryAfterMs, namedMs = 0 } = toRefusal(route, error, 'app')
      if (retryAfterMs === undefined) return null
      forbidden = { until: clock.now() + retryAfterMs }
      onLimit?.(route, { ms: retryAfterMs, namedMs })
      return retryAfterMs
    },
  }
}

/** Spaces writes. A burst may be sent ahead of the pace. */
function createSpacing(clock: Clock): (route: Route) => Promise<void> {
  let nextWrite = 0
  return async (route) => {
    const now = clock.now()
    if (nextWrite > now + MAX_WAIT_MS + WRITE_EVERY_MS) nextWrite = now
    nextWrite = Math.max(nextWrite, now - BURST * WRITE_EVERY_MS)
    const waitMs = nextWrite - now
    if (waitMs > MAX_WAIT_MS) throw createLimited(route, 'its writes are spaced', waitUntil(nextWrite, now), 'app')
    nextWrite += WRITE_EVERY_MS
    if (waitMs > 0) await clock.sleep(waitMs, NEVER)
  }
}

/** A time further ahead than any limit comes from a clock that was set back since. */
function isAhead(until: number, now: number, most = LONGEST_MS): boolean {
  return now < until && until - now <= most
}

const NEVER = new AbortController().signal

/** Runs at most `count` tasks at once, in the order of their arrival. */
function openPlaces(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

interface RatePoints {
  /** Takes the cost of a request. @returns 0, or the milliseconds to wait: nothing is taken then */
  readonly take: (route: Route, urgency: Urgency) => number
}

function openRatePoints({ now }: Clock): RatePoints {
  let [left, at] = [MOST, now()]
  return {
    take: (route, urgency) => {
      const time = now()
      left = Math.min(MOST, left + Math.max(0, time - at) * BACK_PER_MS)
      at = time
      const cost = isRead(route) ? 1 : WRITE_POINTS
      const missing = FLOOR[urgency] + cost - left
      if (missing > 0) return Math.ceil(missing / BACK_PER_MS)
      left -= cost
      return 0
    },
  }
}
