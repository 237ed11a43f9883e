import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LIMITS, type TestReport } from '../../../src/reports/format.ts'
import { findWrittenReports } from '../../../src/test-runner/reports/collect.ts'
import {
  LARGE_REPORT_BYTES,
  type ReadLimits,
  readLargeReport,
  WORKER_LIMITS,
} from '../../../src/test-runner/reports/read-large-report.ts'
import { readReport } from '../../../src/test-runner/reports/read-report.ts'
import { readTests as readReports } from '../../../src/test-runner/reports/read-reports.ts'
import { coverageReader, testsReader } from '../../../src/test-runner/reports/readers.ts'
import { getFolder } from '../../support/folder.ts'
import { createMeasurerState, suite } from '../../support/measuring.ts'

const JUNIT = resolve('test/fixtures/reports/pytest-7/out/junit-xunit1.xml')
const LCOV = resolve('test/fixtures/coverage/c8.lcov')
const signal = new AbortController().signal
const readTests = (path: string, limits: Partial<ReadLimits> = {}) =>
  readLargeReport<TestReport>(
    path,
    { kind: 'tests', fallback: null },
    { limits: { ...WORKER_LIMITS, ...limits }, signal },
  )

/** A report that tells so many passing tests. */
const getJunit = (tests: number, className: (n: number) => string = () => 'big') =>
  `<testsuite>${Array.from({ length: tests }, (_, n) => `<testcase classname="${className(n)}" name="does thing number ${n}" time="0.001"/>`).join('\n')}</testsuite>`
/** The same, of which no test has the class of its neighbour. */
const getUnlikeJunit = (tests: number) => getJunit(tests, (n) => `com.example.module${n}`)
const listed = <T extends object>(read: T) =>
  'report' in read
    ? { report: { ...(read.report as TestReport), cases: [...(read.report as TestReport).cases] } }
    : read

describe('a large report is read in a thread of its own', () => {
  test('and says what it says to any reader', async () => {
    expect(listed(await readTests(JUNIT))).toEqual(readReport(JUNIT, testsReader()))
  })

  test('coverage with every line it counts', async () => {
    const read = await readLargeReport(LCOV, { kind: 'coverage', fallback: null }, { limits: WORKER_LIMITS, signal })
    expect(read).toEqual(readReport(LCOV, coverageReader()))
    expect(read).toMatchObject({
      report: { files: expect.arrayContaining([expect.objectContaining({ hits: expect.any(Map) })]) },
    })
  })

  test('one too short to be recognised in the format of its runner', async () => {
    const path = join(getFolder({ 'node.ndjson': '\n' }), 'node.ndjson')
    const read = await readLargeReport(
      path,
      { kind: 'tests', fallback: 'node-events' },
      { limits: WORKER_LIMITS, signal },
    )
    expect(listed(read)).toEqual(readReport(path, testsReader({ format: 'node-events' })))
  })
})

test('as many tests as a report may have take little of its memory', async () => {
  const tests = LIMITS.tests
  const path = join(getFolder({ 'big.xml': getJunit(tests) }), 'big.xml')
  const read = await readTests(path, { memoryMb: 512 })
  expect('report' in read && read.report.cases.length).toBe(tests)
})

describe('what goes wrong there is a reason, never an exception', () => {
  test('bad content gives the same reason as in any reader', async () => {
    const path = join(getFolder({ 'a.xml': '<testsuite><testcase' }), 'a.xml')
    expect(listed(await readTests(path))).toEqual(readReport(path, testsReader()))
  })

  test('a report that fills the memory of the thread names that limit', async () => {
    const path = join(getFolder({ 'big.xml': getUnlikeJunit(200_000) }), 'big.xml')
    expect(await readTests(path, { memoryMb: 24 })).toEqual({
      reason: 'reading it takes more memory than the limit of 24 MB.',
      isTooLarge: true,
    })
  })

  test('a report that takes too long names that limit', async () => {
    const path = join(getFolder({ 'big.xml': getJunit(100_000) }), 'big.xml')
    expect(await readTests(path, { timeMs: 1 })).toEqual({
      reason: 'reading it takes longer than the limit of 1 ms.',
      isTooLarge: true,
    })
  })

  test('a file that is gone', async () => {
    expect(await readTests(join(getFolder({}), 'none.xml'))).toEqual({ reason: 'cannot read it: ENOENT.' })
  })

  test('among other reports it is a problem that names the file', async () => {
    const reports = getFolder({ 'big.xml': getUnlikeJunit(200_000), 'small.xml': readFileSync(JUNIT, 'utf8') })
    const place = { tree: getFolder({}), directory: getFolder({}), reports }
    const collected = await readReports(findWrittenReports(['{reports}/*.xml'], place, 0).files, {
      detect: testsReader(),
      large: { above: 1_000_000, read: (path) => readTests(path, { memoryMb: 24 }) },
    })
    expect(collected.reports).toHaveLength(1)
    expect(collected.problems).toEqual([
      {
        code: 'unreadable-report',
        message: '{reports}/big.xml: reading it takes more memory than the limit of 24 MB.',
      },
    ])
  })
})

test('an abort ends the reading', async () => {
  const path = join(getFolder({ 'big.xml': getJunit(100_000) }), 'big.xml')
  const controller = new AbortController()
  const reading = readLargeReport(
    path,
    { kind: 'tests', fallback: null },
    { limits: WORKER_LIMITS, signal: controller.signal },
  )
  controller.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})

test('a run with a large report is measured like any other', async () => {
  await using bench = await createMeasurerState({
    suites: [suite({ command: 'node write.mjs {reports}/junit.xml', reports: ['{reports}/*.xml'] })],
  })
  const tests = 130_000
  const text = getJunit(tests)
  expect(text.length).toBeGreaterThan(LARGE_REPORT_BYTES)
  const { run, problems } = await bench.measure({
    'report.txt': text,
    'write.mjs': `import { copyFileSync } from 'node:fs'\ncopyFileSync('report.txt', process.argv[2])`,
  })
  expect(problems).toEqual([])
  expect(run.cases).toHaveLength(tests)
})
