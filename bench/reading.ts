/** Measures speed and memory of reading large reports, each in its own process, and compares with other libraries. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleAction } from '../scripts/build.ts'
import { writeBigGoJson } from './big-go-json.ts'
import { writeBigJunit } from './big-junit.ts'
import { below, type Measure, shown } from './measure.ts'
import type { Reading } from './once.ts'
import { type Spent, TOLD_IN } from './spent.ts'

const MEGABYTE = 1_000_000
const ROOT = resolve(import.meta.dirname, '..')
const OURS = 'read-once'
const TELL = new URL('./spent.ts', import.meta.url).href
const THEIRS = fileURLToPath(new URL('./peer-once.ts', import.meta.url))
/** The libraries of the most used actions for test reports. */
const PEERS = ['xml2js', 'xml-js', 'fast-xml-parser']
const PEER_HEAP = '--max-old-space-size=8192'
const SIZES = [10, 100]
const COMPARED = 100
/** A usual report is read within two seconds of processor time; the largest, of 140,000 tests, fits the memory of any job. */
const GOAL = { cpuSeconds: 2, peakMegabytes: 400 }

interface Report {
  readonly path: string
  readonly tests: number
}

/** Ours is read as it is installed, beside the program's own reading thread: sources would have to be made JavaScript first. */
export async function benchReading(bin: string, folder: string): Promise<readonly Measure[]> {
  const installed = dirname(bin)
  await bundleAction(ROOT, installed, { [OURS]: `bench/${OURS}.ts` })
  const program = join(installed, `${OURS}.mjs`)
  const junit = SIZES.flatMap((megabytes) =>
    inFile(folder, megabytes, writeBigJunit, (report) => {
      const { reading, measures } = ours(`${megabytes} MB of JUnit XML`, program, report, megabytes)
      const asked = command(bin, report, megabytes)
      const peers = megabytes < COMPARED ? [] : PEERS
      return [...measures, ...asked, ...peers.map((name) => theirs(name, report, reading))]
    }),
  )
  const goJson = inFile(
    folder,
    COMPARED,
    writeBigGoJson,
    (report) => ours(`${COMPARED} MB of go test -json`, program, report, COMPARED).measures,
  )
  return [...junit, ...goJson]
}

/** Read twice: here, where all tests are made at once, and in a thread, as the gate reads what is large. */
function ours(what: string, program: string, report: Report, megabytes: number) {
  const reading = read([program, report.path], report.tests)
  const inThread = read([program, report.path, 'thread'], report.tests)
  if (inThread.digest !== reading.digest) throw new Error('the thread gave other tests')
  const measures = [
    { ...shown('', megabytes / reading.cpuSeconds, 'MB'), what: `reading ${what}, per second of CPU` },
    below('  peak memory, in a thread of its own', inThread.peakBytes / MEGABYTE, GOAL.peakMegabytes, 'MB'),
    shown('tests in it', report.tests, ''),
  ]
  return { reading, measures }
}

/** `tdd-gate report`, with the start of its process. */
function command(bin: string, { path }: Report, megabytes: number): readonly Measure[] {
  return [[], ['--json']].flatMap((options) => {
    const { cpuSeconds, peakBytes } = spent(bin, ['report', ...options, path])
    const label = ['`tdd-gate report`', ...options].join(' ')
    const time = megabytes < COMPARED ? below : (what: string, seconds: number) => shown(what, seconds, 's', 2)
    return [
      time(`  ${label} of it: CPU`, cpuSeconds, GOAL.cpuSeconds, 's', 2),
      below(`  ${label} of it: peak memory`, peakBytes / MEGABYTE, GOAL.peakMegabytes, 'MB'),
    ]
  })
}

/** Measures a program from its start to its end, whatever it prints. */
function spent(program: string, args: readonly string[]): Spent {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-spent-'))
  const file = join(folder, 'spent.json')
  try {
    const { status, error } = spawnSync(process.execPath, ['--import', TELL, program, ...args], {
      env: { ...process.env, [TOLD_IN]: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (error !== undefined || status === null || status > 1) throw error ?? new Error(`${program}: exit ${status}`)
    return JSON.parse(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With the same extraction: only the XML is read by another library. */
function theirs(name: string, { path, tests }: Report, own: Reading): Measure {
  const reading = read([PEER_HEAP, THEIRS, name, path], tests)
  if (reading.digest !== own.digest) throw new Error(`${name} gave other tests`)
  const times = reading.cpuSeconds / own.cpuSeconds
  const label = `faster than ${name}, which takes ${Math.round(reading.peakBytes / MEGABYTE)} MB of memory`
  return shown(label, times, 'x', 1)
}

/** @returns how many tests it wrote */
type Write = (path: string, bytes: number) => number

function inFile<T>(folder: string, megabytes: number, write: Write, measure: (report: Report) => T): T {
  const path = join(folder, 'big-report')
  try {
    return measure({ path, tests: write(path, megabytes * MEGABYTE) })
  } finally {
    rmSync(path, { force: true })
  }
}

function read(command: readonly string[], tests: number): Reading {
  const reading: Reading = JSON.parse(execFileSync(process.execPath, [...command], { encoding: 'utf8' }))
  if (reading.tests !== tests) throw new Error(`${reading.tests} tests were read, ${tests} were written`)
  return reading
}
