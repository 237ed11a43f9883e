/** Answers the requests of people: who may read a repository on GitHub may read its pages here. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { GateError } from '../../core/model/errors.ts'
import type { RepositoryName } from '../../github/routes.ts'
import { POLICY, SCRIPT_PATH, STYLE_PATH, WEB_CSS } from '../../render/web/layout.ts'
import { findPage, MESSAGE_PAGES, toFrontPage } from '../../render/web/message-pages.ts'
import type { HttpReply } from '../receive.ts'
import { openAccess, type ReaderAccess } from './access.ts'
import { CALLBACK, type OAuth, type OAuthPlaces, openOAuth } from './oauth.ts'
import { answerOwner, type OwnerRoute, toOwnerRoute } from './owner.ts'
import { answerRepository, type PageRoute, type PageStores, toRoute } from './pages.ts'
import { type Cookies, openCookies, type ReaderSession, type SignIn } from './session.ts'

/** Null: this is no page. */
export type AnswerPage = (request: IncomingMessage) => Promise<HttpReply | null>

interface PagesOptions extends OAuthPlaces, PageStores {
  readonly now: () => number
}

const HTML = 'text/html; charset=utf-8'
const MAX_PATH = 500
const READS = ['GET', 'HEAD']
const HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}
/** The only script of the pages: renews what is measured now every five seconds. Keyboard focus and the open lists stay, unless the page changed. */
const SCRIPT = `const look = async () => {
  const answer = await fetch(location.href, { redirect: 'manual' }).catch(() => null)
  if (answer === null || !answer.ok) return setTimeout(look, 15000)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const [now, next] = [document.getElementById('content'), page.getElementById('content')]
  if (now.dataset.seen !== next.innerHTML) {
    if (now.dataset.seen !== undefined) now.innerHTML = next.innerHTML
    now.dataset.seen = next.innerHTML
  }
  document.title = page.title
  if ('live' in next.dataset) setTimeout(look, 5000)
}
setTimeout(look, 1000)
`
/** Assets are constants. */
const ASSETS: Readonly<Record<string, HttpReply>> = {
  [STYLE_PATH]: asset(WEB_CSS, 'text/css; charset=utf-8'),
  [SCRIPT_PATH]: asset(SCRIPT, 'text/javascript; charset=utf-8'),
}
const MISSING = toReply(404, MESSAGE_PAGES.missing)
/** For an address that neither a page nor the App has. */
export const NO_SUCH_PAGE = toReply(404, MESSAGE_PAGES.unknown)
/** Webhooks of an App that Probot's set-up made are posted there. */
const FRONT = '/'
const SIGN_IN = '/sign-in'
const FIND = '/find'

export function openPages(options: PagesOptions): AnswerPage {
  const { pages, now, baseUrl } = options
  const cookies = openCookies(pages, now)
  const oauth = openOAuth(options)
  const access = openAccess(baseUrl, now)

  const begin = (to: string) => lead(cookies, oauth.begin(to))
  /** The cookie is the proof that this browser began the sign-in. */
  const complete = async (request: IncomingMessage, query: URLSearchParams): Promise<HttpReply> => {
    const signIn = (await cookies.read('sign-in', request)) as SignIn | null
    const [code, state] = [query.get('code') ?? '', query.get('state') ?? '']
    const token = signIn !== null && isSame(state, signIn.state) ? await oauth.exchange(code, signIn) : null
    if (signIn === null || token === null) return REFUSED
    const session = await cookies.write('session', { token })
    return leadTo(signIn.to, [session, cookies.clear('sign-in')])
  }
  const signOut = async (request: IncomingMessage): Promise<HttpReply> => {
    const { origin } = request.headers
    if (origin !== undefined && origin !== pages.url) return REFUSED
    const session = (await cookies.read('session', request)) as ReaderSession | null
    if (session !== null) await oauth.revoke(session.token)
    return { ...SIGNED_OUT, headers: { ...HEADERS, 'set-cookie': cookies.clear('session') } }
  }
  const answer = async (request: IncomingMessage): Promise<HttpReply | null> => {
    const [path = '', search = ''] = (request.url ?? '').split('?', 2)
    const method = request.method ?? ''
    if (path === '/sign-out' && method === 'POST') return signOut(request)
    const { [path]: constant } = ASSETS
    const route = path.length > MAX_PATH ? null : (toOwnerRoute(path) ?? toRoute(path))
    if (path === FRONT && READS.includes(method))
      return toReply(200, toFrontPage((await cookies.read('session', request)) !== null))
    if (path === SIGN_IN && READS.includes(method)) return begin(FRONT)
    if (path === FIND && READS.includes(method)) return leadTo(findPage(search) ?? FRONT, [])
    if (path !== CALLBACK && constant === undefined && route === null) return null
    if (!READS.includes(method)) return toReply(405, MESSAGE_PAGES.method)
    if (constant !== undefined) return constant
    if (route === null) return complete(request, new URLSearchParams(search))
    const session = (await cookies.read('session', request)) as ReaderSession | null
    if (session === null) return begin(path)
    const asked = { ...options, access, token: session.token, query: new URLSearchParams(search) }
    const page = await answerReader(asked, route)
    if (page === 'signed-out') return begin(path)
    return page === null ? MISSING : toReply(200, page.text, page.type, page.headers)
  }
  return (request) =>
    answer(request).catch((error: unknown) => {
      if (error instanceof GateError) return UNAVAILABLE
      throw error
    })
}

async function lead(cookies: Cookies, { signIn, address }: ReturnType<OAuth['begin']>): Promise<HttpReply> {
  return leadTo(address, [await cookies.write('sign-in', signIn)])
}

interface ReaderOptions extends PageStores {
  readonly access: ReaderAccess
  readonly token: string
  readonly query: URLSearchParams
}

/** Null: there is no such page, or the reader may not read it. */
async function answerReader({ access, token, ...stores }: ReaderOptions, route: OwnerRoute | PageRoute) {
  const read = (name: RepositoryName) => access.repository(token, name)
  if ('login' in route) return answerOwner({ ...stores, read }, route)
  const repository = await read(route)
  if (repository === null || repository === 'signed-out') return repository
  return answerRepository({ ...stores, github: access.github(token), repository }, route)
}

const UNAVAILABLE = toReply(503, MESSAGE_PAGES.unavailable)
const REFUSED = toReply(403, MESSAGE_PAGES.forged)
const SIGNED_OUT = toReply(200, MESSAGE_PAGES.signedOut)

function toReply(status: number, body: string, type = HTML, headers: HttpReply['headers'] = {}): HttpReply {
  return { status, body, type, headers: { ...HEADERS, ...headers } }
}

function asset(body: string, type: string): HttpReply {
  return { status: 200, body, type, headers: { ...HEADERS, 'cache-control': 'max-age=600' } }
}

function leadTo(location: string, cookies: readonly string[]): HttpReply {
  return { status: 303, body: '', headers: { ...HEADERS, location, 'set-cookie': cookies } }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
