/** Sessions that ended, and a GitHub that does not answer: what the reader of a page sees. */
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { PullStore } from '../../../src/app/queue/pulls.ts'
import { openCookies } from '../../../src/app/web/session.ts'
import { openPages } from '../../../src/app/web/web.ts'
import { createAnyBaseReader } from '../../../src/github/read/protection/base.ts'
import { type Answerer, APP_ID, startHub } from '../hub.ts'

const PAGES = { url: 'https://tdd.acme.test', clientId: 'Iv1.web', clientSecret: 'b7c1e90d5f3a84e26be0517c8a94d2f6' }
const NOW = Date.parse('2026-11-01T10:00:00Z')
const HOUR_MS = 3_600_000

const toRequest = (url: string, cookie = '') =>
  ({ method: 'GET', url, headers: { cookie } }) as unknown as IncomingMessage

async function visit(
  answer: Answerer,
  { later = 0, secret = PAGES.clientSecret, path = '/r/acme/shop', isSignedIn = true } = {},
) {
  const hub = await startHub(answer)
  const cookie = await openCookies({ ...PAGES, clientSecret: secret }, () => NOW).write('session', { token: 'ghu_ada' })
  const places = { pages: PAGES, serverUrl: 'https://github.test', baseUrl: hub.baseUrl }
  const pulls = {
    list: async () => [],
    figures: async () => [],
    get: async () => null,
    repositories: async () => [{ id: '99', name: 'acme/shop' }],
  }
  const stores = {
    pulls: pulls as Partial<PullStore> as PullStore,
    audit: { about: async () => [] },
    readFacts: async () => null,
    readBase: createAnyBaseReader(APP_ID),
  }
  const answerPage = openPages({ ...places, ...stores, now: () => NOW + later })
  const reply = await answerPage(toRequest(path, isSignedIn ? cookie.split(';')[0] : ''))
  return {
    status: reply?.status,
    words: reply?.body ?? '',
    location: String(reply?.headers?.['location'] ?? ''),
    asked: hub.paths(),
  }
}

const BODIES: Readonly<Record<string, unknown>> = {
  '/repos/acme/shop': { id: 99, full_name: 'acme/shop', default_branch: 'main' },
  '/repos/acme/shop/rules/branches/main': [],
  '/repos/acme/shop/branches/main': { name: 'main', protection: { enabled: false } },
}
const answerShop: Answerer = ({ path }) => (Object.hasOwn(BODIES, path) ? { body: BODIES[path] } : null)
const signIn = expect.stringMatching(/^https:\/\/github\.test\/login\/oauth\/authorize\?/)

test.each(['/r/acme/shop', '/o/acme'])('a session shows %s within its hour', async (path) => {
  expect((await visit(answerShop, { later: HOUR_MS - 1000, path })).status).toBe(200)
})

test.each([
  ['expired', answerShop, { later: HOUR_MS + 1000 }, 0],
  ['made with another client secret', answerShop, { secret: 'another secret' }, 0],
  ['whose token GitHub revoked', () => ({ status: 401, body: { message: 'Bad credentials' } }), {}, 1],
  ['whose token GitHub revoked, at an organisation', () => ({ status: 401, body: {} }), { path: '/o/acme' }, 1],
] as const)('a session that is %s leads to a new sign-in', async (_what, answer, options, asked) => {
  const reply = await visit(answer, options)
  expect([reply.status, reply.location, reply.asked.length]).toEqual([303, signIn, asked])
})

test.each(['/r/acme/shop', '/o/acme'])(
  'while GitHub limits requests %s is a page that says so, with 503',
  async (path) => {
    const headers = { 'retry-after': '60' }
    const { status, words } = await visit(() => ({ status: 429, headers, body: { message: 'slow down' } }), { path })
    expect([status, words]).toEqual([503, expect.stringContaining('GitHub does not answer')])
  },
)

test('a repository whose name belongs to another one now is not shown with its organisation', async () => {
  const { status } = await visit(() => ({ body: { id: 98, full_name: 'acme/shop' } }), { path: '/o/acme' })
  expect(status).toBe(404)
})

test('the page of a repository says, with the token of its reader, that its default branch requires nothing', async () => {
  const { words, asked } = await visit(answerShop)
  expect(words).toMatch(/<td>main<\/td><td>does not require the check of this App<\/td><td>0<\/td>/)
  expect(asked).toHaveLength(3)
})

const FRAMED = /<nav aria-label="Place"><a href="\/">tdd-gate<\/a><\/nav>/
const SIGN_OUT = 'action="/sign-out"'

test.each([
  ['/r/acme/unknown', 404],
  ['/', 200],
])('a signed-in reader of %s gets a page that leads on, and can sign out', async (path, status) => {
  const page = await visit(() => null, { path })
  expect(page.status).toBe(status)
  expect(page.words).toMatch(FRAMED)
  expect(page.words).toContain(SIGN_OUT)
})

test('a page that a reader may not read says what may help, and hides whether it exists', async () => {
  const [missing, secret] = [
    await visit(() => null),
    await visit(({ path }) => (path === '/repos/acme/shop' ? { status: 403, body: { message: 'no' } } : null)),
  ]
  expect(missing.words).toBe(secret.words)
  expect(missing.words).toMatch(
    /Sign out, then open it again with the account.*The App shows a pull request once it has evaluated it/s,
  )
})

test('the front page opens a page by its name, and asks a stranger for no sign-in yet', async () => {
  const { status, words, location, asked } = await visit(() => null, { path: '/', isSignedIn: false })
  expect([status, location, asked]).toEqual([200, '', []])
  expect(words).toMatch(FRAMED)
  expect(words).toContain('<form action="/find">')
  expect(words).toContain('<a href="/sign-in">Sign in with GitHub</a>')
  expect(words).not.toContain(SIGN_OUT)
})

test('a reader who is signed in is not asked to sign in', async () => {
  const { words } = await visit(() => null, { path: '/' })
  expect(words).not.toContain('/sign-in')
  expect(words).toContain(SIGN_OUT)
})

test.each([
  ['acme/shop', '/r/acme/shop'],
  ['acme/shop%235', '/r/acme/shop/pull/5'],
  ['acme', '/o/acme'],
  ['https%3A%2F%2Fgithub.com%2Facme%2Fshop%2Fpull%2F5', '/r/acme/shop/pull/5'],
  ['%2F%2Fevil.example', '/'],
  ['', '/'],
])('what is looked for as %s is found at %s', async (name, place) => {
  const { status, location } = await visit(() => null, { path: `/find?name=${name}`, isSignedIn: false })
  expect([status, location]).toEqual([303, place])
})

test('a sign-in leads back to the front page', async () => {
  expect((await visit(() => null, { path: '/sign-in', isSignedIn: false })).location).toEqual(signIn)
})
