/** Runs of workflows: what an event starts, attempts, and how a run ends. */
import type { CheckSuite, User, WorkflowRun } from '../world.ts'
import { type Entry, getConcurrency } from './concurrency.ts'
import { githubContext } from './contexts.ts'
import { isStarted, skipsRuns } from './filters.ts'
import { git, readFileAt } from './git.ts'
import { type Flight, type Hub, type Trigger, track } from './hub.ts'
import { getResult, runLevel, topLevel } from './jobs.ts'
import { type LoadedWorkflow, loadWorkflow } from './load.ts'
import { readWorkflow } from './workflow-file.ts'

const FOLDER = '.github/workflows/'
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/
/** Events whose commits may ask for no runs. */
const SKIPPABLE = ['push', 'pull_request']

/** Starts every workflow that the event asks for; the runs go on by themselves. */
export async function startWorkflows(
  hub: Hub,
  trigger: Trigger,
  only: string | null = null,
): Promise<readonly WorkflowRun[]> {
  const { folder } = trigger.repository
  const message = await git(trigger.headRepository.folder, 'log', '-1', '--format=%B', trigger.headSha)
  if (SKIPPABLE.includes(trigger.event) && skipsRuns(message)) return []
  const listed = await git(folder, 'ls-tree', '-r', '--name-only', trigger.sha, '--', FOLDER)
  const paths = listed.split('\n').filter((path) => WORKFLOW.test(path) && (only === null || only === path))
  const started: WorkflowRun[] = []
  for (const path of paths) {
    const found = await load(hub, trigger, path)
    if (found === null) continue
    const flight = createFlight(hub, trigger, path, found)
    started.push(flight.run)
    take(hub, flight)
  }
  return started
}

type Found =
  | { readonly workflow: LoadedWorkflow; readonly name: string }
  | { readonly errors: readonly string[] }
  | null

/** Null: it is not for this event. An unreadable file fails a run, because its events are unknown. */
async function load({ world }: Hub, trigger: Trigger, path: string): Promise<Found> {
  const { repository, sha, ref } = trigger
  const read = await readWorkflow(path, (await readFileAt(repository.folder, sha, path)) ?? '')
  if ('errors' in read) return SKIPPABLE.includes(trigger.event) ? read : null
  if (!isStarted(read.file, trigger)) return null
  const loaded = await loadWorkflow(world, { repository, path, sha, ref })
  return 'errors' in loaded ? loaded : { ...loaded, name: read.file.name ?? path }
}

function createFlight({ world, app, flights }: Hub, trigger: Trigger, path: string, found: NonNullable<Found>): Flight {
  const { repository, headSha, headBranch, headRepository, actor, event, pulls } = trigger
  const suite: CheckSuite = { id: world.nextId(), app, sha: headSha, branch: headBranch, createdAt: world.now() }
  repository.checkSuites.push(suite)
  const workflow = 'workflow' in found ? found.workflow : null
  const times = { createdAt: world.now(), startedAt: world.now(), updatedAt: world.now() }
  const run: WorkflowRun = {
    id: world.nextId(),
    number: repository.runs.filter((other) => other.path === path).length + 1,
    attempt: 1,
    name: 'name' in found ? found.name : path,
    path,
    event,
    headBranch,
    headSha,
    actor,
    status: 'queued',
    headRepositoryId: headRepository.id,
    conclusion: null,
    ...times,
    suite,
    pulls,
    logs: new Map(),
    summaries: new Map(),
    referencedWorkflows: workflow === null ? [] : referenced(workflow),
  }
  if ('errors' in found) run.logs.set(path, found.errors.join('\n'))
  repository.runs.push(run)
  const flight = {
    run,
    trigger,
    workflow,
    triggeringActor: actor,
    cancellation: new AbortController(),
    ended: new Map(),
    earlierArtifacts: new Set<number>(),
    jobs: [],
  }
  flights.set(run.id, flight)
  return flight
}

