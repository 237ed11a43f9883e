/**
 * Limits the request rate of an installation. GitHub grants 900 points per minute; a read costs one, a write five:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
import { isRead } from '../github/client.ts'
import type { Route } from '../github/routes.ts'
import type { Clock } from './queue/clock.ts'

/** `people`: a person waits for the reply. `hints`: an event just happened. `routine`: a periodic check. */
export type Urgency = 'people' | 'hints' | 'routine'

/**
 * The burst. With the refill of a minute it is 780 points; the rest is reserved for requests of people, which never
 * wait.
 */
export const MOST = 300
export const BACK_PER_MS = 8 / 1000
export const WRITE_POINTS = 5
/** The points that stay for more urgent requests. */
export const FLOOR: Record<Urgency, number> = { people: Number.NEGATIVE_INFINITY, hints: 0, routine: MOST / 2 }

interface RatePoints {
  /** Takes the cost of a request. @returns 0, or the milliseconds to wait: nothing is taken then */
  readonly take: (route: Route, urgency: Urgency) => number
}

export function openRatePoints({ now }: Clock): RatePoints {
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
