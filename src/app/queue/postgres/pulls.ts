/** What the pages show of pull requests, on PostgreSQL. */
import type { StoredPull } from '../../../core/status/pull-record.ts'
import { addAccepted, MAX_PULLS, MAX_REPOSITORIES, type PullStore } from '../pulls.ts'
import { type Database, SCHEMA } from './database.ts'

const PULLS = `${SCHEMA}.gate_pulls`
const KEY = 'repository = $1 AND number = $2'

/** PostgreSQL itself keeps long texts apart, so that lists do not read them. */
export const PULLS_STEP = `CREATE TABLE ${PULLS} (repository text NOT NULL, number bigint NOT NULL, name text NOT NULL, is_open bool NOT NULL,
    at timestamptz NOT NULL, summary jsonb NOT NULL, accepted jsonb NOT NULL, report text NOT NULL, PRIMARY KEY (repository, number));
  CREATE INDEX gate_pulls_time ON ${PULLS} (repository, is_open, at);
  CREATE INDEX gate_audit_pull ON ${SCHEMA}.gate_audit ((entry->>'repositoryId'), (entry->>'number'), n)`

const PUT = `INSERT INTO ${PULLS} VALUES ($1, $2, $3, true, $4, $5, $6, $7) ON CONFLICT (repository, number) DO UPDATE SET
  name = excluded.name, is_open = true, at = excluded.at, summary = excluded.summary, accepted = excluded.accepted, report = excluded.report`

const REPOSITORIES = `SELECT repository AS id, (array_agg(name ORDER BY at DESC, number DESC))[1] AS name FROM ${PULLS}
  WHERE lower(left(name, length($1))) = lower($1) GROUP BY repository ORDER BY max(at) DESC LIMIT ${MAX_REPOSITORIES}`

export function openPulls({ query }: Database, now: () => number): PullStore {
  return {
    put: async (record) => {
      const { repositoryId, number, repository, summary, report } = record
      const { rows } = await query(`SELECT accepted FROM ${PULLS} WHERE ${KEY}`, [repositoryId, number])
      const at = new Date(now()).toISOString()
      const accepted = addAccepted(record, rows[0]?.accepted ?? {}, at)
      await query(PUT, [repositoryId, number, repository, at, summary, accepted, report])
    },
    close: async ({ repositoryId, number }) => {
      await query(`UPDATE ${PULLS} SET is_open = false, at = $3 WHERE ${KEY} AND is_open`, [
        ...[repositoryId, number],
        new Date(now()).toISOString(),
      ])
    },
    get: async ({ repositoryId, number }) => {
      const [row] = (await query(`SELECT * FROM ${PULLS} WHERE ${KEY}`, [repositoryId, number])).rows
      return row === undefined ? null : { ...toStored(row), repository: row.name, report: row.report }
    },
    list: async (repositoryId) => {
      const columns = 'number, is_open, at, summary, accepted'
      const sql = `SELECT ${columns} FROM ${PULLS} WHERE repository = $1 ORDER BY is_open DESC, at DESC LIMIT ${MAX_PULLS}`
      return (await query(sql, [repositoryId])).rows.map(toStored)
    },
    repositories: async (login) => (await query(REPOSITORIES, [`${login}/`])).rows,
  }
}

interface Row extends Pick<StoredPull, 'summary'> {
  readonly number: string
  readonly is_open: boolean
  readonly at: Date
  readonly accepted: StoredPull['acceptedAt']
}

function toStored({ number, is_open: isOpen, at, summary, accepted: acceptedAt }: Row): StoredPull {
  return { number: Number(number), isOpen, at: at.toISOString(), summary, acceptedAt }
}
