/** Requests each failed delivery once more, because GitHub never repeats one by itself. */
import { PAGE } from '../github/pages.ts'
import type { Answer, GitHub } from '../github/routes.ts'
import { orNull } from '../github/status.ts'
import type { Clock } from './queue/clock.ts'

const LIST = 'GET /app/hook/deliveries'
const AGAIN = 'POST /app/hook/deliveries/{delivery_id}/attempts'
type Delivery = Answer<typeof LIST>['data'][number]

const MAX_PAGES = 20
/** GitHub's statuses for a delivery that it cannot send again. The others are still requested. */
const GONE = [400, 404, 422]
/** Bound for one run. The sweep evaluates every pull request anyway. */
export const MAX_REDELIVERIES = 100
/**
 * GitHub keeps deliveries for three days:
 * https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks
 */
const KEPT_MS = 3 * 24 * 3_600_000

/** Requests redeliveries. @returns their number @throws GateError for a refusal of GitHub */
export async function redeliver(github: GitHub, clock: Clock, signal: AbortSignal): Promise<number> {
  const failed = getFailed(await listDeliveries(github, clock, signal)).slice(0, MAX_REDELIVERIES)
  let count = 0
  for (const { id } of failed) {
    signal.throwIfAborted()
    // An id above JavaScript's safe integers is a bigint, which the types of routes do not know.
    const answer = await orNull(github.request(AGAIN, { delivery_id: id as number }), GONE)
    if (answer !== null) count += 1
  }
  return count
}

/** Lists deliveries, newest first as on GitHub: a success or another attempt comes before the failure. */
export async function listDeliveries(github: GitHub, clock: Clock, signal: AbortSignal): Promise<readonly Delivery[]> {
  const all: Delivery[] = []
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    signal.throwIfAborted()
    const { data, headers } = await github.request(LIST, { per_page: PAGE, ...(cursor !== null && { cursor }) })
    all.push(...data)
    cursor = getCursor(headers['link'])
    const oldest = Date.parse(data.at(-1)?.delivered_at ?? '')
    if (cursor === null || !(oldest > clock.now() - KEPT_MS)) break
  }
  return all
}

/** Returns deliveries without a successful or repeated attempt, oldest first. */
function getFailed(deliveries: readonly Delivery[]): readonly Delivery[] {
  const tries = Map.groupBy(deliveries, ({ guid }) => guid)
  const failed = [...tries.values()].filter((all) => all.every((one) => !one.redelivery && !isDone(one)))
  return failed.flatMap(([first]) => first ?? []).toReversed()
}

function isDone({ status_code: code }: Delivery): boolean {
  return code >= 200 && code < 300
}

function getCursor(link: unknown): string | null {
  const next = /<([^>]{1,2000})>;\s*rel="next"/.exec(String(link ?? ''))?.[1]
  return next === undefined ? null : (URL.parse(next)?.searchParams.get('cursor') ?? null)
}
