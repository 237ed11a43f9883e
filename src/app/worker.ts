/** Handles queued events: chooses installation and urgency, and queues the events that follow. */
import type { AuditEntry, AuditedVerdict, RecordEntry } from '../core/model/audit.ts'
import { short } from '../core/model/commit.ts'
import { type GateEvent, isHint, toKey } from '../core/model/event.ts'
import { type InstallationGap, installationGaps, type Needs } from '../core/status/installation.ts'
import type { KeepPull } from '../core/status/pull-record.ts'
import { readInstallation } from '../github/read/protection/installation.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../github/routes.ts'
import type { Arrival } from '../intake/webhook.ts'
import type { RequestClients } from './clients.ts'
import type { Locks } from './gate/locks.ts'
import type { AuditLog } from './queue/audit.ts'
import type { EventQueue, Handler, QueueJob } from './queue/event-queue.ts'
import type { PullStore } from './queue/pulls.ts'
import type { Urgency } from './rate-limiter.ts'
import { toFollowingId } from './telemetry/delivery.ts'
import type { Log } from './telemetry/log.ts'

export interface RuntimeContext {
  readonly app: AppIdentity
  /** Of all processes that share the store; absent: of this process. */
  readonly locks?: Locks
  /** Stores an entry of the audit log. */
  readonly record?: RecordEntry
  /** Stores what the pages show of a pull request. */
  readonly keepPull?: KeepPull
  /** Reads the permissions that the installation of a repository lacks. @throws GateError for a refusal of GitHub */
  readonly readGaps: (repository: RepositoryName) => Promise<readonly InstallationGap[]>
  /** Aborted when the process must end. The next process completes unfinished work. */
  readonly signal: AbortSignal
}

/**
 * Handles an event, see `app/gate/handle-event.ts`. @param github a client with the installation's rights @returns
 * events that follow in the same repository: from a head, a base or a repository to its pull requests @throws Error to
 * retry; with `retryAfterMs` the attempt does not count
 */
export type HandleJob = (github: GitHub, job: Arrival, context: RuntimeContext) => Promise<readonly GateEvent[]>

interface WorkerTools {
  readonly clients: RequestClients
  readonly queue: EventQueue
  readonly log: Log
  readonly handle: HandleJob
  readonly nameOf: () => Promise<AppIdentity>
  readonly locks?: Locks
  readonly audit?: AuditLog
  /** Null or absent: there are no pages. */
  readonly pulls?: PullStore | null
  readonly needs: Needs
}

export function workOn({ clients, queue, log, handle, nameOf, needs, locks, audit, pulls }: WorkerTools): Handler {
  const readGaps = async (name: RepositoryName) => installationGaps(needs, await readInstallation(clients.app, name))
  const keepPull = pulls && createKeeper(pulls)
  return async (job, signal) => {
    const started = performance.now()
    const { repository, event } = job
    const github = await clients.of(repository.installationId, getUrgency(event))
    const verdicts: string[] = []
    const record = async (entry: AuditEntry) => {
      await audit?.append({ ...entry, repositoryId: repository.id }, job.id)
      if (entry.kind === 'verdict') verdicts.push(sayVerdict(entry))
    }
    const shared = { ...(locks && { locks }), record, ...(keepPull && { keepPull }) }
    const context = { app: await nameOf(), readGaps, signal, ...shared }
    const next = await handle(github, { repository, event }, context)
    const led = MANY.includes(event.kind) ? next.map(asRoutine) : next
    await Promise.all(led.map((hint) => queue.accept(toQueueJob(repository, hint, job.id))))
    log('info', 'event handled', {
      id: job.id,
      key: job.key,
      repository: `${repository.owner}/${repository.repo}`,
      kind: event.kind,
      ...(verdicts.length > 0 ? { verdicts } : {}),
      ms: Math.round(performance.now() - started),
    })
  }
}

/** The title of a check has words of its author: a log has none. */
const sayVerdict = ({ number, head, conclusion, rules }: AuditedVerdict) =>
  `#${number} at ${short(head)}: ${[conclusion, ...rules].join(', ')}`

function createKeeper({ put, close }: PullStore): KeepPull {
  return (pull, record) => (record === null ? close(pull) : put(record))
}

/** Kinds that may lead to every pull request of a repository. */
const MANY: readonly GateEvent['kind'][] = ['base', 'repository']

function getUrgency(event: GateEvent): Urgency {
  if (!isHint(event)) return 'people'
  return event.kind === 'pull-request' && event.isRoutine ? 'routine' : 'hints'
}

/** Such an event has lower priority than events that just happened. */
function asRoutine(event: GateEvent): GateEvent {
  return event.kind === 'pull-request' ? { ...event, isRoutine: true } : event
}

/**
 * Creates a queued event of the App itself. Equal hints are coalesced whatever their ids. @param from the id of the event
 * that led to it
 */
export function toQueueJob(repository: QueueJob['repository'], event: GateEvent, from?: string): QueueJob {
  return { id: toFollowingId(from), key: toKey(repository, event), repository, event }
}

/** Returns the App's name, requested once; again after a failure. */
export function createNameReader(github: GitHub): () => Promise<AppIdentity> {
  let identity: Promise<AppIdentity> | null = null
  return () => {
    identity ??= readName(github).catch((error: unknown) => {
      identity = null
      throw error
    })
    return identity
  }
}

async function readName(github: GitHub): Promise<AppIdentity> {
  const { data } = await github.request('GET /app', {})
  return { id: Number(data?.id), slug: String(data?.slug) }
}
