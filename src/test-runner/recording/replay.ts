/** Measures without running anything: reads a recording with the same report readers as a live measurement. */

import type { Blob, Sha } from '../../core/model/commit.ts'
import type { Shard, SuiteConfig, TestConfig } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import { ISOLATION_ABOUT, type Isolation, type IsolationPolicy, weakestIsolation } from '../../core/model/isolation.ts'
import type { Problem } from '../../core/model/test-run.ts'
import { canonical } from '../../core/util/canonical.ts'
import { canaryIn, type Execution, type ExecutionRequest, noteCoverage } from '../execution.ts'
import { EMPTY, LENT, type Measurer } from '../measurer.ts'
import { combine, isEmptyRun, type PartRun, runPart, runTool } from '../part-run.ts'
import { hasTestFile, inShard, planRequest, type RunPlan, type Suite } from '../run-plan.ts'
import { toSuite } from '../runners/index.ts'
import { RUN_AGAIN, replayExecutor } from './replay-executor.ts'
import { type Digests, openShardRecordings, type ShardRecordings, type Slice } from './shard-recordings.ts'
import { recordingTexts } from './texts.ts'

export interface ReplayerOptions {
  /** One folder for each shard. */
  readonly recordings: readonly string[]
  readonly digests: Digests
  readonly objects: { readonly listTree: (tree: Sha) => Promise<ReadonlyMap<string, Blob>> }
  readonly config: Pick<TestConfig, 'shards' | 'mutation'> & Partial<Pick<TestConfig, 'isolation'>>
  /** Configured or detected, as in the measuring job. */
  readonly suites: readonly SuiteConfig[]
  readonly signal?: AbortSignal
}

/**
 * Creates a measurer that replays. Each mistake in a recording becomes a problem `not-recorded` of the affected
 * executions.
 */
export function createReplayer(options: ReplayerOptions): Measurer {
  const shardRecordings = openShardRecordings(options.recordings, options.config.shards, options.digests)
  const suites = options.suites.map(toSuite)
  const notes = new Set(shardRecordings.notes)
  const measurerState: MeasurerState = {
    options,
    shardRecordings,
    suites,
    note: (text) => notes.add(text),
    keys: new WeakMap(),
  }
  return {
    notes: () => [...notes],
    execute: (tree, request) => execute(measurerState, tree, request),
  }
}

interface MeasurerState {
  readonly options: ReplayerOptions
  readonly shardRecordings: ShardRecordings
  readonly suites: readonly Suite[]
  readonly note: (text: string) => void
  /** Keys of the requests in the recordings. Each request is one object and belongs to one tree. */
  readonly keys: WeakMap<ExecutionRequest, string>
}

interface Wanted {
  readonly tree: Sha
  readonly request: ExecutionRequest
  readonly files: ReadonlyMap<string, Blob>
  readonly plan: RunPlan
}

async function execute(measurerState: MeasurerState, tree: Sha, request: ExecutionRequest): Promise<Execution> {
  measurerState.options.signal?.throwIfAborted()
  const files = await measurerState.options.objects.listTree(tree)
  const plan = planRequest(toPlanned(measurerState), request, new Set(files.keys()))
  if (plan.parts.length === 0) return { ...EMPTY, scope: plan.scope }
  const wanted = { tree, request, files, plan }
  const found = find(measurerState, wanted)
  if ('problem' in found) return { ...EMPTY, scope: plan.scope, problems: [found.problem] }
  try {
    const isolation = weakestIsolation(found.slices.map(({ execution }) => execution.isolation))
    const tooWeak = weakness(measurerState.options.config.isolation, isolation)
    if (tooWeak !== null) return { ...EMPTY, isolation, scope: plan.scope, problems: [tooWeak] }
    return { ...(await replay(measurerState, wanted, found.slices)), isolation, isCached: false }
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    // A tree that could not be measured has no line, so no measurement wrote this one.
    const problem: Problem = {
      code: 'not-recorded',
      message: recordingTexts.cannotHold(error.message, RUN_AGAIN),
    }
    return { ...EMPTY, scope: plan.scope, problems: [problem] }
  }
}

