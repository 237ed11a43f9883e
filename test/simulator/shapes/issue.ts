/** Issues and their comments as GitHub tells them. */
import type { Comment, Issue, Repository, User, World } from '../world.ts'
import { appShape, nodeId, userShape } from './people.ts'

/** The relation of a person to a repository. */
export function getAssociation({ owner, roles }: Repository, { login }: User): string {
  if (login === owner.login) return 'OWNER'
  return roles.has(login.toLowerCase()) ? 'COLLABORATOR' : 'NONE'
}

export function labelShape(world: World, { fullName, labels }: Repository, name: string) {
  const label = labels.get(name.toLowerCase())
  return {
    id: label?.id ?? 0,
    node_id: nodeId('LA', name),
    url: `${world.apiUrl}/repos/${fullName}/labels/${encodeURIComponent(name)}`,
    name: label?.name ?? name,
    description: '',
    color: label?.color ?? 'ededed',
    default: false,
  }
}

export function issueShape(world: World, repository: Repository, issue: Issue) {
  const { id, number, title, body, author, state, labels, pull, createdAt, updatedAt, closedAt, subIssues } = issue
  const api = `${world.apiUrl}/repos/${repository.fullName}/issues/${number}`
  const html = `${world.url}/${repository.fullName}/${pull === null ? 'issues' : 'pull'}/${number}`
  return {
    id,
    node_id: nodeId(pull === null ? 'I' : 'PR', id),
    url: api,
    repository_url: `${world.apiUrl}/repos/${repository.fullName}`,
    labels_url: `${api}/labels{/name}`,
    comments_url: `${api}/comments`,
    events_url: `${api}/events`,
    timeline_url: `${api}/timeline`,
    html_url: html,
    number,
    title,
    user: userShape(world, author),
    labels: [...labels].map((name) => labelShape(world, repository, name)),
    state,
    state_reason: state === 'closed' && pull === null ? 'completed' : null,
    locked: false,
    active_lock_reason: null,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: countComments(repository, number),
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: closedAt,
    author_association: getAssociation(repository, author),
    body: body === '' ? null : body,
    performed_via_github_app: null,
    reactions: reactionsShape(`${api}/reactions`, []),
    sub_issues_summary: getSummary(repository, subIssues),
    ...(pull === null ? {} : { draft: pull.isDraft, pull_request: getLinks(api, html, pull.mergedAt) }),
  }
}

function getLinks(api: string, html: string, mergedAt: string | null) {
  const url = api.replace('/issues/', '/pulls/')
  return { url, html_url: html, diff_url: `${html}.diff`, patch_url: `${html}.patch`, merged_at: mergedAt }
}

function getSummary({ issues }: Repository, numbers: readonly number[]) {
  const completed = numbers.filter((number) => issues.get(number)?.state === 'closed').length
  const percent = numbers.length === 0 ? 0 : Math.floor((100 * completed) / numbers.length)
  return { total: numbers.length, completed, percent_completed: percent }
}

export function countComments({ comments }: Repository, number: number): number {
  return [...comments.values()].filter(({ issue }) => issue === number).length
}

const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'eyes', 'rocket']

function reactionsShape(url: string, reactions: Comment['reactions']) {
  const counts = CONTENTS.map((content) => [content, reactions.filter((each) => each.content === content).length])
  return { url, total_count: reactions.length, ...Object.fromEntries(counts) }
}

export function commentShape(world: World, repository: Repository, comment: Comment) {
  const { id, issue, body, author, viaApp, createdAt, updatedAt, reactions } = comment
  const repositoryApi = `${world.apiUrl}/repos/${repository.fullName}`
  const page = repository.issues.get(issue)?.pull === null ? 'issues' : 'pull'
  const api = `${repositoryApi}/issues/comments/${id}`
  return {
    id,
    node_id: nodeId('IC', id),
    url: api,
    html_url: `${world.url}/${repository.fullName}/${page}/${issue}#issuecomment-${id}`,
    issue_url: `${repositoryApi}/issues/${issue}`,
    user: userShape(world, author),
    created_at: createdAt,
    updated_at: updatedAt,
    author_association: getAssociation(repository, author),
    body,
    performed_via_github_app: viaApp === null ? null : appShape(world, viaApp),
    reactions: reactionsShape(`${api}/reactions`, reactions),
  }
}
