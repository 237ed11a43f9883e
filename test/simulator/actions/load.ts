/** A workflow with all that it calls, read before anything runs: GitHub refuses the whole run for one mistake in it. */
import type { Repository, World } from '../world.ts'
import { findRef, readFileAt } from './git.ts'
import { beyond, DEFAULT, type Granted, granted } from './permissions.ts'
import { type InputFile, type JobFile, readWorkflow, type WorkflowFile } from './workflow-file.ts'

export interface WorkflowPlace {
  readonly repository: Repository
  readonly path: string
  readonly sha: string
  /** `refs/heads/main`; a commit id where the caller names one. */
  readonly ref: string
}

export interface LoadedWorkflow extends WorkflowPlace {
  readonly file: WorkflowFile
  /** What its caller leaves to it; what is usual, for the first one. */
  readonly allowed: Granted
  /** By job id. */
  readonly calls: ReadonlyMap<string, LoadedWorkflow>
}

export type Loaded = { readonly workflow: LoadedWorkflow } | { readonly errors: readonly string[] }

const MAX_DEPTH = 10
const LOCAL = './'
const REMOTE = /^([\w.-]+\/[\w.-]+)\/(\.github\/workflows\/[\w.-]+\.ya?ml)@(.+)$/

/** @param text the file, which may already be known */
export async function loadWorkflow(world: World, place: WorkflowPlace): Promise<Loaded> {
  return load(world, place, DEFAULT, 1)
}

async function load(world: World, place: WorkflowPlace, allowed: Granted, depth: number): Promise<Loaded> {
  const text = await readFileAt(place.repository.folder, place.sha, place.path)
  if (text === null) return { errors: [`Unable to find ${place.path} of ${place.repository.fullName} at ${place.ref}`] }
  const read = await readWorkflow(place.path, text)
  if ('errors' in read) return read
  const calls = new Map<string, LoadedWorkflow>()
  const errors: string[] = []
  for (const [id, job] of Object.entries(read.file.jobs)) {
    const own = getPermissions(read.file, job, allowed)
    if (depth > 1) errors.push(...refusals(place, id, own, allowed))
    if (job.uses === undefined) continue
    const called = await call(world, place, job, own, depth)
    if ('errors' in called)
      errors.push(...called.errors.map((error) => `Error calling workflow '${job.uses}': ${error}`))
    else calls.set(id, called.workflow)
  }
  return errors.length > 0 ? { errors } : { workflow: { ...place, file: read.file, allowed, calls } }
}

/** What a job is granted, before a fork takes its part. */
export const getPermissions = (file: WorkflowFile, job: JobFile, allowed: Granted): Granted =>
  granted(job.permissions, granted(file.permissions, allowed))

function refusals({ path }: WorkflowPlace, id: string, own: Granted, allowed: Granted): readonly string[] {
  return beyond(own, allowed).map((what) => `The nested job '${id}' of ${path} is requesting ${what}.`)
}

async function call(world: World, caller: WorkflowPlace, job: JobFile, own: Granted, depth: number): Promise<Loaded> {
  if (depth === MAX_DEPTH) return { errors: [`workflows call each other more than ${MAX_DEPTH} deep`] }
  const place = await findCalled(world, caller, job.uses ?? '')
  if (place === null) return { errors: ['workflow was not found.'] }
  const loaded = await load(world, place, own, depth + 1)
  if ('errors' in loaded) return loaded
  const { on } = loaded.workflow.file
  if (!Object.hasOwn(on, 'workflow_call'))
    return { errors: ["workflow is not reusable as it is missing a 'on.workflow_call' trigger"] }
  const errors = inputErrors(on['workflow_call']?.inputs ?? {}, job.with ?? {})
  return errors.length > 0 ? { errors } : loaded
}

/** `./` is the caller's own commit. Private workflows are for their owner's other repositories. */
async function findCalled(world: World, caller: WorkflowPlace, uses: string): Promise<WorkflowPlace | null> {
  if (uses.startsWith(LOCAL)) return { ...caller, path: uses.slice(LOCAL.length) }
  const [, name = '', path = '', ref = ''] = REMOTE.exec(uses) ?? []
  const repository = world.repositories.get(name.toLowerCase())
  if (repository === undefined) return null
  if (repository.isPrivate && repository.owner.id !== caller.repository.owner.id) return null
  const found = await findRef(repository.folder, ref)
  return found === null ? null : { repository, path, ...found }
}

type Inputs = Readonly<Record<string, InputFile | null>>

function inputErrors(known: Inputs, given: Readonly<Record<string, unknown>>): readonly string[] {
  const mismatches = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  const missing = Object.entries(known).filter(
    ([name, input]) => input?.required === true && !Object.hasOwn(given, name),
  )
  return [
    ...mismatches.map((name) => `Invalid input, ${name} is not defined in the referenced workflow.`),
    ...missing.map(([name]) => `Input ${name} is required, but not provided while calling.`),
  ]
}
