/** What a store holds, whatever its database: the command that moves a store reads it from one and writes it to another. */
import type { Dialect, Engine, SqlRow } from './dialect.ts'

/** In the order in which they are moved: unfinished events, dead letters, deliveries seen, audit log, pages. */
export const PARTS = ['events', 'dead', 'seen', 'audit', 'pulls'] as const
type ContentsPart = (typeof PARTS)[number]
export type ContentsCounts = Readonly<Record<ContentsPart, number>>

interface ContentsTables {
  readonly count: () => Promise<ContentsCounts>
  /** Reads pages of rows. */
  readonly read: (part: ContentsPart) => AsyncIterable<readonly SqlRow[]>
  readonly write: (part: ContentsPart, rows: readonly SqlRow[]) => Promise<void>
}

/** A store that no App has open, in one transaction. Without a commit it stays as it was. */
export interface StoreContents extends ContentsTables, AsyncDisposable {
  readonly commit: () => Promise<void>
}

interface PartSql {
  /** Reads a page after the last row of the page before. */
  readonly page: string
  /** What stands before the first row. */
  readonly start: readonly unknown[]
  /** The parameters that a row is for the next page. */
  readonly after: (row: SqlRow) => readonly unknown[]
  /** Each writes all rows. */
  readonly insert: readonly string[]
}

const ROWS_AT_ONCE = 1000
/** A report has up to two megabytes. */
const PULLS_AT_ONCE = 20

/** Who takes an event finds when the next one of its key is due, where a request holds up others. */
const openKeys = (prefix: string) =>
  `INSERT INTO ${prefix}keyQueues (key, due) SELECT key, min(due) FROM ${prefix}events GROUP BY key ON CONFLICT (key) DO NOTHING`

/** @param query works in the transaction of the move */
export function createContents({ query, dialect }: Pick<Engine, 'query' | 'dialect'>): ContentsTables {
  const { prefix } = dialect
  const parts: Readonly<Record<ContentsPart, PartSql>> = {
    events: toPart(dialect, 'events', 'n bigint, id text, key text, body text, hint text, tries int, due bigint'),
    dead: toPart(dialect, 'dead', 'n bigint, id text, key text, body text, hint text, tries int, reason text'),
    seen: toPart(dialect, 'seen', 'n bigint, id text, at bigint'),
    audit: toPart(dialect, 'audit', 'n bigint, at time, subject text, digest text, delivery text, entry json'),
    pulls: toPullPart(dialect),
  }
  return {
    count: async () => {
      const counts = PARTS.map((part) => `(SELECT count(*) FROM ${prefix}${part}) AS ${part}`)
      return (await query(`SELECT ${counts.join(', ')}`))[0] as unknown as ContentsCounts
    },
    read: (part) => readPages(query, parts[part]),
    write: async (part, rows) => {
      for (const text of parts[part].insert) await query(text, [JSON.stringify(rows)])
      if (part === 'events') await query(openKeys(prefix))
    },
  }
}

async function* readPages(query: Engine['query'], { page, start, after }: PartSql): AsyncIterable<readonly SqlRow[]> {
  let rows = await query(page, start)
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows
    rows = await query(page, after(last))
  }
}

/** A table whose rows have numbers. They keep them. */
function toPart(dialect: Dialect, table: string, columns: string): PartSql {
  return {
    page: `SELECT ${toRead(dialect, columns)} FROM ${dialect.prefix}${table} WHERE n > $1 ORDER BY n LIMIT ${ROWS_AT_ONCE}`,
    start: [0],
    after: ({ n }) => [n],
    insert: [toInsert(dialect, table, columns)],
  }
}

const PULL = 'repository text, number bigint'

function toPullPart(dialect: Dialect): PartSql {
  const { prefix } = dialect
  const [columns, report] = [`${PULL}, name text, isopen bool, at time, summary json, accepted json`, 'report text']
  return {
    page: `SELECT ${toRead(dialect, `${columns}, ${report}`)} FROM ${prefix}pulls JOIN ${prefix}pullReports USING (repository, number)
      WHERE (repository, number) > ($1, $2) ORDER BY repository, number LIMIT ${PULLS_AT_ONCE}`,
    start: ['', 0],
    after: ({ repository, number }) => [repository, number],
    insert: [toInsert(dialect, 'pulls', columns), toInsert(dialect, 'pullReports', `${PULL}, ${report}`)],
  }
}

const split = (columns: string) =>
  columns.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ')
    return { name, type }
  })

function toRead({ readAs }: Dialect, columns: string): string {
  return split(columns)
    .map(({ name, type }) => `${readAs[type]?.(name) ?? name} AS ${name}`)
    .join(', ')
}

function toInsert({ prefix, rows, writeAs }: Dialect, table: string, columns: string): string {
  const all = split(columns)
  const values = all.map(({ name, type }) => writeAs[type]?.(`r.${name}`) ?? `r.${name}`)
  const texts = all.map(({ name, type }) => `${name} ${type === 'time' || type === 'json' ? 'text' : type}`)
  return `INSERT INTO ${prefix}${table} (${all.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM ${rows(texts.join(', '))}`
}
