import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCheckpoint } from '../../src/app/checkpoint.ts'
import { openClients } from '../../src/app/clients.ts'
import { logMissingPermissions } from '../../src/app/missing-permissions.ts'
import { CLOCK } from '../../src/app/queue/clock.ts'
import { openQueue } from '../../src/app/queue/sqlite.ts'
import { MAX_WAITING, reconcile } from '../../src/app/reconcile.ts'
import { MAX_REDELIVERIES, redeliver } from '../../src/app/redeliver.ts'
import { readNeeds } from '../../src/app/set-up/manifest.ts'
import { openLog } from '../../src/app/telemetry/log.ts'
import { until } from '../support/processes.ts'
import { type Answerer, APP_ID, type Asked, KEY, startHub } from './hub.ts'
import { place } from './queue/conformance.ts'
import { OPTIONS } from './queue/jobs.ts'

const NEEDS = readNeeds()
const NEVER = new AbortController().signal
const HEAD = 'a'.repeat(40)
const repository = (id: number, more: object = {}) => ({
  id,
  name: `r${id}`,
  owner: { login: 'acme' },
  archived: false,
  ...more,
})
const page = <T>(all: readonly T[], { query }: Asked) => {
  const [size, n] = [Number(query.get('per_page')), Number(query.get('page'))]
  return all.slice((n - 1) * size, n * size)
}

interface Account {
  /** By installation, then by repository: how many are open. */
  readonly pulls: Readonly<Record<number, Readonly<Record<number, number>>>>
  readonly suspended?: readonly number[]
  /** What all of them grant; by default what is needed. */
  readonly permissions?: Readonly<Record<string, string>>
}

function answerAccount({ pulls, suspended = [], permissions = NEEDS.permissions }: Account): Answerer {
  return (asked) => {
    const installation = Number(/^token ghs_of_(\d+)/.exec(asked.authorization)?.[1])
    if (asked.path === '/app/installations') {
      const all = Object.keys(pulls).map((id) => ({
        id: Number(id),
        permissions,
        events: NEEDS.events,
        html_url: `https://hub/settings/installations/${id}`,
        suspended_at: suspended.includes(Number(id)) ? '2026-01-01T00:00:00Z' : null,
      }))
      return { body: page(all.toReversed(), asked) }
    }
    if (asked.path === '/installation/repositories') {
      const repositories = Object.keys(pulls[installation] ?? {}).map((id) => repository(Number(id)))
      return { body: { total_count: repositories.length, repositories: page(repositories.toReversed(), asked) } }
    }
    const id = /^\/repos\/acme\/r(\d+)\/pulls$/.exec(asked.path)?.[1]
    if (id === undefined) return null
    const numbers = Array.from({ length: pulls[installation]?.[Number(id)] ?? 0 }, (_, i) => ({
      number: i + 1,
      head: { sha: HEAD },
    }))
    return { body: page(numbers, asked) }
  }
}

async function world(answer: Answerer, clock = CLOCK) {
  const hub = await startHub(answer)
  const folder = place()
  const queue = openQueue(join(folder, 'store.sqlite'))
  onTestFinished(() => queue[Symbol.asyncDispose]())
  const clients = await openClients({ appId: APP_ID, privateKey: KEY, baseUrl: hub.baseUrl }, clock)
  const lines: string[] = []
  const checkpoint = openCheckpoint(join(folder, 'sweep.json'))
  const done: string[] = []
  const run = () =>
    queue.run(async ({ key, event }) => {
      expect(event).toMatchObject({ isRoutine: true, head: HEAD })
      done.push(key)
    }, OPTIONS)
  const log = openLog('debug', (line) => lines.push(line))
  const onInstallation = logMissingPermissions(NEEDS, log)
  return {
    hub,
    folder,
    queue,
    clients,
    lines,
    checkpoint,
    done,
    run,
    log,
    clock,
    onInstallation,
    signal: NEVER,
  }
}

