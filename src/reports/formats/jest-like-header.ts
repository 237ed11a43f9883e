/** Compares the totals at the head of Jest's JSON with the tests in the report. */
import type { ParsedReport } from '../format.ts'
import { type Json, toCount, toObject } from '../json/json.ts'

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
