/** Answers the gate's requests as GitHub does, from the content of a world. */
import { createHash } from 'node:crypto'
import type { Route } from '../../../src/github/routes.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { getJudgingJob } from '../judging-job.ts'
import type { Answered } from './contract.ts'
import type { Answerer, Body, Query } from './in-process.ts'
import { travel } from './story-evidence.ts'

export const APP = { id: 77, slug: 'gate-app' }
export const STORE = 'https://store.test'
export const RAN = '2026-01-01T12:00:00Z'
const EDITED = '2026-01-01T12:00:05Z'

export interface CheckRecord {
  readonly id: number
  readonly head_sha: string
  readonly app: { readonly id: number; readonly slug: string }
  name: string
  external_id: string
  status: string
  conclusion: string | null
  details_url: string
  output: { title: string; summary: string; text: string | null; annotations_count: number }
}
export interface PullRecord {
  readonly number: number
  readonly story: Pull
  title: string
  body: string
  state: 'open' | 'closed'
  draft: boolean
  mergeable: boolean | null
  author: string
  labels: string[]
  isFork: boolean
  /** Left out: one of its own. */
  headBranch?: string
  /** The branch that it is to be merged into. */
  baseBranch: string
  /** Login of the person who merged. */
  mergedBy?: string
  /** The base already has its head, whatever its page shows. */
  isInBase?: boolean
}

/** The content of the repository. */
export interface Held {
  readonly pulls: Map<number, PullRecord>
  readonly checks: CheckRecord[]
  readonly comments: { id: number; issue: number; body: string; login: string; isEdited?: boolean }[]
  /** `.github` by commit; every other commit has that of the base. */
  readonly workflows: Map<string, string>
  readonly changedFiles: string[]
  readonly runs: (Body & { id: number; head_sha: string })[]
  readonly artifacts: { id: number; runId: number; name: string; bytes: Buffer; createdAt?: string }[]
  /** Of a run, by its id, where they are others than those of an honest one. */
  readonly jobs: Map<number, readonly object[]>
  /** `.github/tdd-gate.yml` by commit. */
  readonly configs: Map<string, string>
  /** `tdd-gate.yml` of `acme/.github`; null: there is none. */
  organisation: string | null
  /** Custom properties of the repository. */
  readonly properties: Record<string, string>
  /** Logins by team. */
  readonly teams: Map<string, readonly string[]>
  /** Commits of which that is a link, to a file of that text. */
  readonly links: Set<string>
  /** The tip of the base branch. */
  tip: string
  /** What rulesets and classic protection require; no branch exists before a test adds it. */
  readonly required: { readonly branch: string; readonly appId: number | null; readonly by: 'rule' | 'classic' }[]
  /** Commits of a merge group, oldest first. */
  group: readonly { readonly sha: string; readonly message: string; readonly parents: readonly string[] }[]
  /** Branches of the merge queue, without `refs/heads/`, and their tips. */
  readonly queued: Map<string, string>
}

