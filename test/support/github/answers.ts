/** Answers the requests of Apps and jobs from the state of a test GitHub, each route in one place. */
import type { Route } from '../../../src/github/routes.ts'
import { getJudgingJob } from '../judging-job.ts'
import { type Answered, getParams, type WireRequest } from './contract.ts'
import {
  getHead,
  toArtifact,
  toCheckRun,
  toComment,
  toCommit,
  toListed,
  toPull,
  toQueueRule,
  toRef,
  toRule,
} from './shapes.ts'
import {
  type ArtifactRecord,
  addCheck,
  addPull,
  type CheckRecord,
  type CommitRecord,
  type GitHubState,
  getBot,
  type PullRecord,
} from './state.ts'

type Params = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>>
type Answerer = (params: Params, query: Params, body: Body) => Answered
export type Answers = Readonly<Partial<Record<Route, Answerer>>>

const MISSING: Answered = [404, { message: 'Not Found' }]
const REPOSITORY = {
  default_branch: 'main',
  allow_squash_merge: true,
  allow_merge_commit: false,
  allow_rebase_merge: false,
}
const ok = (answer: unknown): Answered => [200, answer]
const show = <T>(found: T | null | undefined, toAnswer: (found: T) => unknown): Answered =>
  found === null || found === undefined ? MISSING : ok(toAnswer(found))

/** Returns null for a route that no double answers. */
export function answerFrom(answers: Answers, route: Route, { path, query, body }: WireRequest): Answered | null {
  return answers[route]?.(getParams(route, path), query, (body ?? {}) as Body) ?? null
}

/** @param storeUrl where the bytes of artifacts lie: GitHub sends on to another host */
export function getAnswers(state: GitHubState, storeUrl: string): Answers {
  return {
    ...answerPulls(state),
    ...answerGit(state),
    ...answerIssues(state),
    ...answerChecks(state),
    ...answerRuns(state, storeUrl),
    ...answerComments(state),
    ...answerSettings(state),
  }
}

function answerPulls(state: GitHubState): Answers {
  const list = (query: Params, isWanted: (pull: PullRecord) => boolean) =>
    ok(getPage([...state.pulls.values()].filter(isWanted).toReversed(), query).map((pull) => toListed(state, pull)))
  return {
    'GET /repos/{owner}/{repo}/pulls/{pull_number}': ({ pull_number }) =>
      show(state.pulls.get(Number(pull_number)), (pull) => toPull(state, pull)),
    'GET /repos/{owner}/{repo}/pulls': (_, query) => {
      const { state: wanted = 'open', base, head } = query
      return list(
        query,
        (pull) =>
          pull.state === wanted &&
          pull.baseBranch === (base ?? pull.baseBranch) &&
          `acme:${pull.headBranch}` === (head ?? `acme:${pull.headBranch}`),
      )
    },
    'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls': ({ commit_sha }, query) =>
      list(query, (pull) => getHead(state, pull) === commit_sha),
    'POST /repos/{owner}/{repo}/pulls': (_, __, { head, base, ...body }) => {
      if (body['draft'] === true && !state.hasDrafts)
        return [422, { message: 'Draft pull requests are not supported in this repository.' }]
      const pull = addPull(state, { ...body, headBranch: String(head), baseBranch: String(base) })
      return [201, toPull(state, pull)]
    },
    'PATCH /repos/{owner}/{repo}/issues/{issue_number}': ({ issue_number }, _, body) =>
      show(state.pulls.get(Number(issue_number)), (pull) => Object.assign(pull, body) && {}),
  }
}

