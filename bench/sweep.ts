/** Measures a start over unchanged open pull requests, as many as a large company has: the number of requests to GitHub, and the speed. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { openCheckpoint } from '../src/app/checkpoint.ts'
import type { RequestClients } from '../src/app/clients.ts'
import { evaluatePullRequest } from '../src/app/gate/handle-event.ts'
import { CLOCK, type Clock } from '../src/app/queue/clock.ts'
import { openQueue } from '../src/app/queue/sqlite.ts'
import { createRateLimiter } from '../src/app/rate-limiter.ts'
import { reconcile } from '../src/app/reconcile.ts'
import { workOn } from '../src/app/worker.ts'
import { isRead, type Request } from '../src/github/client.ts'
import type { GitHub } from '../src/github/routes.ts'
import { APP } from '../test/support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../test/support/github/story-world.ts'
import { atMost, below, type Measure, shown } from './measure.ts'

const PULLS = 300
/** Evaluated in turn, each many times: building all of them would take longer than all evaluations. */
const DIFFERENT = 50
const PAGE = 100
/** The limits of an hour take less; what is spaced stays in its order. */
const FASTER = 50
const MINUTE_MS = 60_000
const OPTIONS = { concurrency: 4, maxTries: 1, retryMs: 1 }
/** Of a minute, where a read is one and a write is five. */
const GOAL_POINTS = 900
const GOAL_READS = 10
const NO_COMMIT = '0'.repeat(40)
const NEVER = new AbortController().signal

export async function benchSweep(_bin: string, folder: string): Promise<readonly Measure[]> {
  const worlds = await Promise.all(Array.from({ length: DIFFERENT }, (_, i) => settledWorld(i + 1)))
  const clock = faster(FASTER)
  const asked: { readonly at: number; readonly points: number }[] = []
  const rateLimiter = createRateLimiter(clock)
  /** Everything of one installation goes by its budget. */
  const counted = (ask: Request): GitHub => {
    const spend = rateLimiter.spend(async (route, parameters) => {
      asked.push({ at: clock.now(), points: isRead(route) ? 1 : 5 })
      return ask(route, parameters)
    }, 'routine')
    return { request: spend } as unknown as GitHub
  }
  const clients: RequestClients = { app: counted(listing), of: async () => counted(listing) }
  await using queue = openQueue(join(mkdtempSync(join(folder, 'sweep-')), 'store.sqlite'))
  const died: string[] = []
  const handle = workOn({
    clients,
    queue,
    log: () => undefined,
    nameOf: async () => APP,
    needs: { permissions: {}, events: [] },
    handle: async (_github, { event }) => {
      const number = event.kind === 'pull-request' ? 1 + (event.number % DIFFERENT) : 0
      const world = worlds[number - 1]
      if (world === undefined) throw new Error(`#${number} is unknown`)
      const github = counted(world.github.request as unknown as Request)
      const head = world.pulls.get(number)?.story.facts().head
      await evaluatePullRequest({ github, repository: REPOSITORY, number, head, context: world.context })
      return []
    },
  })
  const [cpu, rss] = [process.cpuUsage(), process.memoryUsage().rss]
  const running = queue.run(handle, { ...OPTIONS, onDead: (_job, reason) => died.push(reason) })
  const checkpoint = openCheckpoint(join(folder, 'sweep.json'))
  const count = await reconcile({
    clients,
    queue,
    checkpoint,
    clock,
    log: () => undefined,
    signal: NEVER,
    onInstallation: () => undefined,
  })
  await queue.idle()
  await running.stop()
  if (died.length > 0 || count !== PULLS) throw new Error(`${count} were swept, and ${died[0] ?? 'that is wrong'}`)
  const { user, system } = process.cpuUsage(cpu)
  const writes = asked.filter(({ points }) => points > 1).length
  return [
    atMost(`a sweep over ${PULLS} pull requests: requests, for each`, Math.ceil(asked.length / PULLS), GOAL_READS),
    atMost('  requests that write', writes, 0),
    below('  most that GitHub is asked in a minute, in its points', busiestMinute(asked), GOAL_POINTS, ''),
    shown('CPU for each, the GitHub in memory included', (user + system) / 1000 / PULLS, 'ms'),
    shown('memory that it took', (process.memoryUsage().rss - rss) / 2 ** 20, 'MB'),
  ]
}

/** One pull request that was judged, and of which everything is written. */
async function settledWorld(number: number): Promise<World> {
  const world = openWorld()
  const pull = world.open(number)
  const test = 'cart.test.ts > adds'
  pull.red({ 'cart.test.ts': 'v1' }, { [test]: 'failed' }, { task: '42.1' })
  pull.green({ 'src/cart.ts': 'v1' }, { [test]: 'passed' }, { task: '42.1' })
  await world.judge(number)
  // The App writes a limited amount at a time, so the evidence is left for the next evaluation.
  for (let writes = 1; writes > 0; writes = world.writes().length) await world.look(number)
  return world
}

/** One installation, one repository, its pull requests page by page. */
const listing: Request = async (route, parameters) => {
  const { page = 1 } = parameters as { readonly page?: number }
  const repository = { id: 812, name: 'shop', owner: { login: 'acme' }, archived: false }
  const start = (page - 1) * PAGE
  const numbers = Array.from({ length: Math.max(0, Math.min(PAGE, PULLS - start)) }, (_, i) => ({
    number: start + i + 1,
    head: { sha: NO_COMMIT },
  }))
  const lists: Readonly<Record<string, unknown>> = {
    'GET /app/installations': [{ id: 1, suspended_at: null }],
    'GET /installation/repositories': { total_count: 1, repositories: [repository] },
    'GET /repos/{owner}/{repo}/pulls': numbers,
  }
  return { status: 200, url: '', headers: {}, data: lists[route] } as Awaited<ReturnType<Request>>
}

function busiestMinute(asked: readonly { readonly at: number; readonly points: number }[]): number {
  let [most, points, first] = [0, 0, 0]
  for (const one of asked) {
    points += one.points
    while ((asked[first]?.at ?? one.at) <= one.at - MINUTE_MS) {
      points -= asked[first]?.points ?? 0
      first += 1
    }
    most = Math.max(most, points)
  }
  return most
}

function faster(times: number): Clock {
  const start = Date.now()
  return {
    now: () => start + (Date.now() - start) * times,
    sleep: (ms, signal) => CLOCK.sleep(ms / times, signal),
  }
}
