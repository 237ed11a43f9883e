/** The first start: pages that create the App, for a person at this machine and for no page of another site. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readPermissions } from '../../../src/app/set-up/manifest.ts'
import { startSetUp } from '../../../src/app/set-up/set-up.ts'
import { until } from '../../support/processes.ts'
import { KEY, startHub } from '../hub.ts'
import { type Environment, launch } from '../launch.ts'
import { place } from '../queue/conformance.ts'

const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'
const HOOK = 'https://tdd.acme.test/api/github/webhooks'
const IMPORTED = { appId: '7', pem: KEY, webhook_secret: SECRET }

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Fields of a form. */
  readonly body?: Readonly<Record<string, string>>
}

/** Without `fetch`, which does not allow another Host header. */
async function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const words = body === undefined ? '' : new URLSearchParams(body).toString()
  const given = { 'content-length': Buffer.byteLength(words), ...headers }
  return await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; words: string }>(
    (resolve, reject) => {
      const request = send({ host: '127.0.0.1', port, path, method, headers: given, agent: false }, async (response) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, words: await text(response) }),
      )
      request.on('error', reject).end(words)
    },
  )
}

/** Below the ephemeral ports that the system assigns. */
let ports = 20_000 + (process.pid % 12_000)

/** Resolves when it answers. */
async function setUp(env: Environment = {}) {
  const folder = place()
  const port = ports++
  const said = { PORT: String(port), HOST: '127.0.0.1', LOG_FORMAT: 'json', ...env }
  const app = launch(folder, said)
  const isThere = () =>
    ask(port, '/healthz').then(
      () => true,
      () => false,
    )
  await until('an answer', isThere, app.child)
  const kept = () => (existsSync(join(folder, '.env')) ? readFileSync(join(folder, '.env'), 'utf8') : '')
  return { ...app, folder, port, env: said, kept, ask: (path: string, sent?: Sent) => ask(port, path, sent) }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

describe('who may', () => {
  let app: SetUp
  beforeEach(async () => {
    const hub = await startHub()
    app = await setUp({ WEBHOOK_PROXY_URL: HOOK, GHE_HOST: hub.host, GHE_PROTOCOL: 'http' })
  })

  test('the user of this machine can enter an existing App, whose secrets only they can read', async () => {
    const headers = { host: `localhost:${app.port}`, origin: `http://localhost:${app.port}` }
    const wanted = { method: 'POST', body: IMPORTED }
    const { status, words } = await app.ask('/probot/import', { ...wanted, headers })
    expect(status).toBe(200)
    expect(words).toMatch(
      /Webhook URL[\s\S]*tdd-gate init[\s\S]*\/tdd start[\s\S]*ready for review[\s\S]*Squash and merge/i,
    )
    expect(app.kept()).toContain('APP_ID=7')
    expect(statSync(join(app.folder, '.env')).mode & 0o077).toBe(0)
  })

  test('the process of a complete set-up is the App, and its set-up is gone', async () => {
    expect((await app.ask('/readyz')).status).toBe(503)
    await app.ask('/probot/import', { method: 'POST', body: IMPORTED })
    await app.says('listening')
    expect((await app.ask('/readyz')).status).toBe(200)
    for (const path of ['/probot', '/probot/import']) expect((await app.ask(path)).status).toBe(404)
    app.child.kill('SIGTERM')
    expect(await app.exit).toBe(0)
  })

  test('the page to create an App fits a phone and names every permission with its reason', async () => {
    const { words } = await app.ask('/probot')
    expect(words).toContain('name="viewport"')
    for (const { name, access, reason } of readPermissions()) {
      expect(reason.length, name).toBeGreaterThan(10)
      expect(words).toContain(
        `<code>${name}</code> <span class="pill ${access === 'write' ? 'warn' : 'other'}">${access}`,
      )
      expect(plain(words)).toContain(reason)
    }
    expect(readPermissions().length).toBeGreaterThan(5)
  })

  test('the page for an App that exists works without a script, and shows no other project', async () => {
    const { status, headers, words } = await app.ask('/probot/import')
    expect(status).toBe(200)
    for (const field of ['appId', 'webhook_secret', 'pem']) expect(words).toContain(`name="${field}"`)
    expect(words).not.toMatch(/<script|probot\.github\.io|built with/i)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('what stands in .env stays', async () => {
    writeFileSync(join(app.folder, '.env'), 'LOG_LEVEL=debug # ours\nAPP_ID=1\nPORT=3001\n')
    await app.ask('/probot/import', { method: 'POST', body: { ...IMPORTED, pem: KEY.replaceAll('\n', '\r\n') } })
    expect(parseEnv(app.kept())).toEqual({
      LOG_LEVEL: 'debug',
      PORT: '3001',
      APP_ID: '7',
      PRIVATE_KEY: KEY.trim(),
      WEBHOOK_SECRET: SECRET,
    })
    expect(app.kept()).toContain('# ours')
  })

  test('no page of another site, and none that calls this machine by its own name', async () => {
    const own = `127.0.0.1:${app.port}`
    const strangers: readonly Readonly<Record<string, string>>[] = [
      { host: own, origin: 'https://evil.example' },
      { host: own, origin: `https://127.0.0.1:${app.port + 1}` },
      { host: own, origin: 'null' },
      { host: own, 'sec-fetch-site': 'cross-site' },
      { host: own, 'sec-fetch-site': 'same-site', origin: `http://${own}` },
      { host: `evil.example:${app.port}`, origin: `http://evil.example:${app.port}` },
      { host: 'localhost.evil.example' },
    ]
    for (const headers of strangers) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, words } = await app.ask('/probot/import', {
          method,
          headers: { 'content-type': 'text/plain', ...headers },
          body: IMPORTED,
        })
        expect([status, words.length > 20], JSON.stringify(headers)).toEqual([403, true])
      }
    }
    for (const path of ['/', '/probot', '/probot/setup?code=x', '/probot/import'])
      expect((await app.ask(path, { headers: { host: 'evil.example' } })).status, path).toBe(403)
    expect(app.kept()).toBe('')
    // A process supervisor may use any path.
    expect((await app.ask('/healthz', { headers: { host: 'tdd.acme.test' } })).status).toBe(200)
  })

  test('what no start would take is not kept, and is named', async () => {
    const wrongs: readonly (readonly [Partial<typeof IMPORTED>, string])[] = [
      [{ webhook_secret: 'a secret' }, 'WEBHOOK_SECRET'],
      [{ pem: 'a key' }, 'PRIVATE_KEY'],
      [{ appId: 'x' }, 'APP_ID'],
    ]
    for (const [wrong, name] of wrongs) {
      const { status, words } = await app.ask('/probot/import', { method: 'POST', body: { ...IMPORTED, ...wrong } })
      expect([status, app.kept()]).toEqual([422, ''])
      expect(words).toContain(name)
      const isTold = () => JSON.stringify(app.lines).includes(`The environment variable ${name} `)
      await until(`word of ${name}`, isTold, app.child)
    }
    expect((await app.ask('/probot/import', { method: 'POST', body: { appId: '7' } })).status).toBe(422)
    expect((await app.ask('/probot/import', { method: 'POST' })).status).toBe(422)
  })
})