function answerGit(state: GitHubState): Answers {
  const find = (ref = '') => state.commits.find(({ sha }) => sha === ref)
  const toShown = (commit: CommitRecord) => toCommit(state, commit)
  return {
    'GET /repos/{owner}/{repo}/git/ref/{ref}': ({ ref = '' }) => {
      const branch = ref.replace('heads/', '')
      return show(state.branches.get(branch), (sha) => toRef([branch, sha]))
    },
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': ({ ref = '' }) =>
      ok([...state.branches].filter(([branch]) => `heads/${branch}`.startsWith(ref)).map(toRef)),
    'POST /repos/{owner}/{repo}/git/refs': (_, __, body) => {
      const [branch, sha] = [String(body['ref']).replace('refs/heads/', ''), String(body['sha'])]
      if (state.branches.has(branch)) return [422, { message: 'Reference already exists' }]
      state.branches.set(branch, sha)
      return [201, toRef([branch, sha])]
    },
    'GET /repos/{owner}/{repo}/commits/{ref}': ({ ref }) => show(find(ref), toShown),
    'POST /repos/{owner}/{repo}/git/commits': (_, __, body) => {
      const { message, parents, tree } = body as { message: string; parents: string[]; tree: string }
      const sha = (state.commits.length + 1).toString(16).padStart(40, 'c')
      state.commits.push({ sha, tree, parents, message, author: getBot(state) })
      return [201, { sha }]
    },
    'GET /repos/{owner}/{repo}/compare/{basehead}': ({ basehead = '' }, query) =>
      show(state.compare(basehead.split('...')[1] ?? ''), ({ base, mergeBase, commits }) => ({
        base_commit: toShown(base),
        merge_base_commit: toShown(mergeBase),
        total_commits: commits.length,
        commits: getPage(commits, query).map(toShown),
        files: state.changedFiles.map((filename) => ({ filename })),
      })),
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': ({ tree_sha: sha = '' }) =>
      show(state.listTree(sha), (tree) => ({ sha, tree, truncated: false })),
    'GET /repos/{owner}/{repo}/contents/{path}': ({ repo = '', path = '' }, { ref = '' }) =>
      show(state.readFile(repo, path, ref), (text) => {
        const content = Buffer.from(text).toString('base64')
        return { type: 'file', encoding: 'base64', size: text.length, content }
      }),
  }
}

function answerIssues({ issues }: GitHubState): Answers {
  return {
    'GET /repos/{owner}/{repo}/issues/{issue_number}': ({ issue_number }) =>
      show(
        issues.find(({ number }) => String(number) === issue_number),
        (issue) => issue,
      ),
    'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': ({ issue_number }) =>
      ok(issues.filter(({ parent }) => String(parent) === issue_number)),
  }
}

function answerChecks(state: GitHubState): Answers {
  return {
    'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': ({ ref }, query) => {
      const { check_name, app_id } = query
      const own = state.checks.filter(
        ({ head_sha, name, app }) =>
          head_sha === ref && name === (check_name ?? name) && String(app.id) === (app_id ?? String(app.id)),
      )
      return ok({ total_count: own.length, check_runs: getPage(own.toReversed(), query).map(toCheckRun) })
    },
    'POST /repos/{owner}/{repo}/check-runs': (_, __, { output, ...body }) => {
      const check = addCheck(state, { status: 'queued', ...(body as { head_sha: string }) })
      return [201, toCheckRun(writeOutput(check, output))]
    },
    'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': ({ check_run_id }, _, { output, ...body }) =>
      show(
        state.checks.find(({ id }) => String(id) === check_run_id),
        (check) => toCheckRun(writeOutput(Object.assign(check, body), output)),
      ),
  }
}

/** An update adds annotations: none is taken away. */
function writeOutput(check: CheckRecord, given: unknown): CheckRecord {
  const { annotations = [], ...output } = (given ?? {}) as { readonly annotations?: readonly object[] }
  return Object.assign(check, {
    output: { ...check.output, ...output },
    annotations: [...check.annotations, ...annotations],
  })
}

function answerComments(state: GitHubState): Answers {
  const find = (id = '') => state.comments.find((comment) => String(comment.id) === id)
  const listed = (on = '') => state.comments.filter(({ issue }) => String(issue) === on)
  return {
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': ({ issue_number }, query) =>
      ok(getPage(listed(issue_number), query).map(toComment)),
    'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': ({ comment_id }) => show(find(comment_id), toComment),
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': ({ issue_number }, _, { body }) => {
      const login = getBot(state)
      const comment = { id: state.nextId(), issue: Number(issue_number), login, body: String(body) }
      state.comments.push(comment)
      return [201, toComment(comment)]
    },
    'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': ({ comment_id }, _, { body }) =>
      show(find(comment_id), (comment) => toComment(Object.assign(comment, { body, isEdited: true }))),
  }
}

