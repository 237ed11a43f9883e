/** Reads an untrusted recording: each line is valid, or is left out with a reason. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { recordedError } from '../../core/errors/measuring.ts'
import type { GateError } from '../../core/model/errors.ts'
import { openToRead } from '../../disk.ts'
import { linesWithin } from '../reports/bounded-lines.ts'
import {
  LINES_FILE,
  MAX_DEPTH,
  RECORDING_LIMITS,
  type RecordedExecution,
  type RecordingHeader,
  type RecordingLine,
  recordingLineSchema,
} from './recording.ts'
import { recordingTexts } from './texts.ts'

export interface ReadExecution extends RecordedExecution {
  /** The line number in `executions.jsonl`, from 1. */
  readonly line: number
}

export interface Recording {
  readonly folder: string
  /** The sha256 of the lines that were read, hexadecimal. A file that was not read to its end has no valid digest. */
  readonly digest: string
  /** Null without a valid header: then nothing of the recording counts. */
  readonly header: RecordingHeader | null
  readonly executions: ReadonlyMap<string, readonly ReadExecution[]>
  /** `cut-off`: recording stopped early. An error: the reason that the rest is missing. */
  readonly end: 'done' | 'cut-off' | GateError
  /** Reasons for lines that were left out. */
  readonly refusals: readonly string[]
}

/** Reads a recording. Never throws for the content of the folder. */
export function readRecording(folder: string, limits = RECORDING_LIMITS): Recording {
  const reading = new Map<string, ReadExecution[]>()
  const refusals: string[] = []
  const hash = createHash('sha256')
  let header: RecordingHeader | null = null
  let end: Recording['end'] | null = null
  const refuse = (line: number, why: string) => void refusals.push(`${LINES_FILE} line ${line}: ${why}`)
  const take = (text: string, line: number) => {
    const read = toLine(text)
    if ('reason' in read) return refuse(line, read.reason)
    const { value } = read
    if (end !== null) return refuse(line, 'it follows the end line.')
    if ((value.kind === 'tdd-gate/recording') !== (line === 1)) return refuse(line, recordingTexts.headerElsewhere)
    if (value.kind === 'tdd-gate/recording') header = value
    else if (value.kind === 'end') end = toEnd(value.error)
    else {
      const known = reading.get(value.tree)
      if (known === undefined) reading.set(value.tree, [{ ...value, line }])
      else known.push({ ...value, line })
    }
  }
  try {
    eachLine(folder, limits, { take, refuse, onBytes: (bytes) => hash.update(bytes) })
  } catch (error) {
    if (!isOfSystem(error)) throw error
    refusals.push(recordingTexts.unreadable(LINES_FILE, error.code))
  }
  const executions = header === null ? new Map<string, ReadExecution[]>() : reading
  return { folder, digest: hash.digest('hex'), header, executions, end: end ?? 'cut-off', refusals }
}

interface Reader {
  readonly take: (text: string, line: number) => void
  readonly refuse: (line: number, why: string) => void
  readonly onBytes: (bytes: Buffer) => void
}

function eachLine(folder: string, limits: typeof RECORDING_LIMITS, { take, refuse, onBytes }: Reader) {
  if (!lstatSync(folder).isDirectory()) return refuse(0, 'the recording is not a folder.')
  const file = openToRead(join(folder, LINES_FILE))
  try {
    if (!fstatSync(file).isFile()) return refuse(0, 'it is not a regular file.')
    for (const line of linesWithin(file, limits, onBytes)) {
      if ('reason' in line) refuse(line.number, line.reason)
      else take(line.text, line.number)
    }
  } finally {
    closeSync(file)
  }
}

function toLine(text: string): { readonly value: RecordingLine } | { readonly reason: string } {
  if (isDeeper(text, MAX_DEPTH)) return { reason: recordingTexts.tooDeep(MAX_DEPTH) }
  try {
    const parsed = recordingLineSchema.safeParse(JSON.parse(text))
    if (parsed.success) return { value: parsed.data }
    const [issue] = parsed.error.issues
    const what = `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'unknown'}`
    return { reason: recordingTexts.invalidLine(what.slice(0, MAX_REASON)) }
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: 'it is not valid JSON.' }
    throw error
  }
}

const MAX_REASON = 200

/** Checks the depth before parsing: a text nested a million times would take the memory of a million values. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at]
    if (isInString && unit === '\\') at += 1
    else if (unit === '"') isInString = !isInString
    else if (!isInString && (unit === '[' || unit === '{')) depth += 1
    else if (!isInString && (unit === ']' || unit === '}')) depth -= 1
    if (depth > limit) return true
  }
  return false
}

function toEnd(error: Extract<RecordingLine, { kind: 'end' }>['error']): 'done' | GateError {
  return error === null ? 'done' : recordedError(error)
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
