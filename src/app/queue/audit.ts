/** The audit log: entries are added and read, and never changed. */
import { createHash } from 'node:crypto'
import type { AuditEntry } from '../../core/model/audit.ts'
import { canonical } from '../../core/util/canonical.ts'
import { type Engine, parseColumn, type SqlRow } from './dialect.ts'

export interface StoredEntry {
  /** The order. */
  readonly n: number
  /** ISO 8601 */
  readonly at: string
  /** The delivery of GitHub, or the event of the App, that led to it. */
  readonly delivery: string
  readonly entry: AuditEntry
}

export interface AuditLog {
  /** Returns false where the last entry about this subject is the same. */
  readonly append: (entry: AuditEntry, delivery: string) => Promise<boolean>
  /** Returns the entries after `n`, at most `AUDIT_PAGE`, the oldest first. */
  readonly read: (n: number) => Promise<readonly StoredEntry[]>
  /** Returns the last entries of a pull request, at most `AUDIT_PAGE`, the latest first. */
  readonly about: (repositoryId: string, number: number) => Promise<readonly StoredEntry[]>
}

const AUDIT_PAGE = 1000

/** What an entry is about: the verdict of a pull request, or one command. */
function toAuditSubject(entry: AuditEntry): { readonly subject: string; readonly digest: string } {
  const place = `${entry.kind} ${entry.repository}#${entry.number}`
  const subject =
    entry.kind === 'command' && entry.commentId !== null ? `${place} ${entry.commentId} ${entry.command}` : place
  return { subject, digest: createHash('sha256').update(canonical(entry)).digest('base64url') }
}

export function openAudit({ query, dialect: { prefix, time, ofPull } }: Pick<Engine, 'query' | 'dialect'>): AuditLog {
  const table = `${prefix}audit`
  const append = `INSERT INTO ${table} (at, subject, digest, delivery, entry) SELECT ${time}, $1, $2, $3, $4
    WHERE $2 IS DISTINCT FROM (SELECT digest FROM ${table} WHERE subject = $1 ORDER BY n DESC LIMIT 1) RETURNING n`
  const select = `SELECT n, at, delivery, entry FROM ${table}`
  return {
    append: async (entry, delivery) => {
      const { subject, digest } = toAuditSubject(entry)
      return (await query(append, [subject, digest, delivery, JSON.stringify(entry)])).length > 0
    },
    read: async (after) => (await query(`${select} WHERE n > $1 ORDER BY n LIMIT ${AUDIT_PAGE}`, [after])).map(toEntry),
    about: async (repositoryId, number) => {
      const text = `${select} WHERE ${ofPull} ORDER BY n DESC LIMIT ${AUDIT_PAGE}`
      return (await query(text, [repositoryId, String(number)])).map(toEntry)
    },
  }
}

function toEntry({ n, at, delivery, entry }: SqlRow): StoredEntry {
  return {
    n: Number(n),
    at: new Date(at as string | Date).toISOString(),
    delivery: String(delivery),
    entry: parseColumn(entry) as AuditEntry,
  }
}
