import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sign } from '@octokit/webhooks-methods'
import { expect, test } from 'vitest'
import { until } from '../support/processes.ts'
import { createEnvironment, SECRET } from './environment.ts'
import { KEY, startHub } from './hub.ts'
import { launch } from './launch.ts'
import { place } from './queue/conformance.ts'

const SHOP = { installation: { id: 7 }, repository: { id: 99, name: 'shop', owner: { login: 'acme' } } }
const RUN = { ...SHOP, action: 'completed', workflow_run: { head_sha: 'a'.repeat(40) } }
const PULL = { ...SHOP, action: 'opened', pull_request: { number: 9 } }

async function start(folder: string, ...words: readonly string[]) {
  const { hub, env } = await createEnvironment(folder)
  const app = launch(folder, env, join(folder, 'done'), ...words)
  const { port } = await app.says('listening')
  return { ...app, hub, env, url: `http://127.0.0.1:${port}` }
}

async function send(url: string, event: string, payload: object, delivery: string): Promise<number> {
  const body = JSON.stringify(payload)
  const headers = {
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': delivery,
    'x-hub-signature-256': await sign(SECRET, body),
  }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

const getLines = (folder: string) =>
  existsSync(join(folder, 'done')) ? readFileSync(join(folder, 'done'), 'utf8').trim().split('\n') : []

test('the process handles a webhook and its consequences, and SIGTERM ends it with 0', async () => {
  const folder = place()
  const app = await start(folder)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect(await send(`${app.url}/api/github/webhooks`, 'workflow_run', RUN, 'd1')).toBe(202)
  await app.says('event handled')
  await until('both events to be handled', () => getLines(folder).length >= 4, app.child)
  app.child.kill('SIGTERM')
  expect(await app.exit).toBe(0)
  expect(getLines(folder)).toEqual([
    'begun head tdd-gate',
    'done head',
    'begun pull-request tdd-gate',
    'done pull-request',
  ])
  expect(app.lines.every((line) => 'level' in line)).toBe(true)
  expect(JSON.stringify(app.lines)).not.toMatch(/BEGIN RSA|9f2c81d07be64a35|ghs_/)
  expect(statSync(join(folder, 'state')).mode & 0o077).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s lets what is under way be finished', async (signal) => {
  const folder = place()
  const app = await start(folder, 'slow')
  await send(`${app.url}/`, 'pull_request', PULL, 'd1')
  await until('work to begin', () => getLines(folder).some((line) => line.startsWith('begun')), app.child)
  app.child.kill(signal)
  expect(await app.exit).toBe(0)
  expect(getLines(folder)).toEqual(['begun pull-request tdd-gate', 'done pull-request'])
})

test('SIGTERM while it starts ends it with 0 as well', async () => {
  const folder = place()
  const app = launch(folder, { ...(await createEnvironment(folder)).env, TDD_GATE_WORKER: '3' }, join(folder, 'done'))
  expect(await app.says('setting without effect')).toMatchObject({ level: 'warn', variable: 'TDD_GATE_WORKER' })
  await app.says('this App')
  app.child.kill('SIGTERM')
  expect(await app.exit).toBe(0)
})

test('SIGTERM under load: this process or the next one handles every acknowledged event', async () => {
  const folder = place()
  const app = await start(folder)
  const tell = (number: number) =>
    send(`${app.url}/`, 'pull_request', { ...PULL, pull_request: { number } }, `d${number}`).catch(() => 0)
  const answers = Promise.all(Array.from({ length: 60 }, (_, n) => tell(n + 1)))
  await app.says('event handled')
  app.child.kill('SIGTERM')
  expect(await app.exit).toBe(0)
  const acknowledged = (await answers).filter((status) => status === 202).length
  expect(acknowledged).toBeGreaterThan(0)
  const next = launch(folder, app.env, join(folder, 'done'))
  const done = () => getLines(folder).filter((line) => line.startsWith('done')).length
  await next.says('listening')
  await until('the rest to be done', () => done() >= acknowledged, next.child)
  next.child.kill('SIGTERM')
  expect(await next.exit).toBe(0)
})

test('the next process handles events that were acknowledged before kill -9', async () => {
  const folder = place()
  const app = await start(folder, 'slow')
  await send(`${app.url}/`, 'pull_request', PULL, 'd1')
  app.child.kill('SIGKILL')
  await app.exit
  const next = launch(folder, app.env, join(folder, 'done'))
  await next.says('event handled')
  expect(getLines(folder)).toContain('done pull-request')
  next.child.kill('SIGTERM')
  expect(await next.exit).toBe(0)
})

test.each([
  ['WEBHOOK_SECRET', { WEBHOOK_SECRET: 'development' }],
  ['APP_ID', { APP_ID: 'x' }],
  ['TDD_GATE_STORE', { TDD_GATE_STORE: '/dev/null/store' }],
  ['TDD_GATE_STORE', { TDD_GATE_STORE: '/proc/tdd-gate/state/store' }],
])('does not start with a wrong %s, and says what to do', async (name, wrong) => {
  const folder = place()
  const hub = await startHub()
  const env = {
    APP_ID: '1',
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    GHE_HOST: hub.host,
    GHE_PROTOCOL: 'http',
    ...wrong,
  }
  const { exit, lines } = launch(folder, env)
  expect(await exit).toBe(name === 'TDD_GATE_STORE' ? 3 : 2)
  const next = expect.stringContaining(`export ${name}=`)
  expect(lines.at(-1)).toEqual(expect.objectContaining({ level: 'error', msg: 'not started', next }))
})

test('does not start with a key that GitHub does not know', async () => {
  const hub = await startHub(({ path }) => (path === '/app' ? { status: 401, body: { message: 'no' } } : null))
  const env = { APP_ID: '1', PRIVATE_KEY: KEY, WEBHOOK_SECRET: SECRET, GHE_HOST: hub.host, GHE_PROTOCOL: 'http' }
  const { exit, lines } = launch(place(), env)
  expect(await exit).toBe(2)
  expect(lines).toEqual([
    expect.objectContaining({ code: 'github-refused', next: expect.stringContaining('PRIVATE_KEY') }),
  ])
})

test('a production process without settings ends, and offers no set-up without a request', async () => {
  const production = launch(place(), { NODE_ENV: 'production' })
  expect(await production.exit).toBe(2)
  expect(production.lines[0]).toMatchObject({
    next: expect.stringMatching(/export APP_ID=.*export WEBHOOK_PROXY_URL=/),
  })
})
