/** Stores the repository acme/shop of a test GitHub, and answers from it. */
import { createHash } from 'node:crypto'
import type { Route } from '../../../src/github/routes.ts'
import { getJudgingJob } from '../judging-job.ts'
import type { Answered } from './contract.ts'

export interface RunRecord {
  readonly id: number
  readonly event: string
  readonly path: string
  readonly head_sha: string
  readonly head_branch: string
  readonly repository: { readonly id: number }
  readonly head_repository: { readonly id: number }
  readonly created_at: string
  readonly run_started_at: string
  run_attempt: number
  status: string
  updated_at: string
  /** Those of an honest run, unless a story says otherwise. */
  jobs?: readonly object[]
}

export interface ArtifactRecord {
  readonly id: number
  readonly runId: number
  readonly name: string
  readonly bytes: Buffer
  readonly created_at: string
  expired: boolean
}

export interface CheckRunRecord {
  readonly id: number
  readonly head_sha: string
  readonly name: string
  readonly external_id: string
  readonly conclusion: string
  readonly annotations: readonly object[]
  readonly output: { readonly title: string; readonly summary: string; readonly text?: string }
}

export interface CommentRecord {
  readonly id: number
  readonly issue: number
  body: string
  user: { readonly login: string; readonly type: string }
}

export interface PullRequest {
  readonly headSha: string
  readonly headRepository: number
}

/** Open to stories: what they put here GitHub holds. */
export interface GitHubState {
  readonly runs: RunRecord[]
  readonly artifacts: ArtifactRecord[]
  readonly checkRuns: CheckRunRecord[]
  readonly comments: CommentRecord[]
  readonly pulls: Map<number, PullRequest>
  /** The trees of the repository: `git ls-tree` of a commit, or null for one that is not there. */
  listTree: (commit: string) => readonly { readonly path: string; readonly type: string; readonly sha: string }[] | null
}

export interface Asked {
  /** The values of the route's places. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export type Answerer = (asked: Asked) => Answered

const ACTIONS = { slug: 'github-actions' }
const BOT = { login: 'github-actions[bot]', type: 'Bot' }
const MISSING: Answered = [404, { message: 'Not Found' }]
const ok = (answer: unknown): Answered => [200, answer]

/** @param storeUrl where the bytes of artifacts lie: GitHub sends on to another host */
/** For the routes that jobs use; what only an App asks is answered by `test/simulator`. */
export function answerers(state: GitHubState, storeUrl: string): Readonly<Partial<Record<Route, Answerer>>> {
  let ids = 100
  const nextId = () => {
    ids += 1
    return ids
  }
  const writeCheck = (id: number, before: Partial<CheckRunRecord>, body: unknown) => {
    const given = body as CheckRunRecord & { readonly output?: { readonly annotations?: readonly object[] } }
    const { annotations: more = [], ...output } = given.output ?? {}
    // An update adds annotations: none is taken away.
    const annotations = [...(before.annotations ?? []), ...more]
    return { ...before, ...given, id, annotations, output: { ...before.output, ...output } } as CheckRunRecord
  }
  return {
    'GET /repos/{owner}/{repo}/actions/runs': ({ query }) => {
      const workflow_runs = state.runs.filter(({ head_branch }) => head_branch === query['branch'])
      return ok({ total_count: workflow_runs.length, workflow_runs })
    },
    'GET /repos/{owner}/{repo}/actions/runs/{run_id}': ({ params }) => {
      const run = state.runs.find(({ id }) => String(id) === params['run_id'])
      return run === undefined ? MISSING : ok(run)
    },
    'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': ({ params, query }) =>
      ok(listed(state, (one) => String(one.runId) === params['run_id'] && one.name === (query['name'] ?? one.name))),
    'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs': ({ params }) => {
      const run = state.runs.find(({ id }) => String(id) === params['run_id'])
      if (run === undefined) return MISSING
      const times = { startedAt: run.run_started_at, endedAt: run.updated_at }
      const jobs = run.jobs ?? [getJudgingJob({ attempt: run.run_attempt, ...times })]
      return ok({ total_count: jobs.length, jobs })
    },
    'GET /repos/{owner}/{repo}/actions/artifacts': ({ query }) =>
      ok(listed(state, (one) => one.name === (query['name'] ?? one.name))),
    'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}': ({ params }) => {
      const artifact = state.artifacts.find(({ id }) => String(id) === params['artifact_id'])
      if (artifact === undefined) return MISSING
      if (artifact.expired) return [410, { message: 'Artifact has expired' }]
      return [302, undefined, { location: `${storeUrl}/${artifact.id}?sig=secret` }]
    },
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': ({ params: { tree_sha: sha = '' } }) => {
      const tree = state.listTree(sha)
      return tree === null ? MISSING : ok({ sha, tree, truncated: false })
    },
    'GET /repos/{owner}/{repo}/pulls/{pull_number}': ({ params }) => {
      const pull = state.pulls.get(Number(params['pull_number']))
      if (pull === undefined) return MISSING
      return ok({ head: { sha: pull.headSha, repo: { id: pull.headRepository } } })
    },
    'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': ({ params, query }) => {
      const own = state.checkRuns.filter((run) => run.head_sha === params['ref'] && run.name === query['check_name'])
      return ok({ total_count: own.length, check_runs: own.map(toCheckRun) })
    },
    'POST /repos/{owner}/{repo}/check-runs': ({ body }) => {
      const run = writeCheck(nextId(), {}, body)
      state.checkRuns.push(run)
      return [201, toCheckRun(run)]
    },
    'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': ({ params, body }) => {
      const at = state.checkRuns.findIndex(({ id }) => String(id) === params['check_run_id'])
      const before = state.checkRuns[at]
      if (before === undefined) return MISSING
      const run = writeCheck(before.id, before, body)
      state.checkRuns[at] = run
      return ok(toCheckRun(run))
    },
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': ({ params, query }) => {
      const [page, size] = [Number(query['page'] ?? 1), Number(query['per_page'] ?? 30)]
      const own = state.comments.filter(({ issue }) => String(issue) === params['issue_number'])
      return ok(own.slice((page - 1) * size, page * size).map(toComment))
    },
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': ({ params, body }) => {
      const comment = { id: nextId(), issue: Number(params['issue_number']), user: BOT, body: getText(body) }
      state.comments.push(comment)
      return [201, toComment(comment)]
    },
    'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': ({ params, body }) => {
      const comment = state.comments.find(({ id }) => String(id) === params['comment_id'])
      if (comment === undefined) return MISSING
      comment.body = getText(body)
      return ok(toComment(comment))
    },
  }
}

function listed({ artifacts }: GitHubState, isWanted: (artifact: ArtifactRecord) => boolean) {
  const wanted = artifacts.filter(isWanted)
  return {
    total_count: wanted.length,
    artifacts: wanted.map(({ id, name, bytes, expired, created_at }) => ({
      id,
      name,
      expired,
      created_at,
      size_in_bytes: bytes.length,
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    })),
  }
}

/** GitHub gives comments back with the line ends of the web. */
function toComment({ id, user, body }: CommentRecord) {
  return { id, user, body: body.replaceAll('\n', '\r\n') }
}

function toCheckRun({ annotations, output, ...run }: CheckRunRecord) {
  return { ...run, app: ACTIONS, output: { ...output, annotations_count: annotations.length } }
}

const getText = (body: unknown) => (body as { readonly body: string }).body
