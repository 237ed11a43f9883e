import { createHmac } from 'node:crypto'
import { request as ask, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sign } from '@octokit/webhooks-methods'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MAX_BODY_BYTES, SMALL_BODY_BYTES } from '../../src/app/body.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { CLOCK } from '../../src/app/queue/clock.ts'
import { openQueue } from '../../src/app/queue/sqlite.ts'
import { MAX_CONNECTIONS, openServer, type ServerOptions } from '../../src/app/server.ts'
import { openLog } from '../../src/app/telemetry/log.ts'
import { METRICS } from '../../src/render/metrics.ts'
import { APP_ID } from './hub.ts'
import { place } from './queue/conformance.ts'
import { request } from './queue/jobs.ts'

const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'
const PATH = '/api/github/webhooks'
const PAYLOAD = JSON.stringify({
  action: 'synchronize',
  installation: { id: 7 },
  repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
  pull_request: { number: 5 },
})

async function door(more: Partial<ServerOptions> = {}) {
  const file = join(place(), 'store.sqlite')
  const queue = openQueue(file)
  const lines: string[] = []
  const log = openLog('debug', (line) => lines.push(line))
  let installations = 0
  const options = { queue, log, secret: SECRET, previousSecret: null, appId: APP_ID, webhookPath: PATH }
  const server = openServer({ ...options, ...more, onInstallation: () => (installations += 1) })
  const url = `http://127.0.0.1:${await server.open('127.0.0.1', 0)}`
  onTestFinished(async () => {
    await server.close()
    await queue[Symbol.asyncDispose]()
  })
  const post = async (body: string, headers: Record<string, string> = {}, path = PATH) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      body,
      headers: { ...(await getHeaders(body)), ...headers },
    })
    return { status: answer.status, words: await answer.text() }
  }
  return { url, file, queue, server, lines, post, installations: () => installations }
}

async function getHeaders(body: string, secret = SECRET): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'x-github-event': 'pull_request',
    'x-github-delivery': 'd1',
    'x-hub-signature-256': await sign(secret, body),
  }
}

describe('badges', () => {
  test('are images, which others keep for ten minutes, and unknown ones for one', async () => {
    const { url } = await door({ badge: async ({ repo }) => ({ svg: '<svg/>', isKnown: repo === 'shop' }) })
    const get = async (name: string) => {
      const { status, headers } = await fetch(`${url}/badge/${name}.svg`)
      return [status, headers.get('content-type'), headers.get('cache-control')]
    }
    expect(await get('acme/shop')).toEqual([200, 'image/svg+xml', 'max-age=600'])
    expect(await get('acme/secret')).toEqual([200, 'image/svg+xml', 'max-age=60'])
    expect(await get('acme/../shop')).toEqual([404, 'text/plain', null])
  })
})

describe('a webhook that another secret signed', () => {
  const sendWrong = async (post: Awaited<ReturnType<typeof door>>['post']) =>
    post(PAYLOAD, await getHeaders(PAYLOAD, `${SECRET}x`))

  test('is logged once a minute, with the likely cause and the next step', async () => {
    const { post, lines } = await door()
    for (let i = 0; i < 5; i += 1) expect((await sendWrong(post)).status).toBe(401)
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'webhook refused')
    expect(told).toEqual([expect.objectContaining({ level: 'warn', next: expect.stringContaining('WEBHOOK_SECRET') })])
    expect(JSON.stringify(told)).not.toContain(SECRET)
  })

  test('shows in /readyz, which stays ready, until one is signed with ours', async () => {
    const { url, post } = await door()
    const readiness = async () => {
      const answer = await fetch(`${url}/readyz`)
      return [answer.status, /WEBHOOK_SECRET/.test(await answer.text())]
    }
    await sendWrong(post)
    expect(await readiness()).toEqual([200, true])
    await post(PAYLOAD)
    expect(await readiness()).toEqual([200, false])
  })

  test('for another App is logged as such', async () => {
    const { post, lines } = await door()
    const headers = { ...(await getHeaders(PAYLOAD, `${SECRET}x`)), 'x-github-hook-installation-target-id': '77' }
    await post(PAYLOAD, headers)
    expect(lines.join()).toMatch(/it is for another App.*"target":77/)
  })
})

const TOKEN = 'c0ffee81d07be64a35c1f08e7d42b6a9'

