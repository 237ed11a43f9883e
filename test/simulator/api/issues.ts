/** Issues: opened, changed, labelled, and the issues below them. */
import { isAtLeast } from '../../../src/core/model/maintainer-decision.ts'
import { paged } from '../paged.ts'
import { addIssue } from '../pulls.ts'
import { invalid, notFound, refuse } from '../refusal.ts'
import { type Asked, created, type Handlers, ok } from '../route.ts'
import { issueShape, labelShape } from '../shapes/issue.ts'
import { getRole } from '../state.ts'
import type { Caller, Issue, Repository, World } from '../world.ts'

const LABEL_COLOR = 'ededed'
/** GitHub's own words for it. */
const TOO_LONG = 'body is too long (maximum is 65536 characters)'
export const MOST_CHARACTERS = 65_536

export const issues: Handlers = {
  'GET /repos/{owner}/{repo}/issues': (asked) => {
    const { world, repository, parameters } = asked
    const { state = 'open', labels = '' } = parameters
    const wanted = labels.split(',').filter((label) => label !== '')
    const found = [...repository.issues.values()].filter(
      (issue) => (state === 'all' || issue.state === state) && wanted.every((label) => issue.labels.has(label)),
    )
    return paged(asked, found.toReversed(), (issue) => issueShape(world, repository, issue))
  },
  'POST /repos/{owner}/{repo}/issues': ({ world, repository, parameters, actor, caller }) => {
    const { title, body, labels = [] } = parameters
    demandBody(body)
    const issue = addIssue(world, repository, { title: String(title), body: body ?? '', author: actor, pull: null })
    emitIssue(world, repository, issue, caller, 'opened')
    for (const label of labels)
      addLabel(world, repository, issue, typeof label === 'string' ? label : (label.name ?? ''), caller)
    return created(issueShape(world, repository, issue))
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}': ({ world, repository, parameters }) =>
    ok(issueShape(world, repository, findIssue(repository, parameters.issue_number))),
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': changeIssue,
  'GET /repos/{owner}/{repo}/issues/{issue_number}/labels': (asked) => {
    const { world, repository, parameters } = asked
    const { labels } = findIssue(repository, parameters.issue_number)
    return paged(asked, [...labels], (name) => labelShape(world, repository, name))
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': ({ world, repository, parameters, caller }) => {
    const issue = findIssue(repository, parameters.issue_number)
    const given = (parameters as { labels?: readonly (string | { name: string })[] }).labels ?? []
    for (const label of given)
      addLabel(world, repository, issue, typeof label === 'string' ? label : label.name, caller)
    return ok([...issue.labels].map((name) => labelShape(world, repository, name)))
  },
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}': ({ world, repository, parameters, caller }) => {
    const issue = findIssue(repository, parameters.issue_number)
    const { name } = parameters
    if (!issue.labels.delete(name)) refuse(404, 'Label does not exist')
    emitIssue(world, repository, issue, caller, 'unlabeled', { label: labelShape(world, repository, name) })
    return ok([...issue.labels].map((each) => labelShape(world, repository, each)))
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': (asked) => {
    const { world, repository, parameters } = asked
    const { subIssues } = findIssue(repository, parameters.issue_number)
    return paged(asked, subIssues, (number) => issueShape(world, repository, findIssue(repository, number)))
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': ({ world, repository, parameters }) => {
    const issue = findIssue(repository, parameters.issue_number)
    const sub = [...repository.issues.values()].find(({ id }) => id === parameters.sub_issue_id)
    if (sub === undefined || sub.pull !== null || sub === issue) return notFound()
    const hasParent = [...repository.issues.values()].some(({ subIssues }) => subIssues.includes(sub.number))
    if (hasParent)
      refuse(
        422,
        'An error occurred while adding the sub-issue to the parent issue. Sub issue may only have one parent',
      )
    issue.subIssues.push(sub.number)
    return created(issueShape(world, repository, issue))
  },
}

export function findIssue({ issues: known }: Repository, number: number): Issue {
  return known.get(number) ?? notFound()
}

export function demandBody(body: string | null | undefined): void {
  if ([...(body ?? '')].length > MOST_CHARACTERS) invalid('Issue', TOO_LONG, 'body')
}

/** Of issues and of pull requests: GitHub tells each by its own event. */
function emitIssue(
  world: World,
  repository: Repository,
  issue: Issue,
  caller: Caller,
  action: string,
  more: Record<string, unknown> = {},
): void {
  issue.updatedAt = world.now()
  if (issue.pull !== null) {
    const changes = (more['changes'] ?? more) as Record<string, unknown>
    world.emit({ kind: 'pull-request', action, repository, issue, caller, changes })
    return
  }
  const payload = { issue: issueShape(world, repository, issue), ...more }
  world.emit({ kind: 'webhook', name: 'issues', action, repository, caller, payload })
}

function addLabel(world: World, repository: Repository, issue: Issue, name: string, caller: Caller): void {
  const { labels } = repository
  if (!labels.has(name.toLowerCase())) labels.set(name.toLowerCase(), { id: world.nextId(), name, color: LABEL_COLOR })
  const result = labels.get(name.toLowerCase())?.name ?? name
  if (issue.labels.has(result)) return
  issue.labels.add(result)
  emitIssue(world, repository, issue, caller, 'labeled', { label: labelShape(world, repository, result) })
}

function nameOfLabel(label: string | { name?: string }): string {
  return typeof label === 'string' ? label : (label.name ?? '')
}

/** Those given and no others. */
function setLabels(world: World, repository: Repository, issue: Issue, names: readonly string[], caller: Caller): void {
  const wanted = names.map((name) => name.toLowerCase())
  for (const name of [...issue.labels]) {
    if (wanted.includes(name.toLowerCase())) continue
    issue.labels.delete(name)
    emitIssue(world, repository, issue, caller, 'unlabeled', { label: labelShape(world, repository, name) })
  }
  for (const name of names) addLabel(world, repository, issue, name, caller)
}

function changeIssue({
  world,
  repository,
  parameters,
  caller,
}: Asked<'PATCH /repos/{owner}/{repo}/issues/{issue_number}'>) {
  const issue = findIssue(repository, parameters.issue_number)
  demandOwn(repository, issue.author.id, caller)
  const { title, body, state, labels } = parameters
  demandBody(body)
  const changes = {
    ...(title === undefined || title === issue.title ? {} : { title: { from: issue.title } }),
    ...(body === undefined || (body ?? '') === issue.body ? {} : { body: { from: issue.body } }),
  }
  if (title !== undefined && title !== null) issue.title = String(title)
  if (body !== undefined) issue.body = body ?? ''
  if (Object.keys(changes).length > 0) emitIssue(world, repository, issue, caller, 'edited', { changes })
  if (labels !== undefined) setLabels(world, repository, issue, labels.map(nameOfLabel), caller)
  if (state !== undefined && state !== issue.state) {
    issue.state = state
    issue.closedAt = state === 'closed' ? world.now() : null
    emitIssue(world, repository, issue, caller, state === 'closed' ? 'closed' : 'reopened')
  }
  return ok(issueShape(world, repository, issue))
}

/** People with write access change issues of others; the permissions of an App say what it may change. */
export function demandOwn(repository: Repository, authorId: number, caller: Caller): void {
  if (caller.kind !== 'user' || caller.user.id === authorId) return
  if (!isAtLeast(getRole(repository, caller.user), 'write')) refuse(403, 'Must have write access to Repository.')
}
