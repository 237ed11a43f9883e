/** Reads one large report, here or as the gate does in a thread of its own, and prints what that took, the start not counted. */
import { readLargeReport, WORKER_LIMITS } from '../src/measure/read-large-report.ts'
import { readReport } from '../src/measure/read-report.ts'
import { reportReaders } from '../src/measure/readers.ts'
import type { ParsedReport } from '../src/reports/format.ts'
import type { Reading } from './reading.ts'

const KILOBYTE = 1024
const [, , path = '', where = 'here'] = process.argv
const before = process.cpuUsage()
const read =
  where === 'here'
    ? readReport(path, reportReaders.detectFormat)
    : await readLargeReport<ParsedReport>(
        path,
        { kind: 'tests', fallback: null },
        { limits: WORKER_LIMITS, signal: undefined },
      )
const { user, system } = process.cpuUsage(before)
if ('reason' in read) throw new Error(read.reason)
const reading: Reading = {
  tests: read.report.cases.length,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * KILOBYTE,
}
console.log(JSON.stringify(reading))
