/** Schemas of the values in evidence. Each has a bound, because evidence is input from others. */
import * as z from 'zod'
import { WHOLE_SHA } from '../core/model/commit.ts'
import { FAILURE_KINDS } from '../core/model/test-run.ts'
import { MAX_DOCUMENT_CHARACTERS } from './document.ts'

/** More entries than any real list has. The text as a whole has a limit too. */
export const MAX_ENTRIES = 20_000
const MAX_COUNT = 1_000_000_000
const MAX_PATH = 1_024

export const sha = z.string().regex(WHOLE_SHA)
export const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** An id of GitHub in decimal digits. */
export const decimal = z.string().regex(/^[1-9]\d{0,19}$/)
export const countField = z.int().min(0).max(MAX_COUNT)
/** How many tests ended how. */
export const totalFields = {
  total: countField,
  passed: countField,
  failed: countField,
  errored: countField,
  skipped: countField,
  loadErrors: countField,
}
export const milliseconds = z.number().min(0).max(1_000_000_000_000)
export const positive = z.int().min(1).max(MAX_COUNT)
/** A test id, path or message, as long as reports have them. */
export const boundedText = z.string().max(MAX_DOCUMENT_CHARACTERS)
export const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\u0000-\u001f\u007f]*$/)
export const instant = z.iso.datetime()
export const repository = z.strictObject({ id: decimal, name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/) })
export const pullRequest = positive.nullable()
export const listOf = <T extends z.ZodType>(entry: T, most = MAX_ENTRIES) => z.array(entry).max(most)

/** A path inside the run's folder: portable characters, no `..` and no hidden files. */
export const safePath = z
  .string()
  .max(MAX_PATH)
  .regex(/^[A-Za-z0-9_][\w@+-]*(?:\.[\w@+-]+)*(?:\/[A-Za-z0-9_][\w@+-]*(?:\.[\w@+-]+)*){0,9}$/)

export const failureKind = z.enum(FAILURE_KINDS)
/** An object with these keys only, each of them optional. */
export const exactly = <K extends string, T extends z.ZodType>(names: readonly K[], field: T) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, field.exactOptional()])) as Record<K, z.ZodExactOptional<T>>,
  )

export const runId = { id: decimal, attempt: positive }
export const origin = z.strictObject({ ...runId, event: z.string().regex(/^[a-z_]{1,40}$/), head: sha })
export const level = z.enum(['attested', 'verified-run', 'self-published'])

/** Plain data as readers get it: deeply read-only. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** Does not compile unless both types agree. */
export type Same<A extends B, B extends C, C = A> = [A, B, C]
