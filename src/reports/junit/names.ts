/** Removes additions of writers to names and messages: a browser in the class, a title in the name or file. */
import { rubyError } from '../failure/failures.ts'
import type { RawCase, RawPlace, RawProblem } from './raw.ts'

/**
 * The version numbers of `Chrome Headless 120.0.6099.109 (Linux x86_64)` and `WebKit 537.36 (linux 0.0.0)`, which
 * change with updates.
 */
const VERSION = / \d+(?:\.\d+)+/g
/** Minitest numbers the examples of a group in the order of the file. */
const NUMBER = /^test_\d{4}_(?=\S)/
const LINE = /:\d{1,9}$/
/** Pest: `tests/CartTest.php::it adds`. */
const TITLE_AFTER_FILE = /(?<=\.php)::.*$/s

/** Returns a browser's name without its version; null for other texts. */
export function getVariant(browser: string): string | null {
  return browser.replace(VERSION, '') || null
}

/** Karma writes one suite per browser, which the class repeats before the group titles. The name is the whole title. */
export function karmaPlace({ suite, className, name, file }: RawCase): RawPlace {
  const browser = suite?.name ?? ''
  const prefix = `${browser.replace(/[ .]/g, '_')}.`
  const at = className.indexOf(prefix)
  const group = at < 0 ? className : className.slice(at + prefix.length)
  const isInGroup = group !== '' && name.startsWith(`${group} `)
  return {
    file,
    suite: group === '' ? [] : [group],
    name: isInGroup ? name.slice(group.length + 1) : name,
    variant: getVariant(browser),
  }
}

/** busted writes the file and line of a test as its class. */
export function bustedPlace({ className, name }: RawCase): RawPlace {
  return { file: className.replace(LINE, '') || null, suite: [], name, variant: null }
}

export function minitestName(name: string): string {
  return name.replace(NUMBER, '')
}

export function phpFile(file: string): string {
  return file.replace(TITLE_AFTER_FILE, '')
}

/** Cucumber for Ruby writes outcome and name as the message. The exception follows in the text. */
const RAISED = 'Message:\n'

/** Criterion writes only the number of failed assertions as the message; the body has them. */
const COUNTED = /^(\d{1,9}) assertion\(s\) failed\.$/
/** cmocka has no element for a failed set-up. */
const SET_UP = 'Test setup failed'

function asInC(problem: RawProblem): RawProblem | null {
  const { message, type, text } = problem
  const failed = COUNTED.exec(message)?.[1]
  if (failed === '0') return { ...problem, message: 'it ended, and no assertion failed', kind: 'crash' }
  if (failed !== undefined && text.trim() !== '') return { ...problem, message: '' }
  if (message === 'The test crashed.' && type === 'crash') return { ...problem, kind: 'crash' }
  if (message === 'The test timed out.' && type === 'timeout') return { ...problem, kind: 'timeout' }
  return message === '' && text.trim() === SET_UP ? { ...problem, element: 'error' } : null
}

/** nose2 writes only this message for every failure. */
const ONLY_FAILED = 'test failure'
const PYTHON_FRAME = '\n  File "'

/** Returns the text after the last frame of a Python traceback. */
function asInPython({ message, text }: RawProblem): string | null {
  const at = message === ONLY_FAILED ? text.lastIndexOf(PYTHON_FRAME) : -1
  const raised = at < 0 ? -1 : text.slice(at + 1).search(/\n\S/)
  return raised < 0 ? null : text.slice(at + 1 + raised).trim()
}

/** Returns the original failure where the message only names the failed test. */
export function asRaised({ name }: RawCase, problem: RawProblem): RawProblem {
  const inC = asInC(problem)
  if (inC !== null) return inC
  const inPython = asInPython(problem)
  if (inPython !== null) return { ...problem, message: inPython }
  const isOnlyName = problem.type !== null && problem.message === `${problem.type} ${name}`
  const at = isOnlyName ? problem.text.indexOf(RAISED) : -1
  if (at < 0) return problem
  const text = problem.text.slice(at + RAISED.length).trim()
  const { message, type } = rubyError(text) ?? { message: '', type: null }
  return { ...problem, element: 'error', message, type, text }
}

/** Removes the name of the test from a failure, with which PHPUnit and Pest start. */
export function withoutTitle({ name, file }: RawCase, text: string): string {
  if (name === '') return text
  const [first = ''] = text.includes('::') ? text.split('\n', 1) : []
  const at = first.indexOf(`::${name}`)
  if (at > 0 && !/\s/.test(first.slice(0, at))) return text.slice(first.length + 1).trimStart() || text
  return file?.includes('.php') && text.startsWith(name) ? text.slice(name.length).trimStart() || text : text
}
