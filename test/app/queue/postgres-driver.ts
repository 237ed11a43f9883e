/** How the conformance suite opens the queue on PostgreSQL, in this process and in others. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import type { EventQueue } from '../../../src/app/queue/event-queue.ts'
import { openPostgres } from '../../../src/app/queue/postgres/open.ts'

/** The name of the file in a place that has the address of its database. */
export const ADDRESS = 'database-url'

/** Errors of connections are what the tests cause; the queue itself reports what it cannot do. */
export const open = async (folder: string): Promise<EventQueue> =>
  (await openPostgres(readFileSync(join(folder, ADDRESS), 'utf8'), CLOCK, () => undefined)).queue

export const isPrepared = (folder: string) => existsSync(join(folder, ADDRESS))
