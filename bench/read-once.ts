/** Reads one report and prints what that took, the start of the program not counted. */
import { readReport } from '../src/measure/read-report.ts'
import { reportReaders } from '../src/measure/readers.ts'
import type { Reading } from './reading.ts'

const KILOBYTE = 1024
const before = process.cpuUsage()
const read = readReport(process.argv[2] ?? '', reportReaders.detectFormat)
const { user, system } = process.cpuUsage(before)
if ('reason' in read) throw new Error(read.reason)
const reading: Reading = {
  tests: read.report.cases.length,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * KILOBYTE,
}
console.log(JSON.stringify(reading))
