/**
 * Runs of stories. A story is judged from what `test/recordings/` keeps of its test file, and nothing runs. Where nothing
 * is kept the tests run on this machine. `RUNS=record` runs them and keeps what they reported. `RUNS=live` runs them and
 * compares with what is kept.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { canonical } from '../../src/core/util/canonical.ts'
import {
  getToolchain,
  type MeasurerParts,
  type OpenMeasurer,
  openLiveMeasurer,
} from '../../src/operations/verify/open-measurer.ts'
import { MEASURING_VERSION } from '../../src/operations/verify/policy-digest.ts'
import type { Hooks } from '../../src/operations/verify/progress.ts'
import type { Execution } from '../../src/test-runner/execution.ts'
import { createMeasurer, type Measurer } from '../../src/test-runner/measurer.ts'
import { createRecorder } from '../../src/test-runner/recording/record.ts'
import type { BlobName, RecordedExecution } from '../../src/test-runner/recording/recording.ts'
import { createReplayer } from '../../src/test-runner/recording/replay.ts'
import { getDigests } from './recording-digests.ts'

const TESTS = resolve(import.meta.dirname, '..')
const RECORDINGS = join(TESTS, 'recordings')
/** Where every kept run seems to have happened: no path of a machine is kept. */
const PLACE = '/home/mona/project'

/** Opens the measurer of a story. */
export const openKeptRuns: OpenMeasurer = (parts) => {
  const { RUNS: mode = 'kept' } = process.env
  const open = MODES[mode]
  if (open === undefined) throw new Error(`RUNS is one of ${Object.keys(MODES).join(', ')}`)
  const path = join(RECORDINGS, `${getTestName()}.json`)
  return existsSync(path) || mode === 'record' ? open(parts, path) : openLiveMeasurer(parts)
}

/** Hooks of a call in a story. */
export const KEPT: Hooks = {
  onProgress: () => undefined,
  signal: new AbortController().signal,
  openMeasurer: openKeptRuns,
}

const MODES: Readonly<Record<string, (parts: MeasurerParts, path: string) => Measurer | Promise<Measurer>>> = {
  kept: (parts, path) => {
    const replayer = replay(parts, path)
    return {
      ...replayer,
      execute: async (tree, request) => {
        const execution = await replayer.execute(tree, request)
        // A run that the gate itself does not keep is not recorded either.
        if (!request.isKept && isMissing(execution)) throw stale(path, 'lacks a run of this story')
        return execution
      },
    }
  },
  live: async (parts, path) => {
    const live = await openLiveMeasurer(parts)
    const replayer = replay(parts, path)
    return {
      ...live,
      execute: async (tree, request) => {
        const execution = await live.execute(tree, request)
        if (request.isEarly || request.isKept) return execution
        const [now, kept] = [execution, await replayer.execute(tree, request)].map(outcomesOf)
        if (!isDeepStrictEqual(now, kept))
          throw stale(path, `differs from a run on this machine: ${JSON.stringify({ now, kept })}`)
        return execution
      },
    }
  },
  record: async (parts, path) => {
    const parent = mkdtempSync(join(tmpdir(), 'tdd-gate-record-'))
    const folder = join(parent, 'recording')
    const recorder = createRecorder(folder, { secrets: [], shard: null })
    const measurer = createMeasurer({ ...parts, toolchain: await getToolchain(parts), recorder })
    return {
      ...measurer,
      execute: async (tree, request) => {
        const execution = await measurer.execute(tree, request)
        keep(path, folder)
        return execution
      },
    }
  },
}

const isMissing = ({ problems }: Execution) => problems.some(({ code }) => code === 'not-recorded')

/** Numbers that each run draws anew for the rows of `changing-names`. */
const BY_CHANCE = /(?<=\brow )\d{6}\b/g

/** What a verdict reads of a run, without what differs between machines. */
function outcomesOf({ run, problems, scope }: Execution) {
  return {
    scope,
    cases: run.cases.map(({ id, outcome }) => `${id.replace(BY_CHANCE, '')} ${outcome}`).toSorted(),
    loadErrors: run.loadErrors.map(({ file }) => file).toSorted(),
    problems: problems.map(({ code }) => code),
  }
}

const stale = (path: string, why: string) =>
  new Error(`${relative(process.cwd(), path)} ${why}. npm run record -- test/${getTestName()}.test.ts runs it anew.`)

/** Returns the path of the test file that runs, such as `stories/honest`. */
export function getTestName(): string {
  const { testPath } = expect.getState()
  if (testPath === undefined) throw new Error('kept runs belong to a test file')
  return relative(TESTS, testPath).replace(/\.test\.ts$/, '')
}

interface KeptRuns {
  /** The version of measuring under which they were recorded. */
  readonly version: string
  readonly executions: RecordedExecution[]
  /** Reports and output by the sha256 of their bytes. */
  readonly blobs: Record<string, string>
}

