/** The audit log: entries are added and read, and never changed. */
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { AuditEntry } from '../../core/model/audit.ts'
import { canonical } from '../../core/util/canonical.ts'

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

export const AUDIT_PAGE = 1000

export const AUDIT_TABLE = `
CREATE TABLE audit (n INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, subject TEXT NOT NULL, digest TEXT NOT NULL,
  delivery TEXT NOT NULL, entry TEXT NOT NULL);
CREATE INDEX auditBySubject ON audit (subject, n);
CREATE TRIGGER auditUnchanged BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER auditComplete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
`

/** What an entry is about: the verdict of a pull request, or one command. */
export function toAuditSubject(entry: AuditEntry): { readonly subject: string; readonly digest: string } {
  const place = `${entry.kind} ${entry.repository}#${entry.number}`
  const subject =
    entry.kind === 'command' && entry.commentId !== null ? `${place} ${entry.commentId} ${entry.command}` : place
  return { subject, digest: createHash('sha256').update(canonical(entry)).digest('base64url') }
}

export function openAuditFile(database: DatabaseSync, now: () => number): AuditLog {
  const last = database.prepare('SELECT digest FROM audit WHERE subject = ? ORDER BY n DESC LIMIT 1')
  const insert = database.prepare('INSERT INTO audit (at, subject, digest, delivery, entry) VALUES (?, ?, ?, ?, ?)')
  const page = database.prepare(`SELECT n, at, delivery, entry FROM audit WHERE n > ? ORDER BY n LIMIT ${AUDIT_PAGE}`)
  const about =
    database.prepare(`SELECT n, at, delivery, entry FROM audit WHERE json_extract(entry, '$.repositoryId') = ?
    AND json_extract(entry, '$.number') = ? ORDER BY n DESC LIMIT ${AUDIT_PAGE}`)
  return {
    append: async (entry, delivery) => {
      const { subject, digest } = toAuditSubject(entry)
      if (last.get(subject)?.['digest'] === digest) return false
      insert.run(new Date(now()).toISOString(), subject, digest, delivery, JSON.stringify(entry))
      return true
    },
    read: async (n) => page.all(n).map(toEntry),
    about: async (repositoryId, number) => about.all(repositoryId, number).map(toEntry),
  }
}

function toEntry(row: Readonly<Record<string, unknown>>): StoredEntry {
  return {
    n: Number(row['n']),
    at: String(row['at']),
    delivery: String(row['delivery']),
    entry: JSON.parse(String(row['entry'])),
  }
}
