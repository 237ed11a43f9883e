/** Reads message, type and place of a failure from a TAP result, in the keys of each writer. */
import type { FailureKind } from '../../core/model/test-run.ts'
import { type FailureText, splitError } from '../failure/failures.ts'
import type { TapPoint } from './tree.ts'

/** AVA wraps a thrown error in its own AssertionError. */
const AVA_THROWN = /^(?:Error thrown in test|Rejected promise returned by test\. Reason|.* returned by test.*)$/
const AVA_ERROR = /^([A-Za-z_$][\w$]*) (?:@\w+ )?\{\n(?:[\s\S]*?)message: (?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/

export function getFailureText(point: TapPoint): FailureText {
  const say = (key: string) => point.diagnostic.get(key) ?? ''
  const stack = say('stack') || getPlace(point) || point.after
  const thrown = avaThrown(point)
  if (thrown !== null) return { ...thrown, detail: stack }
  const message = say('error') || say('message') || point.name
  const printed = splitError(say('stack'))
  const type = say('tapCaught') ? say('type') : say('name') || printed.type
  const failureText = {
    message,
    type: type || null,
    detail: stack,
    element: type ? null : ('failure' as const),
    line: getLine(point),
  }
  const kind = getKind(point, message)
  return kind === null ? failureText : { ...failureText, kind }
}

function getKind({ diagnostic, name }: TapPoint, message: string): FailureKind | null {
  if (diagnostic.get('failureType') === 'testTimeoutFailure' || diagnostic.has('expired')) return 'timeout'
  if (/ timed out after \d{1,9} ?ms$/.test(name) || message === 'timeout!') return 'timeout'
  // The code of Node, and the names of assertions of AVA and tape.
  if (diagnostic.get('code') === 'ERR_ASSERTION' || diagnostic.has('assertion') || diagnostic.has('operator'))
    return 'assertion'
  return null
}

/** tape, AVA and Vitest write the place as a line, node-tap as fields, Node beside the stack. */
function getPlace({ diagnostic }: TapPoint): string {
  const file = diagnostic.get('fileName')
  if (file) return `    at (${file}:${diagnostic.get('lineNumber')})`
  const at = diagnostic.get('at') || diagnostic.get('location')
  return at ? `    at ${at}` : ''
}

function getLine({ diagnostic }: TapPoint): number | null {
  const line = /:(\d+):\d+\)?$/.exec(diagnostic.get('location') ?? '')?.[1] ?? diagnostic.get('lineNumber')
  return line === undefined || !/^\d{1,9}$/.test(line) ? null : Number(line)
}

function avaThrown({ diagnostic }: TapPoint): { type: string | null; message: string } | null {
  const label = [...diagnostic.keys()].find((key) => AVA_THROWN.test(key))
  if (label === undefined) return null
  const printed = diagnostic.get(label) ?? ''
  const match = AVA_ERROR.exec(printed)
  return match === null
    ? { type: null, message: printed || label }
    : { type: match[1] ?? null, message: match[2] ?? match[3] ?? '' }
}
