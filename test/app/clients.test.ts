import { expect, onTestFinished, test, vi } from 'vitest'
import { openClients } from '../../src/app/clients.ts'
import { CLOCK } from '../../src/app/queue/clock.ts'
import { getRefusalCause } from '../../src/github/status.ts'
import { getRefusal } from '../support/refusal.ts'
import { APP_ID, KEY, startHub } from './hub.ts'

const CHECK = 'POST /repos/{owner}/{repo}/check-runs'
const REPO = { owner: 'acme', repo: 'shop' }
const check = { ...REPO, name: 'tdd-gate', head_sha: 'a', status: 'completed', conclusion: 'success' } as const
const getClients = (baseUrl: string) => openClients({ appId: APP_ID, privateKey: KEY, baseUrl })
const isWrite = (path: string) => path.includes('check-runs')

test('the App asks with its key, an installation with a token that is asked for once', async () => {
  const hub = await startHub(({ path }) => (path === '/repos/acme/shop' ? { body: { id: 1 } } : null))
  const clients = await getClients(hub.baseUrl)
  expect((await clients.app.request('GET /app', {})).data).toMatchObject({ slug: 'tdd-gate' })
  for (const urgency of ['people', 'hints'] as const) {
    await (await clients.of(7, urgency)).request('GET /repos/{owner}/{repo}', REPO)
  }
  await (await clients.of(8, 'people')).request('GET /repos/{owner}/{repo}', REPO)
  expect(hub.paths()).toEqual([
    'GET /app',
    'POST /app/installations/7/access_tokens',
    'GET /repos/acme/shop',
    'GET /repos/acme/shop',
    'POST /app/installations/8/access_tokens',
    'GET /repos/acme/shop',
  ])
  expect(hub.asked.filter(({ path }) => path === '/repos/acme/shop').map(({ authorization }) => authorization)).toEqual(
    ['token ghs_of_7', 'token ghs_of_7', 'token ghs_of_8'],
  )
})

test('a repository that has another name or owner now is found under the old one: GitHub says where it went', async () => {
  const hub = await startHub(({ method, path }) => {
    const [, rest] = /^\/repos\/acme\/shop(.*)$/.exec(path) ?? []
    if (rest === undefined) return path.startsWith('/repositories/99') ? { body: { id: 99 } } : null
    const location = `${hub.baseUrl}/repositories/99${rest}`
    return { status: method === 'GET' ? 301 : 307, headers: { location }, body: { message: 'Moved Permanently' } }
  })
  const github = await (await getClients(hub.baseUrl)).of(7, 'hints')
  expect((await github.request('GET /repos/{owner}/{repo}', REPO)).data.id).toBe(99)
  await github.request(CHECK, check)
  const moved = hub.asked.filter(({ path }) => path.startsWith('/repositories/'))
  expect(moved.map(({ method, path, authorization }) => [method, path, authorization])).toEqual([
    ['GET', '/repositories/99', 'token ghs_of_7'],
    ['POST', '/repositories/99/check-runs', 'token ghs_of_7'],
  ])
  expect(JSON.parse(moved[1]?.body ?? '')).toMatchObject({ name: 'tdd-gate', conclusion: 'success' })
})

test('seven writes, as a start of a task takes them, are done without pauses', async () => {
  const hub = await startHub(({ path }) => (isWrite(path) ? { status: 201, body: { id: 1 } } : null))
  const github = await (await getClients(hub.baseUrl)).of(7, 'people')
  const started = performance.now()
  for (let i = 0; i < 7; i += 1) await github.request(CHECK, check)
  // Probot's own throttling takes six seconds.
  expect(performance.now() - started).toBeLessThan(3000)
})

test.each([
  [403, { message: 'You have exceeded a secondary rate limit' }, { 'retry-after': '30' }, 30_000],
  [429, { message: 'slow down' }, {}, 60_000],
])('%d %j says when to come back, and nothing is asked until then', async (status, body, headers, retryAfterMs) => {
  const hub = await startHub(({ path }) => (isWrite(path) ? { status, body, headers } : null))
  const clients = await getClients(hub.baseUrl)
  const first = await getRefusal((await clients.of(7, 'people')).request(CHECK, check))
  expect(first).toMatchObject({ code: 'github-unavailable', retryAfterMs })
  const second = await getRefusal((await clients.of(7, 'people')).request(CHECK, check))
  expect(second).toMatchObject({ code: 'github-unavailable', retryAfterMs: expect.any(Number) })
  expect(hub.paths().filter(isWrite)).toHaveLength(1)
})

