/** Steps one after the other: whether each runs, what it leaves for those behind it, and what comes after all of them. */
import type { Annotation } from '../../support/runner-commands.ts'
import type { ProcessEnd } from '../../support/runner-process.ts'
import { type Context, fill, fillTexts, getText, holds, type Progress } from './expressions.ts'
import type { Flight, Hub } from './hub.ts'
import type { Level } from './jobs.ts'
import { runStep } from './step.ts'
import type { JobFile, StepFile } from './workflow-file.ts'

export interface JobState {
  readonly hub: Hub
  readonly flight: Flight
  readonly level: Level
  readonly job: JobFile
  readonly folders: Readonly<Record<'workspace' | 'temp' | 'actions' | 'tools' | 'home', string>>
  /** All but `env`, `steps` and, in actions, `inputs`. */
  readonly contexts: Context
  /** What every process has. */
  readonly variables: Readonly<Record<string, string>>
  /** By which tokens are asked for; empty without `id-token: write`. */
  readonly identity: Readonly<Record<string, string>>
  readonly token: string
  /** `env` of workflow and job, and what steps put into GITHUB_ENV. */
  readonly env: Record<string, string>
  /** Before PATH, the first first. */
  readonly path: string[]
  readonly masks: string[]
  readonly log: string[]
  readonly annotations: Annotation[]
  readonly summaries: string[]
  /** How its own steps ended, in order. */
  readonly ended: StepRecord[]
  readonly posts: Post[]
  /** What `main` and `post` find of what was saved before them. */
  readonly saved: Map<StepFile, Readonly<Record<string, string>>>
  readonly signal: AbortSignal
  readonly cancel: () => void
  readonly complain: (level: Annotation['level'], message: string) => void
}

/** A step as GitHub tells of it. */
export interface StepRecord {
  readonly name: string
  readonly conclusion: Outcome
  readonly startedAt: string
  readonly endedAt: string
}

/** What runs after the steps, the last one first. */
export interface Post {
  readonly condition: unknown
  readonly run: () => Promise<'success' | 'failure' | 'cancelled'>
}

/** The steps of the job, or of a composite action within it. */
export interface Scope {
  readonly steps: Record<string, unknown>
  /** Of the composite action; null for the job's own steps, whose inputs are the workflow's. */
  readonly action: ActionScope | null
  hasFailed: boolean
}

export interface ActionScope {
  readonly inputs: Readonly<Record<string, string>>
  readonly folder: string
  readonly repository: string
  readonly ref: string
  /** `env` of the step that uses the action. */
  readonly env: Readonly<Record<string, string>>
}

export const createScope = (_: JobState, action: ActionScope | null = null): Scope => ({
  steps: {},
  action,
  hasFailed: false,
})

const MINUTE_MS = 60_000

export async function runSteps(state: JobState, scope: Scope, steps: readonly StepFile[]): Promise<void> {
  for (const step of steps) await runOne(state, scope, step)
}

export async function runPosts(state: JobState, scope: Scope): Promise<void> {
  for (const post of state.posts.toReversed()) {
    if (!holds(post.condition, getContext(state, scope), getProgress(state, scope))) continue
    if ((await post.run()) === 'failure') scope.hasFailed = true
  }
}

/** What a step's expressions see. */
export function getContext({ contexts, env, signal }: JobState, { steps, action, hasFailed }: Scope): Context {
  const status = signal.aborted ? 'cancelled' : hasFailed ? 'failure' : 'success'
  const job = { ...(contexts['job'] as object), status }
  if (action === null) return { ...contexts, job, steps, env }
  const { inputs, folder, repository, ref } = action
  const github = {
    ...(contexts['github'] as object),
    action_path: folder,
    action_repository: repository,
    action_ref: ref,
    action_status: status,
  }
  return { ...contexts, github, job, steps, inputs, env: { ...env, ...action.env } }
}

const getProgress = ({ signal }: JobState, { hasFailed }: Scope): Progress => ({
  isCancelled: signal.aborted,
  hasFailed,
  hasSucceeded: !hasFailed && !signal.aborted,
})

type Outcome = 'success' | 'failure' | 'cancelled' | 'skipped'

async function runOne(state: JobState, scope: Scope, step: StepFile): Promise<void> {
  const startedAt = state.hub.world.now()
  const name = step.name ?? step.uses ?? `Run ${getText(step.run).split('\n')[0]}`
  const note = (outcome: Outcome, conclusion: Outcome, outputs = {}) => {
    if (scope.action === null) state.ended.push({ name, conclusion, startedAt, endedAt: state.hub.world.now() })
    if (step.id !== undefined) scope.steps[step.id] = { outcome, conclusion, outputs }
  }
  const context = getContext(state, scope)
  try {
    if (!holds(step.if, context, getProgress(state, scope))) return note('skipped', 'skipped')
    state.log.push(`##[group]${name}`, '##[endgroup]')
    const { outcome, outputs } = await withinTime(state, step, context, (signal) => runStep(state, scope, step, signal))
    const isForgiven = outcome === 'failure' && fill(step['continue-on-error'], context) === true
    if (outcome !== 'success' && !isForgiven) scope.hasFailed = true
    note(outcome, isForgiven ? 'success' : outcome, outputs)
  } catch (error) {
    state.complain('error', (error as Error).message)
    scope.hasFailed = true
    note('failure', 'failure')
  }
}

export interface StepEnd {
  readonly outcome: 'success' | 'failure' | 'cancelled'
  readonly outputs: Readonly<Record<string, string>>
}

/** What starts after the job was cancelled is not cancelled once more. */
async function withinTime(
  state: JobState,
  step: StepFile,
  context: Context,
  run: (signal: AbortSignal) => Promise<StepEnd>,
): Promise<StepEnd> {
  const minutes = fill(step['timeout-minutes'], context) ?? null
  const own = new AbortController()
  const timer = minutes === null ? null : setTimeout(() => own.abort(), Number(minutes) * MINUTE_MS)
  try {
    const end = await run(state.signal.aborted ? own.signal : AbortSignal.any([state.signal, own.signal]))
    if (!own.signal.aborted) return end
    state.complain(
      'error',
      `The action '${step.name ?? step.uses ?? step.run}' has timed out after ${minutes} minutes.`,
    )
    return { ...end, outcome: 'failure' }
  } finally {
    if (timer !== null) clearTimeout(timer)
  }
}

/** Takes over what a process left: variables, paths, masks, its words. */
export function coalesce(state: JobState, end: ProcessEnd): void {
  const { NODE_OPTIONS, ...env } = end.env
  if (NODE_OPTIONS !== undefined)
    state.complain('error', "Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.")
  Object.assign(state.env, env)
  state.path.unshift(...end.path.toReversed())
  state.masks.splice(0, state.masks.length, ...new Set([...state.masks, ...end.masked]))
  state.log.push(...(end.log === '' ? [] : [end.log]))
  state.annotations.push(...end.annotations)
  if (end.summary !== '') state.summaries.push(end.summary)
}

/** What a process of a step has in its environment. */
export function getEnvironment(state: JobState, scope: Scope, step: StepFile): Readonly<Record<string, string>> {
  const context = getContext(state, scope)
  const inherited = scope.action === null ? {} : scope.action.env
  const own = fillTexts(step.env, context)
  const all = { ...state.variables, ...state.env, ...inherited, ...own }
  return { ...all, PATH: [...state.path, all['PATH'] ?? ''].join(':'), ...state.identity }
}
