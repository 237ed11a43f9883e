/** Measures trees: checks them out, makes them ready, runs their tests and says whether the result can be believed. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Blob, Sha } from '../core/commit.ts'
import type { SuiteConfig, TestConfig } from '../core/config.ts'
import type { Coverage } from '../core/coverage.ts'
import type { Problem } from '../core/evidence.ts'
import type { TestRun } from '../core/test-run.ts'
import { cacheKey, openCache } from './cache.ts'
import { createProver, looksLikeHarness } from './canary.ts'
import { testEnvironment } from './environment.ts'
import { asDiskFull } from './failures.ts'
import { combine, type PartContext, runPart } from './part-run.ts'
import type { Readers } from './readers.ts'
import { planRun, type RunPlan, type Suite } from './run-plan.ts'
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
  readonly signal?: AbortSignal
}

export interface ExecutionRequest {
  /** Tracked paths; null: everything. */
  readonly files: readonly string[] | null
  readonly coverage: boolean
  /** Which of several executions of the same tree this is. */
  readonly repeat: number
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
  /** One tree at a time. @throws GateError when nothing can be run, or the abort's reason. */
  readonly execute: (tree: Sha, request: ExecutionRequest) => Promise<Execution>
  /** What a reader should know of how it was measured. */
  readonly notes: () => readonly string[]
}

/** Changes when the same run would be read differently. */
const MEASURE_VERSION = 1
const LENT = 'There is no set-up command, so the node_modules of your working tree were used as they are.'

export function createMeasurer(options: MeasurerOptions): Measurer {
  const { checkout, config, readers, signal } = options
  const suites = options.suites.map((suite) => toSuite(suite, options.runners))
  const env = testEnvironment({
    source: options.source,
    folder: checkout.dir,
    extra: config.env,
    node: process.execPath,
  })
  const notes = new Set<string>()
  const tell = (step: Progress['step'], tree: Sha, suite = '') => options.onProgress?.({ step, tree, suite })
  let current: Sha = ''
  const setup = createSetup(suites, {
    tree: checkout.tree,
    workingTree: options.workingTree,
    env,
    signal,
    onStart: (suite) => tell('setup', current, suite.config.name),
  })
  const cache = openCache(join(options.cacheDir, 'runs'))
  const prover = createProver({
    folder: join(options.cacheDir, 'canary'),
    isHarness: options.isHarness ?? looksLikeHarness,
    toolchain: options.toolchain,
    note: (text) => notes.add(text),
  })

  const measure = async (tree: Sha, plan: RunPlan, files: ReadonlyMap<string, Blob>, wantsCoverage: boolean) => {
    tell('checkout', tree)
    await checkout.checkout(tree, { keep: setup.keep(files) })
    current = tree
    if (await setup.prepare(files)) notes.add(LENT)
    const context: PartContext = {
      ...{ folder: checkout.dir, tree: checkout.tree, env, signal, readers, wantsCoverage, files, prover },
      timeoutMs: config.timeoutSeconds * 1_000,
      isTracked: (path) => files.has(path),
      isOneOfMany: suites.length > 1,
      onStep: (step, suite) => tell(step, tree, suite.config.name),
    }
    const parts = []
    for (const part of plan.parts) parts.push(await runPart(part, context))
    return combine(parts, plan.scope, context)
  }

  const execute = async (tree: Sha, { files: wanted, coverage, repeat }: ExecutionRequest): Promise<Execution> => {
    const files = await checkout.listTree(tree)
    const plan = planRun(suites, wanted, new Set(files.keys()))
    const key = cacheKey({
      ...{ version: MEASURE_VERSION, platform: `${process.platform}-${process.arch}`, toolchain: options.toolchain },
      ...{ tree, coverage, repeat, timeout: config.timeoutSeconds, env: digestOf(config.env, env) },
      parts: plan.parts.map(({ suite, files: own }) => [suite.config, own]),
    })
    const cached = cache.read(key)
    if (cached !== null) return { scope: plan.scope, ...cached, problems: [], isCached: true }
    if (plan.parts.length === 0) return { ...EMPTY, scope: plan.scope }
    const measured = await measure(tree, plan, files, coverage)
    if (measured.problems.length === 0) {
      const { run, coverage: covered, durationMs, scope } = measured
      cache.write(key, { run, coverage: covered, durationMs, scope })
    }
    return { ...measured, isCached: false }
  }

  return {
    folder: checkout.dir,
    notes: () => [...notes],
    execute: async (tree, request) => {
      try {
        return await execute(tree, request)
      } catch (error) {
        throw asDiskFull(error)
      }
    },
  }
}

const EMPTY = { ...combine([], 'files', null), isCached: false }

function toSuite(config: SuiteConfig, runners: readonly Runner[]): Suite {
  return { config, runner: runners.find(({ isCommand }) => isCommand(config.command)) ?? null }
}

/** Values may be secrets, so only their digest goes into the key. */
function digestOf(names: readonly string[], env: Readonly<Record<string, string>>): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => [name, env[name] ?? null])))
    .digest('hex')
}
