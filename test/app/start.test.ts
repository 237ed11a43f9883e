/** The App in this process: what happens to failing events when it stops and starts. */
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sign } from '@octokit/webhooks-methods'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CLOCK, type Clock } from '../../src/app/queue/clock.ts'
import { readSettings } from '../../src/app/settings.ts'
import { startApp } from '../../src/app/start.ts'
import type { Log } from '../../src/app/telemetry/log.ts'
import type { HandleJob } from '../../src/app/worker.ts'
import type { GateEvent } from '../../src/core/model/event.ts'
import { toRefusal } from '../../src/github/refusal.ts'
import { listen } from '../support/listen.ts'
import { TIME_LIMIT_MS } from '../support/processes.ts'
import { APP_ID, KEY, startHub } from './hub.ts'
import { place } from './queue/conformance.ts'
import { Refusal } from './queue/jobs.ts'

const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'
const OUTAGE = toRefusal(
  'GET /repos/{owner}/{repo}',
  Object.assign(new Error(''), { status: 503, response: {} }),
  'app',
)
/** So many times as fast as a watch: all pauses of an event take some seconds, and the first sweep ends before them. */
const HASTE = 100

/** What waits for minutes, as the sweep does, waits for its end. */
function quickClock(): Clock {
  const start = Date.now()
  return {
    now: () => start + (Date.now() - start) * HASTE,
    sleep: (ms, signal) => CLOCK.sleep(ms > 60_000 ? ms : ms / HASTE, signal),
  }
}

/** An App on one stored queue, with the given handler. */
async function world(does: (event: GateEvent, n: number) => unknown) {
  const hub = await startHub()
  const settings = readSettings({
    APP_ID: String(APP_ID),
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    GHE_HOST: hub.host,
    GHE_PROTOCOL: 'http',
    TDD_GATE_STORE: join(place(), 'store.sqlite'),
  })
  const got: GateEvent[] = []
  const handle: HandleJob = async (_github, { event }) => {
    const error = does(event, got.push(event))
    if (error instanceof Error) throw error
    return []
  }
  const clock = quickClock()
  const start = async (log: Log = () => undefined) => {
    const app = await startApp(settings, handle, log, clock)
    let ended: Promise<void> | null = null
    const stop = () => (ended ??= app.stop())
    onTestFinished(stop)
    return { port: app.port, stop }
  }
  return { got, start, storeFile: settings.storeFile, kinds: () => got.map(({ kind }) => kind) }
}

async function comment(port: number, at = new Date()) {
  const body = JSON.stringify({
    action: 'created',
    installation: { id: 7 },
    repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
    issue: { number: 5 },
    comment: { id: 31, body: '/tdd pause', created_at: at.toISOString(), user: { login: 'mona', id: 1, type: 'User' } },
    sender: { login: 'mona', id: 1, type: 'User' },
  })
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-github-delivery': 'd1',
    'x-hub-signature-256': await sign(SECRET, body),
  }
  await fetch(`http://127.0.0.1:${port}/api/github/webhooks`, { method: 'POST', body, headers })
}

const TRIES = 8
const poison = ({ kind }: GateEvent) => (kind === 'comment' ? new Refusal('poison') : null)
const times = (count: number, kind: GateEvent['kind']) => Array.from({ length: count }, () => kind)

test('an outage does not bury a command, however many tries it takes', async () => {
  const { start, kinds } = await world((_event, n) => (n <= TRIES + 2 ? OUTAGE : null))
  const app = await start()
  await comment(app.port)
  await vi.waitFor(() => expect(kinds()).toEqual(times(TRIES + 3, 'comment')), TIME_LIMIT_MS)
  await app.stop()
})

test('a command whose retries are exhausted gets one answer to its author, and the next start tries it again', async () => {
  const { start, kinds, got } = await world(poison)
  const once = [...times(TRIES, 'comment'), 'given-up']
  const first = await start()
  await comment(first.port)
  await vi.waitFor(() => expect(kinds()).toEqual(once), TIME_LIMIT_MS)
  expect(got.at(-1)).toEqual({ kind: 'given-up', request: got[0], code: 'unexpected' })
  await first.stop()
  const second = await start()
  await vi.waitFor(() => expect(kinds()).toEqual([...once, ...once]), TIME_LIMIT_MS)
  await second.stop()
})