function answerRuns(state: GitHubState, storeUrl: string): Answers {
  const find = (id = '') => state.runs.find((run) => String(run.id) === id)
  const list = (query: Params, isWanted: (artifact: ArtifactRecord) => boolean) => {
    const wanted = state.artifacts.filter((one) => isWanted(one) && one.name === (query['name'] ?? one.name))
    return ok({ total_count: wanted.length, artifacts: wanted.map(toArtifact) })
  }
  return {
    'GET /repos/{owner}/{repo}/actions/runs': (_, { head_sha: sha, branch }) => {
      const own = state.runs.filter(
        ({ head_sha, head_branch }) => head_sha === (sha ?? head_sha) && head_branch === (branch ?? head_branch),
      )
      return ok({ total_count: own.length, workflow_runs: own })
    },
    'GET /repos/{owner}/{repo}/actions/runs/{run_id}': ({ run_id }) => show(find(run_id), (run) => run),
    'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs': ({ run_id, attempt_number }) =>
      show(find(run_id), (run) => {
        const times = { startedAt: run.run_started_at, endedAt: run.updated_at }
        const verdict = run.conclusion === 'failure' ? 'failure' : 'success'
        const { jobs = [getJudgingJob({ attempt: Number(attempt_number), ...times, verdict })] } = run
        return { total_count: jobs.length, jobs }
      }),
    'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': ({ run_id }, query) =>
      list(query, ({ runId }) => String(runId) === run_id),
    'GET /repos/{owner}/{repo}/actions/artifacts': (_, query) => list(query, () => true),
    'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}': ({ artifact_id }) => {
      const artifact = state.artifacts.find(({ id }) => String(id) === artifact_id)
      if (artifact === undefined) return MISSING
      if (artifact.expired) return [410, { message: 'Artifact has expired' }]
      return [302, undefined, { location: `${storeUrl}/${artifact.id}?sig=secret` }]
    },
  }
}

function answerSettings(state: GitHubState): Answers {
  const getRequired = (branch = '', by: 'rule' | 'classic') =>
    state.required.filter((one) => one.by === by && one.branch === branch)
  return {
    'GET /repos/{owner}/{repo}': () =>
      ok({ ...REPOSITORY, custom_properties: state.properties, archived: state.isArchived }),
    'GET /orgs/{org}/teams/{team_slug}/memberships/{username}': ({ team_slug = '', username = '' }) => {
      if (state.teams.get(team_slug)?.includes(username) !== true) return [404]
      return ok({ url: 'https://api.github.com/teams/1/memberships/ada', role: 'member', state: 'active' })
    },
    'GET /repos/{owner}/{repo}/rules/branches/{branch}': ({ branch }) =>
      ok([
        ...getRequired(branch, 'rule').map(({ appId }) => toRule(appId)),
        ...(state.queueMethod === null ? [] : [toQueueRule(state.queueMethod)]),
      ]),
    'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': ({ ruleset_id }) =>
      ok({ id: Number(ruleset_id), bypass_actors: [] }),
    'GET /repos/{owner}/{repo}/branches/{branch}': ({ branch: name }) => {
      const checks = getRequired(name, 'classic').map(({ appId }) => ({ context: 'tdd-gate', app_id: appId }))
      const required_status_checks = { enforcement_level: 'everyone', contexts: checks.map(() => 'tdd-gate'), checks }
      const tip = state.commits.find(({ sha }) => sha === state.tip)
      const commit = tip === undefined ? { sha: state.tip } : toCommit(state, tip)
      return ok({ name, commit, protected: true, protection: { enabled: true, required_status_checks } })
    },
  }
}

function getPage<T>(all: readonly T[], query: Params): readonly T[] {
  const [page, size] = [Number(query['page'] ?? 1), Number(query['per_page'] ?? 30)]
  return all.slice((page - 1) * size, page * size)
}
