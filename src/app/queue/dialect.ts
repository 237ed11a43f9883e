/** What a database brings to the queue: the words of its SQL that others lack, and how its transactions run. */

export interface SqlStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export type SqlRow = Readonly<Record<string, unknown>>

/** The work of a transaction: it yields statements, and gets the rows of each. It runs on any database. */
export type Steps<T> = Generator<SqlStatement, T, readonly SqlRow[]>

export interface Dialect {
  /** Stands before the name of each table. */
  readonly prefix: string
  /** Milliseconds since 1970, by a clock that all processes share. */
  readonly now: string
  /** The same as a value of a column of times. */
  readonly time: string
  /** Locks the rows that a query selects. */
  readonly forUpdate: string
  /** The same, without the rows that another process has locked. */
  readonly skipLocked: string
  /**
   * Makes a table `r` of the first parameter.
   * @param columns such as `id text, n bigint`; the parameter is a JSON array of objects with these names
   */
  readonly rows: (columns: string) => string
  /** Selects the entries of the audit log about a pull request, by the parameters `$1` and `$2`. */
  readonly ofPull: string
  /** Compares texts by their bytes. */
  readonly bytewise: string
  /** How a column becomes a text of the move between stores: a `time` in ISO 8601, or `json`. */
  readonly readAs: Readonly<Record<string, (column: string) => string>>
  /** The way back. */
  readonly writeAs: Readonly<Record<string, (column: string) => string>>
  /** The last statement of a transaction that stored events. */
  readonly notify: string | null
}

export interface Engine {
  readonly dialect: Dialect
  /** The interval of the search for events and for the end of other processes, even where nothing is due. */
  readonly checkMs: number
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly SqlRow[]>
  /** @param isDurable whether its result must survive a power failure; otherwise its work is repeated then */
  readonly transaction: <T>(start: () => Steps<T>, isDurable: boolean) => Promise<T>
  /** @returns the name of this process, which holds its lock @throws Error where it cannot hold the lock now */
  readonly self: () => string
  /** @returns those of the processes that have ended */
  readonly findEnded: (owners: readonly string[]) => Promise<readonly string[]>
  /** @param wake is called when another process stored events, where the database tells that */
  readonly onNews: (wake: () => void) => void
  readonly close: () => Promise<void>
}

/** One step. */
export function* fetchRows<Found = SqlRow>(text: string, ...values: readonly unknown[]): Steps<readonly Found[]> {
  return (yield { text, values }) as readonly Found[]
}

/** JSON is a text in some databases, and a value in others. */
export function parseColumn(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}
