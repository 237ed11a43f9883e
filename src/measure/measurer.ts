/** Measures trees: checks them out, makes them ready, runs their tests and says whether the result can be believed. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Blob, Sha } from '../core/commit.ts'
import type { Shard, SuiteConfig, TestConfig } from '../core/config.ts'
import type { Coverage } from '../core/coverage.ts'
import type { Problem } from '../core/evidence.ts'
import type { TestRun } from '../core/test-run.ts'
import { cacheKey, MAX_CACHE_BYTES, openCache } from './cache.ts'
import { createProver, looksLikeHarness } from './canary.ts'
import { testEnvironment } from './environment.ts'
import { asDiskFull } from './failures.ts'
import { liveStage } from './live-stage.ts'
import { combine, runParts } from './part-run.ts'
import type { Readers } from './readers.ts'
import type { Recorder } from './record.ts'
import { inShard, planRun, type RunPlan, type Suite } from './run-plan.ts'
import type { Runner } from './runners/runner.ts'
import { createSetup } from './setup.ts'

/** What is needed of a scratch repository. */
export interface Checkout {
  /** A folder of our own, beside the checkout. */
  readonly dir: string
  /** The checkout. */
  readonly tree: string
  readonly checkout: (tree: Sha, options: { readonly keep: readonly string[] }) => Promise<void>
  readonly listTree: (tree: Sha) => Promise<ReadonlyMap<string, Blob>>
}

export interface Progress {
  readonly step: 'checkout' | 'setup' | 'run' | 'canary'
  readonly tree: Sha
  readonly suite: string
}

export interface MeasurerOptions {
  readonly checkout: Checkout
  readonly config: TestConfig
  /** Configured or detected. */
  readonly suites: readonly SuiteConfig[]
  readonly runners: readonly Runner[]
  readonly readers: Readers
  readonly cacheDir: string
  /** Versions that a result depends on, by name. */
  readonly toolchain: Readonly<Record<string, string>>
  /** Whose installed packages are lent to suites without set-up; null for none. */
  readonly workingTree: string | null
  /** Our own environment; tests see the neutral part of it. */
  readonly source: Readonly<Record<string, string | undefined>>
  readonly isHarness?: (path: string) => boolean
  readonly onProgress?: (progress: Progress) => void
  /** Gets all that is measured, and then nothing that an earlier process measured is used again. */
  readonly recorder?: Recorder
  readonly signal?: AbortSignal
}

export interface ExecutionRequest {
  /** Tracked paths; null: everything. */
  readonly files: readonly string[] | null
  readonly coverage: boolean
  /** Which of several executions of the same tree this is. */
  readonly repeat: number
  /** Puts the canary among the files, where the runner would let one of them change what the next one shows. */
  readonly withCanary: boolean
}

export interface Execution {
  readonly run: TestRun
  /** Reasons why the run is worth nothing. */
  readonly problems: readonly Problem[]
  readonly coverage: Coverage | null
  readonly durationMs: number
  readonly isCached: boolean
  /** What ran in the end: helpers and commands that cannot be aimed make it the whole suite. */
  readonly scope: 'files' | 'suite'
}

export interface Measurer {
  readonly folder: string
  /** The slice that it runs of whole suites; absent or null: all of them. */
  readonly shard?: Shard | null
  /** One tree at a time. @throws GateError when nothing can be run, or the abort's reason. */
  readonly execute: (tree: Sha, request: ExecutionRequest) => Promise<Execution>
  /** What a reader should know of how it was measured. */
  readonly notes: () => readonly string[]
}

/** Changes when the same run would be read differently. */
const MEASURE_VERSION = 3
export const LENT = 'There is no set-up command, so the node_modules of your working tree were used as they are.'

export function createMeasurer(options: MeasurerOptions): Measurer {
  const bench = openBench(options)
  return {
    folder: options.checkout.dir,
    shard: options.recorder?.shard ?? null,
    notes: () => [...bench.notes],
    execute: async (tree, request) => {
      try {
        return await execute(bench, tree, request)
      } catch (error) {
        throw asDiskFull(error)
      }
    },
  }
}

