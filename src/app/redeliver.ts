/** Asks GitHub for deliveries that failed, each once: GitHub itself never sends one again. */
import { PAGE } from '../github/pages.ts'
import type { Answer, GitHub } from '../github/routes.ts'
import { orNull } from '../github/status.ts'
import type { Clock } from './queue/clock.ts'

const LIST = 'GET /app/hook/deliveries'
const AGAIN = 'POST /app/hook/deliveries/{delivery_id}/attempts'
type Delivery = Answer<typeof LIST>['data'][number]

const MAX_PAGES = 20
/** What GitHub says of one that it does not send again: that is no reason to leave the others. */
const GONE = [400, 404, 422]
/** In one go: the sweep looks at every pull request anyway. */
export const MAX_REDELIVERIES = 100
/** GitHub keeps them for three days. */
const KEPT_MS = 3 * 24 * 3_600_000

/** @returns how many were asked for @throws GateError as GitHub's refusal */
export async function redeliver(github: GitHub, clock: Clock, signal: AbortSignal): Promise<number> {
  const failed = getFailed(await list(github, clock, signal)).slice(0, MAX_REDELIVERIES)
  let count = 0
  for (const { id } of failed) {
    signal.throwIfAborted()
    // Larger than a number of JavaScript's, it comes as a bigint: rounded it would be another one. Types of routes know none.
    const answer = await orNull(github.request(AGAIN, { delivery_id: id as number }), GONE)
    if (answer !== null) count += 1
  }
  return count
}

/** The newest first, as GitHub lists them: a success or another try stands before the failure. */
async function list(github: GitHub, clock: Clock, signal: AbortSignal): Promise<readonly Delivery[]> {
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

/** Those of which no try worked and that nobody asked for again; the oldest first. */
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
