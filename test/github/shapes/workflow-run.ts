/** Workflow runs as GitHub tells them, in webhooks and by REST alike. */
import { repositoryById } from '../state.ts'
import type { Repository, WorkflowRun, World } from '../world.ts'
import { pullsWith } from './check.ts'
import { nodeId, userShape } from './people.ts'
import { repositoryShape } from './repository.ts'

export function workflowRunShape(world: World, repository: Repository, run: WorkflowRun) {
  const api = `${world.apiUrl}/repos/${repository.fullName}/actions/runs/${run.id}`
  const workflow = workflowShape(world, repository, run)
  const head = repositoryById(world, run.headRepositoryId)
  const actor = userShape(world, run.actor)
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('WFR', run.id),
    check_suite_id: run.suite.id,
    check_suite_node_id: nodeId('CS', run.suite.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.path,
    display_title: run.name,
    run_number: run.number,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status === 'action_required' ? 'completed' : run.status,
    conclusion: run.status === 'action_required' ? 'action_required' : run.conclusion,
    workflow_id: workflow.id,
    url: api,
    html_url: `${world.url}/${repository.fullName}/actions/runs/${run.id}`,
    pull_requests: pullsWith(world, repository, run.headSha),
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.startedAt,
    actor,
    triggering_actor: actor,
    referenced_workflows: run.referencedWorkflows,
    jobs_url: `${api}/jobs`,
    logs_url: `${api}/logs`,
    check_suite_url: `${world.apiUrl}/repos/${repository.fullName}/check-suites/${run.suite.id}`,
    artifacts_url: `${api}/artifacts`,
    cancel_url: `${api}/cancel`,
    rerun_url: `${api}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${api}/attempts/${run.attempt - 1}` : null,
    workflow_url: workflow.url,
    repository: repositoryShape(world, repository),
    head_repository: head === null ? null : repositoryShape(world, head),
  }
}

const CREATED = '2026-01-01T00:00:00Z'
const MOST_IDS = 2 ** 31

/** Workflows have no state of their own here: their path is who they are. */
export function workflowShape(
  { apiUrl, url }: World,
  { id: repositoryId, fullName }: Repository,
  { path, name }: WorkflowRun,
) {
  const id = [...path].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % MOST_IDS, repositoryId)
  const api = `${apiUrl}/repos/${fullName}/actions/workflows/${id}`
  return {
    id,
    node_id: nodeId('W', id),
    name,
    path,
    state: 'active',
    created_at: CREATED,
    updated_at: CREATED,
    url: api,
    html_url: `${url}/${fullName}/blob/main/${path}`,
    badge_url: `${url}/${fullName}/workflows/${encodeURIComponent(name)}/badge.svg`,
  }
}
