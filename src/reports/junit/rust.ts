/** Reads tests of libtest and cargo-nextest: names, and panics, which may be in the output of the test. */
import type { FailureKind } from '../../core/model/test-run.ts'
import { getLibtestPlace, OTHER_PANIC, panicIn } from '../formats/libtest-json.ts'
import type { RawCase, RawPlace, RawProblem } from './raw.ts'

/** Class values of a test outside of modules, and of one whose modules are in its name. */
const NO_CLASS = new Set(['', 'crate', 'integration', 'unknown'])
const PANIC_PLACE = /^thread '[^\n]*panicked at [^\n]*$/
const PANIC_KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/^test timeout/, 'timeout'],
  [/^test abort/, 'crash'],
  [/^execution failure/, 'infrastructure'],
]

export function libtestPlace({ className, name }: RawCase): RawPlace {
  if (className.includes('/') || className.endsWith('.rs')) return { file: className, suite: [], name, variant: null }
  const { file, suite, name: own } = getLibtestPlace(NO_CLASS.has(className) ? name : `${className}::${name}`)
  return { file, suite, name: own, variant: null }
}

/** The class consists of package and binary, as in the JSON of nextest. */
export function nextestPlace({ className, name }: RawCase): RawPlace {
  const { suite, name: own } = getLibtestPlace(name)
  return { file: null, suite: className === '' ? suite : [className, ...suite], name: own, variant: null }
}

export function withPanics(raw: RawCase): RawCase {
  if (raw.problems.length + raw.attempts.length === 0) return raw
  return { ...raw, problems: raw.problems.map(withPanic), attempts: raw.attempts.map(withOwnPlace).map(withPanic) }
}

/** An attempt without a text has only the place of its panic. */
function withOwnPlace(problem: RawProblem): RawProblem {
  return problem.text === '' ? { ...problem, text: problem.message } : problem
}

/** A failure without a panic is an error. The writers' type names are not exceptions. */
function withPanic(problem: RawProblem): RawProblem {
  const { text, type } = problem
  const note = PANIC_PLACE.test(problem.message) ? '' : problem.message
  const message = note || panicIn(text) || text.trim() || type || ''
  const [, known] = PANIC_KINDS.find(([pattern]) => pattern.test(type ?? '')) ?? []
  const kind = known ?? (OTHER_PANIC.test(note) ? 'assertion' : undefined)
  return { element: 'error', message, type: null, text, ...(kind !== undefined && { kind }) }
}
