/**
 * Separates tests from other entries that writers report as tests: files that did not load, failed hooks, files without
 * tests.
 */
import { type HookFailure, type LoadError, MAX_MESSAGE } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import { unhandledError } from './late.ts'
import { getFailureHeadline } from './outcome.ts'
import type { Place } from './place.ts'
import { isFileName, isJavaClass, type Producer, type RawCase, type RawProblem } from './raw.ts'

export type Sorted =
  | { readonly is: 'test' }
  | { readonly is: 'load-error'; readonly error: LoadError }
  | { readonly is: 'hook'; readonly hook: HookFailure }
  | { readonly is: 'cancelled'; readonly hook: HookFailure }
  | { readonly is: 'empty-file'; readonly file: string }
  | { readonly is: 'run-error'; readonly message: string }

export interface Situation {
  readonly raw: RawCase
  readonly place: Place
  readonly producer: Producer
  /**
   * Returns true when another case of the suite is named `title > ...`; for an empty title, when there is another case.
   */
  readonly hasInside: (title: string) => boolean
}

export const TEST: Sorted = { is: 'test' }
const MOCHA_HOOK = /(?:^|\s)"(?:before|after) (?:all|each)" hook\b/
const JEST_LOAD = 'Test suite failed to run'
const JEST_HOOK = 'Test execution failure: could be caused by test hooks'
/** Gradle reports a hook of TestNG as a test with the hook's name. Only the stack shows the caller. */
const TESTNG = 'org.testng.internal.'
const TESTNG_HOOK =
  /^[ \t]{0,20}at (?:\S{1,100}\/)?org\.testng\.internal\.(?:invokers\.)?\w{0,20}Invoker\.invokeConfigurationMethod\(/m
const UNITTEST_HOOK = /^(?:setUp|tearDown)(?:Class|Module) \((.+)\)$/
const UNITTEST_LOAD = '_FailedTest'
const NOSE2_LOAD = /^nose2\.loader\.\w+/
const BUN_HOOK = '(unnamed)'
/** Gradle and JUnit 4 use these names for a class whose set-up failed. */
const JAVA_HOOK = /^(?:(?:initialization|execution)Error(?:\([\w.$]+\))?|classMethod)$/
/** JUnit 4's exceptions for a class that is not a valid test. Before 4.13 there is only the reason. */
const JAVA_LOAD = /\b(?:InvalidTestClassError|InitializationError)$/
const JAVA_NO_TESTS = /\bNo runnable methods$/
/** go-junit-report's names for a package that did not compile, or failed outside of its tests. */
const GO_PACKAGE = /^(?:Build|Setup|Runtime) error$/

/** Classifies an element. Passing cases are tests, except node's file without a test. */
export function sortCase(situation: Situation): Sorted {
  const { raw } = situation
  const [problem] = raw.problems
  if (problem === undefined) return sortQuiet(situation)
  const message = unhandledError(raw, problem)
  if (message !== null) return { is: 'run-error', message }
  return byName(situation, problem) ?? byProducer(situation, problem) ?? byPosition(situation, problem) ?? TEST
}

/** Returns true for a writer that reports a file without tests as a passed case. */
export function hidesEmptyFiles(producer: Producer): boolean {
  return producer === 'node'
}

function sortQuiet({ raw, place, producer }: Situation): Sorted {
  if (producer === 'node' && isNodeFile(raw)) return { is: 'empty-file', file: place.file ?? raw.name }
  const isModule = producer === 'pytest' && raw.skipped?.message === 'collection skipped'
  return isModule ? { is: 'empty-file', file: place.file ?? pythonFile(raw.name) } : TEST
}

/** Recognises names that only reporters write. */
function byName(situation: Situation, problem: RawProblem): Sorted | null {
  const { raw, place } = situation
  const { name, className } = raw
  const suite = place.suite
  if (className === JEST_LOAD) return load(place.file ?? name, problem)
  if (name.trimStart().startsWith(JEST_HOOK)) return hook(place.file, [], unfolded(problem))
  if (JAVA_HOOK.test(name) && isJavaClass(className)) return ofJavaClass(situation, problem)
  if (problem.text.includes(TESTNG) && TESTNG_HOOK.test(problem.text)) return hook(place.file, suite, problem, name)
  if (MOCHA_HOOK.test(name)) return hook(place.file, suite, problem, hookTitle(name))
  if (className.includes(UNITTEST_LOAD)) return load(unittestFile(raw, problem), problem)
  if (NOSE2_LOAD.test(className)) return load(unittestFile(raw, problem), { ...problem, message: '' })
  const fixture = UNITTEST_HOOK.exec(name)?.[1]
  return fixture === undefined ? null : hook(place.file, [fixture], problem)
}

function byProducer({ raw, place, producer }: Situation, problem: RawProblem): Sorted | null {
  const { name, className } = raw
  const { suite } = place
  if (producer === 'node') return byNode(raw, place, problem)
  if (producer === 'pytest' && problem.message === 'collection failure')
    return load(place.file ?? pythonFile(name), problem)
  if (producer === 'bun' && name === BUN_HOOK) return hook(place.file, suite, problem)
  if (producer === 'go' && className === '' && name === 'TestMain') return load(raw.suite?.name ?? null, problem)
  if (producer === 'go' && problem.element === 'error' && GO_PACKAGE.test(problem.message))
    return load(className, problem)
  return null
}

function byNode(raw: RawCase, place: Place, problem: RawProblem): Sorted | null {
  if (isNodeFile(raw)) return load(place.file ?? raw.name, problem)
  if (problem.type !== 'cancelledByParent') return null
  const message = reportTexts.suiteCancelled(getFailureHeadline(problem))
  return { is: 'cancelled', hook: { file: place.file, suite: place.suite, message } }
}

/** Recognises a case without a name, or with the name of its class, suite or file: it stands for the whole of it. */
function byPosition({ raw, place, producer, hasInside }: Situation, problem: RawProblem): Sorted | null {
  const { name, className, suite } = raw
  // A test of deno has the name of its suite of steps and fails with them.
  if (producer === 'deno') return null
  if (name === '' && className !== '')
    return isFileName(className) ? byBats(place, className, problem) : hook(place.file, [className], problem)
  const isWhole = suite !== null && name === suite.name && className.startsWith(name)
  // Ant omits the package in suites when one file contains many classes.
  if (name === className && isJavaClass(name)) return hook(place.file, [className], problem)
  if (isWhole && isFileName(name))
    return hasInside('') ? hook(place.file, [], problem) : load(place.file ?? name, problem)
  if (isWhole && (producer === 'java' || isJavaClass(className))) return hook(place.file, [className], problem)
  const isScript = suite !== null && isFileName(suite.name) && className.startsWith(suite.name)
  return isScript && hasInside(name) ? hook(place.file, [...place.suite, place.name], problem) : null
}

function ofJavaClass({ raw, place }: Situation, problem: RawProblem): Sorted {
  const isUnloadable = JAVA_LOAD.test(problem.type ?? '') || JAVA_NO_TESTS.test(problem.message)
  return isUnloadable ? load(place.file ?? raw.className, problem) : hook(place.file, [raw.className], problem)
}

function byBats(place: Place, className: string, problem: RawProblem): Sorted {
  const isHook = /\b(?:setup|teardown)_(?:file|suite)\b/.test(problem.text)
  return isHook ? hook(place.file, [], problem) : load(place.file ?? className, problem)
}

function isNodeFile({ suite, className, name, file }: RawCase): boolean {
  if (suite !== null || className !== 'test') return false
  if (file === null) return isFileName(name)
  const path = file.replaceAll('\\', '/')
  const title = name.replaceAll('\\', '/')
  return path === title || path.endsWith(`/${title}`)
}

function load(file: string | null, problem: RawProblem): Sorted {
  return { is: 'load-error', error: loadError(file, problem) }
}

/** Creates a load error. @param file path, class or package as reported */
export function loadError(file: string | null, problem: RawProblem): LoadError {
  const headline = getFailureHeadline(problem)
  const { kind, missing } = classifyFailure({
    message: headline,
    type: problem.type,
    detail: problem.text,
    element: problem.element,
  })
  const message = headline === '' || problem.text.includes(headline) ? problem.text : `${headline}\n${problem.text}`
  // An exception during loading is never a failed test, whatever its type.
  return { file, message: cleanText(message, MAX_MESSAGE), kind: kind === 'assertion' ? 'error' : kind, missing }
}

function hook(file: string | null, suite: readonly string[], problem: RawProblem, title?: string): Sorted {
  const headline = getFailureHeadline(problem)
  return {
    is: 'hook',
    hook: { file, suite, message: title === undefined ? headline : `${title}: ${headline}` },
  }
}

function hookTitle(name: string): string {
  return name.slice(name.search(/"(?:before|after) (?:all|each)" hook/))
}

/** jest-junit writes the error of a hook as JSON. */
function unfolded(problem: RawProblem): RawProblem {
  const stack = /"stack":"((?:[^"\\]|\\.){1,4000})/.exec(problem.text)?.[1]
  return stack === undefined ? problem : { ...problem, text: stack.replaceAll('\\n', '\n').replaceAll('\\"', '"') }
}

/** pytest writes the path of a module with dots and without `.py`. */
function pythonFile(module: string): string {
  return `${module.replaceAll('.', '/')}.py`
}

function unittestFile(raw: RawCase, problem: RawProblem): string {
  const module = /Failed to import test module: ([\w.]+)/.exec(`${problem.message}\n${problem.text}`)?.[1]
  return pythonFile(module ?? raw.name)
}
