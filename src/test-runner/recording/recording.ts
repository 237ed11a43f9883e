/**
 * Defines a recording of measurements: a folder with `executions.jsonl` and `blobs/`. The first has a header, one line
 * for each execution, and an end. Blobs are named by the sha256 of their bytes. Readers must treat it as hostile.
 */
import * as z from 'zod'
import { ERRORS, type ErrorCode } from '../../core/errors/codes.ts'
import { WHOLE_SHA } from '../../core/model/commit.ts'
import { CONDITIONS } from '../../core/model/config.ts'
import { ISOLATIONS } from '../../core/model/isolation.ts'
import { PROBLEM_CODES } from '../../core/model/test-run.ts'
import { LIMITS } from '../../reports/format.ts'
import { TAIL_BYTES } from '../process/process.ts'
import { MAX_REPORTS } from '../reports/collect.ts'
import { recordingTexts } from './texts.ts'

export const LINES_FILE = 'executions.jsonl'
export const BLOBS_FOLDER = 'blobs'

export interface RecordingLimits {
  readonly blobs: number
  readonly blobBytes: number
  /** Of all blobs together. */
  readonly totalBytes: number
  readonly lines: number
  readonly lineBytes: number
  /** Of all lines together. */
  readonly indexBytes: number
}

/** Writers and readers apply the same limits. */
export const RECORDING_LIMITS: RecordingLimits = {
  blobs: 200_000,
  blobBytes: LIMITS.fileBytes,
  totalBytes: 1_073_741_824,
  lines: 20_000,
  lineBytes: 16_777_216,
  indexBytes: 268_435_456,
}

/** Deeper than any valid line. */
export const MAX_DEPTH = 12
/** Decoding and encoding turns an invalid byte into three bytes. */
export const MAX_TAIL_BYTES = 3 * TAIL_BYTES
/** Linux allows no longer path; UTF-16 is never longer than UTF-8. */
const MAX_PATH = 4_096
const MAX_NAME = 256
const MAX_TEXT = 65_536
const MAX_FILES = 100_000
/** The maximal number of suites, each run twice when it runs as a whole. */
const MAX_LAUNCHES = 100
const MAX_MS = 1e12
const MAX_EXIT_CODE = 0xff_ff_ff_ff

const name = z.string().max(MAX_NAME)
const text = z.string().max(MAX_TEXT)
const path = z.string().min(1).max(MAX_PATH)
const place = path.regex(/^(?:\/|[A-Za-z]:[\\/])[^\0]*$/)
const problem = z.strictObject({ code: z.enum(PROBLEM_CODES), message: text })

const Shard = z
  .strictObject({ index: z.int().min(1), count: z.int().min(1).max(MAX_NAME) })
  .refine(({ index, count }) => index <= count)

/** Headers of earlier versions name tools too: nothing reads them. */
const Header = z.object({
  kind: z.literal('tdd-gate/recording'),
  schemaVersion: z.literal(1),
  /** Null: no shards. */
  shard: Shard.nullable(),
})

const BlobName = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0).max(RECORDING_LIMITS.blobBytes),
})

const File = z.strictObject({ name: path, ...BlobName.shape })

const Found = z.strictObject({
  files: z
    .array(File)
    .max(MAX_REPORTS)
    // Without this limit, one large blob named many times would be read many times.
    .refine(
      (files) => files.reduce((sum, { bytes }) => sum + bytes, 0) <= RECORDING_LIMITS.totalBytes,
      recordingTexts.filesTooLarge(RECORDING_LIMITS.totalBytes),
    ),
  problems: z.array(problem).max(2 * MAX_REPORTS),
})

const Launch = z.strictObject({
  suite: name,
  files: z.array(path).max(MAX_FILES).nullable(),
  exitCode: z.int().min(0).max(MAX_EXIT_CODE).nullable(),
  signal: z
    .string()
    .regex(/^SIG[A-Z0-9]{1,12}$/)
    .nullable(),
  isTimedOut: z.boolean(),
  /** Absent in recordings of the version before, where builds were part of the command. */
  failedBuild: text.nullable().default(null),
  durationMs: z.number().min(0).max(MAX_MS),
  /** The ends of the output; null when they could not be stored. */
  stdout: BlobName.nullable(),
  stderr: BlobName.nullable(),
  reports: Found,
  coverage: Found,
})

const Execution = z.strictObject({
  kind: z.literal('execution'),
  tree: z.string().regex(WHOLE_SHA),
  request: z.strictObject({
    files: z.array(path).max(MAX_FILES).nullable(),
    coverage: z.boolean(),
    repeat: z.int().min(1),
    withCanary: z.boolean(),
    mutation: z.array(path).max(MAX_FILES).exactOptional(),
    vary: z.array(z.enum(CONDITIONS)).max(CONDITIONS.length).exactOptional(),
    suites: z.array(name).max(MAX_LAUNCHES).exactOptional(),
  }),
  /** Absolute paths of the checkout as reports may name it. */
  places: z.array(place).min(1).max(2),
  /** Whether it used packages of the working tree. */
  isLent: z.boolean(),
  /** Absent in recordings of the version before, which had no isolation. */
  isolation: z.enum(ISOLATIONS).default('none'),
  launches: z.array(Launch).max(MAX_LAUNCHES),
  /** The result of each requested harness check, by suite. */
  proofs: z.array(z.strictObject({ suite: name, problems: z.array(problem).max(MAX_NAME) })).max(MAX_LAUNCHES),
})

const End = z.strictObject({
  kind: z.literal('end'),
  /** Why the rest was not measured; null: the recording is complete. */
  error: z
    .strictObject({ code: z.enum(Object.keys(ERRORS) as [ErrorCode]), message: text, suggestion: text })
    .nullable(),
})

export const recordingLineSchema = z.discriminatedUnion('kind', [Header, Execution, End])

export type RecordingLine = z.infer<typeof recordingLineSchema>
export type RecordingHeader = z.infer<typeof Header>
export type RecordedExecution = z.infer<typeof Execution>
export type RecordedLaunch = z.infer<typeof Launch>
export type RecordedProof = RecordedExecution['proofs'][number]
export type BlobName = z.infer<typeof BlobName>
