/** The App's HTTP server: webhooks, and two addresses that tell whether it lives and whether it can work. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Inbox } from '../inbox/inbox.ts'
import { bodyReader } from './body.ts'
import { openDoor } from './door.ts'
import { fieldsOf, type Log } from './log.ts'
import { type Reception, type Reply, receive } from './receive.ts'

export interface ServerOptions extends Omit<Reception, 'readBody'> {
  readonly webhookPath: string
}

export interface Door {
  /** @returns the port that it got @throws GateError `bad-environment` */
  readonly open: (host: string, port: number) => Promise<number>
  /** Not ready from now on; resolves when every request is answered. */
  readonly close: () => Promise<void>
}

/** A whole request; GitHub itself waits ten seconds for an answer. */
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
const MAX_CONNECTIONS = 1000
const LINGER_MS = 500
/** Anybody may ask: a write for each would be work for strangers. */
const PROBE_EVERY_MS = 1000
/** Probot's set-up tells GitHub the root. */
const ROOT = '/'

export function openServer(options: ServerOptions): Door {
  const reception: Reception = { ...options, readBody: bodyReader() }
  const isReady = prober(options.inbox, options.log)
  let isClosing = false
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/healthz') return { status: 200, words: 'alive' }
    if (path === '/readyz') return !isClosing && isReady() ? { status: 200, words: 'ready' } : NOT_READY
    if (path !== options.webhookPath && path !== ROOT) return { status: 404, words: 'not found' }
    return request.method === 'POST' ? receive(request, reception) : { status: 405, words: 'webhooks are posted' }
  }
  const server = createServer((request, response) => {
    // A client that hangs up while it is answered is no concern of ours.
    response.on('error', (error) => options.log('debug', 'answer not sent', fieldsOf(error)))
    void answer(request)
      .catch((error: unknown) => {
        options.log('error', 'request failed', fieldsOf(error))
        return { status: 500, words: 'failed' }
      })
      .then((reply) => send(request, response, reply, isClosing))
  })
  Object.assign(server, { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS, maxConnections: MAX_CONNECTIONS })
  return {
    open: (host, port) => openDoor(server, { host, port }),
    close: () => {
      isClosing = true
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
    },
  }
}

const NOT_READY: Reply = { status: 503, words: 'not ready' }

function send(request: IncomingMessage, response: ServerResponse, { status, words }: Reply, isLast: boolean): void {
  const isUnread = !request.complete
  const text = `${words}\n`
  response.writeHead(status, {
    'content-type': 'text/plain',
    'content-length': text.length,
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'POST' }),
    ...((isUnread || isLast) && { connection: 'close' }),
  })
  if (!isUnread) return void response.end(text)
  response.write(text)
  linger(request, response)
}

/** Whoever is still sending would not see the answer when the connection ended at once. */
function linger(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), LINGER_MS)
  request.once('close', () => {
    clearTimeout(timer)
    response.end()
  })
  request.resume()
}

function prober(inbox: Inbox, log: Log): () => boolean {
  let [isReady, askedAt] = [false, Number.NEGATIVE_INFINITY]
  return () => {
    if (performance.now() - askedAt < PROBE_EVERY_MS) return isReady
    askedAt = performance.now()
    try {
      inbox.probe()
      isReady = true
    } catch (error) {
      log('error', 'inbox cannot be written', fieldsOf(error))
      isReady = false
    }
    return isReady
  }
}