test('on a public address the page opens only with the key in the log', async () => {
  const hub = await startHub()
  const app = await setUp({ HOST: '0.0.0.0', WEBHOOK_PROXY_URL: HOOK, GHE_HOST: hub.host, GHE_PROTOCOL: 'http' })
  const keyTold = () => /\/probot\?key=([\w-]{40,})/.exec(JSON.stringify(app.lines))?.[1] ?? ''
  await until('word of the key', () => keyTold() !== '', app.child)
  const key = keyTold()
  const wrong = `${key.startsWith('a') ? 'b' : 'a'}${key.slice(1)}`
  for (const path of ['/', '/probot', '/probot/import', '/probot/setup?code=x', `/probot?key=${wrong}`])
    expect((await app.ask(path)).status, path).toBe(401)
  for (const headers of [{}, { cookie: `tdd-gate-set-up=${wrong}` }, { cookie: 'tdd-gate-set-up=' }] as const) {
    const { status, words } = await app.ask('/probot/import', { method: 'POST', headers, body: IMPORTED })
    expect([status, words]).toEqual([401, expect.stringContaining('log')])
  }
  expect((await app.ask(`/probot/import?key=${key}`, { method: 'POST', body: IMPORTED })).status).toBe(401)
  expect(app.kept()).toBe('')
  expect((await app.ask('/healthz')).status).toBe(200)
  const { status, headers } = await app.ask(`/probot?key=${key}`)
  expect([status, headers['location']]).toEqual([303, '/probot'])
  const [given = ''] = headers['set-cookie'] ?? []
  expect(given).toMatch(/; HttpOnly; SameSite=Lax; Path=\/$/)
  const cookie = `other=1; ${given.split(';')[0]}`
  expect((await app.ask('/probot', { headers: { cookie } })).words).toContain('Create the App')
  expect((await app.ask('/probot/import', { method: 'POST', headers: { cookie }, body: IMPORTED })).status).toBe(200)
  expect(app.kept()).toContain('APP_ID=7')
})

