/** Measures trees: checks them out, sets them up, runs their tests, and reports whether the result is reliable. */
import { join } from 'node:path'
import { toKnownError } from '../core/errors/known-error.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Blob, Sha } from '../core/model/commit.ts'
import type { Shard, SuiteConfig, TestConfig } from '../core/model/config.ts'
import { ISOLATION_ABOUT, type Isolation } from '../core/model/isolation.ts'
import { once } from '../core/util/once.ts'
import type { ReadObjects } from '../git/cat-file.ts'
import { isLfsPointer } from './absent-files.ts'
import { hasLoaded, MAX_CACHE_BYTES, openCache } from './cache.ts'
import { createProver, looksLikeHarness } from './canary/canary.ts'
import { canaryIn, type Execution, type ExecutionRequest, noteCoverage } from './execution.ts'
import { liveExecutor } from './live-executor.ts'
import { measuresCoverage } from './own-coverage.ts'
import { combine, refuseNothing, runParts, runTools } from './part-run.ts'
import type { Recorder } from './recording/record.ts'
import { toRunKey } from './run-key.ts'
import { inShard, planRequest, type RunPlan } from './run-plan.ts'
import { toSuite } from './runners/index.ts'
import { type Lender, openRuntime } from './runtime.ts'
import { allHaveSetup } from './set-up/install.ts'
import { createLentDigest } from './set-up/modules.ts'
import { toolNotes } from './set-up/toolchain.ts'
import { createSuiteClock } from './test-timeout.ts'
import { runTexts } from './texts.ts'

interface MeasurerProgress {
  readonly step: 'checkout' | 'setup' | 'build' | 'run' | 'canary'
  readonly tree: Sha
  readonly suite: string
}

export interface MeasurerOptions {
  readonly checkout: Checkout
  readonly config: Omit<TestConfig, 'preparation'>
  /** Configured or detected. */
  readonly suites: readonly SuiteConfig[]
  readonly cacheDir: string
  /** Versions that affect results, by name. */
  readonly toolchain: Readonly<Record<string, string>>
  /** The working tree whose installed packages are lent to suites without set-up; null for none. */
  readonly lender: Lender | null
  /** Folders of this machine that tests must not see: the repository and the recording. */
  readonly hidden?: readonly string[]
  /** Our own environment; tests see only its neutral part. */
  readonly source: Readonly<Record<string, string | undefined>>
  readonly isHarness?: (path: string) => boolean
  /** Whether a path is one of `test.inputs`; absent or null: none are declared. */
  readonly isInput?: ((path: string) => boolean) | null
  readonly onProgress?: (progress: MeasurerProgress) => void
  /** Absent: its own. */
  readonly shared?: NonNullable<Measurer['shared']>
  /** Receives every measurement. With a recorder, no measurement of an earlier process is reused. */
  readonly recorder?: Recorder
  readonly signal?: AbortSignal
}

export interface Measurer {
  /** Where runs and set-ups are kept, and how long suites took: for other measurers of this process. */
  readonly shared?: { readonly memory: string; readonly clock: ReturnType<typeof createSuiteClock> }
  /** Whether announced requests run beside others. */
  readonly hasHelpers?: boolean
  /** The slice of whole suites that it runs; absent or null: all of them. */
  readonly shard?: Shard | null
  /** One tree at a time. @throws GateError when nothing can be run, or the abort's reason. */
  readonly execute: (tree: Sha, request: ExecutionRequest) => Promise<Execution>
  /** Messages for readers about how it was measured; `settings`: those that are the same in each call. */
  readonly notes: () => readonly string[]
  readonly settings?: () => readonly string[]
}

export const LENT = runTexts.noSetUp

export function createMeasurer(options: MeasurerOptions): Measurer {
  const measurerState = openMeasurerState(options)
  return {
    shared: measurerState,
    shard: options.recorder?.shard ?? null,
    notes: () => [...measurerState.notes],
    settings: () => [LENT, ...toolNotes(options.toolchain)],
    execute: async (tree, request) => {
      const executing = execute(measurerState, tree, request)
      const execution = await executing.catch((error) => Promise.reject(toKnownError(error)))
      noteCoverage(execution, (text) => measurerState.notes.add(text))
      return measurerState.clock.read(request, execution)
    },
  }
}

/** Opens the state that stays the same, or is cached, from one tree to the next. */
function openMeasurerState(options: MeasurerOptions) {
  const { checkout, toolchain } = options
  const suites = options.suites.map(toSuite)
  const lentDigest = createLentDigest(allHaveSetup(suites) ? null : options.lender)
  const notes = new Set<string>()
  const note = (text: string) => void notes.add(text)
  // A recording contains only measurements of this process, so its caches are removed with its folder.
  const memory = options.shared?.memory ?? (options.recorder ? checkout.dir : options.cacheDir)
  const maxBytes = options.recorder ? Number.POSITIVE_INFINITY : MAX_CACHE_BYTES
  return {
    options,
    memory,
    suites,
    config: options.config,
    notes,
    lentDigest,
    /** Opened at the first execution. */
    runtime: once(() => openRuntime(options, suites, { memory, note })),
    cache: openCache(join(memory, 'runs'), maxBytes),
    clock: options.shared?.clock ?? createSuiteClock(),
    /** Executions with problems, only while recording: each is recorded once. */
    unstable: new Map<string, Execution>(),
    prover: createProver({
      folder: join(memory, 'canary'),
      isHarness: options.isHarness ?? looksLikeHarness,
      toolchain,
      lentDigest,
      note,
    }),
  }
}

type MeasurerState = ReturnType<typeof openMeasurerState>

