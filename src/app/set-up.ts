/** The first start: Probot's pages, on which GitHub makes the App from `app.yml`; its secrets go to `.env`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { openDoor } from './door.ts'
import { type Environment, readPlace } from './settings.ts'
import { SUCCESS_PAGE } from './success-page.ts'

/** What `.env` holds is nobody else's. */
const PRIVATE = 0o077
/** Probot demands an App also where none is there yet. */
const NO_APP = { appId: 1, privateKey: 'none yet' }

/** @returns how it ends: no page is left half answered @throws GateError `bad-environment` */
export async function startSetUp(env: Environment): Promise<() => Promise<void>> {
  const { host, port } = readPlace(env)
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
  server.addHandler(answer)
  await server.loadHandlerFactory(setupAppFactory({ host, port, log: log.child({ name: 'setup' }) }))
  await server.start()
  return () => server.stop()
}

async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  await openDoor(probe, { host, port })
  await new Promise((closed) => probe.close(closed))
}

/** @returns whether that was answered: the process lives, but nothing is received */
function answer({ url = '', method }: IncomingMessage, response: ServerResponse): boolean {
  const page = method === 'GET' ? PAGES.get(url.split('?', 1)[0] ?? '') : undefined
  if (page === undefined) return false
  const { status, type, text } = page
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(text)
  return true
}

const PAGES = new Map([
  ['/healthz', { status: 200, type: 'text/plain', text: 'alive\n' }],
  ['/readyz', { status: 503, type: 'text/plain', text: 'not ready: the App is not set up yet\n' }],
  ['/probot/success', { status: 200, type: 'text/html; charset=utf-8', text: SUCCESS_PAGE }],
])
