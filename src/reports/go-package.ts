/** One Go package: its tests, its build and its own end. */
import { type HookFailure, type LoadError, MAX_MESSAGE } from '../core/test-run.ts'
import { classifyFailure } from './failure-kind.ts'
import type { Keep, ParsedFailure } from './failures.ts'
import { LIMITS, type ParsedCase } from './format.ts'
import { failureOf, type GoTest, toCase } from './go-test.ts'
import { cleanText } from './text.ts'

export interface GoPackage {
  readonly name: string
  readonly tests: Map<string, GoTest>
  end: 'pass' | 'fail' | 'skip' | null
  /** Output of no test: TestMain, init, what was said last. */
  output: string
  /** What the compiler said; null for a package that compiled. */
  build: string | null
}

export const newGoPackage = (name: string): GoPackage => ({
  name,
  tests: new Map(),
  end: null,
  output: '',
  build: null,
})

/** In the order in which they were started, parents before their parts: go runs them so. */
export function casesOf(all: GoPackage, keep: Keep): readonly ParsedCase[] {
  const failures = new Map<string, ParsedFailure>()
  const firstChild = new Map<string, ParsedFailure>()
  for (const test of [...all.tests.values()].toReversed()) {
    if (test.end === 'pass' || test.end === 'skip') continue
    const failure = failureOf(test, firstChild.get(test.name) ?? null, keep)
    failures.set(test.name, failure)
    const parent = parentOf(test.name, all.tests)
    if (parent !== null) firstChild.set(parent, failure)
  }
  return [...all.tests.values()].map((test) => toCase(test, all.name, failures.get(test.name) ?? null))
}

/** A name may hold slashes of its own, so the parent is the longest beginning that is a test. */
export function parentOf(name: string, tests: ReadonlyMap<string, GoTest>): string | null {
  let at = name.lastIndexOf('/')
  for (let n = 0; at > 0 && n < LIMITS.depth; n += 1, at = name.lastIndexOf('/', at - 1)) {
    if (tests.has(name.slice(0, at))) return name.slice(0, at)
  }
  return null
}

const UNSAID = 'the package does not compile; what the compiler said is not in the report (it goes to the error output)'

export function loadErrorOf({ name, build }: GoPackage): LoadError | null {
  if (build === null) return null
  const message = cleanText(build, MAX_MESSAGE)
  return { file: name, message: message || UNSAID, ...classifyFailure({ message, element: 'error' }) }
}

/** TestMain or the process failed, no test of the package did. */
export function hookFailureOf(all: GoPackage): HookFailure | null {
  const isExplained = all.build !== null || [...all.tests.values()].some((t) => t.end === 'fail' || t.end === null)
  if (all.end !== 'fail' || isExplained) return null
  const message = cleanText(all.output, MAX_MESSAGE)
  return { file: all.name, suite: [], message: message || 'the package failed and no test of it did' }
}
