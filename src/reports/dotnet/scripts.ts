/**
 * Reads reports that JavaScript reporters write in .NET formats: files for assemblies, titles for classes, hooks for
 * tests.
 */
import { getVariant } from '../junit/names.ts'
import { isFileName } from '../junit/raw.ts'
import { addDraftCase, addDraftLoadError, addHook, type DotnetCase, type DotnetDraft } from './draft.ts'
import type { DotnetFailureText } from './values.ts'

/** TRX's definition of a test, separate from its result. */
export interface TestMethod {
  readonly className: string
  /** The assembly, or the script of a test. */
  readonly codeBase: string
  readonly name: string
}

export interface ScriptTest {
  readonly result: DotnetCase
  readonly file: string | null
  readonly titles: readonly string[]
  readonly name: string
  /** True for an entry that represents the file and is not a test. */
  readonly isFile: boolean
}

interface Hook {
  readonly suite: string
  readonly title: string
}

/** Class names of tests outside of suites: mocha-trx-reporter, jest-trx-results-processor. */
const NO_SUITE = new Set(['', 'none', 'No suite'])
/** karma-trx-reporter: `Chrome 120.0 (Linux x86_64)_adds`. */
const BROWSER = /^([^_\n]{1,200}? \d[\d.]{0,40} \([^()\n]{1,100}\))_(.*)$/s
const PROTRACTOR = 'protractor-jasmine'
const DASH = /^ - /
const SEPARATOR = ' / '
const HOOK = '"(?:before|after) (?:all|each)" hook\\b'
const HOOK_NAME = new RegExp(`^(?:([^]*?) )?(${HOOK}[^]*)$`)
/** mocha-trx-reporter's message for a test that a failed hook prevented. */
const STOPPED = new RegExp(`^Not executed due to (${HOOK}(?: for "[^\\n]{0,300}")?) on "([^\\n]{0,500})"$`)
const FRAME = /\n\s{1,20}at /
const TYPE = /^(?:Uncaught )?(\w*(?:Error|Exception))(?: \[[\w-]+\])?:/

/** Returns a test of a script; null for one of an assembly. */
export function scriptTest(result: DotnetCase, method: TestMethod | undefined): ScriptTest | null {
  if (method === undefined) return null
  if (!isFileName(method.codeBase)) return browserTest(result, method)
  const { className, codeBase: file } = method
  const { name } = result
  if (NO_SUITE.has(className)) return { result, file, titles: [], name, isFile: false }
  const isFile = name === className && file.endsWith(name)
  const path = name.startsWith(`${className}${SEPARATOR}`) ? name.split(SEPARATOR) : [className, name]
  return { result, file, titles: path.slice(0, -1), name: path.at(-1) ?? '', isFile }
}

/**
 * Karma writes class and name as the assembly, and browser and title as the name. Protractor's reporter writes its own.
 */
function browserTest(outcome: DotnetCase, { className, codeBase, name }: TestMethod): ScriptTest | null {
  const place = { file: null, titles: className === '' ? [] : [className], isFile: false }
  if (codeBase === PROTRACTOR) return { result: { ...outcome, failure: undashed(outcome.failure) }, ...place, name }
  if (codeBase !== `${className}.${name}`) return null
  const [, browser = '', title = name] = BROWSER.exec(name) ?? []
  return { result: { ...outcome, variant: getVariant(browser) }, ...place, name: title }
}

/** Removes the list marker of reporters that list failures, even a single one. */
function undashed(failure: DotnetFailureText | null): DotnetFailureText | null {
  if (failure === null) return null
  const { message, stack } = failure
  return { ...failure, message: message.replace(DASH, ''), stack: stack.replace(DASH, '') }
}

/** Adds tests of scripts. @returns the number of entries that are not tests: files that did not load, hooks. */
export function addScriptTests(draft: DotnetDraft, tests: readonly ScriptTest[]): number {
  const loaded = new Set<string | null>(tests.flatMap(({ isFile, file }) => (isFile ? [] : [file])))
  let others = 0
  for (const test of tests) {
    const { result, file } = test
    const failure = result.failure === null ? null : inJavaScript(result.failure)
    if (test.isFile && failure !== null) {
      others += 1
      if (loaded.has(file)) addHook(draft, '', failure.message, file)
      else addDraftLoadError(draft, '', result.failure?.message ?? '', file)
    } else addScriptTest(draft, test, failure)
  }
  return others
}

function addScriptTest(
  draft: DotnetDraft,
  { result, file, titles, name }: ScriptTest,
  failure: DotnetFailureText | null,
): void {
  const test: DotnetCase = { ...result, className: '', titles, name, file, failure }
  const [, title, suite] = STOPPED.exec(failure?.message ?? '') ?? []
  if (failure !== null && title !== undefined && suite !== undefined) {
    addHook(draft, suite, `${title}: ${failure.stack.split('\n', 1)[0]}`, file)
    addDraftCase(draft, { ...test, verdict: { is: 'not-run' }, failure: null })
  } else addDraftCase(draft, test)
}

/** Splits `before all fails "before all" hook for "adds"` into suite and title; null for a test. */
export function hookIn(name: string): Hook | null {
  const [, suite = '', title] = HOOK_NAME.exec(name) ?? []
  return title === undefined ? null : { suite, title }
}

/** Jest and Karma write the stack together with the message. Only the beginning of message or stack has the type. */
export function inJavaScript({ message, stack }: DotnetFailureText): DotnetFailureText {
  // karma-nunit2-reporter writes the title of the test as the stack.
  const at = FRAME.test(`\n${stack}`) ? -1 : message.search(FRAME)
  const type = TYPE.exec(message)?.[1] ?? TYPE.exec(stack)?.[1] ?? null
  return at < 0 ? { message, stack, type } : { message: message.slice(0, at), stack: message.slice(at + 1), type }
}