function referenced({ calls }: LoadedWorkflow): WorkflowRun['referencedWorkflows'] {
  return [...calls.values()].flatMap((called) => {
    const { repository, path, sha, ref } = called
    return [
      { path: `${repository.fullName}/${path}@${ref.replace(/^refs\/(?:heads|tags)\//, '')}`, sha, ref },
      ...referenced(called),
    ]
  })
}

function take(hub: Hub, flight: Flight): void {
  const { world } = hub
  const { trigger, workflow } = flight
  tell(hub, flight, 'requested')
  if (workflow === null) finish(hub, flight, 'startup_failure')
  else if (trigger.needsApproval) finish(hub, flight, 'action_required')
  else track(world, fly(hub, flight, workflow))
}

async function fly(hub: Hub, flight: Flight, workflow: LoadedWorkflow): Promise<void> {
  const level = topLevel(hub, flight, workflow)
  const context = { github: githubContext(hub.world, flight, null), inputs: level.inputs, vars: {} }
  const wanted = getConcurrency(workflow.file.concurrency, context)
  const { signal } = flight.cancellation
  const leave: Entry =
    wanted === null
      ? () => undefined
      : await hub.groups.enter(toKey(flight, wanted.group), wanted, () => flight.cancellation.abort(), signal)
  if (leave === null) return finish(hub, flight, 'cancelled')
  try {
    const results = await runLevel(hub, flight, level)
    finish(hub, flight, signal.aborted ? 'cancelled' : getResult(results))
  } finally {
    leave()
  }
}

/** Groups are a repository's, and their names know no case. */
export const toKey = ({ trigger }: Flight, group: string): string => `${trigger.repository.id}/${group.toLowerCase()}`

/** The first job has a machine. */
export function begin(hub: Hub, flight: Flight): void {
  const { run } = flight
  if (run.status === 'in_progress') return
  Object.assign(run, { status: 'in_progress', updatedAt: hub.world.now() })
  tell(hub, flight, 'in_progress')
}

function finish(hub: Hub, flight: Flight, conclusion: string): void {
  Object.assign(flight.run, { status: 'completed', conclusion, updatedAt: hub.world.now() })
  tell(hub, flight, 'completed')
}

/** With a copy of the run as it is now: a later delivery must not show later changes. */
function tell({ world }: Hub, { run, trigger }: Flight, action: 'requested' | 'in_progress' | 'completed'): void {
  world.emit({ kind: 'workflow-run', action, repository: trigger.repository, run: { ...run } })
}

/** Lets a run go that waited for a writer. @returns false when it did not wait */
export function approve(hub: Hub, flight: Flight): boolean {
  if (flight.run.conclusion !== 'action_required' || flight.workflow === null) return false
  restart(hub, flight, flight.workflow)
  return true
}

/** GitHub runs nothing a 51st time again. */
const MAX_RERUNS = 50

/**
 * Starts a new attempt, with the commit, the event and the workflow file of the first.
 * @returns false while it is not over, and when there was nothing to run
 */
export function rerun(hub: Hub, flight: Flight, who: User, { onlyFailed = false } = {}): boolean {
  const { run, workflow, ended } = flight
  if (run.status !== 'completed' || workflow === null || run.conclusion === 'action_required') return false
  if (run.attempt > MAX_RERUNS) return false
  for (const [name, { result }] of ended)
    if (!onlyFailed || !['success', 'skipped'].includes(result)) ended.delete(name)
  run.attempt += 1
  flight.triggeringActor = who
  restart(hub, flight, workflow)
  return true
}

function restart(hub: Hub, flight: Flight, workflow: LoadedWorkflow): void {
  const { run, trigger, earlierArtifacts } = flight
  flight.cancellation = new AbortController()
  for (const { id } of trigger.repository.artifacts) earlierArtifacts.add(id)
  Object.assign(run, { status: 'queued', conclusion: null, startedAt: hub.world.now(), updatedAt: hub.world.now() })
  track(hub.world, fly(hub, flight, workflow))
}

/** @returns false when it is over already */
export function cancel({ run, cancellation }: Flight): boolean {
  if (run.status === 'completed') return false
  cancellation.abort()
  return true
}