const plain = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const MADE = {
  id: 9,
  client_id: 'c',
  client_secret: 's',
  webhook_secret: SECRET,
  pem: KEY,
  html_url: 'https://g/apps/x',
}

/** A set-up whose GitHub makes this App, and how GitHub leads back to it. */
async function creating(made: object = MADE, env: Environment = {}) {
  const hub = await startHub(({ path }) => (path.startsWith('/app-manifests/') ? { status: 201, body: made } : null))
  const app = await setUp({ WEBHOOK_PROXY_URL: HOOK, GHE_HOST: hub.host, GHE_PROTOCOL: 'http', ...env })
  const comeBack = async () => {
    const [, state = ''] = /settings\/apps\/new\?state=([\w-]+)/.exec((await app.ask('/probot')).words) ?? []
    return app.ask(`/probot/setup?code=good&state=${state}`)
  }
  return { ...app, hub, comeBack }
}

test('GitHub is asked for the key, which it gives once, only when .env can be written', async () => {
  const app = await creating()
  mkdirSync(join(app.folder, '.env'))
  const { status, words } = await app.comeBack()
  expect([status, app.hub.paths()]).toEqual([409, []])
  expect(words).toMatch(/\.env[\s\S]*reload/i)
  rmSync(join(app.folder, '.env'), { recursive: true })
  // The same page, loaded anew.
  expect((await app.comeBack()).status).toBe(303)
  await app.says('listening')
})

test('an answer of GitHub that fails takes nothing: the same page can be loaded again', async () => {
  let isDown = true
  const hub = await startHub(({ path }) => {
    if (!path.startsWith('/app-manifests/')) return null
    return isDown ? { status: 404, body: { message: 'Not Found' } } : { status: 201, body: MADE }
  })
  const app = await setUp({ WEBHOOK_PROXY_URL: HOOK, GHE_HOST: hub.host, GHE_PROTOCOL: 'http' })
  const [, state = ''] = /settings\/apps\/new\?state=([\w-]+)/.exec((await app.ask('/probot')).words) ?? []
  const back = () => app.ask(`/probot/setup?code=good&state=${state}`)
  expect([(await back()).status, app.kept()]).toEqual([500, ''])
  isDown = false
  expect((await back()).status).toBe(303)
})