/** A job that could not isolate its executions must not measure when the policy requires isolation. */
function weakness(policy: IsolationPolicy | undefined, isolation: Isolation | null): Problem | null {
  if (policy !== 'required' || isolation === null || isolation === 'namespaces') return null
  const message = recordingTexts.needsNamespaces(ISOLATION_ABOUT[isolation], RUN_AGAIN)
  return { code: 'not-recorded', message }
}

/**
 * Finds the slices of a whole suite, or the first slice that contains a run of single files. That run is the same in
 * all of them.
 */
function find(measurerState: MeasurerState, { tree, request, files, plan }: Wanted) {
  const { shardRecordings, keys } = measurerState
  const paths = new Set(files.keys())
  const planned = toPlanned(measurerState)
  const getPlan = (wanted: ExecutionRequest) => (wanted === request ? plan : planRequest(planned, wanted, paths))
  const toKey = (one: ExecutionRequest, shard: Shard | null) =>
    findKey(inShard(getPlan(one), one.mutation ?? one.files, shard), one)
  return shardRecordings.find(tree, shardsFor(request), (shard, wanted) => {
    const key = keys.get(wanted) ?? toKey(wanted, shard)
    keys.set(wanted, key)
    return key === toKey(request, shard)
  })
}

/**
 * A whole suite runs again only in shards that saw it fail; the results of other shards must not replace the failure.
 */
function shardsFor({ files, mutation, repeat }: ExecutionRequest): Parameters<ShardRecordings['find']>[1] {
  if (files !== null || mutation) return 'any'
  return repeat === 1 ? 'all' : 'some'
}

const toPlanned = ({ suites, options: { config } }: MeasurerState) => ({ suites, config })

/** Requests with equal keys launch the same. */
function findKey({ parts }: RunPlan, request: ExecutionRequest): string {
  const { coverage, repeat, vary = [] } = request
  const launched = parts.map(({ suite, files, shard = null }) => [suite.config.name, files, shard])
  return canonical([launched, coverage, repeat, canaryIn(request), vary])
}

async function replay(measurerState: MeasurerState, { request, files, plan }: Wanted, slices: readonly Slice[]) {
  const { signal } = measurerState.options
  const { coverage } = request
  const reading = {
    signal,
    wantsCoverage: coverage,
    files,
    isOneOfMany: measurerState.suites.length > 1,
    canaryIn: canaryIn(request),
    isTestless: request.isTestless,
    note: measurerState.note,
  }
  const ran: PartRun[] = []
  const leftovers: Problem[] = []
  for (const { execution, shard, blobs } of slices) {
    if (execution.isLent) measurerState.note(LENT)
    const executor = replayExecutor(execution, { find: blobs, note: measurerState.note })
    const run = request.mutation ? runTool : runPart
    for (const part of inShard(plan, request.mutation ?? request.files, shard).parts)
      ran.push(await run(part, { ...reading, stage: executor }))
    leftovers.push(...executor.leftovers())
  }
  const places = [...new Set(slices.flatMap(({ execution }) => execution.places))]
  const { problems, ...whole } = combine(ran, plan, { ...reading, stage: { places } })
  noteCoverage(whole, measurerState.note)
  return { ...whole, problems: [...problems, ...leftovers, ...emptySlices(plan, ran, slices, files)] }
}

/** One slice may be empty. When all slices are empty, a suite with test files did not run. */
function emptySlices(
  plan: RunPlan,
  ran: readonly PartRun[],
  slices: readonly Slice[],
  files: ReadonlyMap<string, Blob>,
): readonly Problem[] {
  if (slices.length < 2) return []
  const count = plan.parts.length
  return plan.parts.flatMap(({ suite }, index): readonly Problem[] => {
    const own = ran.filter((_, n) => n % count === index)
    const isEmpty = own.every(({ run, problems }) => problems.length === 0 && isEmptyRun(run))
    if (!isEmpty || !hasTestFile(suite, new Set(files.keys()))) return []
    return [{ code: 'no-tests', message: recordingTexts.noTestInShards(slices.length) }]
  })
}
