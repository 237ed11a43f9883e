/** An App that GitHub cannot reach takes its webhooks from a channel, as smee.io offers them. */
import type { ServerResponse } from 'node:http'
import { sign } from '@octokit/webhooks-methods'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CLOCK, type Clock } from '../../../src/app/queue/clock.ts'
import { readSettings } from '../../../src/app/settings.ts'
import { startApp } from '../../../src/app/start.ts'
import type { GateEvent } from '../../../src/core/model/event.ts'
import { listen } from '../../support/listen.ts'
import { TIME_LIMIT_MS } from '../../support/processes.ts'
import { createEnvironment, SECRET } from '../environment.ts'
import { place } from '../queue/conformance.ts'

const EVENT_STREAM = { 'content-type': 'text/event-stream' }
const BODY = {
  action: 'opened',
  installation: { id: 7 },
  repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
  pull_request: { number: 9, title: 'ad\u00e1' },
}

/** What waits for seconds waits for hundredths of them. */
const QUICK: Clock = { now: CLOCK.now, sleep: (ms, signal) => CLOCK.sleep(ms / 100, signal) }

/** A channel that has the same events for each of its readers. */
async function openChannel(answer: (response: ServerResponse, reader: number) => void) {
  let readers = 0
  const { url, close } = await listen((_, response) => answer(response, ++readers))
  onTestFinished(close)
  return { url, readers: () => readers }
}

/** What the channel says of one delivery: the headers beside the body. */
async function toEvent(secret: string, id = 'd1'): Promise<string> {
  const headers = {
    'x-github-event': 'pull_request',
    'x-github-delivery': id,
    'x-hub-signature-256': await sign(secret, JSON.stringify(BODY)),
  }
  return `id: 1\ndata: ${JSON.stringify({ host: 'smee.io', ...headers, body: BODY, query: {}, timestamp: 1 })}\n\n`
}

async function startWith(channel: string | null) {
  const { env } = await createEnvironment(place())
  const got: GateEvent[] = []
  const said: string[] = []
  const app = await startApp(
    { ...readSettings({ ...env, PORT: '0' }), channel },
    async (_github, { event }) => {
      got.push(event)
      return []
    },
    (level, message) => void said.push(`${level}: ${message}`),
    QUICK,
  )
  onTestFinished(app.stop)
  return { kinds: () => got.map(({ kind }) => kind), said }
}

test('a webhook of the channel reaches the App, once, with its signature', async () => {
  const event = await toEvent(SECRET)
  const channel = await openChannel((response) => {
    response.writeHead(200, EVENT_STREAM)
    response.write(`event: ready\ndata: {}\n\nevent: ping\ndata: {}\n\n${event}${event}`)
  })
  const { kinds, said } = await startWith(channel.url)
  await vi.waitFor(() => expect(kinds()).toEqual(['pull-request']), TIME_LIMIT_MS)
  expect(said).toContain('info: takes webhooks from a channel')
})

test('a webhook of the channel that GitHub did not sign is refused, and so is what is none', async () => {
  const [foreign, own] = [await toEvent('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'd1'), await toEvent(SECRET, 'd2')]
  const channel = await openChannel((response) => {
    response.writeHead(200, EVENT_STREAM)
    response.write(`data: no JSON\n\ndata: null\n\ndata: {"body":1,"x-github-event":[2]}\n\n${foreign}${own}`)
  })
  const { kinds } = await startWith(channel.url)
  await vi.waitFor(() => expect(kinds()).toEqual(['pull-request']), TIME_LIMIT_MS)
})

test('a channel that ends is opened again', async () => {
  const event = await toEvent(SECRET)
  const channel = await openChannel((response, reader) => {
    response.writeHead(200, EVENT_STREAM)
    response.end(reader === 1 ? 'data: {"half' : event)
  })
  const { kinds } = await startWith(channel.url)
  await vi.waitFor(() => expect(kinds()).toEqual(['pull-request']), TIME_LIMIT_MS)
  expect(channel.readers()).toBeGreaterThan(1)
})

test('an address that is no channel is asked once', async () => {
  const channel = await openChannel((response) => response.end('a page'))
  const { said } = await startWith(channel.url)
  await vi.waitFor(() => expect(said).toContain('warn: no channel of webhooks'), TIME_LIMIT_MS)
  expect(channel.readers()).toBe(1)
})
