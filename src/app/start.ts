/** Starts the App: server, queue, worker and sweep; and stops it without losing events. */
import { refusedForGood } from '../core/errors/github.ts'
import { GateError } from '../core/model/errors.ts'
import { createAnyBaseReader } from '../github/read/protection/base.ts'
import type { AppIdentity } from '../github/routes.ts'
import { UNAUTHORIZED } from '../github/status.ts'
import { createBadges, type ReadBadge } from './badge.ts'
import { type Clients, openClients } from './clients.ts'
import { createFactsReader } from './facts-reader.ts'
import { tryPlace } from './listen.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { logMissingPermissions } from './missing-permissions.ts'
import { withOutageBackoff } from './outage-backoff.ts'
import { CLOCK, type Clock } from './queue/clock.ts'
import type { EventQueue } from './queue/event-queue.ts'
import { startReconciler } from './reconcile-schedule.ts'
import { createDeadLetterHandler, requeueCommands } from './retries-exhausted.ts'
import { openServer } from './server.ts'
import { openChannel } from './set-up/channel.ts'
import { readNeeds } from './set-up/manifest.ts'
import type { Settings } from './settings.ts'
import { openStore, type Store } from './store.ts'
import { toDelivery } from './telemetry/delivery.ts'
import { getFields, type Log, logRarely } from './telemetry/log.ts'
import { traceEvent } from './telemetry/tracing.ts'
import { type AnswerPage, openPages } from './web/web.ts'
import { createNameReader, type HandleJob, workOn } from './worker.ts'

export interface App {
  /** The port in use. */
  readonly port: number
  /** Resolves when all work in progress is done or returned to the queue. */
  readonly stop: () => Promise<void>
}

/** Eight attempts: the last one is two minutes after the first. */
const MAX_TRIES = 8
const RETRY_MS = 1000
/** Orchestrators kill processes after thirty seconds. */
const GRACE_MS = 20_000

/** The App without its server: stores events and handles them. */
interface EventWorker {
  readonly queue: EventQueue
  readonly metrics: Metrics
  /** The time of the first request without an answer, in milliseconds since 1970; null: GitHub answers. */
  readonly failingSince: () => number | null
  /** Called for a change of an installation without a list of its repositories. */
  readonly onInstallation: () => void
  readonly badge: ReadBadge
  /** Undefined: there are no pages. */
  readonly answerPage: AnswerPage | undefined
  readonly stop: () => Promise<void>
}

/**
 * Starts the App. @param clock the clock for pauses, rate limits and sweeps @throws GateError `github-refused` when
 * GitHub does not know this App or its key; `bad-store`; `bad-environment`
 */
export async function startApp(settings: Settings, handle: HandleJob, log: Log, clock: Clock = CLOCK): Promise<App> {
  await tryPlace(settings)
  const worker = await startWorker(settings, handle, log, clock)
  const server = openServer({ ...settings, ...worker, log, clock })
  try {
    const port = await server.open(settings.host, settings.port)
    const stats = await worker.queue.stats()
    log('info', 'listening', { host: settings.host, port, webhooks: settings.webhookPath, ...stats })
    const channel = listenTo(settings, port, { log, clock })
    return { port, stop: () => stopAll([channel.stop, server.close, worker.stop]) }
  } catch (error) {
    await worker.stop()
    throw error
  }
}

const ANY_ADDRESS = ['0.0.0.0', '::']

function listenTo({ channel, host, webhookPath }: Settings, port: number, { log, clock }: Opening) {
  if (channel === null) return { stop: async () => undefined }
  const own = ANY_ADDRESS.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return openChannel({ channel, target: `http://${own}:${port}${webhookPath}`, sleep: clock.sleep, log })
}

