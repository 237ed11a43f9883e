/** What libtest and cargo-nextest tell of a test: its name, and the panic, which may stand in the output of the test. */
import type { FailureKind } from '../../core/model/test-run.ts'
import { getPlace, OTHER_PANIC, panicIn } from '../formats/libtest-test.ts'
import type { Place, RawCase, RawProblem } from './raw.ts'

/** Words in the place of a class: of a test outside of any module, and of one whose modules stand in its name. */
const NO_CLASS = new Set(['', 'crate', 'integration', 'unknown'])
const PANIC_PLACE = /^thread '[^\n]*panicked at [^\n]*$/
const ENDINGS: readonly (readonly [RegExp, FailureKind])[] = [
  [/^test timeout/, 'timeout'],
  [/^test abort/, 'crash'],
  [/^execution failure/, 'infrastructure'],
]

export function libtestPlace({ className, name }: RawCase): Place {
  if (className.includes('/') || className.endsWith('.rs')) return { file: className, suite: [], name, variant: null }
  const { file, suite, name: own } = getPlace(NO_CLASS.has(className) ? name : `${className}::${name}`)
  return { file, suite, name: own, variant: null }
}

/** The class is package and binary, as in the JSON of nextest. */
export function nextestPlace({ className, name }: RawCase): Place {
  const { suite, name: own } = getPlace(name)
  return { file: null, suite: className === '' ? suite : [className, ...suite], name: own, variant: null }
}

export function withPanics(raw: RawCase): RawCase {
  if (raw.problems.length + raw.attempts.length === 0) return raw
  return { ...raw, problems: raw.problems.map(withPanic), attempts: raw.attempts.map(withOwnPlace).map(withPanic) }
}

/** Of a try without a text the place of the panic is all that is told. */
function withOwnPlace(problem: RawProblem): RawProblem {
  return problem.text === '' ? { ...problem, text: problem.message } : problem
}

/** A failure that is no panic is an error; the writers' own words for its type say nothing of an exception. */
function withPanic(problem: RawProblem): RawProblem {
  const { text, type } = problem
  const note = PANIC_PLACE.test(problem.message) ? '' : problem.message
  const message = note || panicIn(text) || text.trim() || type || ''
  const [, ending] = ENDINGS.find(([words]) => words.test(type ?? '')) ?? []
  const kind = ending ?? (OTHER_PANIC.test(note) ? 'assertion' : undefined)
  return { element: 'error', message, type: null, text, ...(kind !== undefined && { kind }) }
}
