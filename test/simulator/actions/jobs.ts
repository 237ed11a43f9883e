/** The jobs of one workflow file: each waits for what it needs, becomes as many as its matrix says, or calls another file. */
import { getConcurrency } from './concurrency.ts'
import { githubContext } from './contexts.ts'
import { type Context, fill, fillText, fillTexts, getText, holds, type Progress } from './expressions.ts'
import type { Flight, Hub } from './hub.ts'
import { refuseJob, runJob, skipJob } from './job.ts'
import { getPermissions, type LoadedWorkflow } from './load.ts'
import { expandMatrix, type Leg, legName } from './matrix.ts'
import { toKey } from './run.ts'
import { type InputFile, type JobFile, listOf } from './workflow-file.ts'

export type Result = 'success' | 'failure' | 'cancelled' | 'skipped'

export interface JobResult {
  readonly result: Result
  readonly outputs: Readonly<Record<string, string>>
  /** How it and everything before it ended. */
  readonly lineage: readonly Result[]
  /** Of an earlier attempt. */
  readonly isKept: boolean
}

/** A workflow file that runs: the first one, or one that a job calls. */
export interface Level {
  readonly workflow: LoadedWorkflow
  /** `caller / ` before the names of its jobs. */
  readonly prefix: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** False: what its caller needs has run again, so its jobs do too. */
  readonly mayKeep: boolean
  readonly signal: AbortSignal
}

export function topLevel(_: Hub, { trigger, cancellation }: Flight, workflow: LoadedWorkflow): Level {
  const declared = workflow.file.on[trigger.event]?.inputs ?? {}
  const inputs = getInputs(declared, trigger.inputs)
  return { workflow, prefix: '', inputs, secrets: {}, mayKeep: true, signal: cancellation.signal }
}

/** @returns how each job ended, by its id */
export async function runLevel(hub: Hub, flight: Flight, level: Level): Promise<ReadonlyMap<string, JobResult>> {
  const { jobs } = level.workflow.file
  const started = new Map<string, Promise<JobResult>>()
  const start = (id: string): Promise<JobResult> => {
    const known = started.get(id)
    if (known !== undefined) return known
    const job = jobs[id]
    if (job === undefined) throw new Error(`There is no job ${id}.`)
    const work = gather(listOf(job.needs), start).then((needs) => runOne({ hub, flight, level, id, job, needs }))
    started.set(id, work)
    return work
  }
  return gather(Object.keys(jobs), start)
}

async function gather(ids: readonly string[], start: (id: string) => Promise<JobResult>) {
  return new Map(await Promise.all(ids.map(async (id) => [id, await start(id)] as const)))
}

/** Of several jobs: the worst; `skipped` when all were. */
export function getResult(results: ReadonlyMap<unknown, JobResult>): Result {
  const all = [...results.values()].map(({ result }) => result)
  const worst = (['failure', 'cancelled'] as const).find((each) => all.includes(each))
  return worst ?? (all.length > 0 && all.every((each) => each === 'skipped') ? 'skipped' : 'success')
}

export interface Planned {
  readonly hub: Hub
  readonly flight: Flight
  readonly level: Level
  readonly id: string
  readonly job: JobFile
  readonly needs: ReadonlyMap<string, JobResult>
}

async function runOne(planned: Planned): Promise<JobResult> {
  const { hub, flight, level, id, job, needs } = planned
  const before = [...needs.values()].flatMap(({ lineage }) => lineage)
  const context = getContext(planned)
  const end = (result: Result, outputs = {}, isKept = false): JobResult => ({
    result,
    outputs,
    lineage: [...before, result],
    isKept,
  })
  const plainName = `${level.prefix}${job.name ?? id}`
  try {
    if (hub.ending.signal.aborted || !holds(job.if, context, getProgress(before, isCancelled(planned)))) {
      skipJob(hub, flight, plainName)
      return end('skipped')
    }
    refuseContainers(job, context)
    const legs = getLegs(job, context)
    const ended = await runLegs(planned, legs, context)
    const outputs = Object.assign({}, ...ended.map((each) => nonEmpty(each.outputs)))
    const result = getResult(new Map(ended.entries()))
    return end(
      result,
      outputs,
      ended.every(({ isKept }) => isKept),
    )
  } catch (error) {
    refuseJob(hub, flight, plainName, (error as Error).message)
    return end('failure')
  }
}

/** A job that asked for another machine would run on this one. GitHub starts no service whose image is empty. */
function refuseContainers(job: JobFile, context: Context): void {
  const asked = ['container', 'environment'].filter((name) => Object.hasOwn(job, name))
  const images = Object.values(job.services ?? {}).map((service) => fill(service?.image ?? service, context))
  const all = images.some((image) => image !== '') ? [...asked, 'services'] : asked
  if (all.length > 0) throw new Error(`The runner here knows no ${all.join(', ')}.`)
}

const nonEmpty = (outputs: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== ''))

function getContext({ hub, flight, level, needs }: Planned): Context {
  const outcome = [...needs].map(([id, { result, outputs }]) => [id, { result, outputs }])
  const github = githubContext(hub.world, flight, null)
  return { github, inputs: level.inputs, vars: {}, needs: Object.fromEntries(outcome) }
}

/** What was skipped counts against success, all the way down. */
function getProgress(before: readonly Result[], isCancelled_: boolean): Progress {
  const hasSucceeded = before.every((result) => result === 'success') && !isCancelled_
  return { isCancelled: isCancelled_, hasFailed: before.includes('failure'), hasSucceeded }
}

const isCancelled = ({ flight, level }: Planned): boolean => level.signal.aborted || flight.cancellation.signal.aborted