test('a dead letter without a recipient is set aside for good and causes nothing more', async () => {
  const { start, kinds } = await world(() => new Refusal('poison'))
  const app = await start()
  await comment(app.port)
  const all = [...times(TRIES, 'comment'), ...times(TRIES, 'given-up')]
  await vi.waitFor(() => expect(kinds()).toEqual(all), TIME_LIMIT_MS)
  await app.stop()
})

test('an old command is not tried again, because its author no longer expects it', async () => {
  const { start, kinds } = await world(poison)
  const first = await start()
  await comment(first.port, new Date(Date.now() - 4 * 24 * 3_600_000))
  await vi.waitFor(() => expect(kinds()).toContain('given-up'), TIME_LIMIT_MS)
  await first.stop()
  const before = kinds().length
  const second = await start()
  await second.stop()
  expect(kinds()).toHaveLength(before)
})

test('a command without retries left runs after a successful sweep, without a restart', async () => {
  let isIll = true
  const { start, kinds } = await world(() => (isIll ? new Refusal('poison') : null))
  const app = await start()
  await comment(app.port)
  await vi.waitFor(
    () => expect(kinds()).toEqual([...times(TRIES, 'comment'), ...times(TRIES, 'given-up')]),
    TIME_LIMIT_MS,
  )
  isIll = false
  const body = JSON.stringify({ action: 'created', installation: { id: 7 } })
  await fetch(`http://127.0.0.1:${app.port}/api/github/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'installation',
      'x-github-delivery': 'd2',
      'x-hub-signature-256': await sign(SECRET, body),
    },
  })
  await vi.waitFor(() => expect(kinds().at(-1)).toBe('comment'), TIME_LIMIT_MS)
  await app.stop()
})

test('the log names a damaged queue in one line, and the App starts with an empty one', async () => {
  const { start, storeFile, kinds } = await world(() => null)
  writeFileSync(storeFile, Buffer.alloc(50_000, 0x5a))
  const lines: [string, string][] = []
  const app = await start((level, message) => lines.push([level, message]))
  await comment(app.port)
  await vi.waitFor(() => expect(kinds()).toEqual(['comment']), TIME_LIMIT_MS)
  await app.stop()
  expect(lines.filter(([level]) => level === 'error')).toEqual([
    ['error', 'event queue damaged: file set aside, new one created'],
  ])
  expect(readdirSync(dirname(storeFile)).filter((name) => name.includes('.damaged-'))).toHaveLength(1)
  expect(lines.map(([, message]) => message)).toContain('swept')
})

test('GitHub Enterprise Server ends the start at its first answer, because no evidence can be kept there', async () => {
  const version = { 'x-github-enterprise-version': 'enterprise-server@3.19.0' }
  const hub = await startHub(({ path }) => (path === '/app' ? { headers: version, body: { id: 1, slug: 'a' } } : null))
  const env = { APP_ID: String(APP_ID), PRIVATE_KEY: KEY, WEBHOOK_SECRET: SECRET, HOST: '127.0.0.1', PORT: '0' }
  const github = { GHE_HOST: hub.host, GHE_PROTOCOL: 'http', TDD_GATE_STORE: join(place(), 'store.sqlite') }
  const started = startApp(
    readSettings({ ...env, ...github }),
    async () => [],
    () => undefined,
  ).then(({ stop }) => stop())
  await expect(started).rejects.toMatchObject({
    code: 'github-unsupported',
    suggestion: { text: expect.stringContaining('tdd-gate verify') },
  })
})

test.each([
  ['a port that is taken', async () => ({ PORT: new URL((await listen(() => undefined)).url).port })],
  ['a store that cannot be used', async () => ({ TDD_GATE_STORE: '/dev/null/store.sqlite' })],
])('%s ends the start before the App asks GitHub', async (_, getWrong) => {
  const hub = await startHub()
  const env = { APP_ID: String(APP_ID), PRIVATE_KEY: KEY, WEBHOOK_SECRET: SECRET, HOST: '127.0.0.1', PORT: '0' }
  const github = { GHE_HOST: hub.host, GHE_PROTOCOL: 'http', TDD_GATE_STORE: join(place(), 'store.sqlite') }
  const settings = readSettings({ ...env, ...github, ...(await getWrong()) })
  await expect(
    startApp(
      settings,
      async () => [],
      () => undefined,
    ),
  ).rejects.toThrow(/Cannot listen|cannot be used/)
  expect(hub.paths()).toEqual([])
})
