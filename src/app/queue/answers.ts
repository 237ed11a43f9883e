/**
 * Keeps what GitHub answered, so that a process that starts, or another one, need not read it again. Nothing is lost
 * with it but requests.
 */
import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Clock } from './clock.ts'
import type { Engine } from './dialect.ts'

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

type Store = Pick<Engine, 'query' | 'dialect'>

/** @param most the number of answers that are kept */
export function openAnswers({ query, dialect }: Store, { now }: Clock, most: number): AnswerCache {
  const table = `${dialect.prefix}answers`
  const put = `INSERT INTO ${table} (name, at, body) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, body = excluded.body`
  const trim = `DELETE FROM ${table} WHERE at <= (SELECT at FROM ${table} ORDER BY at DESC LIMIT 1 OFFSET $1)`
  let count = 0
  return {
    get: async (name) => {
      const [row] = await query(`SELECT at, body FROM ${table} WHERE name = $1`, [toName(name)])
      if (row === undefined) return null
      if (Math.abs(now() - Number(row['at'])) > NOTED_MS)
        await query(`UPDATE ${table} SET at = $2 WHERE name = $1`, [toName(name), now()])
      return inflateRawSync(row['body'] as Uint8Array, { maxOutputLength: MAX_BYTES }).toString('utf8')
    },
    put: async (name, text) => {
      await query(put, [toName(name), now(), deflateRawSync(text, { level: LEVEL })])
      count += 1
      if (count % Math.ceil(most / 100) === 0) await query(trim, [most])
    },
  }
}

/** A digest: it has one length, and shows no name of a repository. */
function toName(name: string): Buffer {
  return createHash('sha256').update(name).digest()
}
