/** Runs, artifacts and check runs as GitHub tells of them, in REST answers and in webhooks. */
import { createHash } from 'node:crypto'
import type { Annotation } from '../../support/runner-commands.ts'
import { userShape } from '../shapes/people.ts'
import type { Artifact, Repository, WorkflowRun, World } from '../world.ts'
import { tryGit } from './git.ts'
import type { Flight, JobRecord } from './hub.ts'
import { byId } from './trigger.ts'

type Record_ = Readonly<Record<string, unknown>>

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000
const nodeId = (kind: string, id: number) => Buffer.from(`${kind}:${id}`).toString('base64')

/** What follows a repository's own address. */
const PLACES = {
  archive: '{archive_format}{/ref}',
  assignees: 'assignees{/user}',
  blobs: 'git/blobs{/sha}',
  branches: 'branches{/branch}',
  collaborators: 'collaborators{/collaborator}',
  comments: 'comments{/number}',
  commits: 'commits{/sha}',
  compare: 'compare/{base}...{head}',
  contents: 'contents/{+path}',
  contributors: 'contributors',
  deployments: 'deployments',
  downloads: 'downloads',
  events: 'events',
  forks: 'forks',
  git_commits: 'git/commits{/sha}',
  git_refs: 'git/refs{/sha}',
  git_tags: 'git/tags{/sha}',
  hooks: 'hooks',
  issue_comment: 'issues/comments{/number}',
  issue_events: 'issues/events{/number}',
  issues: 'issues{/number}',
  keys: 'keys{/key_id}',
  labels: 'labels{/name}',
  languages: 'languages',
  merges: 'merges',
  milestones: 'milestones{/number}',
  notifications: 'notifications{?since,all,participating}',
  pulls: 'pulls{/number}',
  releases: 'releases{/id}',
  stargazers: 'stargazers',
  statuses: 'statuses/{sha}',
  subscribers: 'subscribers',
  subscription: 'subscription',
  tags: 'tags',
  teams: 'teams',
  trees: 'git/trees{/sha}',
}

/** `minimal-repository` */
export function toMinimalRepository(world: World, repository: Repository): Record_ {
  const { id, name, fullName, isPrivate, owner, fork } = repository
  const api = `${world.apiUrl}/repos/${fullName}`
  return {
    id,
    name,
    node_id: nodeId('Repository', id),
    full_name: fullName,
    private: isPrivate,
    fork: fork !== null,
    owner: userShape(world, owner),
    html_url: `${world.url}/${fullName}`,
    description: null,
    url: api,
    ...Object.fromEntries(Object.entries(PLACES).map(([place, path]) => [`${place}_url`, `${api}/${path}`])),
  }
}

const workflowIds = new WeakMap<Repository, Map<string, number>>()

/** The id that a workflow file keeps. */
export function getWorkflowId(world: World, repository: Repository, path: string): number {
  const ids = workflowIds.get(repository) ?? new Map<string, number>()
  workflowIds.set(repository, ids)
  const id = ids.get(path) ?? world.nextId()
  ids.set(path, id)
  return id
}

/** `workflow`, as `workflow_run` webhooks carry it beside the run. */
export function toWorkflow(world: World, repository: Repository, { run }: Flight): Record_ {
  const id = getWorkflowId(world, repository, run.path)
  const file = run.path.split('/').at(-1)
  return {
    id,
    node_id: nodeId('Workflow', id),
    name: run.name,
    path: run.path,
    state: 'active',
    created_at: run.createdAt,
    updated_at: run.createdAt,
    url: `${world.apiUrl}/repos/${repository.fullName}/actions/workflows/${id}`,
    html_url: `${world.url}/${repository.fullName}/blob/${repository.defaultBranch}/${run.path}`,
    badge_url: `${world.url}/${repository.fullName}/actions/workflows/${file}/badge.svg`,
  }
}

/** `workflow-run`. @param run as it was at the time of the webhook */
export async function toWorkflowRun(world: World, flight: Flight, run: WorkflowRun = flight.run): Promise<Record_> {
  const { trigger } = flight
  const { repository } = trigger
  const api = `${world.apiUrl}/repos/${repository.fullName}`
  const own = `${api}/actions/runs/${run.id}`
  const workflowId = getWorkflowId(world, repository, run.path)
  const headCommit = await toCommit(trigger.headRepository, run.headSha)
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('WorkflowRun', run.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.path,
    display_title: getTitle(flight, headCommit?.message ?? ''),
    run_number: run.number,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflowId,
    check_suite_id: run.suite.id,
    check_suite_node_id: nodeId('CheckSuite', run.suite.id),
    url: own,
    html_url: toHtml(world, flight),
    pull_requests: run.pulls.flatMap((number) => toPull(world, repository, number)),
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.startedAt,
    actor: userShape(world, run.actor),
    triggering_actor: userShape(world, flight.triggeringActor),
    jobs_url: `${own}/jobs`,
    logs_url: `${own}/logs`,
    check_suite_url: `${api}/check-suites/${run.suite.id}`,
    artifacts_url: `${own}/artifacts`,
    cancel_url: `${own}/cancel`,
    rerun_url: `${own}/rerun`,
    previous_attempt_url: run.attempt === 1 ? null : `${own}/attempts/${run.attempt - 1}`,
    workflow_url: `${api}/actions/workflows/${workflowId}`,
    head_commit: headCommit,
    repository: toMinimalRepository(world, repository),
    head_repository: toMinimalRepository(world, trigger.headRepository),
    referenced_workflows: run.referencedWorkflows,
  }
}

