/** Opens the event queue on PostgreSQL. */
import { badDatabase } from '../../../core/errors/app.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { Clock } from '../clock.ts'
import type { EventQueue } from '../event-queue.ts'
import { connectTo, type OnTrouble } from './database.ts'
import { startBoss } from './jobs.ts'
import { openSession } from './process-lock.ts'
import { createQueue } from './queue.ts'
import { migrate } from './tables.ts'

/** @param url `postgres://...` @throws GateError `bad-inbox` */
export async function openPostgres(url: string, clock: Clock, onTrouble: OnTrouble): Promise<EventQueue> {
  const database = connectTo(url, onTrouble)
  try {
    const boss = await startBoss(url, onTrouble)
    await migrate(database)
    return await createQueue({ database, boss, clock }, (onNews) => openSession(url, onNews, onTrouble))
  } catch (error) {
    await database.close()
    throw error instanceof GateError
      ? error
      : badDatabase(error instanceof Error ? error.message : String(error), error)
  }
}
