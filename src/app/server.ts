/** The App's HTTP server: webhooks, and two addresses that tell whether it lives and whether it can work. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bodyReader } from './body.ts'
import { listenAt } from './listen.ts'
import { getFields } from './log.ts'
import { CLOCK, type Clock } from './queue/clock.ts'
import { getReadiness, type Readiness } from './readiness.ts'
import { type Reception, type Reply, receive } from './receive.ts'

export interface ServerOptions extends Omit<Reception, 'readBody'> {
  readonly webhookPath: string
  /** What ages of events are measured with. */
  readonly clock?: Clock
  /** Since when GitHub has given no answer, in milliseconds since 1970; null, or left out: it answers. */
  readonly failingSince?: () => number | null
}

export interface Listening {
  /** @returns the port that it got @throws GateError `bad-environment` */
  readonly open: (host: string, port: number) => Promise<number>
  /** Not ready from now on; resolves when every request is answered. */
  readonly close: () => Promise<void>
}

/** GitHub itself waits ten seconds for an answer: who takes longer for a whole request is not GitHub. */
const REQUEST_MS = 10_000
/** How often is looked for those that are too slow. */
const CHECK_MS = 1000
/** Beyond it the oldest is closed: on GitHub's something comes at once. */
export const MAX_CONNECTIONS = 1000
const LINGER_MS = 500
/** Probot's set-up tells GitHub the root. */
const ROOT = '/'

export function openServer(options: ServerOptions): Listening {
  const reception: Reception = { ...options, readBody: bodyReader() }
  const { inbox: queue, log, clock = CLOCK, failingSince = () => null } = options
  const readiness = getReadiness({ inbox: queue, log, clock, failingSince })
  let isClosing = false
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/healthz') return { status: 200, words: 'alive' }
    if (path === '/readyz') return isClosing ? NOT_READY : toReply(readiness())
    if (path !== options.webhookPath && path !== ROOT) return { status: 404, words: 'not found' }
    return request.method === 'POST' ? receive(request, reception) : { status: 405, words: 'webhooks are posted' }
  }
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    // A client that hangs up while it is answered is no concern of ours.
    response.on('error', (error) => options.log('debug', 'answer not sent', getFields(error)))
    void answer(request)
      .catch((error: unknown) => {
        options.log('error', 'request failed', getFields(error))
        return { status: 500, words: 'failed' }
      })
      .then((reply) => send(request, response, reply, isClosing))
  })
  Object.assign(server, { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS })
  dropOldest(server)
  return {
    open: (host, port) => listenAt(server, { host, port }),
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

function toReply({ isReady, lines }: Readiness): Reply {
  return { status: isReady ? 200 : 503, words: [isReady ? 'ready' : 'not ready', ...lines].join('\n') }
}

/** Node's own bound would close the newest, and silent strangers would keep GitHub out. */
function dropOldest(server: Server): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const [oldest] = sockets
    if (sockets.size > MAX_CONNECTIONS) oldest?.destroy()
  })
}

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