test('a weak secret of GitHub is not kept, and the key is: the page and the end of the process say what to do', async () => {
  const app = await creating({ ...MADE, webhook_secret: 'development' })
  const { status, words } = await app.comeBack()
  expect([status, words]).toEqual([422, expect.stringMatching(/WEBHOOK_SECRET[\s\S]*export WEBHOOK_SECRET=/)])
  expect(parseEnv(app.kept())).toMatchObject({ APP_ID: '9', PRIVATE_KEY: KEY.trim() })
  expect(app.kept()).not.toMatch(/WEBHOOK_SECRET|development/)
  expect(await app.exit).toBe(2)
  expect(app.lines.at(-1)).toMatchObject({ msg: 'not started', error: expect.stringContaining('WEBHOOK_SECRET') })
})

test('the settings that are written turn the pages on, and none of them is without effect', async () => {
  const app = await creating()
  await app.comeBack()
  await app.says('listening')
  expect(parseEnv(app.kept())['TDD_GATE_URL']).toBe('https://tdd.acme.test')
  const { PORT, ...env } = app.env
  app.child.kill('SIGTERM')
  await app.exit
  const next = launch(app.folder, { ...env, PORT: '0' })
  await next.says('listening')
  expect([app, next].flatMap(({ lines }) => lines.map(({ msg }) => msg))).not.toContain('setting without effect')
})

test('a channel for webhooks is kept, and as it passes on no page, no client is written', async () => {
  const app = await creating(MADE, { WEBHOOK_PROXY_URL: 'https://smee.io/abc' })
  await app.comeBack()
  await app.says('listening')
  const kept = parseEnv(app.kept())
  expect(Object.keys(kept).toSorted()).toEqual(['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_PROXY_URL', 'WEBHOOK_SECRET'])
  expect(kept['WEBHOOK_PROXY_URL']).toBe('https://smee.io/abc')
})

test('a channel is kept beside the public address of the pages, and beside an App that is imported', async () => {
  const channel = 'https://smee.io/abc'
  const made = await creating(MADE, { WEBHOOK_PROXY_URL: channel, TDD_GATE_URL: 'https://tdd.acme.test' })
  await made.comeBack()
  expect(parseEnv(made.kept())).toMatchObject({ TDD_GATE_URL: 'https://tdd.acme.test', WEBHOOK_PROXY_URL: channel })
  const imported = await setUp({ WEBHOOK_PROXY_URL: channel })
  await imported.ask('/probot/import', { method: 'POST', body: IMPORTED })
  expect(parseEnv(imported.kept())).toMatchObject({ APP_ID: '7', WEBHOOK_PROXY_URL: channel })
})

test('a misspelt setting is named before the set-up too', async () => {
  const app = await setUp({ APPID: '7' })
  expect(await app.says('setting without effect')).toMatchObject({ variable: 'APPID', next: 'export APP_ID=<value>' })
})

test('the page says of `contents: write` everything that the App writes with it', () => {
  const written = readPermissions().find(({ name }) => name === 'contents')?.reason ?? ''
  for (const word of ['every branch', '/tdd start', '/tdd revert', '/tdd abort --delete-branch', 'onboarding'])
    expect(written).toContain(word)
})