test('metrics are for those who have the token, and count what the App does', async () => {
  const metrics = createMetrics()
  const { url, queue, post } = await door({ metrics, metricsToken: TOKEN })
  metrics.watch(queue, Date.now)
  const read = (token: string) => fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect((await read('wrong')).status).toBe(401)
  expect((await fetch(`${(await door({ metrics })).url}/metrics`)).status).toBe(404)
  await post(PAYLOAD)
  const failing = metrics.timed(() => Promise.reject(new Error('no')))
  await expect(failing(request('r'), new AbortController().signal)).rejects.toThrow('no')
  metrics.requestEnded('GET /repos/{owner}/{repo}', 'limited')
  metrics.budgetLearned(7, 0.25)
  const audit = metrics.counted({
    append: async (_entry, delivery) => delivery === 'new',
    read: async () => [],
    about: async () => [],
  })
  const verdict = { kind: 'verdict', repository: 'acme/shop', number: 1, head: 'a'.repeat(40) } as const
  for (const delivery of ['new', 'seen'])
    await audit.append(
      { ...verdict, conclusion: 'failure', title: '', rules: ['red-has-driver'], overriddenBy: null },
      delivery,
    )
  const text = await (await read(TOKEN)).text()
  for (const line of [
    'tdd_gate_store_up 1',
    'tdd_gate_events_waiting 1',
    'tdd_gate_dead_letters 0',
    'tdd_gate_event_seconds_count{kind="comment",result="failed"} 1',
    'tdd_gate_webhook_seconds_count{status="202"} 1',
    'tdd_gate_github_requests_total{kind="read",result="limited"} 1',
    'tdd_gate_github_budget_ratio{installation="7"} 0.25',
    'tdd_gate_verdicts_total{conclusion="failure"} 1',
    'tdd_gate_rejections_total{rule="red-has-driver"} 1',
  ])
    expect(text).toContain(`${line}\n`)
  for (const name of Object.keys(METRICS)) expect(text).toContain(`# TYPE ${name} `)
})

test('while the store does not answer, metrics have the counters of the process and no figures of the queue', async () => {
  const metrics = createMetrics()
  const { url, queue: store, post } = await door({ metrics, metricsToken: TOKEN })
  let isAway = false
  const away = <T>(read: () => Promise<T>) => (isAway ? Promise.reject(new Error('no database')) : read())
  metrics.watch({ ...store, stats: () => away(store.stats), oldest: () => away(store.oldest) }, Date.now)
  await post(PAYLOAD)
  const read = async () => {
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const lines = (await reply.text())
      .split('\n')
      .filter((line) => /^tdd_gate_(?:store|events_w|webhook.*count)/.test(line))
    return [reply.status, ...lines]
  }
  const webhooks = 'tdd_gate_webhook_seconds_count{status="202"} 1'
  const queue = ['tdd_gate_events_waiting 1', 'tdd_gate_events_working 0']
  expect(await read()).toEqual([200, webhooks, 'tdd_gate_store_up 1', ...queue])
  isAway = true
  expect(await read()).toEqual([200, webhooks, 'tdd_gate_store_up 0'])
  isAway = false
  expect(await read()).toEqual([200, webhooks, 'tdd_gate_store_up 1', ...queue])
})

test('a scrape asks the store once for its figures, and the next one again', async () => {
  const metrics = createMetrics()
  let asked = 0
  const stats = async () => {
    asked += 1
    return { waiting: asked, working: 0, dead: 0 }
  }
  metrics.watch({ ...(await door()).queue, stats }, Date.now)
  for (const time of [1, 2]) {
    expect(await metrics.render()).toContain(`tdd_gate_events_waiting ${time}\n`)
    expect(asked).toBe(time)
  }
})