async function execute(measurerState: MeasurerState, tree: Sha, request: ExecutionRequest): Promise<Execution> {
  const files = await measurerState.options.checkout.listTree(tree)
  const whole = planRequest(measurerState, request, new Set(files.keys()))
  const plan = inShard(whole, request.mutation ?? request.files, measurerState.options.recorder?.shard ?? null)
  const lent = plan.parts.length === 0 ? null : measurerState.lentDigest(files)
  if (lent !== null) measurerState.notes.add(LENT)
  const keyed = { ...request, ownCoverage: isMeasuring(measurerState, request), canaryIn: canaryIn(request) }
  const key = toRunKey(measurerState.options, [tree, lent], plan, keyed)
  const known = measurerState.unstable.get(key)
  if (known) return known
  if (plan.parts.length > 0)
    for (const tool of toolNotes(measurerState.options.toolchain)) measurerState.notes.add(tool)
  const cached = measurerState.cache.read(key)
  if (cached !== null && (await isAsGood(measurerState, cached.isolation)))
    return { isolation: null, scope: plan.scope, ...cached, problems: [], isCached: true }
  if (plan.parts.length === 0) return { ...EMPTY, scope: plan.scope }
  request.onStart?.()
  const measured = await measure(measurerState, tree, files, { plan, request })
  const { problems, ...entry } = measured
  if (request.isKept?.(measured) === false) return { ...measured, isCached: false }
  if (problems.length === 0 && (request.files !== null || hasLoaded(entry.run))) measurerState.cache.write(key, entry)
  else if (measurerState.options.recorder) measurerState.unstable.set(key, { ...measured, isCached: true })
  return { ...measured, isCached: false }
}

/** Only a whole suite has a coverage that means something. */
function isMeasuring({ options, suites }: MeasurerState, request: ExecutionRequest): boolean {
  const { coverage, files, mutation, vary } = request
  if (!coverage || files !== null || mutation || vary) return false
  return measuresCoverage(
    options.config,
    suites.map(({ config }) => config),
  )
}

/** Returns whether a cached run is as isolated as a new one. With namespaces now, a run without them does not count. */
async function isAsGood(
  { runtime, options }: MeasurerState,
  isolation: Isolation | null | undefined,
): Promise<boolean> {
  if (isolation !== 'user') return true
  return options.config.isolation === 'preferred' && (await runtime()).sandbox.isolation === 'user'
}

type Planned = { readonly plan: RunPlan; readonly request: ExecutionRequest }
async function measure(
  measurerState: MeasurerState,
  tree: Sha,
  files: ReadonlyMap<string, Blob>,
  { plan, request }: Planned,
) {
  const { options, suites, prover, notes } = measurerState
  const { checkout, config, signal } = options
  const { sandbox, setup } = await measurerState.runtime()
  const report = (step: MeasurerProgress['step'], suite = '') => options.onProgress?.({ step, tree, suite })
  report('checkout')
  const prepared = await setup.prepare(tree, files, (step, suite) => report(step, suite.config.name))
  if (sandbox.isolation !== 'namespaces') notes.add(ISOLATION_ABOUT[sandbox.isolation])
  const { coverage: wantsCoverage, vary = [] } = request
  const reading = { signal, wantsCoverage, vary, measuresCoverage: isMeasuring(measurerState, request) }
  const live = liveExecutor({
    ...reading,
    folder: checkout.dir,
    tree: checkout.tree,
    sandbox,
    prepared,
    files,
    prover,
    timeoutMs: config.timeoutSeconds * 1_000,
    endsAfterMs: request.timeoutMs ?? Number.POSITIVE_INFINITY,
    wholeMs: measurerState.clock.wholeMs(),
    isTracked: (path) => files.has(path),
    onStep: (step, suite) => report(step, suite.config.name),
  })
  const record = options.recorder?.begin(
    { tree, request: toRecorded(request), isLent: prepared.isLent, isolation: sandbox.isolation },
    live,
  )
  const stage = record?.stage ?? live
  const context = {
    ...reading,
    stage,
    files,
    canaryIn: canaryIn(request),
    isTestless: request.isTestless,
    isOneOfMany: suites.length > 1,
    isPointer: (path: string) => isLfsPointer(checkout.tree, path),
    note: (text: string) => void notes.add(text),
  }
  const measured = await (request.mutation ? runTools(plan, context) : runParts(plan, context))
  const isAll = suites.length === 1 || (request.files === null && request.suites === undefined)
  if (isAll && !request.mutation) refuseNothing(measured)
  if (request.isKept?.(measured) !== false) record?.finish()
  return { ...measured, isolation: sandbox.isolation }
}

function toRecorded({ files, coverage, repeat, withCanary, mutation, vary, suites }: ExecutionRequest) {
  const more = {
    ...(mutation && { mutation: [...mutation] }),
    ...(vary && { vary: [...vary] }),
    ...(suites && { suites: [...suites] }),
  }
  return { files: files && [...files], coverage, repeat, withCanary, ...more }
}

/** The result when there is nothing to run. */
export const EMPTY = { ...combine([], { scope: 'files', isPartial: true }, null), isolation: null, isCached: false }

/** The part of a scratch repository that measuring needs. */
interface Checkout {
  /** A folder of our own, beside the checkout. */
  readonly dir: string
  /** The checkout. */
  readonly tree: string
  readonly checkout: (tree: Sha, options: { readonly keep: readonly string[] }) => Promise<void>
  readonly listTree: (tree: Sha) => Promise<ReadonlyMap<string, Blob>>
  readonly readObjects: ReadObjects
  /** Writes a tree of exactly these paths. */
  readonly composeTree: (base: null, edits: readonly TreeEdit[]) => Promise<Sha>
}
