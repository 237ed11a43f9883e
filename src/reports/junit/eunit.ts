/**
 * Reads EUnit (Erlang), which joins module, line and name, writes the stack before the exception, and reports cancelled
 * tests as skipped.
 */
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import type { RawCase, RawPlace, RawProblem } from './raw.ts'

const SUITE = "module '"
const NAME = /^([a-z][\w@]{0,254}):\d{1,7} (.+)$/s
/** A test of a generator: its function, and an optional title. */
const GENERATED = /^-([\w@]{1,255})\/\d{1,3}-fun-\d{1,5}-(?: \((.+)\))?$/s
const THROWN = /^\*\*((?:error|exit|throw):.+)$/ms
const UNDEFINED = /^\W{0,4}in function ([\w@':]{1,500}\/\d{1,3})$/m
const MAX_THROWN = 4_000

interface EunitName {
  readonly module: string
  readonly name: string
}

function eunitName({ suite, className, name }: RawCase): EunitName | null {
  if (className !== '' || suite?.name.startsWith(SUITE) !== true) return null
  const [, module, test = ''] = NAME.exec(name) ?? []
  if (module === undefined) return null
  const [, generator, title] = GENERATED.exec(test) ?? []
  return { module, name: generator === undefined ? test : [generator, title].filter(Boolean).join(' ') }
}

/** Finds the module's file by its name. Line and function number of a generated test change with the code above it. */
export function eunitPlace(raw: RawCase): RawPlace | null {
  const result = eunitName(raw)
  return result && { file: `${result.module}.erl`, suite: [result.module], name: result.name, variant: null }
}

/** EUnit writes no real skips: these tests were cancelled by a time limit or a failed set-up. */
export function asCancelled(raw: RawCase): RawProblem | null {
  const type = raw.skipped?.type ?? ''
  if (type === '' || eunitName(raw) === null) return null
  const message = reportTexts.testCancelled(cleanText(type, MAX_THROWN))
  return { element: 'error', message, type: null, text: '', kind: type === 'timeout' ? 'timeout' : 'crash' }
}

export function asThrown(raw: RawCase, problem: RawProblem): RawProblem | null {
  const thrown = problem.message === '' && eunitName(raw) !== null ? THROWN.exec(problem.text)?.[1]?.trim() : undefined
  if (thrown === undefined) return null
  const message = cleanText(thrown, MAX_THROWN)
  if (/^error:\{assert\w{0,40},/.test(message)) return { ...problem, element: 'failure', message, type: 'assertion' }
  const name = message === 'error:undef' ? UNDEFINED.exec(problem.text)?.[1] : undefined
  return {
    ...problem,
    message: name === undefined ? message : `error:undef: function ${name} is undefined`,
    type: null,
  }
}
