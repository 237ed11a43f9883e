/** Traces from the webhook to the last write, as OpenTelemetry names them. Without a collector all of this does nothing. */
import { createHash } from 'node:crypto'
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { GateError } from '../../core/model/errors.ts'
import { inDelivery, isOwn, toDelivery } from './delivery.ts'

const tracer = trace.getTracer('tdd-gate')
/** As the format has them: 16 and 8 bytes, in hexadecimal digits. */
const TRACE_ID_DIGITS = 32
const SPAN_ID_DIGITS = 16

interface SpanOptions {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly parent?: Context
  /** Milliseconds since 1970; absent: now. */
  readonly startTime?: number
}

/** The ids of a delivery's trace and of its first span follow from its id, so that processes exchange nothing. */
export function toTraceIds(delivery: string): { readonly traceId: string; readonly spanId: string } {
  const digits = createHash('sha256').update(delivery).digest('hex')
  return {
    traceId: digits.slice(0, TRACE_ID_DIGITS),
    spanId: digits.slice(TRACE_ID_DIGITS, TRACE_ID_DIGITS + SPAN_ID_DIGITS),
  }
}

/** Runs the work of a webhook that was verified. @param startTime when its request began */
export function traceWebhook<T>(name: string, delivery: string, startTime: number, work: () => Promise<T>): Promise<T> {
  const attributes = { 'tdd_gate.delivery': delivery }
  const span = { name: `webhook ${name}`, kind: SpanKind.SERVER, attributes, parent: ROOT_CONTEXT, startTime }
  return inDelivery(delivery, () => inSpan(span, work), true)
}

interface TracedJob {
  readonly id: string
  readonly key: string
  readonly event: { readonly kind: string }
}

/** Runs the work of an event, below the webhook that led to it. */
export function traceEvent<T>({ id, key, event: { kind } }: TracedJob, work: () => Promise<T>): Promise<T> {
  const delivery = toDelivery(id)
  const attributes = { 'tdd_gate.delivery': delivery, 'tdd_gate.event': id, 'tdd_gate.key': key }
  const first = { ...toTraceIds(delivery), traceFlags: TraceFlags.SAMPLED, isRemote: true }
  const parent = isOwn(delivery) ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, first)
  return inDelivery(id, () => inSpan({ name: `event ${kind}`, kind: SpanKind.CONSUMER, attributes, parent }, work))
}

/** Runs a request to GitHub. @param route `GET /repos/{owner}/{repo}` */
export function traceRequest<T>(route: string, work: () => Promise<T>): Promise<T> {
  const [method = '', template = ''] = route.split(' ')
  const attributes = { 'http.request.method': method, 'url.template': template }
  return inSpan({ name: route, kind: SpanKind.CLIENT, attributes }, work)
}

function inSpan<T>({ name, parent, ...options }: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, options, parent ?? context.active(), async (span) => {
    try {
      return await work()
    } catch (error) {
      // Not its message, which may quote what GitHub sent.
      const reason = error instanceof GateError ? error.code : error instanceof Error ? error.name : 'unknown'
      span.setStatus({ code: SpanStatusCode.ERROR, message: reason })
      throw error
    } finally {
      span.end()
    }
  })
}