function getLegs({ strategy }: JobFile, context: Context): readonly (Leg | null)[] {
  return strategy?.['matrix'] === undefined ? [null] : expandMatrix(fill(strategy['matrix'], context))
}

async function runLegs(
  planned: Planned,
  legs: readonly (Leg | null)[],
  context: Context,
): Promise<readonly JobResult[]> {
  const { hub, job, level } = planned
  const failsFast = fill(job.strategy?.['fail-fast'], context) !== false
  const others = new AbortController()
  // What must run although all was cancelled is not cancelled once more.
  const above = isCancelled(planned) ? hub.ending.signal : level.signal
  const signal = AbortSignal.any([hub.ending.signal, above, others.signal])
  return Promise.all(
    legs.map(async (leg, at) => {
      const strategy = {
        'fail-fast': failsFast,
        'job-index': at,
        'job-total': legs.length,
        'max-parallel': legs.length,
      }
      const whole = { ...context, matrix: leg ?? {}, strategy }
      const end = await runLeg(planned, { name: getName(planned, leg, whole), context: whole, signal })
      if (end.result === 'failure' && failsFast && leg !== null) others.abort()
      return end
    }),
  )
}

/** A name that says nothing of the matrix gets its values behind it. */
function getName({ level, id, job }: Planned, leg: Leg | null, context: Context): string {
  const own = job.name === undefined ? id : fillText(job.name, context)
  const isPlain = !getText(job.name).includes('${{')
  return `${level.prefix}${own}${leg !== null && isPlain ? ` ${legName(leg)}` : ''}`
}

export interface LegOf {
  readonly name: string
  readonly context: Context
  readonly signal: AbortSignal
}

async function runLeg(planned: Planned, leg: LegOf): Promise<JobResult> {
  const { hub, flight, level, job, needs } = planned
  const kept = flight.ended.get(leg.name)
  const mayKeep = level.mayKeep && [...needs.values()].every(({ isKept }) => isKept)
  if (kept !== undefined && mayKeep) return { ...kept, isKept: true }
  const own = new AbortController()
  const signal = AbortSignal.any([leg.signal, own.signal])
  const wanted = getConcurrency(job.concurrency, leg.context)
  const key = toKey(flight, wanted?.group ?? '')
  const leave = wanted === null ? () => undefined : await hub.groups.enter(key, wanted, () => own.abort(), signal)
  if (leave === null) return { ...skipJob(hub, flight, leg.name, 'cancelled'), lineage: [] }
  try {
    const end = await (job.uses === undefined
      ? runSteps(planned, { ...leg, signal })
      : runCall(planned, { ...leg, signal }, mayKeep))
    if (job.uses === undefined) flight.ended.set(leg.name, end)
    return end
  } finally {
    leave()
  }
}

async function runSteps(planned: Planned, leg: LegOf): Promise<JobResult> {
  const { flight, level, job } = planned
  const permissions = getPermissions(level.workflow.file, job, level.workflow.allowed)
  const { result, outputs } = await runJob(planned, leg, permissions)
  const isForgiven = result === 'failure' && fill(job['continue-on-error'], leg.context) === true
  const counted: Result = isForgiven && !flight.cancellation.signal.aborted ? 'success' : result
  return { result: counted, outputs, lineage: [], isKept: false }
}

/** A reusable workflow: its own concurrency holds all of its jobs. */
async function runCall(planned: Planned, leg: LegOf, mayKeep: boolean): Promise<JobResult> {
  const { hub, flight, level, id, job } = planned
  const workflow = level.workflow.calls.get(id)
  if (workflow === undefined) throw new Error(`There is no workflow for ${id}.`)
  const call = workflow.file.on['workflow_call']
  const inputs = getInputs(call?.inputs ?? {}, fill(job.with ?? {}, leg.context) as Level['inputs'])
  const own = new AbortController()
  const signal = AbortSignal.any([leg.signal, own.signal])
  const context = { github: leg.context['github'], inputs, vars: {} }
  const wanted = getConcurrency(workflow.file.concurrency, context)
  const key = toKey(flight, wanted?.group ?? '')
  const leave = wanted === null ? () => undefined : await hub.groups.enter(key, wanted, () => own.abort(), signal)
  if (leave === null) return { ...skipJob(hub, flight, leg.name, 'cancelled'), lineage: [] }
  try {
    const secrets =
      job.secrets === 'inherit' ? level.secrets : fillTexts(job.secrets, { ...leg.context, secrets: level.secrets })
    const called: Level = { workflow, prefix: `${leg.name} / `, inputs, secrets, mayKeep, signal }
    const results = await runLevel(hub, flight, called)
    const jobs = Object.fromEntries([...results].map(([name, { result, outputs }]) => [name, { result, outputs }]))
    const values = Object.entries(call?.outputs ?? {}).map(([name, { value }]) => [name, value])
    const outputs = fillTexts(Object.fromEntries(values), { ...context, jobs })
    const isKept = [...results.values()].every((each) => each.isKept)
    return { result: getResult(results), outputs, lineage: [], isKept }
  } finally {
    leave()
  }
}

/** Given values, else defaults, in the declared types. */
function getInputs(
  declared: Readonly<Record<string, InputFile | null>>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, input]) => [name, typed(input, given[name] ?? input?.default)]),
  )
}

function typed(input: InputFile | null, value: unknown): unknown {
  if (input?.type === 'boolean') return value === true || value === 'true'
  if (input?.type === 'number') return Number(value ?? 0)
  return value === undefined || value === null ? '' : String(value)
}
