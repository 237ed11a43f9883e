/** How fast large reports are read and in how much memory, each in a process of its own, and beside what others use. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWhole } from '../scripts/build.ts'
import { writeBigGoJson } from './big-go-json.ts'
import { writeBigJunit } from './big-junit.ts'
import { above, below, type Measure, shown } from './measure.ts'

const MEGABYTE = 1_000_000
const ROOT = resolve(import.meta.dirname, '..')
const OURS = 'read-once'
const THEIRS = fileURLToPath(new URL('./peer-once.ts', import.meta.url))
/** What the most used actions for test reports are built on; they take a minute and gigabytes for the largest of ours. */
const PEERS = ['xml2js', 'xml-js', 'fast-xml-parser']
const COMPARED = 100

export interface Reading {
  readonly tests: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

/** Ours is read as it is installed, beside the program's own reading thread: sources would have to be made JavaScript first. */
export async function benchReading(bin: string, folder: string): Promise<readonly Measure[]> {
  const installed = dirname(bin)
  await bundleWhole(ROOT, installed, { [OURS]: `bench/${OURS}.ts` })
  const ours = join(installed, `${OURS}.mjs`)
  const compared = inFile(folder, COMPARED, writeBigJunit, (path, tests) => {
    const own = read([ours, path], tests)
    const peers = PEERS.map((name) => [name, read([THEIRS, name, path], tests)] as const)
    return [
      ...measuresOf('JUnit XML', COMPARED, own, read([ours, path, 'thread'], tests)),
      ...peers.map(([name, peer]) => above(`  faster than ${name}`, peer.cpuSeconds / own.cpuSeconds, 6, 'x')),
    ]
  })
  const alone = (what: string, megabytes: number, write: Write) =>
    inFile(folder, megabytes, write, (path, tests) =>
      measuresOf(what, megabytes, read([ours, path], tests), read([ours, path, 'thread'], tests)),
    )
  const others = [10, 500].flatMap((size) => alone('JUnit XML', size, writeBigJunit))
  return [...compared, ...others, ...alone('go test -json', COMPARED, writeBigGoJson)]
}

/** @returns how many tests it wrote */
type Write = (path: string, bytes: number) => number

function measuresOf(
  what: string,
  megabytes: number,
  { cpuSeconds, peakBytes, tests }: Reading,
  inThread: Reading,
): readonly Measure[] {
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
  write: Write,
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
