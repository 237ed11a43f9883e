/** The event queue of this process, on any database. */
import { createBatches } from './batches.ts'
import { createChangeSignal } from './change-signal.ts'
import type { Clock } from './clock.ts'
import type { Engine } from './dialect.ts'
import { dispatch } from './dispatch.ts'
import type { EventQueue, QueueJob, QueueStats, Running } from './event-queue.ts'
import { type EventStatements, toStatements } from './event-statements.ts'
import {
  acceptEvents,
  endEvent,
  type LeaseResult,
  type PickedEvents,
  type PickOptions,
  pickEvents,
  requeueDead,
  type StoredJob,
  takeDead,
  toDead,
  toNewEvent,
} from './event-steps.ts'

const POLL_MS = 100
/** The pause between two searches for processes that ended. */
const LOOK_MS = 250
/** The number of batches between two removals of old delivery ids. */
const FORGET_EVERY = 1000

/** What the parts of the queue share. */
interface Own {
  readonly engine: Engine
  readonly sql: EventStatements
  readonly clock: Clock
  readonly inTurn: ReturnType<typeof createTurns>
  /** Notes when the next event is due: null for no event, and 0 for news. */
  readonly expect: (due: number | null) => void
}

export function createEventQueue(engine: Engine, clock: Clock): EventQueue {
  const news = createChangeSignal()
  let due: number | null = 0
  const expect = (at: number | null) => {
    due = at
  }
  const own: Own = { engine, clock, expect, sql: toStatements(engine.dialect), inTurn: createTurns() }
  const notify = () => {
    expect(0)
    news.notify()
  }
  engine.onNews(notify)
  const runs = new Set<Running>()
  const accept = createAccept(own)
  return {
    ...createReaders(own, (ms) => clock.sleep(ms, news.signal())),
    accept: async (job) => {
      const isNew = await accept(job)
      expect(0)
      news.notifySoon()
      return isNew ? 'new' : 'seen'
    },
    run: (handler, options) => {
      const { checkMs } = engine
      const signals = { news: news.signal, notify: news.notify }
      const running = dispatch(
        { ...createLeases(own), ...signals, nextDue: () => due, checkMs, clock },
        handler,
        options,
      )
      runs.add(running)
      return running
    },
    requeue: async (isChosen = () => true) => {
      const count = await engine.transaction(() => requeueDead(own.sql, isChosen), true)
      notify()
      return count
    },
    drop: async (isChosen) => (await engine.transaction(() => takeDead(own.sql, isChosen), true)).length,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...runs].map((running) => running.stop()))
      await engine.close()
    },
  }
}

/** A burst of deliveries costs few commits. */
function createAccept({ engine, sql, inTurn }: Own): (job: QueueJob) => Promise<boolean> {
  let count = 0
  return createBatches((jobs: readonly QueueJob[]) => {
    const isTidying = count % FORGET_EVERY === 0
    count += 1
    return inTurn(() => engine.transaction(() => acceptEvents(sql, jobs.map(toNewEvent), isTidying), true))
  })
}

function createLeases({ engine, sql, clock, inTurn, expect }: Own) {
  const held = new Set<number>()
  let isSure = false
  const findEnded = createEndedFinder(engine, sql)
  const pick = async ({ most, maxTries }: PickOptions): Promise<PickedEvents> => {
    const self = engine.self()
    const ended = await findEnded(self)
    const known = isSure ? null : [...held]
    // Until the answer is here, it may have taken events that this process does not know.
    isSure = false
    const picking = { most, maxTries, self, ended, held: known }
    const { rows, deadLettered, pauseMs } = await engine.transaction(() => pickEvents(sql, picking), false)
    isSure = true
    for (const { n } of rows) held.add(n)
    expect(pauseMs === null ? null : clock.now() + pauseMs)
    return { rows, deadLettered }
  }
  return {
    pick: (options: PickOptions) => inTurn(() => pick(options)),
    end: async (row: StoredJob, result: LeaseResult) => {
      await engine.transaction(() => endEvent(sql, row, result, engine.self()), false)
      held.delete(row.n)
      expect(0)
    },
  }
}

function createEndedFinder(engine: Engine, sql: EventStatements): (self: string) => Promise<readonly string[]> {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async (self) => {
    if (performance.now() - lookedAt < LOOK_MS) return []
    lookedAt = performance.now()
    const owners = await engine.query(sql.owners, [self])
    return owners.length === 0 ? [] : engine.findEnded(owners.map(({ owner }) => String(owner)))
  }
}

function createReaders({ engine, sql }: Own, untilNews: (ms: number) => Promise<void>) {
  const stats = async () => {
    const [counts] = await engine.query(sql.stats)
    return { ...counts } as unknown as QueueStats
  }
  return {
    stats,
    oldest: async () => ((await engine.query(sql.oldest))[0]?.['at'] as number | undefined) ?? null,
    dead: async () =>
      (await engine.query(sql.dead)).map((row) => toDead(row as unknown as Parameters<typeof toDead>[0])),
    idle: async () => {
      for (let now = await stats(); now.waiting + now.working > 0; now = await stats()) await untilNews(POLL_MS)
    },
    probe: async () => void (await engine.query(sql.probe)),
  }
}

/** Runs one work after the other: who stored an event learns it before the event is taken. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work, work)
    last = done.catch(() => undefined)
    return done
  }
}
