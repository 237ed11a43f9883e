/** Check runs, check suites and statuses as GitHub tells them. */
import { repositoryById } from '../state.ts'
import type { CheckRun, CheckSuite, CommitStatus, Issue, Repository, World } from '../world.ts'
import { appShape, nodeId, userShape } from './people.ts'
import { repositoryShape } from './repository.ts'

export function checkRunShape(world: World, repository: Repository, run: CheckRun) {
  const api = `${world.apiUrl}/repos/${repository.fullName}/check-runs/${run.id}`
  return {
    id: run.id,
    node_id: nodeId('CR', run.id),
    name: run.name,
    head_sha: run.sha,
    external_id: run.externalId,
    url: api,
    html_url: `${world.url}/${repository.fullName}/runs/${run.id}`,
    details_url: run.detailsUrl,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: { ...run.output, annotations_count: run.annotations.length, annotations_url: `${api}/annotations` },
    check_suite: { id: run.suite.id },
    app: appShape(world, run.app),
    pull_requests: pullsWith(world, repository, run.sha),
  }
}

/** As webhooks have it: with its suite. */
export function hookedCheckRun(world: World, repository: Repository, run: CheckRun) {
  return {
    ...checkRunShape(world, repository, run),
    check_suite: checkSuiteShape(world, repository, run.suite),
    deployment: undefined,
  }
}

/** Highest first: the suite concludes as the worst of its runs. */
const WORST = ['action_required', 'timed_out', 'cancelled', 'failure', 'neutral', 'skipped', 'success']

export function checkSuiteShape(world: World, repository: Repository, suite: CheckSuite) {
  const api = `${world.apiUrl}/repos/${repository.fullName}/check-suites/${suite.id}`
  const runs = repository.checkRuns.filter((run) => run.suite === suite)
  const isCompleted = runs.length > 0 && runs.every(({ status }) => status === 'completed')
  const conclusion = WORST.find((each) => runs.some((run) => run.conclusion === each)) ?? null
  return {
    id: suite.id,
    node_id: nodeId('CS', suite.id),
    head_branch: suite.branch,
    head_sha: suite.sha,
    status: isCompleted ? 'completed' : 'queued',
    conclusion: isCompleted ? conclusion : null,
    url: api,
    before: null,
    after: suite.sha,
    pull_requests: pullsWith(world, repository, suite.sha),
    app: appShape(world, suite.app),
    created_at: suite.createdAt,
    updated_at: suite.createdAt,
    check_runs_url: `${api}/check-runs`,
    latest_check_runs_count: runs.length,
    repository: repositoryShape(world, repository),
  }
}

/** Open pull requests of this repository with that head; those of forks are left out. */
export function pullsWith(world: World, repository: Repository, sha: string) {
  const open = [...repository.issues.values()].filter(
    ({ pull, state }) => state === 'open' && pull?.headSha === sha && pull.headRepositoryId === repository.id,
  )
  return open.map((issue) => pullReference(world, repository, issue))
}

function pullReference(world: World, repository: Repository, { id, number, pull }: Issue) {
  const end = (of: Repository | null) => of && { id: of.id, url: `${world.apiUrl}/repos/${of.fullName}`, name: of.name }
  return {
    id,
    number,
    url: `${world.apiUrl}/repos/${repository.fullName}/pulls/${number}`,
    head: { ref: pull?.headBranch, sha: pull?.headSha, repo: end(repositoryById(world, pull?.headRepositoryId ?? 0)) },
    base: { ref: pull?.baseBranch, sha: pull?.baseSha, repo: end(repository) },
  }
}

export function statusShape(world: World, { fullName }: Repository, status: CommitStatus) {
  const { id, sha, context, state, author, createdAt } = status
  return {
    id,
    node_id: nodeId('SC', id),
    url: `${world.apiUrl}/repos/${fullName}/statuses/${sha}`,
    avatar_url: `${world.url}/avatars/${author.id}`,
    state,
    description: null,
    target_url: null,
    context,
    created_at: createdAt,
    updated_at: createdAt,
    creator: userShape(world, author),
  }
}
