/** Opens the event queue on PostgreSQL. */
import { badDatabase } from '../../../core/errors/database.ts'
import { GateError } from '../../../core/model/errors.ts'
import { type AnswerCache, MAX_ANSWERS } from '../answers.ts'
import type { AuditLog } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { EventQueue } from '../event-queue.ts'
import type { SharedLimits } from '../limits.ts'
import type { PullStore } from '../pulls.ts'
import { openAnswers } from './answers.ts'
import { openAudit } from './audit.ts'
import { connectTo, type OnTrouble } from './database.ts'
import { startBoss } from './jobs.ts'
import { openLimits } from './limits.ts'
import { type Notes, openNotes } from './notes.ts'
import { openProcessSession, type ProcessSession } from './process-lock.ts'
import { openPulls } from './pulls.ts'
import { createQueue } from './queue.ts'
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
    const boss = await startBoss(url, onTrouble)
    await migrate(database)
    const { queue, session } = await createQueue({ database, boss, clock }, (onNews) =>
      openProcessSession(url, onNews, onTrouble),
    )
    return {
      queue,
      notes: openNotes(database),
      audit: openAudit(database),
      limits: openLimits(database),
      answers: openAnswers(database, clock, mostAnswers),
      pulls: openPulls(database, clock.now),
      locks: openWrites(database),
      tryLock: session.tryLock,
    }
  } catch (error) {
    await database.close()
    throw error instanceof GateError ? error : badDatabase(error)
  }
}
