/** Loaded with `--import` into a program: writes the processor time and memory that it used when it ends. */
import { writeFileSync } from 'node:fs'
import { peakBytes } from './peak.ts'

export interface Spent {
  readonly cpuSeconds: number
  readonly peakBytes: number
}

/** The variable that names the file. */
export const TOLD_IN = 'TDD_GATE_BENCH_SPENT'

const file = process.env[TOLD_IN]
if (file !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeFileSync(file, JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakBytes: peakBytes() } satisfies Spent))
  })
}