test('GitHub returns to the page that began, once, and any other return is refused', async () => {
  const hub = await startHub(({ path }) => (path.startsWith('/app-manifests/') ? { status: 201, body: MADE } : null))
  const app = await setUp({ WEBHOOK_PROXY_URL: HOOK, GHE_HOST: hub.host, GHE_PROTOCOL: 'http', GH_ORG: 'acme' })
  const { words } = await app.ask('/probot')
  const [, action = ''] = /action="([^"]+)"/.exec(words) ?? []
  const [, value = ''] = /name="manifest" value="([^"]+)"/.exec(words) ?? []
  expect(JSON.parse(plain(value))).toMatchObject({
    name: 'tdd-gate',
    public: false,
    default_permissions: { merge_queues: 'read' },
    hook_attributes: { url: HOOK, active: true },
    redirect_url: `http://127.0.0.1:${app.port}/probot/setup`,
    callback_urls: [new URL('/signed-in', HOOK).href],
  })
  const target = new URL(plain(action))
  expect(`${target.origin}${target.pathname}`).toBe(`http://${hub.host}/organizations/acme/settings/apps/new`)
  const state = target.searchParams.get('state') ?? ''
  expect(state.length).toBeGreaterThan(20)
  const cross = { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }
  for (const query of ['code=evil', 'code=evil&state=x', 'code=evil&state=', `code=evil&state=${state}&state=x`])
    expect((await app.ask(`/probot/setup?${query}`, cross)).status, query).toBe(403)
  expect([hub.paths(), app.kept()]).toEqual([[], ''])
  const back = await app.ask(`/probot/setup?code=good&state=${state}`, cross)
  expect([back.status, back.headers['location']]).toEqual([303, 'https://g/apps/x/installations/new'])
  expect(hub.paths().filter((path) => path.startsWith('POST'))).toEqual(['POST /app-manifests/good/conversions'])
  for (const line of ['APP_ID=9', 'GITHUB_CLIENT_ID=c', 'GITHUB_CLIENT_SECRET=s'])
    expect(app.kept()).toContain(`${line}\n`)
  await app.says('listening')
  expect((await app.ask(`/probot/setup?code=good&state=${state}`, cross)).status).toBe(404)
})

test('it lives, is not ready, and ends with 0', async () => {
  const first = await setUp({ WEBHOOK_PROXY_URL: HOOK })
  expect((await first.ask('/healthz')).words).toContain('alive')
  expect((await first.ask('/readyz')).status).toBe(503)
  const second = launch(first.folder, first.env)
  expect(await second.exit).toBe(2)
  expect(second.lines).toEqual([
    expect.objectContaining({ code: 'bad-environment', next: expect.stringContaining('export PORT=') }),
  ])
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  expect(JSON.stringify(first.lines)).not.toContain('smee.io')
})

describe('a public address', () => {
  test('is asked for before anything else: GitHub takes no App that listens at localhost', async () => {
    const app = await setUp()
    const { status, words } = await app.ask('/probot')
    expect(status).toBe(200)
    expect(words).toContain('WEBHOOK_PROXY_URL=https://')
    expect(words).not.toMatch(/<form|hook_attributes/)
    expect(words).toContain('/probot/import')
    for (const way of ['WEBHOOK_PROXY_URL=https://<public host>', 'WEBHOOK_PROXY_URL=https://smee.io/<channel>'])
      expect(JSON.stringify(app.lines)).toContain(way)
  })

  test('is none that GitHub cannot reach', async () => {
    const { exit, lines } = launch(place(), { WEBHOOK_PROXY_URL: 'http://localhost:3000/' })
    expect(await exit).toBe(2)
    const next = expect.stringContaining('export WEBHOOK_PROXY_URL=https://')
    expect(lines).toEqual([expect.objectContaining({ code: 'bad-environment', next })])
  })
})

test('a first start with a wrong PORT says so', async () => {
  const { exit, lines } = launch(place(), { PORT: 'x' })
  expect(await exit).toBe(2)
  expect(lines).toEqual([expect.objectContaining({ next: expect.stringContaining('export PORT=') })])
})

test('an App that is half there is not made anew: what is missing is named', async () => {
  const { exit, lines } = launch(place(), { APP_ID: '7', WEBHOOK_SECRET: SECRET })
  expect(await exit).toBe(2)
  const error = expect.stringContaining(' PRIVATE_KEY ')
  expect(lines).toEqual([expect.objectContaining({ code: 'bad-environment', error })])
})

test('a level that the log does not have is refused before there is an App', async () => {
  const starting = startSetUp({ HOST: '127.0.0.1', PORT: String(ports++), LOG_LEVEL: 'verbos', LOG_FORMAT: 'json' })
  onTestFinished(() => starting.then(({ stop }) => stop()).catch(() => undefined))
  await expect(starting).rejects.toMatchObject({
    code: 'bad-environment',
    message: expect.stringContaining('LOG_LEVEL'),
  })
})
