/** The contents of a SQLite file. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Contents, ContentsCounts, ContentsPart, StoreContents } from './contents.ts'
import { digestHint } from './event-steps.ts'
import { openDatabase } from './schema.ts'

const SEEN = 'SELECT id, at FROM seen UNION ALL SELECT id, 0 FROM events WHERE id NOT IN (SELECT id FROM seen)'
const READ: Readonly<Record<ContentsPart, string>> = {
  events: 'SELECT id, key, body, hint IS NOT NULL AS isHint, tries, due FROM events ORDER BY n',
  dead: 'SELECT id, key, body, hint IS NOT NULL AS isHint, tries, reason FROM dead ORDER BY n',
  seen: `${SEEN} ORDER BY at`,
  audit: 'SELECT n, at, subject, digest, delivery, entry FROM audit ORDER BY n',
  pulls: `SELECT repository, number, name, isOpen, at, summary, accepted, report FROM pulls JOIN pullReports USING (repository, number)
    ORDER BY repository, number`,
}
/** Each row is written by every statement of its part. */
const WRITE: Readonly<Record<ContentsPart, readonly string[]>> = {
  events: ['INSERT INTO events (id, key, body, hint, tries, due) VALUES ($id, $key, $body, $hint, $tries, $due)'],
  dead: ['INSERT INTO dead (id, key, body, hint, tries, reason) VALUES ($id, $key, $body, $hint, $tries, $reason)'],
  seen: ['INSERT INTO seen (id, at) VALUES ($id, $at)'],
  audit: [
    'INSERT INTO audit (n, at, subject, digest, delivery, entry) VALUES ($n, $at, $subject, $digest, $delivery, $entry)',
  ],
  pulls: [
    `INSERT INTO pulls (repository, number, name, isOpen, at, summary, accepted)
    VALUES ($repository, $number, $name, $isOpen, $at, $summary, $accepted)`,
    'INSERT INTO pullReports VALUES ($repository, $number, $report)',
  ],
}
const COUNT = `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM dead) AS dead,
  (SELECT count(*) FROM (${SEEN})) AS seen, (SELECT count(*) FROM audit) AS audit,
  (SELECT count(*) FROM pulls) AS pulls`
/** Where a request holds up what is due, who takes events finds that. */
const OPEN_KEYS = 'INSERT INTO keyQueues (key, due) SELECT key, min(due) FROM events GROUP BY key'

/** Locks the file until it is closed. @throws GateError `bad-store` while another process has it open */
export function openFileContents(file: string): StoreContents {
  const database = openDatabase(file, true, true)
  database.exec('BEGIN IMMEDIATE')
  return {
    count: async () => database.prepare(COUNT).get() as unknown as ContentsCounts,
    read: (part) => read(database, part),
    write: async (part, rows) => {
      for (const text of WRITE[part]) {
        const insert = database.prepare(text)
        insert.setAllowUnknownNamedParameters(true)
        for (const row of rows) insert.run(toParameters(row))
      }
    },
    commit: async () => {
      database.exec(`${OPEN_KEYS}; COMMIT`)
    },
    [Symbol.asyncDispose]: async () => {
      if (database.isTransaction) database.exec('ROLLBACK')
      database.close()
    },
  }
}

async function* read<P extends ContentsPart>(database: DatabaseSync, part: P): AsyncIterable<Contents[P][number]> {
  for (const row of database.prepare(READ[part]).iterate())
    yield Object.fromEntries(Object.entries(row).map(toField)) as unknown as Contents[P][number]
}

function toField([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  return [name, name.startsWith('is') ? value === 1 : value]
}

function toParameters(row: object): Record<string, SQLInputValue> {
  const hint = 'isHint' in row && 'body' in row ? { hint: row.isHint ? digestHint(String(row.body)) : null } : {}
  const toValue = (value: unknown) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue))
  return Object.fromEntries(Object.entries({ ...row, ...hint }).map(([name, value]) => [`$${name}`, toValue(value)]))
}