test('every open pull request of every installation is evaluated', async () => {
  const here = await world(answerAccount({ pulls: { 7: { 1: 2, 2: 0 }, 8: { 3: 1 }, 9: { 4: 5 } }, suspended: [9] }))
  const running = here.run()
  expect(await reconcile(here)).toBe(3)
  await here.queue.idle()
  await running.stop()
  expect(here.done.toSorted()).toEqual(['acme/r1#1', 'acme/r1#2', 'acme/r3#1'])
  expect(await here.checkpoint.read()).toBeNull()
})

test('a thousand at start-up are no flood: few wait at a time, and all are done', async () => {
  const here = await world(answerAccount({ pulls: { 7: { 1: 600, 2: 400 } } }))
  let most = 0
  const running = here.queue.run(async ({ key }) => {
    most = Math.max(most, (await here.queue.stats()).waiting)
    here.done.push(key)
  }, OPTIONS)
  expect(await reconcile(here)).toBe(1000)
  await here.queue.idle()
  await running.stop()
  expect(new Set(here.done).size).toBe(1000)
  expect(most).toBeLessThanOrEqual(MAX_WAITING)
  // One for installations, one for repositories, one for each page: a full one has another behind it.
  expect(here.hub.paths().filter((path) => path.startsWith('GET'))).toHaveLength(1 + 1 + 7 + 5)
})

test('a sweep that was cut off goes on where it stopped', async () => {
  const here = await world(answerAccount({ pulls: { 7: { 1: 30, 2: 40 }, 8: { 3: 1 } } }))
  const stopping = new AbortController()
  const cut = reconcile({ ...here, signal: stopping.signal })
  await until('as many to wait as may', async () => (await here.queue.stats()).waiting >= MAX_WAITING)
  stopping.abort()
  await expect(cut).rejects.toThrow()
  expect(await here.checkpoint.read()).toMatchObject({ installation: 7, repository: 2, pull: 20 })
  const running = here.run()
  expect(await reconcile(here)).toBe(21)
  await here.queue.idle()
  await running.stop()
  expect(new Set(here.done).size).toBe(71)
})

test.each(['', '{"installation":', '{"installation":"x"}', `{"installation":7,"repository":2,"pull":9,"at":1}`])(
  'a checkpoint %j that is damaged or old means from the beginning',
  async (text) => {
    const here = await world(answerAccount({ pulls: { 7: { 1: 3 } } }))
    writeFileSync(join(here.folder, 'sweep.json'), text)
    expect(await reconcile(here)).toBe(3)
  },
)

test('an unreadable installation is logged, and does not delay the others', async () => {
  const account = answerAccount({ pulls: { 7: { 1: 3 }, 8: { 2: 1 } } })
  const here = await world((asked) =>
    asked.authorization.includes('ghs_of_7') ? { status: 403, body: { message: 'suspended' } } : account(asked),
  )
  expect(await reconcile(here)).toBe(1)
  const line = expect.objectContaining({ msg: 'installation not swept', installation: 7 })
  expect(here.lines.map((one) => JSON.parse(one))).toContainEqual(line)
})

test('the log names missing permissions once for each installation, however often the App reconciles', async () => {
  const permissions = { ...NEEDS.permissions, checks: 'read' }
  const here = await world(answerAccount({ pulls: { 7: {}, 8: {} }, suspended: [8], permissions }))
  for (const _ of [1, 2]) await reconcile(here)
  const result = here.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'installation lacks')
  expect(result).toMatchObject([
    { level: 'warn', installation: 7, gaps: [expect.stringContaining('https://hub/settings/installations/7')] },
    { installation: 8, gaps: [expect.stringContaining('suspended'), expect.stringContaining('`checks: write`')] },
  ])
})

test('an installation that lacks nothing is no word in the log', async () => {
  const here = await world(answerAccount({ pulls: { 7: {} } }))
  await reconcile(here)
  expect(here.lines).toEqual([])
})

