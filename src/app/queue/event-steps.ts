/**
 * The algorithm of the queue, the same for every database. An event is stored once for each delivery id. The table
 * `keyQueues` has a row for each key with events: the lock of its worker, and the time when its next event is due.
 */
import { createHash } from 'node:crypto'
import { isHint } from '../../core/model/event.ts'
import { canonical } from '../../core/util/canonical.ts'
import { fetchRows, type Steps } from './dialect.ts'
import { type DeadJob, DIED, MAX_FAILURE_REASON, type QueueJob } from './event-queue.ts'
import type { EventStatements } from './event-statements.ts'

interface NewEvent {
  readonly id: string
  readonly key: string
  readonly body: string
  /** Equal for equal hints; null: a request of a person. */
  readonly hint: string | null
}

export interface StoredJob extends NewEvent {
  /** The order of acceptance; within a key it is also the order of the commits. */
  readonly n: number
  /** The attempts before this one. */
  readonly tries: number
}

/** The result of an event. */
export type LeaseResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly pauseMs: number; readonly tries: number }
  | { readonly kind: 'dead-letter'; readonly tries: number; readonly reason: string }

export interface PickOptions {
  /** The number of free workers. */
  readonly most: number
  readonly maxTries: number
}

export interface PickedEvents {
  /** Events of different keys. */
  readonly rows: readonly StoredJob[]
  /** Events whose handling ended too many processes. */
  readonly deadLettered: readonly QueueJob[]
}

/** Stores events. @param isTidying whether old delivery ids are forgotten @returns which of them are new */
export function* acceptEvents(
  sql: EventStatements,
  jobs: readonly NewEvent[],
  isTidying: boolean,
): Steps<readonly boolean[]> {
  if (isTidying) {
    yield* fetchRows(sql.forgetOld)
    yield* fetchRows(sql.forgetMany)
  }
  const remembered = yield* fetchRows<{ readonly id: string }>(sql.remember, toJson(jobs.map(({ id }) => ({ id }))))
  const left = new Set(remembered.map(({ id }) => id))
  const areNew = jobs.map(({ id }) => left.delete(id))
  yield* addEvents(
    sql,
    jobs.filter((_, i) => areNew[i]),
  )
  return areNew
}

/** Stores events, whose delivery ids may be known. */
function* addEvents(sql: EventStatements, events: readonly NewEvent[]): Steps<void> {
  const waiting = new Set<string>()
  const isFirst = ({ hint, key }: NewEvent) =>
    hint === null || (!waiting.has(`${hint} ${key}`) && waiting.add(`${hint} ${key}`))
  const distinct = events.filter(isFirst)
  if (distinct.length === 0) return
  const keys = toJson(distinct.map(({ key }) => ({ key })))
  yield* fetchRows(sql.open, keys)
  yield* fetchRows(sql.add, toJson(distinct.map(({ id, key, body, hint }, i) => ({ i, id, key, body, hint }))))
  yield* fetchRows(sql.schedule, keys)
  if (sql.notify !== null) yield* fetchRows(sql.notify)
}

interface Picking extends PickOptions {
  /** This process. */
  readonly self: string
  /** Processes that have ended. */
  readonly ended: readonly string[]
  /** The numbers of the events that this process handles; null: it has no others, as it knows from the answers. */
  readonly held: readonly number[] | null
}

/** Takes the next event of each of some free keys. @returns with it the milliseconds until another one is due; null: none waits */
export function* pickEvents(
  sql: EventStatements,
  picking: Picking,
): Steps<PickedEvents & { readonly pauseMs: number | null }> {
  const { self, most, maxTries } = picking
  yield* freeLost(sql, picking)
  const rows: StoredJob[] = []
  const deadLettered: QueueJob[] = []
  for (;;) {
    const keys = yield* fetchRows<HasKey>(sql.dueKeys, most - rows.length)
    if (keys.length === 0) break
    const found = yield* fetchRows<StoredJob>(sql.nextEvents, toJson(keys))
    const taken = found.filter(({ tries }) => tries < maxTries)
    if (taken.length > 0) {
      const leases = toJson(taken.map(({ key, n }) => ({ key, n })))
      yield* fetchRows(sql.count, leases)
      yield* fetchRows(sql.take, leases, self)
      rows.push(...taken)
    }
    if (taken.length === keys.length) break
    for (const row of found.filter(({ tries }) => tries >= maxTries)) {
      yield* deadLetter(sql, row.n, row.tries, DIED)
      deadLettered.push(toJob(row))
    }
    const left = new Set(taken.map(({ key }) => key))
    yield* freeKeys(
      sql,
      keys.filter(({ key }) => !left.has(key)),
    )
  }
  const [next] = rows.length < most ? yield* fetchRows<{ readonly ms: number | null }>(sql.untilNext) : [{ ms: 0 }]
  return { rows, deadLettered, pauseMs: next?.ms ?? null }
}

