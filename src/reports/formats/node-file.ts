/**
 * Determines the result of one test file under `node --test`: its process may have died before it reported all tests.
 * Events: https://nodejs.org/api/test.html#class-testsstream
 */
import { type HookFailure, type LoadError, MAX_MESSAGE } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import { LIMITS, LimitError, type ParsedCase } from '../format.ts'
import { type Json, toNumber, toObject, toText } from '../json/json.ts'
import { cleanText } from '../text.ts'

export interface NodeFile {
  readonly name: string
  readonly cases: ParsedCase[]
  readonly loadErrors: LoadError[]
  readonly hookFailures: HookFailure[]
  readonly diagnostics: string[]
  /** Names of the open suites and tests, by depth. */
  readonly open: string[]
  /** Announced tests without a result, by position. */
  readonly pending: Map<string, NodeEvent[]>
  readonly byId: Map<number, NodeEvent>
  stderr: string
  /** The number of test results so far, to compare with the file's own count. */
  tests: number
  /** The file's own final count; a process that exits early does not write it. */
  counted: number | null
  /** The runner's result for the whole file. */
  error: NodeError | null
  isPassed: boolean
}

export const newNodeFile = (name: string): NodeFile => ({
  name,
  cases: [],
  loadErrors: [],
  hookFailures: [],
  diagnostics: [],
  open: [],
  pending: new Map(),
  byId: new Map(),
  stderr: '',
  tests: 0,
  counted: null,
  error: null,
  isPassed: false,
})

const MAX_DIAGNOSTICS = 20
/** The first major version that ends each file with a count. */
export const COUNTS_SINCE = 24

export function noteDiagnostic(file: NodeFile, message: string): void {
  if (file.diagnostics.length < MAX_DIAGNOSTICS) file.diagnostics.push(message)
}

/** Returns true when the process of the file reported nothing. */
const isSilent = (file: NodeFile) =>
  file.cases.length === 0 && file.open.length === 0 && file.pending.size === 0 && file.counted === null

export const isEmpty = (file: NodeFile) => file.isPassed && isSilent(file) && file.loadErrors.length === 0

/** Returns the load error of a file that failed without a reported test: it did not load, or ended early. */
export function getNodeLoadError(file: NodeFile): LoadError | null {
  const { error } = file
  if (error === null || !isSilent(file)) return null
  const text = cleanText(file.stderr, MAX_MESSAGE)
  if (text !== '') return { file: file.name, message: text, ...classifyFailure({ message: text, element: 'error' }) }
  if (error.failureType === '') return thrownBy(file, error)
  const kind = error.failureType === 'testTimeoutFailure' ? 'timeout' : 'crash'
  return { file: file.name, message: endOf(error), kind, missing: null }
}

/** Converts an error that a file threw. When all files share one process, the runner reports it without a test. */
function thrownBy(file: NodeFile, { message, name, stack }: NodeError): LoadError {
  const text = cleanText(message, MAX_MESSAGE) || 'the file threw something without a message'
  const why = classifyFailure({ message: text, type: name || null, detail: stack || null, element: 'error' })
  return { file: file.name, message: name === '' ? text : cleanText(`${name}: ${text}`, MAX_MESSAGE), ...why }
}

function endOf({ failureType, exitCode, signal, message }: NodeError): string {
  if (failureType === 'testTimeoutFailure') return message
  if (signal !== '') return `the file was ended by ${signal}`
  return exitCode === null ? message : `the file ended with exit code ${exitCode} and without a message`
}