describe('webhooks', () => {
  test('one is in the store when it is acknowledged; a second time it is seen', async () => {
    const { queue: eventQueue, post } = await door()
    expect(await post(PAYLOAD)).toEqual({ status: 202, words: 'accepted\n' })
    expect((await eventQueue.stats()).waiting).toBe(1)
    expect(await post(PAYLOAD)).toEqual({ status: 202, words: 'seen before\n' })
    expect((await eventQueue.stats()).waiting).toBe(1)
  })

  test('a webhook with the previous secret is accepted while the secret changes', async () => {
    const previousSecret = 'b1946ac92492d2347c6235b4d2611184'
    const { post } = await door({ previousSecret })
    for (const secret of [SECRET, previousSecret])
      expect((await post(PAYLOAD, await getHeaders(PAYLOAD, secret))).status).toBe(202)
    expect((await post(PAYLOAD, await getHeaders(PAYLOAD, `${previousSecret}x`))).status).toBe(401)
    const { post: postLater } = await door()
    expect((await postLater(PAYLOAD, await getHeaders(PAYLOAD, previousSecret))).status).toBe(401)
  })

  test('the address that a fresh App tells GitHub is the root', async () => {
    const { queue, post } = await door()
    expect(await post(PAYLOAD, {}, '/')).toMatchObject({ status: 202 })
    expect((await queue.stats()).waiting).toBe(1)
  })

  test('what is of no interest is acknowledged and forgotten', async () => {
    const { queue, post } = await door()
    expect(await post('{"zen":"x"}', { 'x-github-event': 'ping' })).toEqual({ status: 202, words: 'nothing to do\n' })
    expect((await queue.stats()).waiting).toBe(0)
  })

  test('bytes that are no UTF-8 are refused, as GitHub writes none', async () => {
    const { url, queue } = await door()
    const bytes = Buffer.from(PAYLOAD.replace('shop', 'shop","topic":"\u00ff'), 'latin1')
    const signature = `sha256=${createHmac('sha256', SECRET).update(bytes).digest('hex')}`
    const headers = { ...(await getHeaders(PAYLOAD)), 'x-hub-signature-256': signature }
    expect((await fetch(url + PATH, { method: 'POST', body: bytes, headers })).status).toBe(401)
    expect((await queue.stats()).waiting).toBe(0)
  })

  test('an installation brings each of its repositories, and without a list a sweep', async () => {
    const { queue, post, installations } = await door()
    const installation = (repositories?: object[]) =>
      JSON.stringify({ action: 'created', installation: { id: 7 }, repositories })
    const named = { 'x-github-event': 'installation' }
    const two = installation([
      { id: 1, full_name: 'acme/a' },
      { id: 2, full_name: 'acme/b' },
    ])
    await post(two, named)
    await post(two, named)
    expect((await queue.stats()).waiting).toBe(2)
    expect(installations()).toBe(0)
    await post(installation(), { ...named, 'x-github-delivery': 'd2' })
    expect(installations()).toBe(1)
  })

  test('an event that cannot be stored is not acknowledged, and the response gives no reason', async () => {
    const { file, post, lines } = await door()
    using other = new DatabaseSync(file)
    other.exec("CREATE TRIGGER full BEFORE INSERT ON seen BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    expect(await post(PAYLOAD)).toEqual({ status: 503, words: 'not accepted, send it again\n' })
    expect(lines.join('')).toContain('the disk is full')
  })
})

describe('strangers', () => {
  test.each([
    ['no signature', { 'x-hub-signature-256': '' }, 401],
    ['the old signature only', { 'x-hub-signature-256': '', 'x-hub-signature': 'sha1=abc' }, 401],
    ['another secret', async () => ({ 'x-hub-signature-256': await sign('development', PAYLOAD) }), 401],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no name', { 'x-github-event': '' }, 400],
    ['a strange id', { 'x-github-delivery': '../../x' }, 400],
  ])('%s: %s', async (_what, headers, status) => {
    const { queue, post } = await door()
    expect((await post(PAYLOAD, typeof headers === 'function' ? await headers() : headers)).status).toBe(status)
    expect((await queue.stats()).waiting).toBe(0)
  })

  test('nothing is parsed before it is verified', async () => {
    const { post, lines } = await door()
    expect((await post('{"broken', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })).status).toBe(401)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['webhook refused'])
  })

  test.each([
    '{"broken',
    '"\u0000"',
    'null',
    JSON.stringify({ ...JSON.parse(PAYLOAD), pull_request: { number: '1;DROP' } }),
  ])('signed nonsense %# is refused; the log names its place and none of its content', async (body) => {
    const { post, lines, queue } = await door()
    expect(await post(body)).toEqual({ status: 400, words: 'not understood\n' })
    expect(lines.join('')).toMatch(/webhook not understood/)
    expect(lines.join('')).not.toMatch(/broken|DROP/)
    expect((await queue.stats()).waiting).toBe(0)
  })

  test('a body that is announced too large is refused unread', async () => {
    const { url } = await door()
    const headers = { ...(await getHeaders('x')), 'content-length': String(MAX_BODY_BYTES + 1) }
    expect(await getStatus(url, headers, () => {})).toBe(413)
  })

  test('one that turns out too large is refused while it comes', async () => {
    const { url, queue } = await door()
    const chunk = Buffer.alloc(1024 * 1024, 32)
    const status = await getStatus(
      url,
      { ...(await getHeaders('x')), 'transfer-encoding': 'chunked' },
      async (send, isDone) => {
        while (!isDone()) await send(chunk)
      },
    )
    expect(status).toBe(413)
    expect((await queue.stats()).waiting).toBe(0)
  })

  test('a body that ends early affects no other request', async () => {
    const { url, post } = await door()
    const headers = { ...(await getHeaders(PAYLOAD)), 'content-length': '1000' }
    const sent = ask(url + PATH, { method: 'POST', headers })
    sent.on('error', () => sent.destroy())
    sent.write(PAYLOAD)
    await new Promise((resolve) => sent.on('socket', resolve))
    sent.destroy()
    expect((await post(PAYLOAD)).status).toBe(202)
  })

  test('other addresses and ways', async () => {
    const { url } = await door()
    expect((await fetch(`${url}/probot`)).status).toBe(404)
    const pages = await door({ answerPage: async () => null })
    const { status, headers } = await fetch(`${pages.url}/pull/7`)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const got = await fetch(url + PATH)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('strangers who fill what is read', () => {
  /** A client that announces a body and sends all but its last byte. */
  async function silent(url: string, bytes: number): Promise<ClientRequest> {
    const headers = { ...(await getHeaders('x')), 'content-length': String(bytes) }
    const request = ask(url + PATH, { method: 'POST', headers, agent: false })
    request.on('error', () => request.destroy())
    onTestFinished(() => void request.destroy())
    await new Promise((sent) => request.write(Buffer.alloc(bytes - 1, 32), sent))
    return request
  }

  test.each([
    ['four large ones', 4, MAX_BODY_BYTES],
    ['forty small ones', 40, SMALL_BODY_BYTES - 1],
  ])('%s that fall silent hold up no webhook, small or large', async (_what, count, bytes) => {
    const { url, post } = await door()
    for (let i = 0; i < count; i += 1) await silent(url, bytes)
    const large = PAYLOAD.replace('"action"', `"pad":"${'x'.repeat(2 * SMALL_BODY_BYTES)}","action"`)
    const asked = [PAYLOAD, large].map((body, i) => post(body, { 'x-github-delivery': `d${i}` }))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([202, 202])
  })

  test('the oldest is dropped with an answer that asks to send it again', async () => {
    const { url } = await door()
    const first = await silent(url, MAX_BODY_BYTES)
    const answered = new Promise((resolve) => first.on('response', ({ statusCode }) => resolve(statusCode)))
    for (let i = 0; i < 4; i += 1) await silent(url, MAX_BODY_BYTES)
    expect(await answered).toBe(503)
  })

  test('connections without data keep no other connection out', async () => {
    const { url, post } = await door()
    const { port } = new URL(url)
    const sockets = await Promise.all(
      Array.from({ length: MAX_CONNECTIONS + 20 }, async () => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
        await new Promise((resolve) => socket.on('connect', resolve))
        return socket
      }),
    )
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
    expect((await post(PAYLOAD)).status).toBe(202)
  })
})

describe('health', () => {
  test('a running App is alive and ready', async () => {
    const { url } = await door()
    for (const path of ['/healthz', '/readyz?now']) expect((await fetch(url + path)).status, path).toBe(200)
  })

  test('alive but not ready while the store cannot be written', async () => {
    const { url, file } = await door()
    using other = new DatabaseSync(file)
    other.exec("CREATE TRIGGER full BEFORE INSERT ON probe BEGIN SELECT RAISE(ABORT, 'full'); END")
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringMatching(/^not ready\nstore: cannot be written\n/),
    ])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

test('an event that waits ten minutes for a worker makes the App not ready, and the answer names the time', async () => {
  let now = Date.now()
  const { url, post } = await door({ clock: { ...CLOCK, now: () => now } })
  await post(PAYLOAD)
  expect(await readiness(url)).toEqual([200, expect.stringMatching(/^ready\noldest event: \d s\n/)])
  now += 700_000
  await nextProbe()
  expect(await readiness(url)).toEqual([503, expect.stringMatching(/^not ready\noldest event: 70\d s\n/)])
})

test('a GitHub that gives no answer for a minute makes it not ready; webhooks are kept all the same', async () => {
  const now = Date.now()
  let failingSince: number | null = now - 30_000
  const { url, post } = await door({ clock: { ...CLOCK, now: () => now }, failingSince: () => failingSince })
  expect(await readiness(url)).toEqual([200, 'ready\nGitHub: no answer for 30 s\n'])
  failingSince = now - 90_000
  await nextProbe()
  expect(await readiness(url)).toEqual([503, 'not ready\nGitHub: no answer for 90 s\n'])
  expect((await post(PAYLOAD)).status).toBe(202)
})

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, await answer.text()]
}
/** The server reports what it found for one second. */
const nextProbe = () => CLOCK.sleep(1001, new AbortController().signal)

type Send = (chunk: Buffer) => Promise<void>

function getStatus(
  url: string,
  headers: Record<string, string>,
  write: (send: Send, isDone: () => boolean) => void | Promise<void>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let isDone = false
    const request = ask(url + PATH, { method: 'POST', headers }, (response) => {
      isDone = true
      resolve(response.statusCode)
      request.destroy()
    })
    request.on('error', (error) => (isDone ? undefined : reject(error)))
    request.flushHeaders()
    // Writing to a broken connection fails at once; a loop until an answer arrives would never end.
    const send: Send = (chunk) =>
      new Promise((sent, fail) => request.write(chunk, (error) => (error && !isDone ? fail(error) : sent())))
    Promise.resolve(write(send, () => isDone)).catch(reject)
  })
}
