/** Parses one line of our Node reporter (`test-runner/assets/node-reporter.mjs`) and checks every type. */
import { LIMITS, LimitError } from '../format.ts'
import { type Json, toNumber, toObject, toText } from '../json/json.ts'

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