/** Returns the problems of a file that reported its tests. */
export function getNodeRunErrors(file: NodeFile, hasCounts: boolean): readonly string[] {
  if (isSilent(file)) return []
  const isExplained =
    file.cases.some((c) => c.failure !== null) || file.hookFailures.length + file.loadErrors.length > 0
  const output = [...file.diagnostics, file.stderr].filter((text) => text.trim() !== '').join('\n')
  const why = file.error === null || (isExplained && file.diagnostics.length === 0) ? null : output || endOf(file.error)
  return [
    ...(why === null ? [] : [cleanText(`${file.name}: ${why}`, MAX_MESSAGE)]),
    ...(hasEndedEarly(file, hasCounts) ? [`${file.name} ended before its tests did: its process exited`] : []),
    ...((file.counted ?? 0) > file.tests ? [`${file.name} counts ${file.counted} tests and told ${file.tests}`] : []),
  ]
}

const hasEndedEarly = (file: NodeFile, hasCounts: boolean) =>
  file.pending.size > 0 || (hasCounts && file.counted === null && (file.isPassed || file.error !== null))

export interface NodeError {
  readonly failureType: string
  readonly exitCode: number | null
  readonly signal: string
  readonly name: string
  readonly code: string
  readonly message: string
  readonly stack: string
}

export interface NodeEvent {
  readonly type: string
  readonly name: string
  readonly nesting: number
  readonly file: string
  /** Reported by the process of the file, not by the runner about the file. */
  readonly isInside: boolean
  readonly line: number | null
  /** Distinguishes two running tests with equal names. */
  readonly place: string
  readonly id: number | null
  readonly parent: number | null
  readonly isSuite: boolean
  readonly durationMs: number | null
  readonly isSkipped: boolean
  readonly isTodo: boolean
  readonly isExpectedToFail: boolean
  readonly error: NodeError | null
  readonly message: string
  readonly stderr: string
  readonly tests: number
  readonly isSuccess: boolean
}

/** @throws ReportError for an impossible depth. */
export function toNodeEvent(raw: Json): NodeEvent {
  const nesting = Math.trunc(toNumber(raw['nesting']) ?? 0)
  if (nesting > LIMITS.depth) throw new LimitError(`nested deeper than the limit of ${LIMITS.depth}`)
  const name = toText(raw['name'])
  const file = toText(raw['file'])
  return {
    type: toText(raw['type']),
    name,
    nesting,
    file,
    isInside: raw['isInside'] === true || !isFileItself(raw, name, file, nesting),
    line: toNumber(raw['line']),
    place: JSON.stringify([file, nesting, name, raw['line'], raw['column']]),
    id: toNumber(raw['id']),
    parent: toNumber(raw['parent']),
    isSuite: raw['kind'] === 'suite',
    durationMs: toNumber(raw['durationMs']),
    isSkipped: isSaid(raw['skip']),
    isTodo: isSaid(raw['todo']),
    isExpectedToFail: isSaid(raw['expectFailure']),
    error: raw['error'] === undefined ? null : toNodeError(toObject(raw['error'])),
    message: toText(raw['message']),
    stderr: toText(raw['stderr']),
    tests: toNumber(toObject(raw['counts'])['tests']) ?? 0,
    isSuccess: raw['isSuccess'] !== false,
  }
}

/** Recognises the runner's entry of a file: it has the file's name and starts at its first character. */
function isFileItself(raw: Json, name: string, file: string, nesting: number): boolean {
  const isNamed = file === name || file.replaceAll('\\', '/').endsWith(`/${name.replaceAll('\\', '/')}`)
  return nesting === 0 && raw['line'] === 1 && raw['column'] === 1 && isNamed
}

/** The message for a file that threw no value. */
export const NO_WORDS = toNodeError({})

/** `skip: 'why'` and `skip: true`; an empty reason is a reason. */
const isSaid = (value: unknown) => value === true || typeof value === 'string'

function toNodeError(raw: Json): NodeError {
  return {
    failureType: toText(raw['failureType']),
    exitCode: toNumber(raw['exitCode']),
    signal: toText(raw['signal']),
    name: toText(raw['name']),
    code: toText(raw['code']),
    message: toText(raw['message']),
    stack: toText(raw['stack']),
  }
}