/** What stays the same, or is remembered, from one tree to the next. */
function openBench(options: MeasurerOptions) {
  const { checkout, config, toolchain, source } = options
  const suites = options.suites.map((suite) => toSuite(suite, options.runners))
  const env = testEnvironment({ source, folder: checkout.dir, extra: config.env, node: process.execPath })
  const notes = new Set<string>()
  // What is recorded is all measured by this process: what it remembers lies where it alone works, and goes with it.
  const memory = options.recorder ? checkout.dir : options.cacheDir
  const maxBytes = options.recorder ? Number.POSITIVE_INFINITY : MAX_CACHE_BYTES
  return {
    ...{ options, suites, env, notes },
    setup: createSetup(suites, { tree: checkout.tree, workingTree: options.workingTree, env, signal: options.signal }),
    cache: openCache(join(memory, 'runs'), maxBytes),
    /** Executions with problems, of a recording only: each is in it once. */
    doubtful: new Map<string, Execution>(),
    prover: createProver({
      folder: join(memory, 'canary'),
      isHarness: options.isHarness ?? looksLikeHarness,
      toolchain,
      note: (text) => notes.add(text),
    }),
  }
}

type Bench = ReturnType<typeof openBench>
type TreeFiles = ReadonlyMap<string, Blob>

async function execute(bench: Bench, tree: Sha, request: ExecutionRequest): Promise<Execution> {
  const files = await bench.options.checkout.listTree(tree)
  const whole = planRun(bench.suites, request.files, new Set(files.keys()))
  const plan = inShard(whole, request.files, bench.options.recorder?.shard ?? null)
  const key = keyOf(bench, tree, plan, request)
  const known = bench.doubtful.get(key)
  if (known) return known
  const cached = bench.cache.read(key)
  if (cached !== null) return { scope: plan.scope, ...cached, problems: [], isCached: true }
  if (plan.parts.length === 0) return { ...EMPTY, scope: plan.scope }
  const measured = await measure(bench, { tree, files, plan, request })
  const { problems, ...entry } = measured
  if (problems.length === 0) bench.cache.write(key, entry)
  else if (bench.options.recorder) bench.doubtful.set(key, { ...measured, isCached: true })
  return { ...measured, isCached: false }
}

/** Everything a run depends on. Values of variables may be secrets, so only their digest goes in. */
function keyOf({ options, env }: Bench, tree: Sha, { parts }: RunPlan, request: ExecutionRequest): string {
  const { coverage, repeat, withCanary } = request
  const { config, toolchain } = options
  return cacheKey({
    ...{ version: MEASURE_VERSION, platform: `${process.platform}-${process.arch}`, toolchain },
    ...{ tree, coverage, repeat, withCanary, timeout: config.timeoutSeconds, env: digestOf(config.env, env) },
    parts: parts.map(({ suite, files, shard = null }) => [suite.config, files, shard]),
  })
}

interface Work {
  readonly tree: Sha
  readonly files: TreeFiles
  readonly plan: RunPlan
  readonly request: ExecutionRequest
}

async function measure(bench: Bench, { tree, files, plan, request }: Work) {
  const { options, suites, env, setup, prover, notes } = bench
  const { checkout, config, readers, signal } = options
  const tell = (step: Progress['step'], suite = '') => options.onProgress?.({ step, tree, suite })
  tell('checkout')
  await checkout.checkout(tree, { keep: setup.keep(files) })
  const isLent = await setup.prepare(files, (suite) => tell('setup', suite.config.name))
  if (isLent) notes.add(LENT)
  const reading = { signal, readers, wantsCoverage: request.coverage }
  const live = liveStage({
    ...reading,
    ...{ folder: checkout.dir, tree: checkout.tree, env, files, prover },
    timeoutMs: config.timeoutSeconds * 1_000,
    isTracked: (path) => files.has(path),
    onStep: (step, suite) => tell(step, suite.config.name),
  })
  const { coverage, repeat, withCanary } = request
  const wanted = { files: request.files && [...request.files], coverage, repeat, withCanary }
  const record = options.recorder?.begin({ tree, request: wanted, isLent }, live)
  const stage = record?.stage ?? live
  const context = { ...reading, stage, files, withCanary, isOneOfMany: suites.length > 1 }
  const measured = await runParts(plan, context)
  record?.finish()
  return measured
}

/** Where there is nothing to run. */
export const EMPTY = { ...combine([], 'files', null), isCached: false }

export function toSuite(config: SuiteConfig, runners: readonly Runner[]): Suite {
  return { config, runner: runners.find(({ isCommand }) => isCommand(config.command)) ?? null }
}

function digestOf(names: readonly string[], env: Readonly<Record<string, string>>): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => [name, env[name] ?? null])))
    .digest('hex')
}
