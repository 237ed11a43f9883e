/** What the pages show of pull requests. */
import { type ListedFigures, toFigures } from '../../core/status/pull-figures.ts'
import type { PullRecord, StoredPull } from '../../core/status/pull-record.ts'
import { type Dialect, type Engine, fetchRows, parseColumn, type SqlRow, type Steps } from './dialect.ts'

export interface StoredReport extends StoredPull {
  readonly repository: string
  /** JSON */
  readonly report: string
}

type PullKey = Pick<PullRecord, 'repositoryId' | 'number'>

export interface PullStore {
  /** Replaces the earlier record. */
  readonly put: (record: PullRecord) => Promise<void>
  readonly close: (pull: PullKey) => Promise<void>
  readonly get: (pull: PullKey) => Promise<StoredReport | null>
  /** Returns at most `MAX_PULLS`, open ones first, then the latest. */
  readonly list: (repositoryId: string) => Promise<readonly StoredPull[]>
  /** Returns the figures of the same pull requests. Those that an earlier version stored are computed once. */
  readonly figures: (repositoryId: string) => Promise<readonly ListedFigures[]>
  /** Returns the repositories of an owner that changed last, at most `MAX_REPOSITORIES`, with their last names. */
  readonly repositories: (login: string) => Promise<readonly NamedRepository[]>
}

interface NamedRepository {
  /** GitHub's id. */
  readonly id: string
  /** `owner/repo` */
  readonly name: string
}

/** Each costs the reader a request in a minute. */
const MAX_REPOSITORIES = 50

const MAX_PULLS = 2000

/** Reports have a table of their own, because lists do not read them. */
function toPullStatements({ prefix, rows, writeAs, bytewise }: Dialect) {
  const [pulls, reports] = [`${prefix}pulls`, `${prefix}pullReports`]
  const key = 'repository = $1 AND number = $2'
  const latest = `FROM ${pulls} WHERE repository = $1 ORDER BY isOpen DESC, at DESC LIMIT ${MAX_PULLS}`
  const columns = 'number, isOpen AS isopen, at, summary, accepted'
  const name = `lower(name) ${bytewise}`
  return {
    known: `SELECT accepted FROM ${pulls} WHERE ${key}`,
    put: `INSERT INTO ${pulls} (repository, number, name, isOpen, at, summary, accepted, figures)
      VALUES ($1, $2, $3, true, $4, $5, $6, $7) ON CONFLICT (repository, number) DO UPDATE SET name = excluded.name, isOpen = true,
      at = excluded.at, summary = excluded.summary, accepted = excluded.accepted, figures = excluded.figures`,
    putReport: `INSERT INTO ${reports} (repository, number, report) VALUES ($1, $2, $3)
      ON CONFLICT (repository, number) DO UPDATE SET report = excluded.report`,
    close: `UPDATE ${pulls} SET isOpen = false, at = $3 WHERE ${key} AND isOpen`,
    get: `SELECT ${columns}, name, report FROM ${pulls} JOIN ${reports} USING (repository, number) WHERE ${key}`,
    list: `SELECT ${columns} ${latest}`,
    figures: `SELECT isOpen AS isopen, figures ${latest}`,
    without: `SELECT ${columns} FROM ${pulls} WHERE repository = $1 AND figures IS NULL`,
    complete: `UPDATE ${pulls} AS p SET figures = ${writeAs['json']?.('r.figures') ?? 'r.figures'}
      FROM ${rows('number bigint, figures text')} WHERE p.repository = $2 AND p.number = r.number`,
    // The name comes from the latest row, of equal times from the latest pull request. A zero is what follows a slash.
    repositories: `SELECT id, name FROM (SELECT repository AS id, name, at,
        row_number() OVER (PARTITION BY repository ORDER BY at DESC, number DESC) AS place
        FROM ${pulls} WHERE ${name} >= lower($1) || '/' AND ${name} < lower($1) || '0') AS named
      WHERE place = 1 ORDER BY at DESC LIMIT ${MAX_REPOSITORIES}`,
  }
}

/** A power failure may take the last records: evaluations write them again. */
export function openPulls({ query, transaction, dialect }: Engine, now: () => number): PullStore {
  const sql = toPullStatements(dialect)
  return {
    put: (record) => transaction(() => putPull(sql, record, new Date(now()).toISOString()), false),
    close: async ({ repositoryId, number }) =>
      void (await query(sql.close, [repositoryId, number, new Date(now()).toISOString()])),
    get: async ({ repositoryId, number }) => {
      const [row] = await query(sql.get, [repositoryId, number])
      return row === undefined
        ? null
        : { ...toStored(row), repository: String(row['name']), report: String(row['report']) }
    },
    list: async (repositoryId) => (await query(sql.list, [repositoryId])).map(toStored),
    figures: async (repositoryId) => {
      const old = (await query(sql.without, [repositoryId])).map(toStored)
      const counted = old.map((pull) => ({ number: pull.number, figures: JSON.stringify(toFigures(pull)) }))
      if (old.length > 0) await query(sql.complete, [JSON.stringify(counted), repositoryId])
      const rows = await query(sql.figures, [repositoryId])
      return rows.map(({ isopen, figures }) => ({
        ...(parseColumn(figures) as ListedFigures),
        isOpen: Boolean(isopen),
      }))
    },
    repositories: async (login) =>
      (await query(sql.repositories, [login])).map(({ id, name }) => ({ id: String(id), name: String(name) })),
  }
}

function* putPull(sql: ReturnType<typeof toPullStatements>, record: PullRecord, at: string): Steps<void> {
  const { repositoryId, number, repository, summary, report } = record
  const [before] = yield* fetchRows(sql.known, repositoryId, number)
  const accepted = addAccepted(record, (parseColumn(before?.['accepted'] ?? '{}') ?? {}) as Accepted, at)
  const figures = toFigures({ summary, acceptedAt: accepted })
  const texts = [summary, accepted, figures].map((one) => JSON.stringify(one))
  yield* fetchRows(sql.put, repositoryId, number, repository, at, ...texts)
  yield* fetchRows(sql.putReport, repositoryId, number, report)
}

function toStored({ number, isopen, at, summary, accepted }: SqlRow): StoredPull {
  return {
    number: Number(number),
    isOpen: Boolean(isopen),
    at: new Date(at as string | Date).toISOString(),
    summary: parseColumn(summary) as StoredPull['summary'],
    acceptedAt: parseColumn(accepted) as Accepted,
  }
}

type Accepted = StoredPull['acceptedAt']

/** A commit keeps the time of its first acceptance; commits that left the branch are forgotten. */
function addAccepted({ summary }: PullRecord, before: Accepted, at: string): Accepted {
  return Object.fromEntries(summary.accepted.map(({ sha }) => [sha, before[sha] ?? at]))
}
