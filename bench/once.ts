/** Measures reading one report once, in its own process, and prints the result. */
import { createHash } from 'node:crypto'
import type { ParsedReport, TestReport } from '../src/reports/format.ts'
import { peakBytes } from './peak.ts'

export interface Reading {
  readonly tests: number
  readonly cpuSeconds: number
  readonly peakBytes: number
  /** Equal for equal tests in equal order, with all that their ids are made of, how they ended and why. */
  readonly digest: string
}

/** Prints it; the start of the process is not counted. */
export async function printReading(read: () => Promise<ParsedReport | TestReport>): Promise<void> {
  const before = process.cpuUsage()
  const report = await read()
  const { user, system } = process.cpuUsage(before)
  const reading: Reading = {
    tests: report.cases.length,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: peakBytes(),
    digest: toDigest(report),
  }
  console.log(JSON.stringify(reading))
}

function toDigest({ cases }: ParsedReport | TestReport): string {
  const hash = createHash('sha256')
  for (const { file, suite, name, variant, className, outcome, mark, failure, durationMs } of cases)
    hash.update(JSON.stringify([file, suite, name, variant, className, outcome, mark, failure, durationMs]))
  return hash.digest('hex')
}
