/** What a store holds, whatever its engine: the command that moves a store reads it from one and writes it to another. */

export interface Contents {
  /** Events that are not finished, in their order. */
  readonly events: readonly StoredEvent[]
  /** Dead letters, the oldest first. */
  readonly dead: readonly StoredDeadLetter[]
  /** Deliveries that were accepted, those of `events` included. */
  readonly seen: readonly { readonly id: string; readonly at: number }[]
  /** The audit log, with the numbers of its entries. */
  readonly audit: readonly StoredAudit[]
  /** What the pages show of pull requests. */
  readonly pulls: readonly StoredPullRow[]
}

interface StoredJob {
  readonly id: string
  readonly key: string
  readonly body: string
  readonly isHint: boolean
  readonly tries: number
}
/** `due`: the time of the next attempt, in milliseconds since 1970. */
export type StoredEvent = StoredJob & { readonly due: number }
type StoredDeadLetter = StoredJob & { readonly reason: string }

interface StoredAudit {
  readonly n: number
  readonly at: string
  readonly subject: string
  readonly digest: string
  readonly delivery: string
  /** JSON */
  readonly entry: string
}

interface StoredPullRow {
  /** GitHub's id. */
  readonly repository: string
  readonly number: number
  /** `owner/repo` */
  readonly name: string
  readonly isOpen: boolean
  /** ISO 8601 */
  readonly at: string
  /** JSON */
  readonly summary: string
  /** JSON */
  readonly accepted: string
  /** JSON */
  readonly report: string
}

export type ContentsPart = keyof Contents
/** The order in which they are moved. */
export const PARTS = ['events', 'dead', 'seen', 'audit', 'pulls'] as const satisfies readonly ContentsPart[]
/** The rows that are read and written together. A report has up to two megabytes. */
export const ROWS_AT_ONCE: Readonly<Record<ContentsPart, number>> = {
  events: 1000,
  dead: 1000,
  seen: 1000,
  audit: 1000,
  pulls: 20,
}
export type ContentsCounts = Readonly<Record<ContentsPart, number>>

/** A store that no App has open, in one transaction. Without a commit it stays as it was. */
export interface StoreContents extends AsyncDisposable {
  readonly count: () => Promise<ContentsCounts>
  readonly read: <P extends ContentsPart>(part: P) => AsyncIterable<Contents[P][number]>
  readonly write: <P extends ContentsPart>(part: P, rows: Contents[P]) => Promise<void>
  readonly commit: () => Promise<void>
}
