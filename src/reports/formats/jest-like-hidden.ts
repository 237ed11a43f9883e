/** Finds failing hooks of Vitest beside failing tests: no entry reports them, only the count of failed suites. */
import type { HookFailure } from '../../core/model/test-run.ts'
import type { ParsedCase } from '../format.ts'
import { type Json, toCount, toText } from '../json/json.ts'

interface Suite {
  readonly file: string
  readonly suite: readonly string[]
  isFailed: boolean
  isSwallowed: boolean
}

/**
 * Counts the suites that must have failed; a header that counts more, with no suite left that could be a twin or empty,
 * hides a failing hook. `known` are the suites of hooks that were found already.
 */
export function hiddenHooks(
  root: Json,
  files: readonly Json[],
  cases: readonly ParsedCase[],
  known: readonly HookFailure[],
) {
  const failed = files.filter((file) => file['status'] === 'failed').map((file) => toText(file['name']))
  const suites = getSuites(cases, known)
  const unknown = toCount(root['numTotalTestSuites']) - suites.length - files.length
  const isCounted = failed.length + suites.filter((s) => s.isFailed).length
  const hidden = toCount(root['numFailedTestSuites']) - isCounted
  if (hidden <= 0 || unknown < 0 || hidden <= unknown) return []
  const could = suites.filter((s) => s.isSwallowed && !s.isFailed && failed.includes(s.file))
  const message = 'a hook failed: more suites failed than hold a failing test; the report does not say why'
  if (could.length !== hidden) return [{ file: null, suite: [], message }]
  return could.map(({ file, suite }) => ({ file, suite, message }))
}

function getSuites(cases: readonly ParsedCase[], known: readonly HookFailure[]): readonly Suite[] {
  const suites = new Map<string, Suite>()
  for (const test of cases) {
    for (let n = 1; n <= test.suite.length; n += 1) {
      const suite = test.suite.slice(0, n)
      const key = JSON.stringify([test.file, ...suite])
      const all = suites.get(key) ?? { file: test.file ?? '', suite, isFailed: false, isSwallowed: true }
      all.isFailed ||= test.failure !== null
      all.isSwallowed &&= test.outcome === 'skipped' && test.mark === null
      suites.set(key, all)
    }
  }
  for (const { file, suite } of known) {
    for (let n = 1; n <= suite.length; n += 1) {
      const all = suites.get(JSON.stringify([file, ...suite.slice(0, n)]))
      if (all !== undefined) all.isFailed = true
    }
  }
  return [...suites.values()]
}

/** The tests of a suite whose hook failed were never started. */
export function markHidden(cases: readonly ParsedCase[], hidden: readonly HookFailure[]): readonly ParsedCase[] {
  if (hidden.length === 0) return cases
  const isIn = (test: ParsedCase) =>
    hidden.some((h) => h.file !== null && h.file === test.file && h.suite.every((part, n) => test.suite[n] === part))
  return cases.map((test) =>
    test.outcome === 'skipped' && test.mark === null && isIn(test) ? { ...test, mark: 'not-run' as const } : test,
  )
}