test('a limit is waited for', async () => {
  const account = answerAccount({ pulls: { 7: { 1: 3 } } })
  let limits = 1
  const here = await world((asked) =>
    asked.path.endsWith('/pulls') && limits-- > 0
      ? { status: 403, body: { message: 'secondary rate limit' }, headers: { 'retry-after': '1' } }
      : account(asked),
  )
  expect(await reconcile(here)).toBe(3)
})

interface Delivery {
  readonly id: number | bigint
  readonly guid: string
  readonly code?: number
  readonly redelivery?: boolean
  readonly daysAgo?: number
}

async function redelivered(deliveries: readonly Delivery[], refused: Readonly<Record<string, number>> = {}) {
  const all = deliveries.map(({ id, guid, code = 500, redelivery = false, daysAgo = 0 }) => ({
    id,
    guid,
    status_code: code,
    redelivery,
    delivered_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  }))
  let ahead = 0
  const quick = {
    now: () => Date.now() + ahead,
    sleep: async (ms: number) => {
      ahead += ms
    },
  }
  const here = await world((asked) => {
    const [, again = ''] = /deliveries\/(\d+)\/attempts$/.exec(asked.path) ?? []
    if (again !== '') return { status: refused[again] ?? 202, body: { message: 'No' } }
    if (asked.path !== '/app/hook/deliveries') return null
    const from = Number(asked.query.get('cursor') ?? 0)
    const next = `<${here.hub.baseUrl}/app/hook/deliveries?per_page=100&cursor=${from + 100}>; rel="next"`
    return { body: all.slice(from, from + 100), headers: from + 100 < all.length ? { link: next } : {} }
  }, quick)
  const count = await redeliver(here.clients.app, quick, NEVER)
  const ids = here.hub.paths().flatMap((path) => /deliveries\/(\d+)\/attempts/.exec(path)?.[1] ?? [])
  return {
    count,
    names: ids,
    ids: ids.map(Number),
    lists: here.hub.paths().filter((path) => path.startsWith('GET')).length,
  }
}

test('the App requests failed deliveries again, the oldest first', async () => {
  const { ids } = await redelivered([
    { id: 4, guid: 'd' },
    { id: 3, guid: 'c', code: 202 },
    { id: 2, guid: 'b', code: 0 },
    { id: 1, guid: 'a', code: 413 },
  ])
  expect(ids).toEqual([1, 2, 4])
})

test('deliveries keep their whole number, which may be larger than JavaScript counts', async () => {
  const { names } = await redelivered([{ id: 3804004623172239366n, guid: 'a' }])
  expect(names).toEqual(['3804004623172239366'])
})

test.each([400, 404, 422])('one that GitHub refuses with %i does not hold up the others', async (status) => {
  const failed = [1, 2, 3].map((id) => ({ id, guid: `g${id}` })).toReversed()
  expect(await redelivered(failed, { 2: status })).toMatchObject({ count: 2, ids: [1, 2, 3] })
})

test('once, whether that worked or not', async () => {
  const { count } = await redelivered([
    { id: 4, guid: 'a', code: 202, redelivery: true },
    { id: 3, guid: 'b', code: 500, redelivery: true },
    { id: 2, guid: 'a' },
    { id: 1, guid: 'b' },
  ])
  expect(count).toBe(0)
})

test('page after page, but not what GitHub has forgotten', async () => {
  const { ids, lists } = await redelivered(
    Array.from({ length: 250 }, (_, i) => ({
      id: i + 1,
      guid: `g${i}`,
      code: i % 125 === 124 ? 500 : 200,
      daysAgo: i < 190 ? 1 : 4,
    })),
  )
  expect(ids).toEqual([125])
  expect(lists).toBe(2)
})

test(`the App requests at most ${MAX_REDELIVERIES} redeliveries at once`, async () => {
  const { count } = await redelivered(Array.from({ length: 150 }, (_, i) => ({ id: i + 1, guid: `g${i}` })))
  expect(count).toBe(MAX_REDELIVERIES)
})