export const toHtml = ({ url }: World, { run, trigger }: Flight): string =>
  `${url}/${trigger.repository.fullName}/actions/runs/${run.id}`

/** `artifact` */
export function toArtifact({ apiUrl }: World, repository: Repository, artifact: Artifact): Record_ {
  const { id, name, bytes, run, createdAt, isExpired } = artifact
  const own = `${apiUrl}/repos/${repository.fullName}/actions/artifacts/${id}`
  return {
    id,
    node_id: nodeId('Artifact', id),
    name,
    size_in_bytes: bytes.length,
    url: own,
    expired: isExpired,
    archive_download_url: `${own}/zip`,
    created_at: createdAt,
    updated_at: createdAt,
    digest: toDigest(bytes),
    expires_at: new Date(Date.parse(createdAt) + RETENTION_MS).toISOString().replace(/\.\d+/, ''),
    workflow_run: {
      id: run.id,
      repository_id: repository.id,
      head_repository_id: run.headRepositoryId,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  }
}

/** `job` */
export function toJob(world: World, { run, trigger }: Flight, { check, attempt, steps }: JobRecord): Record_ {
  const api = `${world.apiUrl}/repos/${trigger.repository.fullName}`
  return {
    id: check.id,
    node_id: nodeId('Job', check.id),
    name: check.name,
    run_id: run.id,
    run_attempt: attempt,
    run_url: `${api}/actions/runs/${run.id}`,
    head_sha: run.headSha,
    head_branch: run.headBranch,
    url: `${api}/actions/jobs/${check.id}`,
    html_url: check.detailsUrl,
    workflow_name: run.name,
    status: check.status,
    conclusion: check.conclusion,
    created_at: check.startedAt,
    started_at: check.startedAt,
    completed_at: check.completedAt,
    labels: ['ubuntu-24.04'],
    check_run_url: `${api}/check-runs/${check.id}`,
    runner_id: 2,
    runner_name: 'GitHub Actions 2',
    runner_group_id: 0,
    runner_group_name: 'GitHub Actions',
    steps: steps.map(({ name, conclusion, startedAt, endedAt }, n) => ({
      name,
      status: 'completed',
      conclusion,
      number: n + 2,
      started_at: startedAt,
      completed_at: endedAt,
    })),
  }
}

export const toDigest = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** `check-annotation` */
export function toAnnotation(world: World, { trigger, run }: Flight, annotation: Annotation): Record<string, unknown> {
  const { level, message, title = null, file = '.github', line = 1 } = annotation
  return {
    path: file,
    start_line: line,
    end_line: line,
    start_column: null,
    end_column: null,
    message,
    title,
    annotation_level: level === 'error' ? 'failure' : level,
    raw_details: null,
    blob_href: `${world.url}/${trigger.repository.fullName}/blob/${run.headSha}/${file}`,
  }
}

/** On a pull request its title, else the first line of the commit. */
function getTitle({ trigger }: Flight, message: string): string {
  const pull = trigger.payload['pull_request'] as { readonly title?: string } | undefined
  return pull?.title ?? message.split('\n')[0] ?? ''
}

function toPull(world: World, repository: Repository, number: number): readonly Record_[] {
  const pull = repository.issues.get(number)?.pull
  if (pull == null) return []
  const end = (ref: string, sha: string, { id, name, fullName }: Repository) => ({
    ref,
    sha,
    repo: { id, name, url: `${world.apiUrl}/repos/${fullName}` },
  })
  const head = byId(world, pull.headRepositoryId) ?? repository
  const url = `${world.apiUrl}/repos/${repository.fullName}/pulls/${number}`
  const ends = { head: end(pull.headBranch, pull.headSha, head), base: end(pull.baseBranch, pull.baseSha, repository) }
  return [{ id: repository.issues.get(number)?.id, number, url, ...ends }]
}

async function toCommit({ folder }: Repository, sha: string) {
  const text = await tryGit(folder, 'log', '-1', '--format=%T%x00%cI%x00%an%x00%ae%x00%cn%x00%ce%x00%B', sha)
  if (text === null) return null
  const [tree_id = '', timestamp = '', an = '', ae = '', cn = '', ce = '', message = ''] = text.split('\0')
  const people = { author: { name: an, email: ae }, committer: { name: cn, email: ce } }
  return { id: sha, tree_id, message, timestamp, ...people }
}
