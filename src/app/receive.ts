/**
 * Receives webhooks: verifies them before parsing, stores them before acknowledging, and shows no details to senders.
 */
import type { IncomingMessage } from 'node:http'
import { verifyWithFallback } from '@octokit/webhooks-methods'
import { GateError } from '../core/model/errors.ts'
import { toKey } from '../core/model/event.ts'
import { type Arrival, getArrivals } from '../intake/webhook.ts'
import type { RequestBody } from './body.ts'
import type { EventQueue } from './queue/event-queue.ts'
import { getFields, type Log } from './telemetry/log.ts'
import type { SignatureWatch } from './telemetry/signatures.ts'
import { traceWebhook } from './telemetry/tracing.ts'

/** Status and a constant text. Details of errors are only logged. */
export interface HttpReply {
  readonly status: number
  readonly body: string
  /** Absent: plain text. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** The destination of verified deliveries. */
interface Intake {
  readonly queue: EventQueue
  readonly appId: number
  readonly log: Log
  /** Called for a change of an installation without a list of its repositories. */
  readonly onInstallation: () => void
}

export interface Reception extends Intake {
  readonly secret: string
  /** The secret of deliveries that GitHub signed before the secret changed; null: there is none. */
  readonly previousSecret: string | null
  readonly signatures: SignatureWatch
  readonly readBody: (request: IncomingMessage) => Promise<RequestBody>
}

export interface Delivery {
  /** The name of the event, such as `pull_request`. */
  readonly name: string
  /** GitHub's id of the delivery. */
  readonly delivery: string
}

interface Headers extends Delivery {
  readonly signature: string
}

const NAME = /^[a-z_]{1,100}$/
const DELIVERY = /^[\w-]{1,100}$/
const SIGNATURE = /^sha256=[0-9a-f]{64}$/
const TARGET = /^\d{1,15}$/
const JSON_TYPE = /^application\/json(?:;|$)/

const REFUSALS = {
  broken: { status: 400, body: 'the body ended early' },
  headers: { status: 400, body: 'not a webhook' },
  payload: { status: 400, body: 'not understood' },
  signature: { status: 401, body: 'not signed with our secret' },
  'too-large': { status: 413, body: 'too large' },
  type: { status: 415, body: 'set the content type of the webhook to application/json' },
  busy: { status: 503, body: 'busy, send it again' },
  queue: { status: 503, body: 'not accepted, send it again' },
} as const satisfies Record<string, HttpReply>

export async function receive(request: IncomingMessage, reception: Reception): Promise<HttpReply> {
  const startedAt = Date.now()
  const headers = getHeaders(request)
  if (typeof headers === 'string') {
    if (headers === 'signature' && isDelivery(getDelivery(request))) tellRefused(request, reception, false)
    return REFUSALS[headers]
  }
  const body = await reception.readBody(request)
  if (typeof body === 'string') return REFUSALS[body]
  const text = body.toString()
  if (!(await isSigned(text, headers.signature, reception))) {
    tellRefused(request, reception, true)
    return REFUSALS.signature
  }
  reception.signatures.verified()
  // From here on it is GitHub who sends it.
  return traceWebhook(headers.name, headers.delivery, startedAt, async () => {
    const arrivals = understand(headers, text, reception)
    return arrivals === null ? REFUSALS.payload : keep(headers, arrivals, reception)
  })
}

/**
 * Stores a delivery that was verified and parsed before. @returns what became of it @throws Error when it could not be
 * stored: it must not be acknowledged then
 */
export async function acceptVerified(delivery: Delivery & { readonly payload: unknown }, by: Intake): Promise<string> {
  const reply = await keep(delivery, toArrivals(delivery, delivery.payload, by), by)
  if (reply === REFUSALS.queue) throw new Error(`The delivery ${delivery.delivery} was ${reply.body}.`)
  return reply.body
}

/** Compares in constant time. */
async function isSigned(text: string, signature: string, { secret, previousSecret }: Reception): Promise<boolean> {
  return (
    text !== '' && (await verifyWithFallback(secret, text, signature, previousSecret === null ? [] : [previousSecret]))
  )
}

function getHeaders(request: IncomingMessage): Headers | 'signature' | 'headers' | 'type' {
  const delivery = getDelivery(request)
  const signature = getHeader(request, 'x-hub-signature-256')
  if (!SIGNATURE.test(signature)) return 'signature'
  if (!JSON_TYPE.test(getHeader(request, 'content-type'))) return 'type'
  return isDelivery(delivery) ? { ...delivery, signature } : 'headers'
}

function getDelivery(request: IncomingMessage): Delivery {
  return { name: getHeader(request, 'x-github-event'), delivery: getHeader(request, 'x-github-delivery') }
}

function isDelivery({ name, delivery }: Delivery): boolean {
  return NAME.test(name) && DELIVERY.test(delivery)
}

function getHeader({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '')
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers */
function tellRefused(request: IncomingMessage, { signatures }: Reception, isSigned: boolean): void {
  const { name: event, delivery } = getDelivery(request)
  const target = getHeader(request, 'x-github-hook-installation-target-id')
  signatures.refused({ event, delivery, isSigned, target: TARGET.test(target) ? Number(target) : null })
}

/** Null: GitHub would not send this. */
function understand(headers: Delivery, text: string, reception: Intake): readonly Arrival[] | null {
  const { name, delivery } = headers
  try {
    return toArrivals(headers, JSON.parse(text), reception)
  } catch (error) {
    if (!(error instanceof GateError) && !(error instanceof SyntaxError)) throw error
    // The parser's message may quote the payload.
    reception.log('warn', 'webhook not understood', {
      event: name,
      delivery,
      ...(error instanceof GateError && getFields(error)),
    })
    return null
  }
}

/** Parses a delivery. @throws GateError where GitHub would not send this */
function toArrivals({ name }: Delivery, payload: unknown, { appId, onInstallation }: Intake): readonly Arrival[] {
  const arrivals = getArrivals({ name, payload }, appId)
  if (name === 'installation' && arrivals.length === 0) onInstallation()
  return arrivals
}

async function keep(headers: Delivery, arrivals: readonly Arrival[], { queue, log }: Intake): Promise<HttpReply> {
  const { name, delivery } = headers
  const jobs = arrivals.map(({ repository, event }, i) => ({
    id: i === 0 ? delivery : `${delivery}/${i}`,
    key: toKey(repository, event),
    repository,
    event,
  }))
  try {
    const taken = await Promise.all(jobs.map(queue.accept))
    const body = jobs.length === 0 ? 'nothing to do' : taken.includes('new') ? 'accepted' : 'seen before'
    log(jobs.length === 0 ? 'debug' : 'info', 'webhook', {
      event: name,
      delivery,
      result: body,
      keys: jobs.slice(0, 10).map(({ key }) => key),
    })
    return { status: 202, body }
  } catch (error) {
    log('error', 'webhook not stored', { event: name, delivery, ...getFields(error) })
    return REFUSALS.queue
  }
}
