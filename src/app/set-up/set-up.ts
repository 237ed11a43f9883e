/** The first start: pages on which GitHub makes the App from `app.yml`; Probot asks it for the secrets, which go to `.env`. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { GateError } from '../../core/model/errors.ts'
import { bodyReader } from '../body.ts'
import { listenAt } from '../listen.ts'
import { type Environment, readHook, readPlace, readServerUrl, readSettings } from '../settings.ts'
import { getStranger } from './guard.ts'
import { openKey, type SetUpKey } from './key.ts'
import { NEEDS_ADDRESS, type Registration, registerPage } from './register-page.ts'
import { SUCCESS_PAGE } from './success-page.ts'

/** What `.env` holds is nobody else's. */
const PRIVATE = 0o077
/** Probot demands an App also where none is there yet. */
const NO_APP = { appId: 1, privateKey: 'none yet' }

/** @returns how it ends: no page is left half answered @throws GateError `bad-environment` */
export async function startSetUp(env: Environment): Promise<() => Promise<void>> {
  const { host, port } = readPlace(env)
  const registration = { hook: readHook(env), serverUrl: readServerUrl(env), owner: env['GH_ORG'] || null }
  // Probot would tell it with a stack.
  await requireFree(host, port)
  process.umask(PRIVATE)
  // Else Probot fetches a program from the registry, and opens a channel at a third party.
  process.env['NO_SMEE_SETUP'] ??= 'true'
  const { Probot, Server } = await import('probot')
  // It exports its set-up within `run` only, which does not tell how to end it.
  const { setupAppFactory } = await import(new URL('apps/setup.js', import.meta.resolve('probot')).href)
  const logFormat = env['LOG_FORMAT'] === 'json' ? 'json' : 'pretty'
  const probot = new Probot({ ...NO_APP, logFormat, logLevel: 'info' })
  await probot.ready()
  const { log } = probot
  const server = new Server({ host, port, log, Probot: Probot.defaults({ ...NO_APP, log }) })
  const key = openKey(host)
  const tell = (words: string) => log.warn(words)
  server.addHandler(answerer({ env, host, key, registration, tell }))
  if (registration.hook === null) log.warn(`${NEEDS_ADDRESS}.`)
  await server.loadHandlerFactory(setupAppFactory({ host, port, log: log.child({ name: 'setup' }) }))
  await server.start()
  if (key)
    tell(
      `Other machines reach the set-up: begin at http://<this machine>:${port}${key.path}, whoever has that address may.`,
    )
  return () => server.stop()
}

async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  await listenAt(probe, { host, port })
  await new Promise((closed) => probe.close(closed))
}

interface Page {
  readonly status: number
  readonly text: string
  /** Plain text where it is not said. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

const HTML = 'text/html; charset=utf-8'
const PROBES = new Map<string, Page>([
  ['/healthz', { status: 200, text: 'alive\n' }],
  ['/readyz', { status: 503, text: 'not ready: the App is not set up yet\n' }],
])
const STATE_BYTES = 32
const REFUSALS = [400, 401, 403, 422]
const NO_KEY: Page = {
  status: 401,
  text: 'The set-up is for whoever has its address, with the key: the log of this process tells it.\n',
}

interface Asked {
  readonly env: Environment
  readonly host: string
  /** Null: nobody has to have one. */
  readonly key: SetUpKey | null
  readonly registration: Omit<Registration, 'ownUrl' | 'state'>
  /** At the terminal: Probot's pages show no refusal. */
  readonly tell: (words: string) => void
}

/**
 * Probot's own pages are asked only after this: they answer whoever asks, and keep whatever App they are given.
 * @returns a function that tells whether it answered
 */
function answerer({ env, host, key, registration, tell }: Asked) {
  const readBody = bodyReader()
  let state = newState()

  /** GitHub leads back from its own site: what it was given here is the only proof that this browser began it. */
  const comeBack = (query: string): Page | null => {
    const [given, ...others] = new URLSearchParams(query).getAll('state')
    if (given !== state || others.length > 0)
      return { status: 403, text: 'This did not begin here, or was answered already: begin at /probot\n' }
    state = newState()
    return null
  }

  /** Null: Probot answers. */
  const getPage = async (request: IncomingMessage): Promise<Page | null> => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const wanted = `${request.method} ${path}`
    const probe = request.method === 'GET' ? PROBES.get(path) : undefined
    if (probe !== undefined) return probe
    const why = getStranger(request, host)
    if (why !== null) return { status: 403, text: `${why}\n` }
    const admitted = key === null ? 'known' : key.admit(request)
    if (admitted === null) return NO_KEY
    // The key is not to stay in the address, where it would be passed on.
    if (admitted !== 'known')
      return { status: 303, text: '', headers: { location: '/probot', 'set-cookie': admitted.cookie } }
    if (wanted === 'GET /probot') {
      const ownUrl = `http://${request.headers.host}`
      return { status: 200, type: HTML, text: registerPage({ ...registration, ownUrl, state }) }
    }
    if (wanted === 'GET /probot/setup') return comeBack(query)
    if (wanted === 'GET /probot/success') return { status: 200, type: HTML, text: SUCCESS_PAGE }
    return wanted === 'POST /probot/import' ? checkImport(request, await readBody(request), env) : null
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('x-frame-options', 'DENY')
    const page = await getPage(request)
    if (page === null) return false
    if (REFUSALS.includes(page.status)) tell(page.text.trim())
    response.writeHead(page.status, { 'content-type': page.type ?? 'text/plain', ...page.headers }).end(page.text)
    return true
  }
}

function newState(): string {
  return randomBytes(STATE_BYTES).toString('base64url')
}

/** An App that the next start would refuse is not kept. */
function checkImport(request: IncomingMessage, body: Buffer | string, env: Environment): Page | null {
  if (typeof body === 'string') return { status: 400, text: `${body}\n` }
  try {
    const { appId, pem, webhook_secret: secret } = JSON.parse(body.toString()) ?? {}
    readSettings({ ...env, APP_ID: String(appId), PRIVATE_KEY: String(pem), WEBHOOK_SECRET: String(secret) })
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 422, text: 'This is no JSON.\n' }
    if (!(error instanceof GateError)) throw error
    return { status: 422, text: `${error.message}\n${error.suggestion}\n` }
  }
  // Probot takes it from here: it is read already.
  Object.assign(request, { body: body.toString() })
  return null
}
