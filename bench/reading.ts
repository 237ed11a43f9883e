/** How fast large reports are read and in how much memory, each in a process of its own, and beside what others use. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBigGoJson } from './big-go-json.ts'
import { writeBigJunit } from './big-junit.ts'
import { above, below, type Measure, shown } from './measure.ts'

const MEGABYTE = 1_000_000
const OURS = fileURLToPath(new URL('./read-once.ts', import.meta.url))
const THEIRS = fileURLToPath(new URL('./peer-once.ts', import.meta.url))
/** What the most used actions for test reports are built on; they take a minute and gigabytes for the largest of ours. */
const PEERS = ['xml2js', 'xml-js', 'fast-xml-parser']
const COMPARED = 100

export interface Reading {
  readonly tests: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

export function benchReading(_bin: string, folder: string): readonly Measure[] {
  const compared = inFile(folder, COMPARED, writeBigJunit, (path, tests) => {
    const own = read([OURS, path], tests)
    const peers = PEERS.map((name) => [name, read([THEIRS, name, path], tests)] as const)
    return [
      ...measuresOf('JUnit XML', COMPARED, path, own),
      ...peers.map(([name, peer]) => above(`  faster than ${name}`, peer.cpuSeconds / own.cpuSeconds, 6, 'x')),
    ]
  })
  const others = [10, 500].flatMap((size) =>
    inFile(folder, size, writeBigJunit, (path, tests) =>
      measuresOf('JUnit XML', size, path, read([OURS, path], tests)),
    ),
  )
  const events = inFile(folder, COMPARED, writeBigGoJson, (path, tests) =>
    measuresOf('go test -json', COMPARED, path, read([OURS, path], tests)),
  )
  return [...compared, ...others, ...events]
}

function measuresOf(what: string, megabytes: number, path: string, own: Reading): readonly Measure[] {
  const { cpuSeconds, peakBytes, tests } = own
  const inThread = read([OURS, path, 'thread'], tests)
  return [
    above(`reading ${megabytes} MB of ${what}, per second of CPU`, megabytes / cpuSeconds, 20, 'MB'),
    below('  peak memory', peakBytes / MEGABYTE, 1000, 'MB'),
    below('  peak memory, in a thread of its own', inThread.peakBytes / MEGABYTE, 1200, 'MB'),
    shown('tests in it', tests, ''),
  ]
}

function inFile(
  folder: string,
  megabytes: number,
  write: (path: string, bytes: number) => number,
  measure: (path: string, tests: number) => readonly Measure[],
): readonly Measure[] {
  const path = join(folder, 'big-report')
  try {
    return measure(path, write(path, megabytes * MEGABYTE))
  } finally {
    rmSync(path, { force: true })
  }
}

function read(command: readonly string[], tests: number): Reading {
  const reading: Reading = JSON.parse(execFileSync(process.execPath, [...command], { encoding: 'utf8' }))
  if (reading.tests !== tests) throw new Error(`${reading.tests} tests were read, ${tests} were written`)
  return reading
}