interface HasKey {
  readonly key: string
}

/** Frees keys of processes that ended, and of this one where the answer to its taking got lost. */
function* freeLost(sql: EventStatements, { self, ended, held }: Picking): Steps<void> {
  if (ended.length > 0)
    yield* freeKeys(sql, yield* fetchRows<HasKey>(sql.lost, toJson(ended.map((owner) => ({ owner })))))
  if (held !== null) yield* freeKeys(sql, yield* fetchRows<HasKey>(sql.unknown, toJson(held.map((n) => ({ n }))), self))
}

/** Makes keys available when their next event is due. */
function* freeKeys(sql: EventStatements, keys: readonly HasKey[]): Steps<void> {
  if (keys.length === 0) return
  const list = toJson(keys)
  yield* fetchRows(sql.close, list)
  yield* fetchRows(sql.free, list)
}

/** Stores a result, unless another process took the event over meanwhile: that one stores it. */
export function* endEvent(sql: EventStatements, row: StoredJob, result: LeaseResult, self: string): Steps<void> {
  const { n, key, hint } = row
  const [lease] = yield* fetchRows<{ readonly until: number }>(sql.leased, key, self, n)
  if (lease === undefined) return
  if (result.kind === 'retry') yield* fetchRows(sql.retry, n, Math.max(0, Math.ceil(result.pauseMs)), result.tries)
  else if (result.kind === 'dead-letter') yield* deadLetter(sql, n, result.tries, toReason(result.reason))
  else {
    yield* fetchRows(sql.remove, n)
    if (hint !== null && lease.until > n) yield* fetchRows(sql.removeEqual, key, hint, lease.until)
  }
  yield* freeKeys(sql, [{ key }])
}

function* deadLetter(sql: EventStatements, n: number, tries: number, reason: string): Steps<void> {
  yield* fetchRows(sql.bury, n, tries, reason)
  yield* fetchRows(sql.remove, n)
  yield* fetchRows(sql.forgetDead)
}

type IsChosen = (dead: DeadJob) => boolean
type DeadRow = StoredJob & { readonly reason: string }

/** Returns dead letters to the queue. @returns their number */
export function* requeueDead(sql: EventStatements, isChosen: IsChosen): Steps<number> {
  const chosen = yield* takeDead(sql, isChosen)
  yield* addEvents(sql, chosen)
  return chosen.length
}

/** Deletes the chosen dead letters. @returns them, the oldest first */
export function* takeDead(sql: EventStatements, isChosen: IsChosen): Steps<readonly DeadRow[]> {
  const rows = yield* fetchRows<DeadRow>(`${sql.dead} ${sql.forUpdate}`)
  const chosen = rows.filter((row) => isChosen(toDead(row))).toReversed()
  if (chosen.length > 0) yield* fetchRows(sql.dropDead, toJson(chosen.map(({ n }) => ({ n }))))
  return chosen
}

export function toDead(row: DeadRow): DeadJob {
  return { job: toJob(row), reason: row.reason, tries: row.tries }
}

export function toNewEvent({ id, key, repository, event }: QueueJob): NewEvent {
  const body = canonical({ event, repository })
  return { id, key, body, hint: isHint(event) ? digestHint(body) : null }
}

/** The commit that a hint expects makes no difference; where it is the subject, the key has it. */
export function digestHint(body: string): string {
  const { event, ...rest } = JSON.parse(body)
  const { head: _, ...same } = event
  return createHash('sha256')
    .update(canonical({ event: same, ...rest }))
    .digest('base64url')
}

/** Parses a stored job. Jobs of earlier versions call a truncated comment `isCut`. */
export function toJob({ id, key, body }: Pick<NewEvent, 'id' | 'key' | 'body'>): QueueJob {
  // Quotation marks inside of texts are escaped, so only the field is renamed.
  return { id, key, ...JSON.parse(body.replace('"isCut":true', '"isTruncated":true')) }
}

/** Formats a reason as one line. */
export function toReason(reason: string): string {
  return reason.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, MAX_FAILURE_REASON)
}

/** Each statement takes its rows as one parameter, whatever their number. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows)
}
