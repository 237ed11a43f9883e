/** Told to a program that starts (`--import`): it writes what it took of the processor and of memory when it ends. */
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
