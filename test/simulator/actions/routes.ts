/** The routes below `/repos/{owner}/{repo}/actions`. */
import type { Caller, Repository, WorkflowRun } from '../world.ts'
import type { Flight, Hub } from './hub.ts'
import { getWorkflowId, toArtifact, toJob, toWorkflowRun } from './records.ts'
import { approve, cancel, rerun, startWorkflows } from './run.ts'
import { getActor, ofDispatch } from './trigger.ts'

export interface Asked {
  readonly caller: Caller
  readonly repository: Repository
  /** Of path, query and body together. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface Answered {
  readonly status: number
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Routes = Readonly<Record<string, (asked: Asked) => Answered | Promise<Answered>>>

const RUNS = '/repos/{owner}/{repo}/actions/runs'
const RUN = `${RUNS}/{run_id}`
const ARTIFACTS = '/repos/{owner}/{repo}/actions/artifacts'
const MISSING: Answered = { status: 404, data: { message: 'Not Found' } }
const CREATED: Answered = { status: 201, data: {} }
const PAGE = 30
const MAX_PAGE = 100

export function getRoutes(hub: Hub): Routes {
  const find = ({ repository, parameters }: Asked): Flight | null => {
    const flight = hub.flights.get(Number(parameters['run_id']))
    return flight?.trigger.repository === repository ? flight : null
  }
  const ofRun = (answer: (flight: Flight, asked: Asked) => Answered | Promise<Answered>) => (asked: Asked) => {
    const flight = find(asked)
    return flight === null ? MISSING : answer(flight, asked)
  }
  return {
    [`GET ${RUNS}`]: (asked) => listRuns(hub, asked),
    [`GET ${RUN}`]: ofRun(async (flight) => ({ status: 200, data: await toWorkflowRun(hub.world, flight) })),
    [`GET ${RUN}/artifacts`]: ofRun(({ run }, asked) => listArtifacts(hub, asked, run)),
    [`GET ${RUN}/attempts/{attempt_number}/jobs`]: ofRun((flight, asked) => listJobs(hub, asked, flight)),
    [`GET ${ARTIFACTS}`]: (asked) => listArtifacts(hub, asked, null),
    [`GET ${ARTIFACTS}/{artifact_id}`]: (asked) =>
      ofArtifact(asked, (artifact) => ({ status: 200, data: toArtifact(hub.world, asked.repository, artifact) })),
    [`GET ${ARTIFACTS}/{artifact_id}/{archive_format}`]: (asked) => download(hub, asked),
    [`POST ${RUN}/rerun`]: ofRun((flight, { caller }) => again(hub, flight, caller, false)),
    [`POST ${RUN}/rerun-failed-jobs`]: ofRun((flight, { caller }) => again(hub, flight, caller, true)),
    [`POST ${RUN}/approve`]: ofRun((flight) =>
      approve(hub, flight) ? CREATED : refusal(403, 'This run is not waiting for approval'),
    ),
    [`POST ${RUN}/cancel`]: ofRun((flight) =>
      cancel(flight) ? { status: 202, data: {} } : refusal(409, 'Cannot cancel a workflow run that is completed.'),
    ),
    'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches': (asked) => dispatch(hub, asked),
  }
}

const refusal = (status: number, message: string): Answered => ({ status, data: { message } })

function again(hub: Hub, flight: Flight, caller: Caller, onlyFailed: boolean): Answered {
  if (rerun(hub, flight, getActor(caller), { onlyFailed })) return CREATED
  return refusal(403, 'This workflow run cannot be retried')
}

async function listRuns(hub: Hub, { repository, parameters }: Asked): Promise<Answered> {
  const fits = (name: string, value: string) => parameters[name] === undefined || parameters[name] === value
  const found = repository.runs.filter(
    (run) =>
      fits('branch', run.headBranch) &&
      fits('head_sha', run.headSha) &&
      fits('event', run.event) &&
      fits('actor', run.actor.login) &&
      fits('check_suite_id', String(run.suite.id)) &&
      (fits('status', run.status) || fits('status', run.conclusion ?? '')),
  )
  const flights = page(found.toReversed(), parameters).flatMap(({ id }) => hub.flights.get(id) ?? [])
  const workflow_runs = await Promise.all(flights.map((flight) => toWorkflowRun(hub.world, flight)))
  const result =
    parameters['exclude_pull_requests'] === true
      ? workflow_runs.map((run) => ({ ...run, pull_requests: [] }))
      : workflow_runs
  return { status: 200, data: { total_count: found.length, workflow_runs: result } }
}

/** Those that had a machine. */
function listJobs({ world }: Hub, { parameters }: Asked, flight: Flight): Answered {
  const found = flight.jobs.filter(({ attempt }) => attempt === Number(parameters['attempt_number']))
  const jobs = page(found, parameters).map((job) => toJob(world, flight, job))
  return { status: 200, data: { total_count: found.length, jobs } }
}

/** Newest first; of one run, or of all. */
function listArtifacts({ world }: Hub, { repository, parameters }: Asked, run: WorkflowRun | null): Answered {
  const { name } = parameters
  const found = repository.artifacts
    .filter((artifact) => (run === null || artifact.run === run) && (name === undefined || artifact.name === name))
    .toReversed()
  const artifacts = page(found, parameters).map((artifact) => toArtifact(world, repository, artifact))
  return { status: 200, data: { total_count: found.length, artifacts } }
}

function ofArtifact(
  { repository, parameters }: Asked,
  answer: (artifact: Repository['artifacts'][number]) => Answered,
): Answered {
  const artifact = repository.artifacts.find(({ id }) => id === Number(parameters['artifact_id']))
  return artifact === undefined ? MISSING : answer(artifact)
}

function download({ store }: Hub, asked: Asked): Answered {
  if (asked.caller.kind === 'anonymous') return refusal(401, 'Requires authentication')
  return ofArtifact(asked, (artifact) =>
    artifact.isExpired
      ? refusal(410, 'Artifact has expired')
      : { status: 302, headers: { location: store.addressOf(artifact) } },
  )
}

async function dispatch(hub: Hub, { caller, repository, parameters }: Asked): Promise<Answered> {
  const wanted = String(parameters['workflow_id'])
  const ref = String(parameters['ref'])
  const inputs = (parameters['inputs'] ?? {}) as Readonly<Record<string, unknown>>
  const trigger = await ofDispatch(hub.world, { repository, ref, inputs, caller })
  if (trigger === null) return refusal(422, `No ref found for: ${ref}`)
  const known = repository.runs.find(({ path }) => String(getWorkflowId(hub.world, repository, path)) === wanted)
  const started = await startWorkflows(hub, trigger, known?.path ?? `.github/workflows/${wanted}`)
  return started.length === 0 ? refusal(422, "Workflow does not have 'workflow_dispatch' trigger") : { status: 204 }
}

function page<T>(items: readonly T[], parameters: Asked['parameters']): readonly T[] {
  const size = Math.min(Number(parameters['per_page'] ?? PAGE), MAX_PAGE)
  const at = Number(parameters['page'] ?? 1)
  return items.slice((at - 1) * size, at * size)
}
