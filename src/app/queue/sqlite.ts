/** The store in a SQLite file: no server, several processes on one disk, no losses when a process is killed. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type AuditLog, openAudit } from './audit.ts'
import { CLOCK, type Clock } from './clock.ts'
import type { Dialect, Engine, SqlStatement, Steps } from './dialect.ts'
import type { EventQueue } from './event-queue.ts'
import { hasEnded, holdProcessLock, type ProcessLock } from './process-lock.ts'
import { openPulls, type PullStore } from './pulls.ts'
import { createEventQueue } from './queue.ts'
import { inTransaction, openDatabase, setDurable } from './schema.ts'

/** A transaction excludes other writers, so no row needs a lock. */
export const SQLITE: Dialect = {
  prefix: '',
  now: '$now',
  forUpdate: '',
  skipLocked: '',
  rows: (columns) => {
    const names = columns.split(', ').map((column) => column.split(' ')[0])
    return `(SELECT ${names.map((name) => `value ->> '${name}' AS ${name}`).join(', ')} FROM json_each($1)) AS r`
  },
  time: "strftime('%Y-%m-%dT%H:%M:%fZ', $now / 1000.0, 'unixepoch')",
  ofPull: "json_extract(entry, '$.repositoryId') = $1 AND json_extract(entry, '$.number') = CAST($2 AS integer)",
  bytewise: 'COLLATE BINARY',
  readAs: {},
  writeAs: {},
  notify: null,
}

interface Records {
  readonly audit: AuditLog
  readonly pulls: PullStore
}

/**
 * Opens the store.
 * @param file on a local disk; created with its folder
 * @param clock measures pauses
 * @throws GateError `bad-store`
 */
export function openQueue(file: string, clock: Clock = CLOCK): EventQueue & Records {
  const database = openDatabase(file, false)
  const engine = openEngine(file, database, clock.now)
  return { ...createEventQueue(engine, clock), audit: openAudit(engine), pulls: openPulls(engine, clock.now) }
}

/** Each transaction runs at once, from its begin to its commit: a local disk takes less time than another thread. */
function openEngine(file: string, database: DatabaseSync, now: () => number): Engine {
  const run = createRunner(database, now)
  const name = randomUUID()
  const getFile = (owner: string) => `${file}-${owner}`
  let lock: ProcessLock | null = null
  return {
    dialect: SQLITE,
    // No other process tells that it stored an event.
    checkMs: 150,
    query: async (text, values = []) => run({ text, values }),
    transaction: async (start, isDurable) => {
      setDurable(database, isDurable)
      return inTransaction(database, () => runSteps(start(), run))
    },
    self: () => {
      lock ??= holdProcessLock(getFile(name))
      return name
    },
    findEnded: async (owners) => owners.filter((owner) => hasEnded(getFile(owner))),
    onNews: () => undefined,
    close: async () => {
      database.close()
      lock?.end()
    },
  }
}

type Run = (statement: SqlStatement) => ReturnType<StatementSync['all']>

/** What a file needs to answer single statements. */
export function createFileQuery(database: DatabaseSync, now: () => number): Pick<Engine, 'query' | 'dialect'> {
  const run = createRunner(database, now)
  return { dialect: SQLITE, query: async (text, values = []) => run({ text, values }) }
}

function createRunner(database: DatabaseSync, now: () => number): Run {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const statement = database.prepare(text)
    statement.setAllowUnknownNamedParameters(true)
    prepared.set(text, statement)
    return statement
  }
  return ({ text, values }) => {
    const parameters = values.map((value, i) => [`$${i + 1}`, value as SQLInputValue])
    return (prepared.get(text) ?? prepare(text)).all({ ...Object.fromEntries(parameters), $now: now() })
  }
}

function runSteps<T>(steps: Steps<T>, run: Run): T {
  let step = steps.next()
  while (!step.done) step = steps.next(run(step.value))
  return step.value
}
