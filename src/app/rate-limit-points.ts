/**
 * How fast an installation may ask. GitHub grants 900 points in a minute, where a read is one and a write is five:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
import { isRead } from '../github/client.ts'
import type { Route } from '../github/routes.ts'
import type { Clock } from './queue/clock.ts'

/** People wait for an answer; hints say that something just happened; routine is to look whether anything did. */
export type Urgency = 'people' | 'hints' | 'routine'

/** At once; with what comes back within a minute it is 780, and the rest is for people, who are not kept waiting. */
const MOST = 300
const BACK_PER_MS = 8 / 1000
const WRITE_POINTS = 5
/** So many stay for whoever is more urgent. */
const FLOOR: Record<Urgency, number> = { people: Number.NEGATIVE_INFINITY, hints: 0, routine: MOST / 2 }

export interface RatePoints {
  /** Takes what the request costs. @returns 0, or the milliseconds after which to ask again: then nothing is taken */
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
