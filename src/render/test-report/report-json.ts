/**
 * Renders the output of `report --json`: one documented object, in chunks, because a report may contain
 * 200,000 tests.
 */
import {
  COVERAGE_METRICS,
  type Coverage,
  type CoverageReport,
  type CoverageTotals,
  leastCovered,
  toPercent,
} from '../../core/model/coverage.ts'
import type { GateError } from '../../core/model/errors.ts'
import { type Failure, getTotals, type TestCase, type TestRun } from '../../core/model/test-run.ts'
import { toErrorJson } from '../text/error.ts'
import { safeJson } from '../text/log-line.ts'

const BATCH = 100
/** Bound on the files that are listed. */
export const MAX_COVERED_FILES = 10_000

/** Yields chunks of one JSON object and a line end. */
export function* toReportChunks(
  run: TestRun,
  coverage: readonly CoverageReport[],
  refusals: readonly GateError[] = [],
  merged: Coverage | null = null,
): Generator<string> {
  yield `${safeJson(toReportHead(run, coverage, refusals, merged)).slice(0, -1)},"tests":[`
  yield* batches(run.cases)
  yield ']}\n'
}

/** Returns everything but the tests. */
export function toReportHead(
  run: TestRun,
  coverage: readonly CoverageReport[],
  refusals: readonly GateError[],
  merged: Coverage | null,
) {
  const { format, loadErrors, isComplete, output, warnings } = run
  return {
    schemaVersion: 1,
    format,
    totals: getTotals(run),
    loadErrors: loadErrors.map(({ file, message }) => ({ file, message })),
    runErrors: getRunErrors(run),
    isComplete,
    output,
    warnings,
    coverage: coverage.map(toCoverage),
    mergedCoverage: merged && toMerged(merged),
    errors: refusals.map((refusal) => toErrorJson(refusal).error),
  }
}

function* batches(cases: Iterable<TestCase>): Generator<string> {
  let batch: string[] = []
  let isFirst = true
  const text = () => {
    const joined = (isFirst ? '' : ',') + batch.join(',')
    isFirst = false
    batch = []
    return joined
  }
  for (const test of cases) {
    batch.push(safeJson(toTest(test)))
    if (batch.length === BATCH) yield text()
  }
  if (batch.length > 0) yield text()
}

/** Returns failures without a test: those of hooks, then those of the run. */
export function getRunErrors({
  hookFailures,
  runErrors,
}: Pick<TestRun, 'hookFailures' | 'runErrors'>): readonly string[] {
  const hooks = hookFailures.map(({ file, suite, message }) => {
    const where = [...(file === null ? [] : [file]), ...suite].join(' > ')
    return where === '' ? message : `${where}: ${message}`
  })
  return [...hooks, ...runErrors]
}

function toCoverage({ name, format, coverage: { files, totals, warnings = [] } }: CoverageReport): unknown {
  return { name, format, files: files.length, totals: toCounts(totals), warnings }
}

/** If there are more files than the bound, the least covered ones are listed. */
function toMerged({ files, totals, warnings = [] }: Coverage): unknown {
  const result = leastCovered(files).slice(0, MAX_COVERED_FILES)
  const byFile = result.map((file) => ({ path: file.path, ...toCounts(file) }))
  const omittedFiles = files.length - result.length
  return { totals: toCounts(totals), files: files.length, byFile, omittedFiles, warnings }
}

/** Unknown metrics stay absent. */
function toCounts(totals: CoverageTotals): object {
  const counted = COVERAGE_METRICS.flatMap((metric) => {
    const ratio = totals[metric]
    return ratio === undefined ? [] : [[metric, { ...ratio, percent: toPercent(ratio) }]]
  })
  return Object.fromEntries(counted)
}

function toTest(test: TestCase): unknown {
  const { id, file, suite, name, outcome, mark, durationMs, retries, isVolatile } = test
  const failure = test.failure && toReason(test.failure)
  const attempts = test.attempts.map(toReason)
  return { id, file, suite, name, outcome, mark, failure, durationMs, retries, isVolatile, attempts }
}

const toReason = ({ kind, message, type, at, line, stack }: Failure) => ({ kind, message, type, at, line, stack })