function readKept(path: string): KeptRuns {
  if (!existsSync(path)) return { version: MEASURING_VERSION, executions: [], blobs: {} }
  return JSON.parse(readFileSync(path, 'utf8'))
}

function replay({ checkout, config, suites, signal }: MeasurerParts, path: string): Measurer {
  const folder = unpack(path)
  return createReplayer({
    recordings: [folder],
    digests: getDigests([folder]),
    objects: checkout,
    config: { ...config, shards: 1 },
    suites,
    ...(signal && { signal }),
  })
}

const unpacked = new Map<string, string>()

/** Lays kept runs out as the replayer reads them, once for each process. */
function unpack(path: string): string {
  const known = unpacked.get(path)
  if (known !== undefined) return known
  const { version, executions, blobs } = readKept(path)
  if (version !== MEASURING_VERSION)
    throw stale(path, `is of version ${version} of measuring, which is ${MEASURING_VERSION} now`)
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-kept-'))
  mkdirSync(join(folder, 'blobs'))
  for (const [name, text] of Object.entries(blobs)) writeFileSync(join(folder, 'blobs', name), toBytes(text))
  const lines = [
    { kind: 'tdd-gate/recording', schemaVersion: 1, shard: null },
    ...executions,
    { kind: 'end', error: null },
  ]
  writeFileSync(join(folder, 'executions.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  unpacked.set(path, folder)
  return folder
}

/** Recordings that this process began anew, with what they hold. */
const begun = new Map<string, KeptRuns & { readonly keys: Set<string> }>()

/** Adds the runs of a recording that are not kept yet. */
function keep(path: string, folder: string): void {
  const kept = begun.get(path) ?? { version: MEASURING_VERSION, executions: [], blobs: {}, keys: new Set() }
  begun.set(path, kept)
  for (const line of readFileSync(join(folder, 'executions.jsonl'), 'utf8').split('\n').slice(1, -1)) {
    const execution = JSON.parse(line) as RecordedExecution
    const key = keyOf(execution)
    if (kept.keys.has(key)) continue
    kept.keys.add(key)
    kept.executions.push(withoutMachine(execution, folder, kept.blobs))
  }
  // In an order that does not depend on which story ended first.
  const executions = kept.executions.toSorted((a, b) => compareText(keyOf(a), keyOf(b)))
  const blobs = Object.fromEntries(Object.entries(kept.blobs).toSorted(([a], [b]) => compareText(a, b)))
  const { version } = kept
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ version, executions, blobs }, null, 1)}\n`)
}

const keyOf = ({ tree, request }: RecordedExecution) => canonical([tree, request])
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function withoutMachine(
  execution: RecordedExecution,
  folder: string,
  blobs: Record<string, string>,
): RecordedExecution {
  const { places } = execution
  const elsewhere = (text: string) => places.reduce((all, place) => all.replaceAll(place, PLACE), text)
  const move = <T extends BlobName>(blob: T): T => {
    const bytes = readFileSync(join(folder, 'blobs', blob.sha256))
    const text = toText(bytes)
    const plain = text.startsWith(BASE64) ? bytes : Buffer.from(withoutMoments(elsewhere(text)))
    const sha256 = createHash('sha256').update(plain).digest('hex')
    blobs[sha256] = toText(plain)
    return { ...blob, sha256, bytes: plain.length }
  }
  const launches = execution.launches.map(({ stdout, stderr, reports, coverage, ...launch }) => ({
    ...launch,
    durationMs: 1,
    stdout: stdout && move(stdout),
    stderr: stderr && move(stderr),
    reports: { ...reports, files: reports.files.map(move) },
    coverage: { ...coverage, files: coverage.files.map(move) },
  }))
  return { ...JSON.parse(elsewhere(JSON.stringify({ ...execution, launches }))), places: [PLACE] }
}

const BASE64 = 'base64:'

function toText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) && !text.startsWith(BASE64) ? text : `${BASE64}${bytes.toString('base64')}`
}

function toBytes(text: string): Buffer {
  return text.startsWith(BASE64) ? Buffer.from(text.slice(BASE64.length), 'base64') : Buffer.from(text)
}

/** What differs from one run to the next and no verdict reads: durations, times of day, the machine's name. */
const MOMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(time|duration)="[\d.]+"/g, '$1="0"'],
  [/("(?:duration|duration_ms|durationMs|start|startTime|endTime|runtime|created|Elapsed)":) ?[\d.e+-]+/g, '$11'],
  [/\b(duration_ms) [\d.]+/g, '$1 1'],
  [/("Time":)"[^"]*"/g, '$1"2026-01-01T00:00:00Z"'],
  [/\b(hostname|timestamp)="[^"]*"/g, '$1=""'],
  [/\b(in|took) \d+(?:\.\d+)? ?(m?s)\b/g, '$1 1$2'],
]

const withoutMoments = (text: string) => MOMENTS.reduce((all, [what, by]) => all.replace(what, by), text)
