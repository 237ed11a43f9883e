/** Records measurements as they happen, so that they can be replayed without running code of the project. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordingExists, recordingTooLarge } from '../../core/errors/measuring.ts'
import type { Shard } from '../../core/model/config.ts'
import type { ErrorCode, GateError } from '../../core/model/errors.ts'
import type { TestExecutor } from '../executor.ts'
import { createRedactor, type Redactor } from '../process/redact-secrets.ts'
import { getSeal, type TamperCheck } from '../reports/tamper-check.ts'
import { recordLaunch, redactProblems } from './record-launch.ts'
import {
  BLOBS_FOLDER,
  LINES_FILE,
  RECORDING_LIMITS,
  type RecordedExecution,
  type RecordedLaunch,
  type RecordedProof,
  type RecordingLine,
  recordingLineSchema,
} from './recording.ts'
import { type BlobStore, openBlobStore } from './store-blob.ts'
import { recordingTexts } from './texts.ts'

export interface RecorderOptions {
  /** Values that must not be stored. */
  readonly secrets: readonly string[]
  /** The slice that this job measures; null: everything. */
  readonly shard: Shard | null
}

/** An execution before its first launch. */
type Beginning = Pick<RecordedExecution, 'tree' | 'request' | 'isLent' | 'isolation'>

interface ExecutionRecorder {
  /** The executor with recording: it returns results as they were recorded. */
  readonly stage: TestExecutor
  /**
   * Stores the execution. Call it after all of it has been read.
   * @throws GateError `limit-exceeded`
   */
  readonly finish: () => void
}

export interface Recorder {
  readonly shard: Shard | null
  readonly begin: (beginning: Beginning, stage: TestExecutor) => ExecutionRecorder
  /**
   * Writes the end line. `error`: why the rest was not measured; null: nothing is missing.
   * @throws GateError `bad-evidence` when tests changed the recording
   */
  readonly end: (error: GateError | null) => void
  /**
   * Returns the digest of all lines written so far; they name every blob by its own digest. It is computed while lines
   * are written, so later changes of the files do not affect it.
   */
  readonly digest: () => string
}

/**
 * Creates a recorder.
 * @param folder created when it does not exist
 * @throws GateError `file-exists` when it already contains a recording
 */
export function createRecorder(folder: string, options: RecorderOptions, limits = RECORDING_LIMITS): Recorder {
  const { secrets, shard } = options
  const redact = createRedactor(secrets)
  const { append, tamperCheck } = openLines(folder, limits)
  const store = openBlobStore(join(folder, BLOBS_FOLDER), redact, limits)
  append({ kind: 'tdd-gate/recording', schemaVersion: 1, shard })
  return {
    shard,
    begin: (beginning, executor) => recordExecution(beginning, executor, { append, store, mask: redact }),
    end: (error) => {
      tamperCheck.check()
      append({ kind: 'end', error: error && toError(error, redact) })
    },
    digest: tamperCheck.digest,
  }
}

/** Bytes reserved for the end line. */
const END_BYTES = 262_144

type Append = (line: RecordingLine) => void

interface Writing {
  readonly append: Append
  readonly store: BlobStore
  readonly mask: Redactor
}

/** Writes each line at once: a killed job keeps what it had finished. */
function openLines(
  folder: string,
  limits: typeof RECORDING_LIMITS,
): { readonly append: Append; readonly tamperCheck: TamperCheck } {
  const path = join(folder, LINES_FILE)
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(path, '', { flag: 'wx' })
  } catch (error) {
    throw recordingExists(path, folder, error)
  }
  const tamperCheck = getSeal(path)
  let count = 0
  let total = 0
  const append: Append = (line) => {
    const text = `${JSON.stringify(line)}\n`
    const { error } = recordingLineSchema.safeParse(line)
    if (error) throw recordingTooLarge(recordingTexts.refusedLine(error.issues[0]?.path.join('.')))
    if (Buffer.byteLength(text) > limits.lineBytes)
      throw recordingTooLarge(recordingTexts.lineTooLong(limits.lineBytes))
    if (count >= limits.lines - 1 && line.kind !== 'end')
      throw recordingTooLarge(recordingTexts.tooManyLines(limits.lines))
    if (total + Buffer.byteLength(text) > limits.indexBytes - END_BYTES && line.kind !== 'end')
      throw recordingTooLarge(recordingTexts.linesTooLarge(limits.indexBytes))
    appendFileSync(path, text)
    tamperCheck.add(text)
    count += 1
    total += Buffer.byteLength(text)
  }
  return { append, tamperCheck }
}

function toError(error: GateError, redact: Redactor) {
  const clip = (text: string) => redact.text(text).slice(0, MAX_WORDS)
  return { code: error.code as ErrorCode, message: clip(error.message), suggestion: clip(error.suggestion.text) }
}

/** Limits the text for readers. */
const MAX_WORDS = 20_000

function recordExecution(beginning: Beginning, executor: TestExecutor, writing: Writing): ExecutionRecorder {
  const launches: RecordedLaunch[] = []
  const proofs: RecordedProof[] = []
  const { tree, isLent, isolation, request } = beginning
  return {
    stage: {
      ...executor,
      launch: async (part) => {
        const { recorded, launch } = recordLaunch(await executor.launch(part), writing)
        launches.push(recorded)
        return launch
      },
      prove: async (suite, paths) => {
        const problems = redactProblems(await executor.prove(suite, paths), writing.mask)
        proofs.push({ suite: suite.config.name, problems })
        return problems
      },
    },
    finish: () => {
      const places = [...executor.places]
      writing.append({ kind: 'execution', tree, request, places, isLent, isolation, launches, proofs })
    },
  }
}
