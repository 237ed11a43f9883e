/** Opens the event queue on PostgreSQL. */
import { badDatabase } from '../../../core/errors/database.ts'
import { GateError } from '../../../core/model/errors.ts'
import { type AnswerCache, MAX_ANSWERS, openAnswers } from '../answers.ts'
import { type AuditLog, openAudit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Engine, Steps } from '../dialect.ts'
import type { EventQueue } from '../event-queue.ts'
import type { SharedLimits } from '../limits.ts'
import { openPulls, type PullStore } from '../pulls.ts'
import { createEventQueue } from '../queue.ts'
import { BEGIN_REPEATABLE, type Client, connectTo, type Database, type OnTrouble, POSTGRES } from './database.ts'
import { openLimits } from './limits.ts'
import { type Notes, openNotes } from './notes.ts'
import { openProcessSession, type ProcessSession } from './process-lock.ts'
import { migrate } from './tables.ts'
import { openWrites } from './writes.ts'

interface PostgresStore extends Pick<ProcessSession, 'tryLock'> {
  readonly queue: EventQueue
  readonly notes: Notes
  readonly audit: AuditLog
  readonly limits: SharedLimits
  readonly answers: AnswerCache
  readonly pulls: PullStore
  readonly locks: ReturnType<typeof openWrites>
}

/**
 * @param url `postgres://...` @param mostAnswers the number of GitHub's answers that are kept @throws GateError
 * `bad-store`
 */
export async function openPostgres(
  url: string,
  clock: Clock,
  onTrouble: OnTrouble,
  mostAnswers: number = MAX_ANSWERS,
): Promise<PostgresStore> {
  const database = connectTo(url, onTrouble)
  try {
    await migrate(url)
    let wake: () => void = () => undefined
    const session = await openProcessSession(url, database, () => wake(), onTrouble)
    const onNews = (listener: () => void) => {
      wake = listener
    }
    const engine = openEngine(database, session, onNews)
    return {
      queue: createEventQueue(engine, clock),
      notes: openNotes(database),
      audit: openAudit(engine),
      limits: openLimits(database),
      answers: openAnswers(engine, clock, mostAnswers),
      pulls: openPulls(engine, clock.now),
      locks: openWrites(database),
      tryLock: session.tryLock,
    }
  } catch (error) {
    await database.close()
    throw error instanceof GateError ? error : badDatabase(error)
  }
}

function openEngine(database: Database, session: ProcessSession, onNews: Engine['onNews']): Engine {
  return {
    dialect: POSTGRES,
    checkMs: 500,
    query: async (text, values = []) => (await database.query(text, [...values])).rows,
    transaction: (start, isDurable) =>
      database.transaction((client) => runSteps(client, start()), isDurable ? 'BEGIN' : BEGIN_REPEATABLE),
    self: session.self,
    findEnded: session.findEnded,
    onNews,
    close: async () => {
      await session.close()
      await database.close()
    },
  }
}

async function runSteps<T>(client: Client, steps: Steps<T>): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    const { text, values } = step.value
    step = steps.next((await client.query({ name: toName(text), text, values: [...values] })).rows)
  }
  return step.value
}

const names = new Map<string, string>()

/** A statement with a name is parsed once for each connection. */
function toName(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}
