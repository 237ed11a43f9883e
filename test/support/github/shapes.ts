/** Shows the records of a test GitHub as GitHub shows them; the contract fills in what is left out. */
import { createHash } from 'node:crypto'
import {
  type ArtifactRecord,
  type CheckRecord,
  type CommentRecord,
  type CommitRecord,
  FORK_ID,
  type GitHubState,
  getBot,
  type PullRecord,
  RAN,
  REPOSITORY_ID,
} from './state.ts'

const EDITED = '2026-01-01T12:00:05Z'

const toUser = (login: string) => ({ login, type: login.endsWith(']') ? 'Bot' : 'User' })

export const toRef = ([branch, sha]: readonly [string, string]) => ({
  ref: `refs/heads/${branch}`,
  object: { type: 'commit', sha },
})

export const getHead = (state: GitHubState, { head, headBranch }: PullRecord) => head ?? state.branches.get(headBranch)

export function toPull(state: GitHubState, pull: PullRecord) {
  const { number, title, body, draft, mergeable, author, labels, isFork, headBranch, baseBranch, mergedBy } = pull
  const home = { id: REPOSITORY_ID, default_branch: 'main' }
  return {
    number,
    title,
    body,
    state: pull.state,
    draft,
    mergeable,
    merged: mergedBy !== undefined,
    merged_at: mergedBy === undefined ? null : RAN,
    ...(mergedBy === undefined ? {} : { merged_by: { login: mergedBy } }),
    html_url: `https://github.com/acme/shop/pull/${number}`,
    user: toUser(author),
    labels: labels.map((name) => ({ name })),
    base: { ref: baseBranch, sha: state.tip, repo: home },
    head: { ref: headBranch, sha: getHead(state, pull), repo: isFork ? { id: FORK_ID } : home },
  }
}

/** Lists lack what GitHub computes for one pull request alone. */
export function toListed(state: GitHubState, pull: PullRecord) {
  const { mergeable: _, merged, merged_by, ...listed } = toPull(state, pull)
  return listed
}

export function toCommit(state: GitHubState, { sha, tree, parents, message, author }: CommitRecord) {
  const verification = { verified: author === getBot(state) }
  return {
    sha,
    author: { login: author },
    committer: null,
    parents: parents.map((parent) => ({ sha: parent })),
    commit: {
      message,
      author: { name: author, email: `${author}@example.com`, date: RAN },
      verification,
      ...(tree === undefined ? {} : { tree: { sha: tree } }),
    },
  }
}

/** GitHub gives comments back with the line ends of the web. */
export function toComment({ id, login, body, isEdited = false }: CommentRecord) {
  const times = { created_at: RAN, updated_at: isEdited ? EDITED : RAN }
  return { id, user: toUser(login), body: body.replaceAll('\n', '\r\n'), ...times }
}

export function toCheckRun({ annotations, output, ...run }: CheckRecord) {
  return { ...run, output: { ...output, annotations_count: annotations.length } }
}

export function toArtifact({ id, name, bytes, expired, created_at }: ArtifactRecord) {
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return { id, name, expired, created_at, size_in_bytes: bytes.length, digest }
}

/** The rule of a ruleset that requires the check, of this App if one is named. */
export const toRule = (appId: number | null) => ({
  type: 'required_status_checks',
  ruleset_source_type: 'Repository',
  ruleset_source: 'acme/shop',
  ruleset_id: 3,
  parameters: {
    strict_required_status_checks_policy: false,
    required_status_checks: [{ context: 'tdd-gate', ...(appId === null ? {} : { integration_id: appId }) }],
  },
})

/** The rule of a ruleset that demands a merge queue. */
export const toQueueRule = (merge_method: string) => ({
  type: 'merge_queue',
  ruleset_source_type: 'Repository',
  ruleset_source: 'acme/shop',
  ruleset_id: 4,
  parameters: {
    grouping_strategy: 'ALLGREEN',
    merge_method,
    check_response_timeout_minutes: 60,
    max_entries_to_build: 5,
    max_entries_to_merge: 5,
    min_entries_to_merge: 1,
    min_entries_to_merge_wait_minutes: 5,
  },
})