/** Starts the worker. @throws GateError like `startApp` */
export async function startWorker(
  settings: Settings,
  handle: HandleJob,
  log: Log,
  clock: Clock = CLOCK,
): Promise<EventWorker> {
  const endTracing = await openTracing(settings, log)
  const metrics = createMetrics()
  let opened: Store | null = null
  const clients = await openClients(settings, clock, log, metrics, () => opened)
  const nameOf = createNameReader(clients.app)
  const needs = readNeeds()
  const store = await openStoreFirst(settings, nameOf, { clock, log })
  const { queue, locks } = store
  opened = store
  const pulls = settings.pages && store.pulls
  const audit = metrics.counted(store.audit)
  metrics.watch(queue, clock.now)
  const tools = { clients, queue, log, handle, nameOf, needs, locks, audit, pulls }
  const work = withOutageBackoff(workOn(tools), clock, log)
  const takeUp = async () => {
    const count = await requeueCommands(queue, clock.now())
    if (count > 0) log('info', 'commands requeued', { count })
  }
  await takeUp()
  const running = queue.run(
    metrics.timed((job, signal) => traceEvent(job, () => work(job, signal))),
    {
      ...getOptions(settings, log, clock.now),
      onDead: createDeadLetterHandler(queue, log),
    },
  )
  const reconciler = startReconciler({
    clients,
    log,
    clock,
    onInstallation: logMissingPermissions(needs, log),
    ...store,
    everyMs: settings.sweepMs,
    onSwept: takeUp,
  })
  const stop = async () => {
    await stopAll([reconciler.stop, () => running.stop(GRACE_MS)])
    await store[Symbol.asyncDispose]()
    await endTracing()
  }
  const reads = openReads(settings, store, { clients, nameOf, clock })
  return { queue, metrics, failingSince: clients.failingSince, onInstallation: reconciler.soon, ...reads, stop }
}

interface Opening {
  readonly clock: Clock
  readonly log: Log
}

/** What is wrong on this machine is named before GitHub is asked, which may take long. */
async function openStoreFirst(
  settings: Settings,
  nameOf: () => Promise<AppIdentity>,
  { clock, log }: Opening,
): Promise<Store> {
  const store = await openStore(settings, clock, log)
  try {
    await logIdentity(nameOf, log)
    return store
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

/** The libraries are loaded only here, so that an App without a collector starts as fast as before. */
async function openTracing({ isTraced }: Settings, log: Log): Promise<() => Promise<void>> {
  return isTraced ? (await import('./telemetry/collector.ts')).startTracing(log) : async () => undefined
}

interface ReadTools {
  readonly clients: Clients
  readonly nameOf: () => Promise<AppIdentity>
  readonly clock: Clock
}

function openReads({ pages, ...settings }: Settings, store: Store, tools: ReadTools) {
  const readFacts = createFactsReader({ settings, ...tools })
  const readBase = createAnyBaseReader(settings.appId)
  return {
    badge: createBadges({ ...tools, appId: settings.appId }),
    answerPage: pages
      ? openPages({ ...settings, ...store, pages, readFacts, readBase, now: tools.clock.now })
      : undefined,
  }
}

async function stopAll(parts: readonly (() => Promise<void>)[]): Promise<void> {
  await Promise.all(parts.map((stop) => stop()))
}

/** The App starts even if GitHub does not answer, because it can already store events. */
async function logIdentity(nameOf: () => Promise<AppIdentity>, log: Log): Promise<void> {
  try {
    log('info', 'this App', { ...(await nameOf()) })
  } catch (error) {
    if (error instanceof GateError && error.code === 'github-unsupported') throw error
    if (error instanceof GateError && isFinal(error)) {
      throw refusedForGood(error)
    }
    log('warn', 'GitHub does not answer', getFields(error))
  }
}

/** An unknown App or key is a mistake before the start; later it may be temporary. */
function isFinal({ code, cause }: GateError): boolean {
  const isUnknown = typeof cause === 'object' && cause !== null && 'status' in cause && cause.status === UNAUTHORIZED
  return code === 'github-refused' || isUnknown
}

function getOptions({ workers }: Settings, log: Log, now: () => number) {
  const rarely = logRarely(log, now)
  return {
    concurrency: workers,
    maxTries: MAX_TRIES,
    retryMs: RETRY_MS,
    onFailed: ({ id, key }: { readonly id: string; readonly key: string }, reason: string, tries: number) =>
      log('warn', 'event failed', { delivery: toDelivery(id), id, key, reason, tries }),
    onTrouble: (error: unknown) => rarely('error', 'event queue failing', getFields(error)),
  }
}
