/** The contexts `github`, `job` and `runner`, the variables that jobs have of them, and what a token says of a job. */
import type { JWTPayload } from 'jose'
import type { World } from '../world.ts'
import type { Flight } from './hub.ts'
import type { LoadedWorkflow } from './load.ts'

export interface JobPlace {
  readonly id: string
  readonly token: string
  readonly workspace: string
}

type Texts = Readonly<Record<string, string>>

/** Of the whole run; with `job`, of that one. A called workflow sees its caller's. */
export function githubContext(world: World, flight: Flight, job: JobPlace | null): Readonly<Record<string, unknown>> {
  const own = job === null ? {} : { job: job.id, token: job.token, workspace: job.workspace }
  return { ...githubTexts(world, flight), ...own, event: flight.trigger.payload }
}

function githubTexts(world: World, { run, trigger, triggeringActor }: Flight): Texts {
  const { repository, actor, ref, sha } = trigger
  return {
    ref,
    sha,
    repository: repository.fullName,
    repository_id: String(repository.id),
    repository_owner: repository.owner.login,
    repository_owner_id: String(repository.owner.id),
    repositoryUrl: `git:${world.url.replace(/^https?:/, '')}/${repository.fullName}.git`,
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: String(run.attempt),
    retention_days: '90',
    actor: actor.login,
    actor_id: String(actor.id),
    triggering_actor: triggeringActor.login,
    workflow: run.name,
    workflow_ref: getWorkflowRef(run, trigger),
    workflow_sha: sha,
    head_ref: trigger.headRef,
    base_ref: trigger.baseRef,
    event_name: run.event,
    ref_name: ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
    ref_type: trigger.tag === null ? 'branch' : 'tag',
    ref_protected: String(repository.protections.has(trigger.branch ?? '')),
    secret_source: 'Actions',
    server_url: world.url,
    api_url: world.apiUrl,
    graphql_url: `${world.url}/api/graphql`,
  }
}

/** What the runner puts into the environment, in capitals (actions/runner GitHubContext.cs). */
const VARIABLES =
  'action action_path action_ref action_repository actor actor_id api_url base_ref event_name event_path graphql_url head_ref job ref ref_name ref_protected ref_type repository repository_id repository_owner repository_owner_id retention_days run_attempt run_id run_number server_url sha triggering_actor workflow workflow_ref workflow_sha workspace'.split(
    ' ',
  )

/** Without their prefix. */
export function githubVariables(context: Readonly<Record<string, unknown>>): Texts {
  const named = VARIABLES.filter((name) => typeof context[name] === 'string')
  return Object.fromEntries(named.map((name) => [name.toUpperCase(), String(context[name])]))
}

/** Which file defines the job: a called workflow learns from it what it is itself. */
export function jobContext(workflow: LoadedWorkflow, checkRunId: number): Readonly<Record<string, unknown>> {
  return {
    check_run_id: checkRunId,
    status: 'success',
    workflow_ref: definedAt(workflow),
    workflow_sha: workflow.sha,
    workflow_repository: workflow.repository.fullName,
    workflow_file_path: workflow.path,
  }
}

export interface RunnerPlace {
  readonly temp: string
  readonly tools: string
  /** The folder above the checkout. */
  readonly folder: string
}

export const runnerContext = ({ temp, tools, folder }: RunnerPlace): Texts => ({
  os: 'Linux',
  arch: 'X64',
  name: 'GitHub Actions 2',
  environment: 'github-hosted',
  temp,
  tool_cache: tools,
  workspace: folder,
})

/** The claims of a job's tokens (docs: "OpenID Connect reference"). */
export function getClaims(world: World, flight: Flight, workflow: LoadedWorkflow, checkRunId: number): JWTPayload {
  const github = githubTexts(world, flight)
  const { repository, owner } = { repository: flight.trigger.repository, owner: flight.trigger.repository.owner }
  const names =
    'actor actor_id base_ref event_name head_ref ref ref_type repository repository_id repository_owner repository_owner_id run_attempt run_id run_number sha workflow workflow_ref workflow_sha'
  const isPull = flight.run.event === 'pull_request'
  return {
    ...Object.fromEntries(names.split(' ').map((name) => [name, github[name]])),
    sub: `repo:${owner.login}@${owner.id}/${repository.name}@${repository.id}:${isPull ? 'pull_request' : `ref:${github['ref']}`}`,
    check_run_id: String(checkRunId),
    job_workflow_ref: definedAt(workflow),
    job_workflow_sha: workflow.sha,
    repository_visibility: repository.isPrivate ? 'private' : 'public',
    runner_environment: 'github-hosted',
  }
}

const getWorkflowRef = (run: Flight['run'], trigger: Flight['trigger']): string =>
  `${trigger.repository.fullName}/${run.path}@${trigger.ref}`
const definedAt = ({ repository, path, ref }: LoadedWorkflow): string => `${repository.fullName}/${path}@${ref}`
