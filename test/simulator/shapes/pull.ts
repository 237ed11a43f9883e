/** Pull requests as GitHub tells them. */
import { getRules, unmetChecks } from '../branch-rules.ts'
import { repositoryById } from '../state.ts'
import type { Issue, Pull, Repository, World } from '../world.ts'
import { countComments, issueShape } from './issue.ts'
import { userShape } from './people.ts'
import { repositoryShape } from './repository.ts'

/** As lists have it. */
export function pullShape(world: World, repository: Repository, issue: Issue) {
  const pull = getPull(issue)
  const {
    url: _,
    repository_url,
    labels_url,
    events_url,
    timeline_url,
    reactions,
    ...shared
  } = issueShape(world, repository, issue)
  const { pull_request, performed_via_github_app, state_reason, sub_issues_summary, comments, ...rest } = shared
  const api = `${world.apiUrl}/repos/${repository.fullName}/pulls/${issue.number}`
  const html = `${world.url}/${repository.fullName}/pull/${issue.number}`
  const issueUrl = api.replace('/pulls/', '/issues/')
  const links = {
    self: api,
    html,
    issue: issueUrl,
    comments: `${issueUrl}/comments`,
    review_comments: `${api}/comments`,
    review_comment: `${world.apiUrl}/repos/${repository.fullName}/pulls/comments{/number}`,
    commits: `${api}/commits`,
    statuses: `${world.apiUrl}/repos/${repository.fullName}/statuses/${pull.headSha}`,
  }
  return {
    ...rest,
    url: api,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: links.issue,
    commits_url: links.commits,
    comments_url: links.comments,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    statuses_url: links.statuses,
    merge_commit_sha: pull.mergeCommitSha ?? pull.testMergeSha,
    merged_at: pull.mergedAt,
    draft: pull.isDraft,
    head: endShape(world, repositoryById(world, pull.headRepositoryId), pull.headBranch, pull.headSha),
    base: endShape(world, repository, pull.baseBranch, pull.baseSha),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    auto_merge: null,
    requested_reviewers: [],
    requested_teams: [],
  }
}

/** As its own route and webhooks have it. */
export function wholePullShape(world: World, repository: Repository, issue: Issue) {
  const pull = getPull(issue)
  const { commits, additions, deletions, files } = pull.size
  const isMerged = pull.mergedAt !== null
  return {
    ...pullShape(world, repository, issue),
    merged: isMerged,
    mergeable: isMerged || issue.state === 'closed' ? null : pull.testMergeSha !== null,
    rebaseable: null,
    mergeable_state: mergeableState(repository, issue, pull),
    merged_by: pull.mergedBy === null ? null : userShape(world, pull.mergedBy),
    comments: countComments(repository, issue.number),
    review_comments: 0,
    maintainer_can_modify: false,
    commits,
    additions,
    deletions,
    changed_files: files,
  }
}

export function getPull({ pull }: Issue): Pull {
  if (pull === null) throw new Error('an issue is no pull request')
  return pull
}

function endShape(world: World, repository: Repository | null, branch: string, sha: string) {
  const owner = repository?.owner.login ?? 'unknown'
  return {
    label: `${owner}:${branch}`,
    ref: branch,
    sha,
    user: repository === null ? null : userShape(world, repository.owner),
    repo: repository === null ? null : repositoryShape(world, repository),
  }
}

function mergeableState(repository: Repository, { state }: Issue, pull: Pull): string {
  if (state === 'closed') return 'unknown'
  if (pull.testMergeSha === null) return 'dirty'
  if (pull.isDraft) return 'draft'
  const rules = getRules(repository, pull.baseBranch)
  if (rules.some((rule) => unmetChecks(repository, rule, pull.headSha) !== null)) return 'blocked'
  return pull.size.isBehind && rules.some((rule) => rule.isStrict) ? 'behind' : 'clean'
}
