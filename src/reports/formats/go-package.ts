/** Collects one Go package: its tests, its build and its result. Events: https://pkg.go.dev/cmd/test2json */
import { type HookFailure, type LoadError, MAX_MESSAGE } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import type { Keep, Keeper, ParsedFailure } from '../failure/failures.ts'
import { LIMITS, type ParsedCase } from '../format.ts'
import { cleanText } from '../text.ts'
import { type GoTest, getFailure, hasFigures, isBenchmark, newGoTest, toGoCase, tryAgain } from './go-test.ts'

export interface GoPackage {
  readonly name: string
  /** In the order of their first start, parents before subtests, as Go runs them. */
  readonly all: GoTest[]
  /** The last started test of each name. */
  readonly tests: Map<string, GoTest>
  /** Tests of one name: `-count` runs a test several times before the package ends. */
  readonly named: Map<string, GoTest[]>
  /** How often each name was started since the package last ended. */
  readonly starts: Map<string, number>
  end: 'pass' | 'fail' | 'skip' | null
  /** Output outside of tests: TestMain, init, the last lines. */
  output: string
  /** The compiler's output; null for a package that compiled. */
  build: string | null
}

export const newGoPackage = (name: string): GoPackage => ({
  name,
  all: [],
  tests: new Map(),
  named: new Map(),
  starts: new Map(),
  end: null,
  output: '',
  build: null,
})

/**
 * Starts a test, or starts it again. Go retries a test together with its package: the first of a name with the first. A
 * second start before that is another test of the same name, whose failure stays.
 */
export function startTest(all: GoPackage, name: string, keep: Keeper): void {
  const starts = all.starts.get(name) ?? 0
  const test = all.named.get(name)?.[starts] ?? addTest(all, name)
  all.starts.set(name, starts + 1)
  all.tests.set(name, test)
  all.end = null
  test.parent = getParent(name, all.tests)
  tryAgain(test, keep)
}

/** Adds a test. Events may report one without its start. */
export function addTest(all: GoPackage, name: string): GoTest {
  const test = newGoTest(name, getParent(name, all.tests))
  const named = all.named.get(name)
  if (named === undefined) all.named.set(name, [test])
  else named.push(test)
  all.all.push(test)
  all.tests.set(name, test)
  return test
}

export function endPackage(all: GoPackage, end: 'pass' | 'fail' | 'skip'): void {
  all.end = end
  all.starts.clear()
}

/**
 * Ends the benchmarks that passed. Since 1.20, Go reports the start of every benchmark, but the end only with output or a failure. Others have ended
 * when their package passed, or when their figures or all of their parts were reported.
 */
export function endBenchmarks({ all, end }: GoPackage): void {
  const hasGoodParts = new Map<GoTest, boolean>()
  for (const test of all.toReversed()) {
    const isOver = end === 'pass' || hasFigures(test) || hasGoodParts.get(test) === true
    if (test.end === null && isBenchmark(test) && isOver) test.end = 'pass'
    const { parent } = test
    if (parent !== null) hasGoodParts.set(parent, hasGoodParts.get(parent) !== false && test.end === 'pass')
  }
}

export function getGoCases(all: GoPackage, keep: Keep): readonly ParsedCase[] {
  const failures = new Map<GoTest, ParsedFailure>()
  const firstChild = new Map<GoTest, ParsedFailure>()
  for (const test of all.all.toReversed()) {
    if (test.end === 'pass' || test.end === 'skip') continue
    const failure = getFailure(test, firstChild.get(test) ?? null, keep)
    failures.set(test, failure)
    if (test.parent !== null) firstChild.set(test.parent, failure)
  }
  return all.all.map((test) => toGoCase(test, all.name, failures.get(test) ?? null))
}

/** Returns the parent of a test: the longest prefix that is a test, because a name may contain slashes. */
function getParent(name: string, tests: ReadonlyMap<string, GoTest>): GoTest | null {
  let at = name.lastIndexOf('/')
  for (let n = 0; at > 0 && n < LIMITS.depth; n += 1, at = name.lastIndexOf('/', at - 1)) {
    const parent = tests.get(name.slice(0, at))
    if (parent !== undefined) return parent
  }
  return null
}

const UNSAID = 'the package does not compile; what the compiler said is not in the report (it goes to the error output)'

export function getGoLoadError({ name, build }: GoPackage): LoadError | null {
  if (build === null) return null
  const message = cleanText(build, MAX_MESSAGE)
  return { file: name || null, message: message || UNSAID, ...classifyFailure({ message, element: 'error' }) }
}

/** Reports that TestMain or the process failed although no test of the package did. */
export function getGoHookFailure(all: GoPackage): HookFailure | null {
  const isExplained = all.build !== null || all.all.some((t) => t.end === 'fail' || t.end === null)
  if (all.end !== 'fail' || isExplained) return null
  const message = cleanText(all.output, MAX_MESSAGE)
  return { file: all.name || null, suite: [], message: message || 'the package failed and no test of it did' }
}
