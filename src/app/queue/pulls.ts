/** What the pages show of pull requests, in the SQLite file. */
import type { DatabaseSync } from 'node:sqlite'
import { type ListedFigures, toFigures } from '../../core/status/pull-figures.ts'
import type { PullRecord, StoredPull } from '../../core/status/pull-record.ts'

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
export const MAX_REPOSITORIES = 50

export const MAX_PULLS = 2000

/** Reports have a table of their own, because lists do not read them. */
export const PULLS_TABLE = `
CREATE TABLE pulls (repository TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, isOpen INTEGER NOT NULL, at TEXT NOT NULL,
  summary TEXT NOT NULL, accepted TEXT NOT NULL, PRIMARY KEY (repository, number)) WITHOUT ROWID;
CREATE TABLE pullReports (repository TEXT NOT NULL, number INTEGER NOT NULL, report TEXT NOT NULL, PRIMARY KEY (repository, number));
CREATE INDEX pullsByTime ON pulls (repository, isOpen, at);
CREATE INDEX auditByPull ON audit (json_extract(entry, '$.repositoryId'), json_extract(entry, '$.number'), n);
`

/** Both indexes hold all that their queries read. */
export const FIGURES_STEP = `ALTER TABLE pulls ADD COLUMN figures TEXT; DROP INDEX pullsByTime;
CREATE INDEX pullsByTime ON pulls (repository, isOpen, at, figures); CREATE INDEX pullsByName ON pulls (lower(name), name, at)`

const PUT = `INSERT INTO pulls VALUES (?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT (repository, number) DO UPDATE SET name = excluded.name,
  isOpen = 1, at = excluded.at, summary = excluded.summary, accepted = excluded.accepted, figures = excluded.figures`
const PUT_REPORT = `INSERT INTO pullReports VALUES (?, ?, ?) ON CONFLICT (repository, number) DO UPDATE SET report = excluded.report`
const GET = `SELECT number, name, isOpen, at, summary, accepted, report FROM pulls JOIN pullReports USING (repository, number)
  WHERE repository = ? AND number = ?`
const LIST = `SELECT number, isOpen, at, summary, accepted FROM pulls WHERE repository = ? ORDER BY isOpen DESC, at DESC LIMIT ${MAX_PULLS}`

const FIGURES = `SELECT isOpen, figures FROM pulls WHERE repository = ? ORDER BY isOpen DESC, at DESC LIMIT ${MAX_PULLS}`
const WITHOUT_FIGURES =
  'SELECT number, isOpen, at, summary, accepted FROM pulls WHERE repository = ? AND figures IS NULL'

const COMPLETE = `UPDATE pulls SET figures = u.value ->> 1 FROM json_each(?) AS u WHERE repository = ? AND number = u.value ->> 0`

/** The name comes from the latest row, of equal times from the latest pull request. A zero is what follows a slash. */
const REPOSITORIES = `SELECT id, name FROM (SELECT repository AS id, name, at,
    row_number() OVER (PARTITION BY repository ORDER BY at DESC, number DESC) AS place
    FROM pulls WHERE lower(name) >= lower($login) || '/' AND lower(name) < lower($login) || '0')
  WHERE place = 1 ORDER BY at DESC LIMIT ${MAX_REPOSITORIES}`

export function openPullFile(database: DatabaseSync, now: () => number): PullStore {
  const [put, putReport] = [PUT, PUT_REPORT].map((sql) => database.prepare(sql))
  const known = database.prepare('SELECT accepted FROM pulls WHERE repository = ? AND number = ?')
  const close = database.prepare('UPDATE pulls SET isOpen = 0, at = ? WHERE repository = ? AND number = ? AND isOpen')
  const [get, list] = [GET, LIST].map((sql) => database.prepare(sql))
  const [figures, without, complete] = [FIGURES, WITHOUT_FIGURES, COMPLETE].map((sql) => database.prepare(sql))
  const repositories = database.prepare(REPOSITORIES)
  return {
    put: async (record) => {
      const { repositoryId, number, repository, summary, report } = record
      const at = new Date(now()).toISOString()
      const before = known.get(repositoryId, number)?.['accepted']
      const accepted = addAccepted(record, before === undefined ? {} : JSON.parse(String(before)), at)
      const counted = toFigures({ summary, acceptedAt: accepted })
      put?.run(repositoryId, number, repository, at, ...[summary, accepted, counted].map((one) => JSON.stringify(one)))
      putReport?.run(repositoryId, number, report)
    },
    close: async ({ repositoryId, number }) => void close.run(new Date(now()).toISOString(), repositoryId, number),
    get: async ({ repositoryId, number }) => {
      const row = get?.get(repositoryId, number)
      return row === undefined
        ? null
        : { ...toStored(row), repository: String(row['name']), report: String(row['report']) }
    },
    list: async (repositoryId) => (list?.all(repositoryId) ?? []).map(toStored),
    figures: async (repositoryId) => {
      const old = (without?.all(repositoryId) ?? []).map(toStored)
      if (old.length > 0) complete?.run(JSON.stringify(old.map((pull) => [pull.number, toFigures(pull)])), repositoryId)
      const rows = figures?.all(repositoryId) ?? []
      return rows.map((row) => ({ ...JSON.parse(String(row['figures'])), isOpen: row['isOpen'] === 1 }))
    },
    repositories: async (login) =>
      repositories.all({ $login: login }).map(({ id, name }) => ({ id: String(id), name: String(name) })),
  }
}

function toStored(row: Readonly<Record<string, unknown>>): StoredPull {
  return {
    number: Number(row['number']),
    isOpen: row['isOpen'] === 1,
    at: String(row['at']),
    summary: JSON.parse(String(row['summary'])),
    acceptedAt: JSON.parse(String(row['accepted'])),
  }
}

/** A commit keeps the time of its first acceptance; commits that left the branch are forgotten. */
export function addAccepted({ summary }: PullRecord, before: StoredPull['acceptedAt'], at: string) {
  return Object.fromEntries(summary.accepted.map(({ sha }) => [sha, before[sha] ?? at]))
}
