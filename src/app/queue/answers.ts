/**
 * Keeps what GitHub answered, so that a process that starts, or another one, need not read it again. Nothing is lost
 * with it but requests.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Clock } from './clock.ts'

export interface AnswerCache {
  /** Null: there is none. */
  readonly get: (name: string) => Promise<string | null>
  /** Replaces the earlier one. */
  readonly put: (name: string, text: string) => Promise<void>
}

/** Some eight for each of ten thousand pull requests; with some kilobytes for each, several hundred megabytes at most. */
export const MAX_ANSWERS = 100_000
/** One that is used is noted as such once a day: each note is a write. */
const NOTED_MS = 24 * 3_600_000
/** Fast, and a fifth of the text. */
const LEVEL = 1
/** Above the longest answer. */
const MAX_BYTES = 4 * 1024 * 1024

export const ANSWERS_TABLE = `CREATE TABLE IF NOT EXISTS answers (name BLOB PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS answersByTime ON answers (at)`

/** The rows of a cache. */
interface AnswerRows {
  readonly get: (name: Buffer) => Promise<{ readonly at: number; readonly body: Uint8Array } | null>
  readonly put: (name: Buffer, at: number, body: Buffer) => Promise<unknown>
  readonly note: (name: Buffer, at: number) => Promise<unknown>
  /** Deletes all but the `most` that were used last. */
  readonly trim: (most: number) => Promise<unknown>
}

export function createAnswers({ get, put, note, trim }: AnswerRows, { now }: Clock, most: number): AnswerCache {
  let count = 0
  return {
    get: async (name) => {
      const row = await get(toName(name))
      if (row === null) return null
      if (Math.abs(now() - row.at) > NOTED_MS) await note(toName(name), now())
      return inflateRawSync(row.body, { maxOutputLength: MAX_BYTES }).toString('utf8')
    },
    put: async (name, text) => {
      await put(toName(name), now(), deflateRawSync(text, { level: LEVEL }))
      count += 1
      if (count % Math.ceil(most / 100) === 0) await trim(most)
    },
  }
}

export function openAnswerFile(database: DatabaseSync, clock: Clock, most: number): AnswerCache {
  const get = database.prepare('SELECT at, body FROM answers WHERE name = ?')
  const put = database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?)')
  const note = database.prepare('UPDATE answers SET at = ? WHERE name = ?')
  const trim = database.prepare(
    'DELETE FROM answers WHERE name IN (SELECT name FROM answers ORDER BY at DESC LIMIT -1 OFFSET ?)',
  )
  return createAnswers(
    {
      get: async (name) => (get.get(name) as { at: number; body: Uint8Array } | undefined) ?? null,
      put: async (name, at, body) => put.run(name, at, body),
      note: async (name, at) => note.run(at, name),
      trim: async (count) => trim.run(count),
    },
    clock,
    most,
  )
}

/** A digest: it has one length, and shows no name of a repository. */
function toName(name: string): Buffer {
  return createHash('sha256').update(name).digest()
}
