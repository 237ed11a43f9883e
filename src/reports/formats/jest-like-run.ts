/** Reads what Jest and Vitest report beside tests: of a file that did not load, of a hook that failed, and of the run. */

import { type HookFailure, type LoadError, MAX_MESSAGE } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import type { ParsedCase, ParsedReport } from '../format.ts'
import { isObject, type Json, toCount, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import { cleanText } from '../text.ts'

/** How many files failed, as the report itself shows them. */
interface BadFiles {
  readonly failed: number
  readonly notRun: number
}

const UNEXPLAINED =
  'The runner reports a failed run, but no test, file or hook of its report failed. The error is outside the tests, such as an unhandled rejection.'

/** A run that failed for a reason which is in no entry: vitest's unhandled errors are nowhere else. */
export function getJestRunErrors(
  root: Json,
  parsed: Omit<ParsedReport, 'runErrors'>,
  files: BadFiles | null,
): readonly string[] {
  if (root['wasInterrupted'] === true) return ['The run was interrupted.']
  const hidden = files === null ? [] : hiddenFiles(root, files)
  if (hidden.length > 0) return hidden
  const isExplained =
    parsed.loadErrors.length + parsed.hookFailures.length > 0 || parsed.cases.some((c) => c.failure !== null)
  return root['success'] === false && !isExplained ? [UNEXPLAINED] : []
}

/** jest counts files, vitest suites. */
function hiddenFiles(root: Json, { failed, notRun }: BadFiles): readonly string[] {
  const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
  const counted = toCount(root['numFailedTestSuites'])
  const broken = toCount(root['numRuntimeErrorTestSuites'])
  const failedFiles = counted === 1 ? '1 failed file' : `${counted} failed files`
  return [
    ...(counted > failed ? [`the header counts ${failedFiles}, the report holds ${failed}`] : []),
    ...(broken > notRun ? [`the header counts ${files(broken)} that did not run, the report holds ${notRun}`] : []),
  ]
}

/** Compares the counts of the header with the entries: a higher count means that entries were lost. */
export function getHeaderGaps(root: Json, cases: ParsedReport['cases'], loadErrors: number): readonly string[] {
  const failed = cases.filter((c) => c.failure !== null).length
  return [
    ...getGap(toCount(root['numTotalTests']), cases.length, loadErrors, 'tests'),
    ...getGap(toCount(root['numFailedTests']), failed, loadErrors, 'failed'),
  ]
}

/** Warns of snapshots that the run wrote itself. */
export function getSnapshotWarnings(root: Json): readonly string[] {
  const added = toCount(toObject(root['snapshot'])['added'])
  const what = added === 1 ? '1 snapshot was' : `${added} snapshots were`
  return added > 0
    ? [`${what} written by this run: a test that writes its own expectation passes whatever happens`]
    : []
}

/** Some versions count each file that does not load as one failed test. */
function getGap(header: number, held: number, loadErrors: number, what: string): readonly string[] {
  return header > held + loadErrors ? [`the header counts ${header} ${what}, the report holds ${held}`] : []
}

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

/** Jest's heading for failures outside of tests. */
const NO_TEST = '● Test suite failed to run'

/** Returns the load error of a failed file without tests. A file without tests that did not fail is no error. */
export function getJestLoadError(file: Json): LoadError | null {
  const text = getFileMessage(file) || toTexts(toObjects(file['assertionResults'])[0]?.['failureMessages']).join('\n')
  if (file['status'] !== 'failed' && text === '') return null
  const message = cleanText(text.replace(NO_TEST, ''), MAX_MESSAGE)
  return { file: toText(file['name']) || null, message, ...classifyFailure({ message, element: 'error' }) }
}

/** Returns the message of the file; Jest's own objects also contain the error that prevented its execution. */
function getFileMessage(file: Json): string {
  const error = file['testExecError']
  const thrown = isObject(error) ? toText(error['message']) || 'the file could not be run' : toText(error)
  return toText(file['message']) || thrown
}

/**
 * Vitest: the file failed without a failed test and without a message.
 * Jest: the message of the file has a part that belongs to no test, or exists although no test failed.
 */
export function getJestHookFailure(file: Json, cases: readonly ParsedCase[]): HookFailure | null {
  const text = getFileMessage(file)
  if (cases.length === 0 || (file['status'] !== 'failed' && text === '')) return null
  const at = text.indexOf(NO_TEST)
  const isSilent = !cases.some((c) => c.failure !== null)
  if (at < 0 && !isSilent) return null
  const message = cleanText(at < 0 ? text : text.slice(at + NO_TEST.length), MAX_MESSAGE)
  return {
    file: toText(file['name']) || null,
    suite: at < 0 ? commonSuite(cases.filter((c) => c.mark === null)) : [],
    message: message || 'a hook of this file failed; the report does not say which or why',
  }
}

/** Returns the deepest suite with all tests that the hook may have prevented. */
function commonSuite(cases: readonly ParsedCase[]): readonly string[] {
  const skipped = cases.filter((c) => c.outcome === 'skipped')
  const suites = (skipped.length > 0 ? skipped : cases).map((c) => c.suite)
  const [first = [], ...rest] = suites
  const length = first.findIndex((part, n) => rest.some((suite) => suite[n] !== part))
  return length < 0 ? first : first.slice(0, length)
}
