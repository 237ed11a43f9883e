/** Queues the evaluation of every open pull request of every installation, in order to find lost events. */
import { getRetryAfter } from '../core/model/errors.ts'
import type { RepositoryRef } from '../core/model/event.ts'
import { allPaged, PAGE, type ReadPage } from '../github/pages.ts'
import { toInstallation } from '../github/read/protection/installation.ts'
import type { GitHub } from '../github/routes.ts'
import type { Checkpoint, CheckpointPlace } from './checkpoint.ts'
import type { RequestClients } from './clients.ts'
import type { LogMissingPermissions } from './missing-permissions.ts'
import type { Clock } from './queue/clock.ts'
import { type EventQueue, MAX_PAUSE_MS } from './queue/event-queue.ts'
import { getFields, type Log } from './telemetry/log.ts'
import { toQueueJob } from './worker.ts'

export interface Reconciliation {
  readonly clients: RequestClients
  readonly queue: EventQueue
  readonly checkpoint: Checkpoint
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
  /** Receives every installation, whether it is swept or not. */
  readonly onInstallation: LogMissingPermissions
}

/** Bound on the pages of one list. */
const MAX_PAGES = 100
/** Bound on queued evaluations, so that requests of people and recent events do not wait behind thousands of others. */
export const MAX_WAITING = 50
const ROOM_MS = 200
/** An older checkpoint is ignored, because pull requests behind it have changed since. */
const FRESH_MS = 3_600_000

/** Runs a sweep. @returns the number of queued pull requests @throws errors of requests as the App; AbortError */
export async function reconcile(world: Reconciliation): Promise<number> {
  const from = await freshPlace(world)
  const installations = await withOutageBackoff(world, () =>
    all((page) =>
      world.clients.app.request('GET /app/installations', { per_page: PAGE, page }).then(({ data }) => data),
    ),
  )
  let count = 0
  const sorted = installations.toSorted(byId)
  for (const each of sorted) world.onInstallation(each.id, toInstallation(each))
  for (const { id, suspended_at } of sorted) {
    if (suspended_at || id < (from?.installation ?? 0)) continue
    count += await reconcileInstallation(world, id, from?.installation === id ? from : null)
  }
  await world.checkpoint.remove()
  return count
}

/** Errors of one installation do not stop the sweep. */
async function reconcileInstallation(
  world: Reconciliation,
  installation: number,
  from: CheckpointPlace | null,
): Promise<number> {
  let count = 0
  try {
    const github = await world.clients.of(installation, 'routine')
    const repositories = await withOutageBackoff(world, () => all((page) => getRepositories(github, page)))
    for (const { owner, name, archived, ...rest } of repositories.toSorted(byId)) {
      const id = Number(rest.id)
      if (archived || id < (from?.repository ?? 0)) continue
      const repository = { installationId: installation, id: String(id), owner: owner.login, repo: name }
      count += await reconcileRepository(world, github, { repository, after: from?.repository === id ? from.pull : 0 })
    }
  } catch (error) {
    world.signal.throwIfAborted()
    world.log('warn', 'installation not swept', { installation, ...getFields(error) })
  }
  return count
}

interface Part {
  readonly repository: RepositoryRef
  /** The last number that was done before. */
  readonly after: number
}

async function reconcileRepository(
  world: Reconciliation,
  github: GitHub,
  { repository, after }: Part,
): Promise<number> {
  const { owner, repo } = repository
  const parameters = { owner, repo, state: 'open', sort: 'created', direction: 'asc', per_page: PAGE } as const
  const pulls = await withOutageBackoff(world, () =>
    all((page) => github.request('GET /repos/{owner}/{repo}/pulls', { ...parameters, page }).then(({ data }) => data)),
  )
  const left = pulls.filter(({ number }) => number > after)
  for (const { number, head } of left.toSorted((a, b) => a.number - b.number)) {
    await untilRoom(world)
    const event = { kind: 'pull-request', number, head: head.sha, isRoutine: true } as const
    await world.queue.accept(toQueueJob(repository, event))
    const place = { installation: repository.installationId, repository: Number(repository.id), pull: number }
    await world.checkpoint.put({ ...place, at: world.clock.now() })
  }
  return left.length
}

async function untilRoom({ queue, clock, signal }: Reconciliation): Promise<void> {
  while ((await queue.stats()).waiting >= MAX_WAITING && !signal.aborted) await clock.sleep(ROOM_MS, signal)
  signal.throwIfAborted()
}

/** No person waits for a sweep, so it waits for rate limits. */
async function withOutageBackoff<T>({ clock, signal }: Reconciliation, request: () => Promise<T>): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await request()
    } catch (error) {
      const ms = getRetryAfter(error)
      if (ms === null) throw error
      await clock.sleep(Math.min(ms, MAX_PAUSE_MS), signal)
    }
  }
}

async function getRepositories(github: GitHub, page: number) {
  const { data } = await github.request('GET /installation/repositories', { per_page: PAGE, page })
  return data.repositories
}

async function all<T>(read: ReadPage<T>): Promise<readonly T[]> {
  return (await allPaged(read, MAX_PAGES)).items
}

async function freshPlace({ checkpoint, clock }: Reconciliation): Promise<CheckpointPlace | null> {
  const place = await checkpoint.read()
  return place !== null && Math.abs(clock.now() - place.at) < FRESH_MS ? place : null
}

interface Numbered {
  readonly id: number | bigint
}

function byId(a: Numbered, b: Numbered): number {
  return Number(a.id) - Number(b.id)
}
