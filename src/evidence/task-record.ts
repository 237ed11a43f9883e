/** Reads and writes the record of a task as canonical JSON. */
import * as z from 'zod'
import type { TaskRecord } from '../core/model/task-record.ts'
import { canonical } from '../core/util/canonical.ts'
import { PlanFile } from './branch-schema.ts'
import { toDigest } from './digest.ts'
import { type DeepReadonly, digest, positive, type Same, sha } from './fields.ts'

/** GitHub limits the text of a check run to 65,535 characters. */
export const MAX_RECORD_CHARACTERS = 64_000

const Record = z.strictObject({
  schemaVersion: z.literal(1),
  branch: z.string().min(1).max(255),
  issue: positive.nullable(),
  start: sha,
  plan: PlanFile,
  title: z.string().max(1_000).exactOptional(),
  planDigest: digest,
  policyDigest: digest,
})

/** Reads a record. @returns null for an invalid record, or one whose plan does not match its digest */
export function readTaskRecordText(text: string): TaskRecord | null {
  if (text.length > MAX_RECORD_CHARACTERS) return null
  try {
    const parsed = Record.safeParse(JSON.parse(text))
    const isWhole = parsed.success && toDigest(parsed.data.plan) === parsed.data.planDigest
    return isWhole ? parsed.data : null
  } catch {
    return null
  }
}

export function writeTaskRecordText(record: TaskRecord): string {
  return canonical(record)
}

export type CheckedRecord = Same<TaskRecord, DeepReadonly<z.infer<typeof Record>>>