test('a permission that is missing is named as the owner finds it', async () => {
  const hub = await startHub(({ path }) =>
    isWrite(path) ? { status: 403, body: { message: 'Resource not accessible by integration' } } : null,
  )
  const error = await getRefusal((await (await getClients(hub.baseUrl)).of(7, 'people')).request(CHECK, check))
  expect(error.code).toBe('github-refused')
  expect(error.suggestion.text).toMatch(/checks: write.*Configure/)
  expect('retryAfterMs' in error).toBe(false)
})

const withGrowingTokens = () => {
  let tokens = 0
  return startHub(({ path, authorization }) => {
    if (path.endsWith('/access_tokens')) {
      tokens += 1
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      return { status: 201, body: { token: `ghs_${tokens}`, expires_at, permissions: {} } }
    }
    if (!isWrite(path)) return null
    return authorization === 'token ghs_2'
      ? { status: 201, body: { id: 1 } }
      : { status: 403, body: { message: 'Resource not accessible by integration' } }
  })
}

test('a permission that was granted since is used at once by what people ask for', async () => {
  const hub = await withGrowingTokens()
  const github = await (await getClients(hub.baseUrl)).of(7, 'people')
  expect((await github.request(CHECK, check)).status).toBe(201)
  expect(hub.asked.map(({ authorization }) => authorization).filter((text) => text.startsWith('token '))).toEqual([
    'token ghs_1',
    'token ghs_2',
  ])
})

test('hints do not ask for new tokens: many of them may be refused the same', async () => {
  const hub = await withGrowingTokens()
  const error = await getRefusal((await (await getClients(hub.baseUrl)).of(7, 'hints')).request(CHECK, check))
  expect(error.code).toBe('github-refused')
  expect(hub.paths().filter((path) => path.includes('access_tokens'))).toHaveLength(1)
})

test('whether GitHub answers is known from the last of what was asked', async () => {
  let status = 502
  const hub = await startHub(({ path }) => (isWrite(path) ? { status, body: { id: 1 } } : null))
  const clients = await getClients(hub.baseUrl)
  expect(clients.failingSince()).toBeNull()
  const github = await clients.of(7, 'people')
  await getRefusal(github.request(CHECK, check))
  const since = clients.failingSince()
  expect(since).toBeGreaterThan(Date.now() - 60_000)
  await getRefusal(github.request(CHECK, check))
  expect(clients.failingSince()).toBe(since)
  status = 422
  await getRefusal(github.request(CHECK, check))
  expect(clients.failingSince()).toBeNull()
})

test('the log says when GitHub answers again, after how long and how many failures', async () => {
  let [status, now] = [502, 1_000_000]
  const hub = await startHub(({ path }) => (isWrite(path) ? { status, body: { id: 1 } } : null))
  const lines: unknown[] = []
  const clock = { ...CLOCK, now: () => now }
  const identity = { appId: APP_ID, privateKey: KEY, baseUrl: hub.baseUrl }
  const clients = await openClients(identity, clock, (...line) => lines.push(line))
  const github = await clients.of(7, 'people')
  await getRefusal(github.request(CHECK, check))
  await getRefusal(github.request(CHECK, check))
  now += 240_000
  status = 201
  for (let n = 0; n < 2; n += 1) await github.request(CHECK, check)
  expect(lines).toEqual([['info', 'GitHub answers again', { afterMs: 240_000, failures: 2 }]])
})

test('a write that fails is not sent twice', async () => {
  const hub = await startHub(({ path }) => (isWrite(path) ? { status: 502, body: {} } : null))
  const error = await getRefusal((await (await getClients(hub.baseUrl)).of(7, 'people')).request(CHECK, check))
  expect(error.code).toBe('github-unavailable')
  expect(hub.paths().filter(isWrite)).toHaveLength(1)
})

test.each([
  [404, 'Not Found', 'installation-missing', /not installed there any more/],
  [403, 'This installation has been suspended', 'installation-suspended', /administrator .* lifts the suspension/],
  [403, 'No', 'installation-suspended', /suspended/],
] as const)(
  'where GitHub refuses the token of an installation with %i (%s), the log names the cause %s',
  async (...row) => {
    const [status, message, cause, advice] = row
    const hub = await startHub(({ path }) => (path.includes('access_tokens') ? { status, body: { message } } : null))
    const error = await getRefusal((await (await getClients(hub.baseUrl)).of(7, 'people')).request(CHECK, check))
    expect([error.code, getRefusalCause(error)]).toEqual(['github-refused', cause])
    expect(error.suggestion.text).toMatch(advice)
  },
)

