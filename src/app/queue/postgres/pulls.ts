/** What the pages show of pull requests, on PostgreSQL. */
import { toFigures } from '../../../core/status/pull-figures.ts'
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

export const PULL_FIGURES_STEP = `ALTER TABLE ${PULLS} ADD COLUMN figures jsonb;
  CREATE INDEX gate_pulls_name ON ${PULLS} (lower(name) COLLATE "C")`

const PUT = `INSERT INTO ${PULLS} VALUES ($1, $2, $3, true, $4, $5, $6, $7, $8) ON CONFLICT (repository, number) DO UPDATE SET name = excluded.name,
  isOpen = true, at = excluded.at, summary = excluded.summary, accepted = excluded.accepted, report = excluded.report, figures = excluded.figures`

const LATEST = `FROM ${PULLS} WHERE repository = $1 ORDER BY isOpen DESC, at DESC LIMIT ${MAX_PULLS}`
const COLUMNS = 'number, isOpen, at, summary, accepted'
const WITHOUT_FIGURES = `SELECT ${COLUMNS} FROM ${PULLS} WHERE repository = $1 AND figures IS NULL`

const COMPLETE = `UPDATE ${PULLS} AS p SET figures = u.figures FROM unnest($2::bigint[], $3::jsonb[]) AS u (number, figures)
  WHERE repository = $1 AND p.number = u.number`

/** A zero is what follows a slash. */
const OWNED = `lower(name) COLLATE "C" >= lower($1) || '/' AND lower(name) COLLATE "C" < lower($1) || '0'`
const REPOSITORIES = `SELECT repository AS id, (array_agg(name ORDER BY at DESC, number DESC))[1] AS name FROM ${PULLS}
  WHERE ${OWNED} GROUP BY repository ORDER BY max(at) DESC LIMIT ${MAX_REPOSITORIES}`

export function openPulls({ query }: Database, now: () => number): PullStore {
  return {
    put: async (record) => {
      const { repositoryId, number, repository, summary, report } = record
      const { rows } = await query(`SELECT accepted FROM ${PULLS} WHERE ${KEY}`, [repositoryId, number])
      const at = new Date(now()).toISOString()
      const accepted = addAccepted(record, rows[0]?.accepted ?? {}, at)
      const figures = toFigures({ summary, acceptedAt: accepted })
      await query(PUT, [repositoryId, number, repository, at, summary, accepted, report, figures])
    },
    close: async ({ repositoryId, number }) => {
      await query(`UPDATE ${PULLS} SET isOpen = false, at = $3 WHERE ${KEY} AND isOpen`, [
        ...[repositoryId, number],
        new Date(now()).toISOString(),
      ])
    },
    get: async ({ repositoryId, number }) => {
      const [row] = (await query(`SELECT * FROM ${PULLS} WHERE ${KEY}`, [repositoryId, number])).rows
      return row === undefined ? null : { ...toStored(row), repository: row.name, report: row.report }
    },
    list: async (repositoryId) => (await query(`SELECT ${COLUMNS} ${LATEST}`, [repositoryId])).rows.map(toStored),
    figures: async (repositoryId) => {
      const old = (await query(WITHOUT_FIGURES, [repositoryId])).rows.map(toStored)
      const counted = old.map((pull) => JSON.stringify(toFigures(pull)))
      if (old.length > 0) await query(COMPLETE, [repositoryId, old.map(({ number }) => number), counted])
      const { rows } = await query(`SELECT isOpen, figures ${LATEST}`, [repositoryId])
      return rows.map(({ isopen: isOpen, figures }) => ({ ...figures, isOpen }))
    },
    repositories: async (login) => (await query(REPOSITORIES, [login])).rows,
  }
}

interface Row extends Pick<StoredPull, 'summary'> {
  readonly number: string
  readonly isopen: boolean
  readonly at: Date
  readonly accepted: StoredPull['acceptedAt']
}

function toStored({ number, isopen: isOpen, at, summary, accepted: acceptedAt }: Row): StoredPull {
  return { number: Number(number), isOpen, at: at.toISOString(), summary, acceptedAt }
}
