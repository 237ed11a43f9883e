/** What the gate decided and what people asked for, as the audit log stores it. */
import type { Sha } from './commit.ts'

export interface AuditedVerdict {
  readonly kind: 'verdict'
  /** `owner/repo` */
  readonly repository: string
  readonly number: number
  readonly head: Sha
  readonly conclusion: string
  readonly title: string
  /** The rules that rejected a commit of the branch, sorted. */
  readonly rules: readonly string[]
  /** Login of the person who let the head pass; null: the gate decided. */
  readonly overriddenBy: string | null
}

export interface AuditedCommand {
  readonly kind: 'command'
  readonly repository: string
  readonly number: number
  /** Null: a button or a label. */
  readonly commentId: string | null
  readonly actor: string
  readonly role: string
  readonly command: string
  /** False: the App refused it. */
  readonly isDone: boolean
  /** The kinds of changes that the command made. */
  readonly effects: readonly string[]
}

/** `repositoryId` is absent in entries of earlier versions. */
export type AuditEntry = (AuditedVerdict | AuditedCommand) & { readonly repositoryId?: string }

/** Stores an entry before its effects are written. An entry that repeats the one before it is stored once. */
export type RecordEntry = (entry: AuditEntry) => Promise<void>