export function answering(world: Held, nextId: () => number): Answerer {
  const { runs, artifacts } = world
  const folderAt = (commit: string) =>
    world.workflows.get(commit) ??
    (world.configs.has(commit) ? createHash('sha1').update(commit).digest('hex') : '9'.repeat(40))
  return answer

  function answer(route: Route, params: Query, query: Query, body: Body): Answered {
    switch (route) {
      case 'GET /repos/{owner}/{repo}/pulls/{pull_number}': {
        const pull = world.pulls.get(Number(params['pull_number']))
        return pull ? [200, toPull(pull)] : [404, { message: 'Not Found' }]
      }
      case 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls':
        return [
          200,
          getPage(
            [...world.pulls.values()].filter(({ story }) => story.facts().head === params['commit_sha']),
            query,
          ).map(toListed),
        ]
      case 'GET /repos/{owner}/{repo}/pulls':
        return [
          200,
          [...world.pulls.values()]
            .filter(({ state, baseBranch }) => state === 'open' && baseBranch === (query['base'] ?? baseBranch))
            .map(toListed),
        ]
      case 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': {
        const begins = decodeURIComponent(params['ref'] ?? '')
        const refs = [...world.queued].filter(([branch]) => `heads/${branch}`.startsWith(begins))
        return [200, refs.map(([branch, sha]) => ({ ref: `refs/heads/${branch}`, object: { type: 'commit', sha } }))]
      }
      case 'GET /repos/{owner}/{repo}/compare/{basehead}':
        return [200, toComparison(decodeURIComponent(params['basehead'] ?? '').split('...')[1] ?? '')]
      case 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': {
        const wanted = query['check_name']
        const own = world.checks.filter(
          ({ head_sha, app, name }) =>
            head_sha === params['ref'] && String(app.id) === query['app_id'] && name === (wanted ?? name),
        )
        return [200, { total_count: own.length, check_runs: getPage(own.toReversed(), query) }]
      }
      case 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': {
        const own = world.comments.filter(({ issue }) => String(issue) === params['issue_number'])
        return [
          200,
          own.map(({ id, body: text, login, isEdited = false }) => ({
            id,
            created_at: RAN,
            updated_at: isEdited ? EDITED : RAN,
            body: text.replaceAll('\n', '\r\n'),
            user: { login, type: login.endsWith(']') ? 'Bot' : 'User' },
          })),
        ]
      }
      case 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': {
        const comment = world.comments.find(({ id }) => String(id) === params['comment_id'])
        if (comment === undefined) return [404, { message: 'Not Found' }]
        const { id, body: text, login } = comment
        return [200, { id, body: text, user: { login, type: login.endsWith(']') ? 'Bot' : 'User' } }]
      }
      case 'GET /repos/{owner}/{repo}/actions/runs': {
        const own = runs.filter(
          ({ head_sha, head_branch }) =>
            head_sha === query['head_sha'] && head_branch === (query['branch'] ?? head_branch),
        )
        return [200, { total_count: own.length, workflow_runs: own }]
      }
      case 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': {
        const own = artifacts.filter(({ runId, name }) => String(runId) === params['run_id'] && name === query['name'])
        return [
          200,
          {
            total_count: own.length,
            artifacts: own.map(({ id, name, bytes, createdAt = RAN }) => ({
              id,
              name,
              size_in_bytes: bytes.length,
              expired: false,
              created_at: createdAt,
              digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
            })),
          },
        ]
      }
      case 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs': {
        const run = runs.find(({ id }) => String(id) === params['run_id'])
        const verdict = run?.['conclusion'] === 'failure' ? 'failure' : 'success'
        const own = getJudgingJob({ attempt: Number(params['attempt_number']), startedAt: RAN, endedAt: RAN, verdict })
        const jobs = world.jobs.get(Number(params['run_id'])) ?? [own]
        return [200, { total_count: jobs.length, jobs }]
      }
      case 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}':
        return [302, undefined, { location: `${STORE}/${params['artifact_id']}` }]
      case 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': {
        const asked = params['tree_sha'] ?? ''
        const commit = [...world.configs.keys()].find((one) => folderAt(one) === asked)
        const [sha, path] = commit === undefined ? [folderAt(asked), '.github'] : [asked, 'tdd-gate.yml']
        const file = { type: 'blob', mode: world.links.has(commit ?? '') ? '120000' : '100644' }
        const kind = commit === undefined ? { type: 'tree', mode: '040000' } : file
        return [200, { sha, tree: [{ path, ...kind, sha }], truncated: false }]
      }
      case 'GET /repos/{owner}/{repo}/contents/{path}': {
        const isOwners = params['repo'] === '.github'
        const text = isOwners ? (world.organisation ?? undefined) : world.configs.get(query['ref'] ?? '')
        if (text === undefined) return [404, { message: 'Not Found' }]
        const content = Buffer.from(text).toString('base64')
        return [200, { type: 'file', encoding: 'base64', size: text.length, content }]
      }
      case 'GET /repos/{owner}/{repo}':
        return [200, { custom_properties: world.properties }]
      case 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}': {
        const isMember = world.teams.get(params['team_slug'] ?? '')?.includes(params['username'] ?? '')
        if (isMember !== true) return [404, { message: 'Not Found' }]
        return [200, { url: 'https://api.github.com/teams/1/memberships/ada', role: 'member', state: 'active' }]
      }
      case 'GET /repos/{owner}/{repo}/rules/branches/{branch}': {
        const rules = getRequired(params, 'rule').map(({ appId }) => ({
          type: 'required_status_checks',
          ruleset_source_type: 'Repository',
          ruleset_source: 'acme/shop',
          ruleset_id: 1,
          parameters: {
            strict_required_status_checks_policy: false,
            required_status_checks: [{ context: 'tdd-gate', ...(appId === null ? {} : { integration_id: appId }) }],
          },
        }))
        return [200, rules]
      }
      case 'GET /repos/{owner}/{repo}/branches/{branch}': {
        const checks = getRequired(params, 'classic').map(({ appId }) => ({ context: 'tdd-gate', app_id: appId }))
        const required_status_checks = { enforcement_level: 'everyone', contexts: checks.map(() => 'tdd-gate'), checks }
        return [200, { name: params['branch'], protected: true, protection: { enabled: true, required_status_checks } }]
      }
      case 'POST /repos/{owner}/{repo}/check-runs': {
        const check = { ...(body as unknown as CheckRecord), id: nextId(), app: APP, output: getOutput(body, null) }
        world.checks.push(check)
        return [201, check]
      }
      case 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': {
        const check = world.checks.find(({ id }) => String(id) === params['check_run_id'])
        if (!check) return [404, { message: 'Not Found' }]
        return [200, Object.assign(check, body, { output: getOutput(body, check) })]
      }
      case 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': {
        const comment = {
          id: nextId(),
          issue: Number(params['issue_number']),
          body: String(body['body']),
          login: `${APP.slug}[bot]`,
        }
        world.comments.push(comment)
        return [201, { id: comment.id, body: comment.body }]
      }
      case 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': {
        const comment = world.comments.find(({ id }) => String(id) === params['comment_id'])
        Object.assign(comment ?? {}, { body: body['body'], isEdited: true })
        return [200, { id: comment?.id, body: comment?.body }]
      }
      case 'PATCH /repos/{owner}/{repo}/issues/{issue_number}': {
        Object.assign(world.pulls.get(Number(params['issue_number'])) ?? {}, body)
        return [200, {}]
      }
      default:
        throw new Error(`no stub for ${route}`)
    }
  }

  function getRequired({ branch }: Query, by: 'rule' | 'classic') {
    return world.required.filter((one) => one.by === by && one.branch === decodeURIComponent(branch ?? ''))
  }

  /** Lists lack what GitHub computes for one pull request alone. */
  function toListed(pull: PullRecord) {
    const { mergeable: _, merged, merged_by, ...listed } = toPull(pull)
    return listed
  }

  function toPull(pull: PullRecord) {
    const { number, title, body, state, draft, mergeable, author, labels, isFork, baseBranch, mergedBy, story } = pull
    const home = { id: 812, default_branch: 'main' }
    return {
      number,
      title,
      body,
      state,
      draft,
      mergeable,
      merged: mergedBy !== undefined,
      merged_at: mergedBy === undefined ? null : RAN,
      ...(mergedBy === undefined ? {} : { merged_by: { login: mergedBy } }),
      html_url: `https://github.com/acme/shop/pull/${number}`,
      user: { login: author, type: author.endsWith(']') ? 'Bot' : 'User' },
      labels: labels.map((name) => ({ name })),
      base: { ref: baseBranch, sha: world.tip, repo: home },
      head: { ref: pull.headBranch ?? `work-${number}`, sha: story.facts().head, repo: isFork ? { id: 900 } : home },
    }
  }

  function toComparison(head: string) {
    const story = [...world.pulls.values()].find((pull) => pull.story.facts().head === head)?.story ?? openPull()
    const { commits, base, baseTree } = travel(story.facts())
    const plain = (sha: string, tree: string, parents: readonly string[], message: string) => ({
      sha,
      author: { login: 'octocat' },
      committer: null,
      parents: parents.map((one) => ({ sha: one })),
      commit: { message, tree: { sha: tree } },
    })
    if (head === world.group.at(-1)?.sha) {
      const group = world.group.map(({ sha, parents, message }) => plain(sha, baseTree, parents, message))
      const ends = { base_commit: plain(base, baseTree, [], ''), merge_base_commit: plain(base, baseTree, [], '') }
      return { ...ends, total_commits: group.length, commits: group, files: [] }
    }
    const landed = [...world.pulls.values()].find((pull) => pull.isInBase && pull.story.facts().head === head)
    if (landed !== undefined) {
      const tip = plain(head, commits.at(-1)?.tree ?? baseTree, [], '')
      return { total_commits: 0, base_commit: tip, merge_base_commit: tip, commits: [], files: [] }
    }
    return {
      total_commits: commits.length,
      base_commit: plain(world.tip, baseTree, [], ''),
      merge_base_commit: plain(base, baseTree, [], ''),
      commits: commits.map(({ sha, tree, parents, message }) => plain(sha, tree, parents, message)),
      files: world.changedFiles.map((filename) => ({ filename })),
    }
  }
}

function getPage<T>(all: readonly T[], query: Query): readonly T[] {
  const [page, size] = [Number(query['page'] ?? 1), Number(query['per_page'] ?? 30)]
  return all.slice((page - 1) * size, page * size)
}

function getOutput(body: Body, before: CheckRecord | null): CheckRecord['output'] {
  const given = body['output'] as { title: string; summary: string; text?: string; annotations?: readonly unknown[] }
  const { annotations = [], text = null, ...output } = given
  return { ...output, text, annotations_count: (before?.output.annotations_count ?? 0) + annotations.length }
}
