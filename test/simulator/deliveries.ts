/** Sends webhooks and keeps the log of them; GitHub sends each once and never again by itself. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Faults } from './faults.ts'
import { track } from './state.ts'
import type { App, World } from './world.ts'

export interface Delivery {
  readonly id: number
  /** The same for a delivery that is repeated. */
  readonly guid: string
  readonly app: App
  readonly event: string
  readonly action: string | null
  readonly installationId: number
  readonly repositoryId: number | null
  readonly body: string
  readonly isRedelivery: boolean
  url: string
  headers: Readonly<Record<string, string>>
  at: string
  seconds: number
  status: string
  statusCode: number
  /** It has arrived, or has failed; a delivery under way is not listed. */
  isLogged: boolean
}

export interface Deliveries {
  readonly log: readonly Delivery[]
  readonly send: (letter: QueueJob) => void
  readonly redeliver: (delivery: Delivery) => void
  /** Sends whatever is late; gives whether there was any. */
  readonly releaseLate: () => boolean
}

export type QueueJob = Pick<Delivery, 'app' | 'event' | 'action' | 'installationId' | 'repositoryId' | 'body'>

/** As on github.com: a delivery without an answer by then has failed. */
const ANSWER_MILLISECONDS = 10_000
const UNREACHABLE = { status: 'failed to connect to host', statusCode: 502 }

export function createDeliveries(world: World, faults: Faults): Deliveries {
  const log: Delivery[] = []
  const late: { left: number; delivery: Delivery }[] = []
  const add = (job: QueueJob, guid: string, isRedelivery: boolean) => {
    const sending = { url: '', headers: {}, at: world.now(), seconds: 0, status: '', statusCode: 0, isLogged: false }
    const delivery: Delivery = { ...job, id: world.nextId(), guid, isRedelivery, ...sending }
    log.push(delivery)
    return delivery
  }
  const post = (delivery: Delivery) => track(world, deliver(world, delivery))
  const sendDue = () => {
    for (const each of late) each.left -= 1
    for (const { delivery } of takeDue(late)) post(delivery)
  }
  const send = (job: QueueJob) => {
    const delivery = add(job, randomUUID(), false)
    const fate = faults.schedule(delivery)
    if (fate === 'lost') Object.assign(delivery, UNREACHABLE, { isLogged: true })
    else if (typeof fate === 'object') late.push({ left: fate.late + 1, delivery })
    else post(delivery)
    if (fate === 'doubled') post(add(job, delivery.guid, false))
    sendDue()
  }
  return {
    log,
    send,
    redeliver: (delivery) => post(add(delivery, delivery.guid, true)),
    releaseLate: () => {
      const held = late.splice(0)
      for (const { delivery } of held) post(delivery)
      return held.length > 0
    },
  }
}

function takeDue(late: { left: number; delivery: Delivery }[]) {
  const due = late.filter(({ left }) => left <= 0)
  late.splice(0, late.length, ...late.filter(({ left }) => left > 0))
  return due
}

async function deliver(world: World, delivery: Delivery): Promise<void> {
  const { hook } = delivery.app
  const start = performance.now()
  const outcome = hook === null ? UNREACHABLE : await post(delivery, hook.url, hook.secret)
  const seconds = Math.round(performance.now() - start) / 1000
  Object.assign(delivery, outcome, { seconds, at: world.now(), isLogged: true })
}

async function post(delivery: Delivery, url: string, secret: string) {
  const { body, event, guid, app } = delivery
  const mac = (algorithm: string) => createHmac(algorithm, secret).update(body).digest('hex')
  delivery.url = url
  delivery.headers = {
    'content-type': 'application/json',
    accept: '*/*',
    'user-agent': 'GitHub-Hookshot/local',
    'x-github-event': event,
    'x-github-delivery': guid,
    'x-github-hook-id': String(app.id),
    'x-github-hook-installation-target-id': String(app.id),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': `sha1=${mac('sha1')}`,
    'x-hub-signature-256': `sha256=${mac('sha256')}`,
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS)
    const answer = await fetch(url, { method: 'POST', body, headers: delivery.headers, signal })
    await answer.arrayBuffer()
    return { status: answer.ok ? 'OK' : `Invalid HTTP Response: ${answer.status}`, statusCode: answer.status }
  } catch (cause) {
    const isSlow = cause instanceof Error && cause.name === 'TimeoutError'
    return isSlow ? { status: 'timed out', statusCode: 504 } : UNREACHABLE
  }
}