/** Tokens have numbers; all up to `revoked` are not believed. */
async function revoking() {
  const state = { revoked: 0, tokens: 0 }
  const hub = await startHub(({ path, authorization }) => {
    if (path.endsWith('/access_tokens')) {
      state.tokens += 1
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      return { status: 201, body: { token: `ghs_${state.tokens}`, expires_at, permissions: {} } }
    }
    if (path !== '/repos/acme/shop') return null
    const isRevoked = Number(/ghs_(\d+)/.exec(authorization)?.[1]) <= state.revoked
    // Its client tries a new token for some seconds.
    if (isRevoked) vi.setSystemTime(Date.now() + 10_000)
    return isRevoked ? { status: 401, body: { message: 'Bad credentials' } } : { body: { id: 1 } }
  })
  // A token that is seconds old may not be known everywhere yet: then its client waits by itself.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const revoke = () => {
    state.revoked = state.tokens
    vi.setSystemTime(Date.now() + 60_000)
  }
  return { hub, state, revoke }
}

test.each(['people', 'hints', 'routine'] as const)(
  'a revoked token is replaced at once, once for all (%s)',
  async (urgency) => {
    const { hub, state, revoke } = await revoking()
    const github = await (await getClients(hub.baseUrl)).of(7, urgency)
    await github.request('GET /repos/{owner}/{repo}', REPO)
    revoke()
    const asked = Array.from({ length: 4 }, () => github.request('GET /repos/{owner}/{repo}', REPO))
    expect((await Promise.all(asked)).map(({ data }) => data.id)).toEqual([1, 1, 1, 1])
    expect(state.tokens).toBe(2)
  },
)

test('a token that is refused though it is new is an outage, and asks for no third one', async () => {
  const { hub, state, revoke } = await revoking()
  const github = await (await getClients(hub.baseUrl)).of(7, 'hints')
  await github.request('GET /repos/{owner}/{repo}', REPO)
  revoke()
  state.revoked = 99
  expect(await getRefusal(github.request('GET /repos/{owner}/{repo}', REPO))).toMatchObject({
    code: 'github-unavailable',
  })
  expect(state.tokens).toBeLessThanOrEqual(2)
})

test('a refused key of the App counts as an outage, and no request is lost', async () => {
  const refusing = { body: { message: 'A JSON web token could not be decoded' }, status: 401 }
  const hub = await startHub(({ path }) => (path.endsWith('/access_tokens') || path === '/app' ? refusing : null))
  const clients = await getClients(hub.baseUrl)
  const asked = [
    (await clients.of(7, 'people')).request('GET /repos/{owner}/{repo}', REPO),
    clients.app.request('GET /app', {}),
  ]
  for (const error of await Promise.all(asked.map(getRefusal))) {
    expect(error.code).toBe('github-unavailable')
    expect(error.suggestion.text).toMatch(/APP_ID and PRIVATE_KEY/)
  }
})

test('what did not change costs no points: GitHub answers 304 to a tag, and the App takes what it read before', async () => {
  const state = { etag: '"one"', id: 1, left: 5000 }
  const hub = await startHub(({ path, known }) => {
    if (path !== '/repos/acme/shop') return null
    const isSame = known === state.etag
    if (!isSame) state.left -= 1
    const limits = {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': String(state.left),
      'x-ratelimit-reset': '1',
    }
    return { status: isSame ? 304 : 200, headers: { etag: state.etag, ...limits }, body: { id: state.id } }
  })
  const clients = await getClients(hub.baseUrl)
  const read = async (installation = 7) =>
    (await clients.of(installation, 'hints')).request('GET /repos/{owner}/{repo}', REPO)
  expect((await read()).data.id).toBe(1)
  const again = await read()
  expect(again).toMatchObject({ status: 200, data: { id: 1 }, headers: { 'x-ratelimit-remaining': '4999' } })
  expect(again.url).toBe(`${hub.baseUrl}/repos/acme/shop`)
  Object.assign(state, { etag: '"two"', id: 2 })
  expect((await read()).data.id).toBe(2)
  expect((await read()).data.id).toBe(2)
  expect(state.left).toBe(4998)
  // Another installation has another token, and learns nothing of this one.
  await read(8)
  const tags = hub.asked.filter(({ path }) => path === '/repos/acme/shop').map(({ known }) => known)
  expect(tags).toEqual(['', '"one"', '"one"', '"two"', ''])
})
