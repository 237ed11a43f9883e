/** How fast a very large report is read, and how much memory that takes: in a process of its own, as `report` reads it. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBigJunit } from './big-junit.ts'
import { above, below, type Measure, shown } from './measure.ts'

const MEGABYTE = 1_000_000
const MEGABYTES = 100
const READER = fileURLToPath(new URL('./read-once.ts', import.meta.url))

export interface Reading {
  readonly tests: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

export function benchReading(_bin: string, folder: string): readonly Measure[] {
  const path = join(folder, 'big.xml')
  const tests = writeBigJunit(path, MEGABYTES * MEGABYTE)
  const reading: Reading = JSON.parse(execFileSync(process.execPath, [READER, path], { encoding: 'utf8' }))
  if (reading.tests !== tests) throw new Error(`${reading.tests} tests were read, ${tests} were written`)
  return [
    above(`reading ${MEGABYTES} MB of JUnit XML, per second of CPU`, MEGABYTES / reading.cpuSeconds, 20, 'MB'),
    below('  peak memory', reading.peakBytes / MEGABYTE, 1000, 'MB'),
    shown('tests in it', tests, ''),
  ]
}
