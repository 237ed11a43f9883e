/** Reads test reports from files, folders, globs or a pipe, as the gate would. */
import { resolve } from 'node:path'
import { GateError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import type { TestRun } from '../core/test-run.ts'
import {
  type Bytes,
  HEAD_CHARACTERS,
  LIMITS,
  type ParsedReport,
  ReportError,
  type ReportFormat,
} from '../reports/format.ts'
import { chunksOf, findReports, headOf } from './report-files.ts'

/** What the room of reports offers: its registry, its detection and its identities. */
export interface ReportTools {
  readonly formats: Readonly<Record<string, ReportFormat>>
  readonly detect: (head: string) => string | null
  /** Resolves the reports' file names against tracked paths. */
  readonly identify: (reports: readonly ParsedReport[], paths: readonly string[]) => TestRun
  /** The tracked paths of the repository around a folder; none outside of one. */
  readonly trackedPaths: (dir: string) => Promise<readonly string[]>
}

export interface ReportOptions {
  /** Files, folders, globs, or `-`. */
  readonly inputs: readonly string[]
  /** Detected by content when left out. */
  readonly format?: string
  readonly cwd: string
  readonly stdin: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

const ENCODER = new TextEncoder()
const TRY_AGAIN = 'Run the tests again and look at the report itself.'

/**
 * @throws GateError `unreadable-report` when a named report is missing, empty, broken or of no known format; files found by
 * glob or folder that are no reports are warnings, unless none is one.
 */
export async function report(options: ReportOptions, tools: ReportTools): Promise<TestRun> {
  const { inputs, cwd, format } = options
  if (inputs.length === 0) throw new GateError('bad-usage', 'no report is named', 'tdd-gate report --help')
  checkFormat(format, tools)
  const reports: ParsedReport[] = []
  const skipped: string[] = []
  for (const input of inputs.filter((one) => one === '-')) {
    reports.push(parseAs(input, await readAll(options.stdin), options, tools))
  }
  for (const { name, isNamed } of findReports(
    inputs.filter((one) => one !== '-'),
    cwd,
  )) {
    const path = resolve(cwd, name)
    if (!isNamed && format === undefined && tools.detect(headOf(path)) === null) skipped.push(name)
    else reports.push(parseAs(name, () => chunksOf(path), options, tools))
  }
  if (reports.length === 0) throw noFormat(skipped.join(', '), tools)
  const run = tools.identify(reports, await tools.trackedPaths(cwd))
  return {
    ...run,
    warnings: [...run.warnings, ...skipped.map((name) => `${name} is of no known format and was left out`)],
  }
}

function checkFormat(format: string | undefined, { formats }: ReportTools): void {
  if (format === undefined || Object.hasOwn(formats, format)) return
  const known = Object.keys(formats)
  const hint = didYouMean(format, known).replace(/^$/, '.')
  throw new GateError(
    'unknown-format',
    `no report format is called \`${format}\`${hint}`,
    `Known formats: ${known.join(', ')}`,
  )
}

function parseAs(name: string, open: () => Bytes, { format }: ReportOptions, tools: ReportTools): ParsedReport {
  try {
    const head = decodeHead(open())
    if (head === '') throw new GateError('unreadable-report', `${name} is empty`, TRY_AGAIN)
    const found = format ?? tools.detect(head)
    const chosen = found === null ? undefined : tools.formats[found]
    if (!chosen) throw noFormat(name, tools)
    return chosen.parse(open())
  } catch (error) {
    if (error instanceof ReportError || (error instanceof Error && 'syscall' in error)) {
      throw new GateError('unreadable-report', `${name}: ${error.message}`, TRY_AGAIN, error)
    }
    throw error
  }
}

function decodeHead(bytes: Bytes): string {
  const decoder = new TextDecoder()
  let head = ''
  for (const piece of bytes) {
    head += decoder.decode(piece, { stream: true })
    if (head.length >= HEAD_CHARACTERS) break
  }
  return head.slice(0, HEAD_CHARACTERS)
}

/** A pipe can be read once only, so it is kept. */
async function readAll(stdin: ReportOptions['stdin']): Promise<() => Bytes> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stdin) {
    const bytes = typeof piece === 'string' ? ENCODER.encode(piece) : piece
    size += bytes.length
    if (size > LIMITS.fileBytes)
      throw new GateError('limit-exceeded', `more than ${LIMITS.fileBytes} bytes on stdin`, 'Name a file.')
    pieces.push(bytes)
  }
  return () => pieces
}

function noFormat(names: string, { formats }: ReportTools): GateError {
  const known = Object.keys(formats).join(', ')
  return new GateError('unreadable-report', `${names} is of no known format`, `Say which with --format: ${known}`)
}
