/** Runs the first start: pages on which GitHub creates the App from `app.yml`. GitHub's answer is written to `.env`. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createBodyReader } from '../body.ts'
import { listenAt } from '../listen.ts'
import { type Environment, readLevel, readPlace, readServerUrl } from '../settings.ts'
import { getFields, openLog } from '../telemetry/log.ts'
import { findRefusal } from './guard.ts'
import { openKey, type SetUpKey } from './key.ts'
import { createApp, importApp } from './new-app.ts'
import { HTML, IMPORT_PAGE, leadTo, type Page } from './page.ts'
import { NEEDS_ADDRESS, type Registration, registerPage } from './register-page.ts'
import type { Secrets } from './secrets-file.ts'
import { readHook } from './settings.ts'
import { setUpTexts } from './texts.ts'

type Report = (text: string) => void

export interface SetUp {
  /** Resolves with the settings of an App when they are in `.env` and the browser has its answer. */
  readonly done: Promise<Secrets>
  readonly stop: () => Promise<void>
}

/** Starts the set-up. @throws GateError `bad-environment` */
export async function startSetUp(env: Environment): Promise<SetUp> {
  const { host, port } = readPlace(env)
  // The App that follows in this process would refuse it.
  readLevel(env)
  const registration = { hook: readHook(env), serverUrl: readServerUrl(env), owner: env['GH_ORG'] || null }
  const report = createOutput(env)
  const key = openKey(host)
  const { promise: done, resolve } = Promise.withResolvers<Secrets>()
  const answer = createHandler({ env, host, key, registration, report })
  const server = createServer(async (request, response) => {
    const secrets = await answer(request, response)
    if (secrets) response.once('close', () => resolve(secrets))
  })
  const actual = await listenAt(server, { host, port })
  report(`There is no App yet. The set-up is at http://localhost:${actual}/probot`)
  if (registration.hook === null) report(`${NEEDS_ADDRESS}.`)
  if (key)
    report(
      `Other machines can reach the set-up. Open http://<this machine>:${actual}${key.path}. Everyone with this address can use it.`,
    )
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeIdleConnections()
    })
  return { done, stop }
}

/** Returns the output for the person who starts the set-up, or for the log. */
function createOutput(env: Environment): Report {
  const log = openLog('info')
  return env['LOG_FORMAT'] === 'json' ? (text) => log('warn', text) : (text) => process.stdout.write(`${text}\n`)
}

const PROBES = new Map<string, Page>([
  ['/healthz', { status: 200, text: 'alive\n' }],
  ['/readyz', { status: 503, text: 'not ready: the App is not set up yet\n' }],
])
const STATE_BYTES = 32
const REFUSALS = [400, 401, 403, 409, 422]
const NO_KEY: Page = {
  status: 401,
  text: setUpTexts.noKey,
}

interface SetUpOptions {
  readonly env: Environment
  readonly host: string
  /** Null: no key is needed. */
  readonly key: SetUpKey | null
  readonly registration: Omit<Registration, 'ownUrl' | 'state'>
  /** Writes to the terminal. */
  readonly report: Report
}

/** Creates a function that answers a request after the check of its sender. */
function createHandler(options: SetUpOptions) {
  const { host, key, registration, report } = options
  const getPage = createPages(options)
  const getAllowedPage = async (request: IncomingMessage): Promise<Page> => {
    const probe = request.method === 'GET' ? PROBES.get(getPath(request)) : undefined
    if (probe !== undefined) return probe
    const why = findRefusal(request, host)
    if (why !== null) return { status: 403, text: `${why}\n` }
    const admitted = key === null ? 'known' : key.admit(request)
    if (admitted === null) return NO_KEY
    // Removes the key from the address, which other sites could see.
    if (admitted !== 'known') return leadTo('/probot', { 'set-cookie': admitted.cookie })
    return getPage(request)
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<Secrets | undefined> => {
    const page = await getAllowedPage(request).catch((error: unknown): Page => {
      report(JSON.stringify(getFields(error)))
      return { status: 500, text: 'failed: see the log of this process\n' }
    })
    if (REFUSALS.includes(page.status)) report(page.text.trim())
    send(response, page, registration.serverUrl)
    return page.secrets
  }
}

function send(response: ServerResponse, page: Page, serverUrl: string): void {
  response.writeHead(page.status, {
    'content-type': page.type ?? 'text/plain',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${serverUrl}; frame-ancestors 'none'; base-uri 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(page.secrets && { connection: 'close' }),
    ...page.headers,
  })
  response.end(page.text)
}

/** Creates the pages. Each set-up has a state, which GitHub returns. */
function createPages({ env, registration }: SetUpOptions): (request: IncomingMessage) => Promise<Page> {
  const readBody = createBodyReader()
  let state = newState()
  let isAsking = false
  /** GitHub redirects from its own site. The state is the only proof that this browser began the set-up. */
  const comeBack = async (query: string): Promise<Page> => {
    const parameters = new URLSearchParams(query)
    const [given, ...others] = parameters.getAll('state')
    if (given !== state || others.length > 0) return { status: 403, text: setUpTexts.otherState }
    if (isAsking) return { status: 409, text: setUpTexts.isAsking }
    isAsking = true
    const page = await createApp(parameters.get('code') ?? '', env, registration.hook).finally(() => {
      isAsking = false
    })
    // Until then the page can be loaded anew: GitHub gives the key once.
    if (page.secrets) state = newState()
    return page
  }
  return async (request) => {
    switch (`${request.method} ${getPath(request)}`) {
      case 'GET /probot': {
        const ownUrl = `http://${request.headers.host}`
        return { status: 200, type: HTML, text: registerPage({ ...registration, ownUrl, state }) }
      }
      case 'GET /probot/setup':
        return comeBack(request.url?.split('?')[1] ?? '')
      case 'GET /probot/import':
        return { status: 200, type: HTML, text: IMPORT_PAGE }
      case 'POST /probot/import':
        return importApp(await readBody(request), env)
      case 'GET /':
        return leadTo('/probot')
      default:
        return { status: 404, text: 'not found\n' }
    }
  }
}

function getPath({ url }: IncomingMessage): string {
  return url?.split('?')[0] ?? ''
}

function newState(): string {
  return randomBytes(STATE_BYTES).toString('base64url')
}
