/** The HTTP server of the App: webhooks, and addresses for liveness and readiness. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Badge, ReadBadge } from './badge.ts'
import { createBodyReader } from './body.ts'
import { listenAt } from './listen.ts'
import type { Metrics } from './metrics.ts'
import { CLOCK, type Clock } from './queue/clock.ts'
import { getReadiness, type Readiness } from './readiness.ts'
import { type HttpReply, type Reception, receive } from './receive.ts'
import { getFields } from './telemetry/log.ts'
import { watchSignatures } from './telemetry/signatures.ts'
import { type AnswerPage, NO_SUCH_PAGE } from './web/web.ts'

export interface ServerOptions extends Omit<Reception, 'readBody' | 'signatures'> {
  readonly webhookPath: string
  /** The clock for ages of events. */
  readonly clock?: Clock
  /** The time of the first request without an answer, in milliseconds since 1970; null or absent: GitHub answers. */
  readonly failingSince?: () => number | null
  /** Absent: there are no badges. */
  readonly badge?: ReadBadge
  /** Absent: there are no pages. */
  readonly answerPage?: AnswerPage | undefined
  /** Absent, or without a token: metrics are not offered. */
  readonly metrics?: Pick<Metrics, 'render' | 'webhookAnswered'>
  readonly metricsToken?: string | null
}

export interface Listening {
  /** Listens. @returns the port in use @throws GateError `bad-environment` */
  readonly open: (host: string, port: number) => Promise<number>
  /** Reports "not ready" from now on, and resolves when every request is answered. */
  readonly close: () => Promise<void>
}

/** GitHub itself waits ten seconds for an answer, so a slower sender is not GitHub. */
const REQUEST_MS = 10_000
/** The interval of the search for slow requests. */
const CHECK_MS = 1000
/** Beyond it the oldest connection is closed. GitHub sends at once, so its connections are never old. */
export const MAX_CONNECTIONS = 1000
const LINGER_MS = 500
/** Probot's set-up names the root as the address of webhooks. */
const ROOT = '/'

export function openServer(options: ServerOptions): Listening {
  const { queue, log, clock = CLOCK, failingSince = () => null } = options
  const signatures = watchSignatures(log, clock.now, options.appId)
  const reception: Reception = { ...options, signatures, readBody: createBodyReader() }
  const readiness = getReadiness({ queue, log, clock, failingSince })
  let isClosing = false
  const answer = async (request: IncomingMessage): Promise<HttpReply> => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/healthz') return { status: 200, body: 'alive' }
    if (path === '/readyz') return isClosing ? NOT_READY : toReply(await readiness(), signatures.getLine())
    const [, owner, repo] = BADGE.exec(path ?? '') ?? []
    if (owner && repo && options.badge) return toImage(await options.badge({ owner, repo }))
    const page = await options.answerPage?.(request)
    if (page) return page
    if (path === '/metrics') return renderMetrics(request, options)
    if (path !== options.webhookPath && path !== ROOT) return options.answerPage ? NO_SUCH_PAGE : NOT_FOUND
    if (request.method !== 'POST') return { status: 405, body: 'webhooks are posted' }
    const started = performance.now()
    const reply = await receive(request, reception)
    options.metrics?.webhookAnswered(reply.status, performance.now() - started)
    return reply
  }
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    // A client may close the connection before the answer.
    response.on('error', (error) => options.log('debug', 'answer not sent', getFields(error)))
    void answer(request)
      .catch((error: unknown) => {
        options.log('error', 'request failed', { path: request.url?.split('?', 1)[0], ...getFields(error) })
        return { status: 500, body: 'failed' }
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

const BADGE = /^\/badge\/([\w.-]{1,100})\/([\w.-]{1,100})\.svg$/

const KNOWN_SECONDS = 600
const UNKNOWN_SECONDS = 60

function toImage({ svg, isKnown }: Badge): HttpReply {
  const headers = { 'cache-control': `max-age=${isKnown ? KNOWN_SECONDS : UNKNOWN_SECONDS}` }
  return { status: 200, body: svg, type: 'image/svg+xml', headers }
}

/** Needs the token: the port is public, and the metrics show what the App does. */
async function renderMetrics(
  { headers }: IncomingMessage,
  { metrics, metricsToken }: ServerOptions,
): Promise<HttpReply> {
  if (metrics === undefined || !metricsToken) return NOT_FOUND
  const isKnown = isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
  return isKnown ? { status: 200, body: await metrics.render() } : { status: 401, body: 'needs the token' }
}

/** Compares in constant time: digests have one length. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

const NOT_FOUND: HttpReply = { status: 404, body: 'not found' }
const NOT_READY: HttpReply = { status: 503, body: 'not ready' }

/** @param note a line that does not change the status; null: none */
function toReply({ isReady, lines }: Readiness, note: string | null): HttpReply {
  const all = [isReady ? 'ready' : 'not ready', ...lines, ...(note === null ? [] : [note])]
  return { status: isReady ? 200 : 503, body: all.join('\n') }
}

/**
 * Closes the oldest connection. Node's own limit would close the newest, and idle connections would lock GitHub out.
 */
function dropOldest(server: Server): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const [oldest] = sockets
    if (sockets.size > MAX_CONNECTIONS) oldest?.destroy()
  })
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, type, headers }: HttpReply,
  isLast: boolean,
): void {
  const isUnread = !request.complete
  const text = body === '' ? '' : `${body}\n`
  response.writeHead(status, {
    'content-type': type ?? 'text/plain',
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'POST' }),
    ...headers,
    ...((isUnread || isLast) && { connection: 'close' }),
  })
  if (!isUnread) return void response.end(text)
  response.write(text)
  linger(request, response)
}

/** Keeps the connection open until the sender has finished; otherwise it would miss the answer. */
function linger(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), LINGER_MS)
  request.once('close', () => {
    clearTimeout(timer)
    response.end()
  })
  request.resume()
}
