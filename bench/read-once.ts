/** Reads one large report, here or as the gate does in a thread of its own, and prints what that took. */

import type { ParsedReport, TestReport } from '../src/reports/format.ts'
import { readLargeReport, WORKER_LIMITS } from '../src/test-runner/reports/read-large-report.ts'
import { readReport } from '../src/test-runner/reports/read-report.ts'
import { testsReader } from '../src/test-runner/reports/readers.ts'
import { printReading } from './once.ts'

const [, , path = '', where = 'here'] = process.argv

await printReading(async () => {
  const read = where === 'here' ? readReport(path, testsReader()) : await inThread()
  if ('reason' in read) throw new Error(read.reason)
  return read.report as ParsedReport | TestReport
})

function inThread() {
  const request = { kind: 'tests', fallback: null } as const
  return readLargeReport<TestReport>(path, request, { limits: WORKER_LIMITS, signal: undefined })
}
