/** Comments on issues and pull requests, and reactions to them. */
import { paged } from '../paged.ts'
import { notFound } from '../refusal.ts'
import { created, type Handlers, NO_CONTENT, ok } from '../route.ts'
import { commentShape, issueShape } from '../shapes/issue.ts'
import { nodeId, userShape } from '../shapes/people.ts'
import { getApp } from '../state.ts'
import type { Caller, Comment, Repository, World } from '../world.ts'
import { demandBody, demandOwn, findIssue } from './issues.ts'

export const comments: Handlers = {
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (asked) => {
    const { world, repository, parameters } = asked
    const { number } = findIssue(repository, parameters.issue_number)
    const { since = '' } = parameters
    const found = [...repository.comments.values()].filter((each) => each.issue === number && each.updatedAt >= since)
    return paged(asked, found, (comment) => commentShape(world, repository, comment))
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': ({ world, repository, parameters, actor, caller }) => {
    const issue = findIssue(repository, parameters.issue_number)
    demandBody(parameters.body)
    const now = world.now()
    const comment: Comment = {
      id: world.nextId(),
      issue: issue.number,
      body: parameters.body,
      author: actor,
      viaApp: getApp(caller),
      createdAt: now,
      updatedAt: now,
      reactions: [],
    }
    repository.comments.set(comment.id, comment)
    issue.updatedAt = now
    emitComment(world, repository, comment, caller, 'created')
    return created(commentShape(world, repository, comment))
  },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': ({ world, repository, parameters }) =>
    ok(commentShape(world, repository, findComment(repository, parameters.comment_id))),
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': ({ world, repository, parameters, caller }) => {
    const comment = findComment(repository, parameters.comment_id)
    demandOwn(repository, comment.author.id, caller)
    demandBody(parameters.body)
    const changes = { body: { from: comment.body } }
    comment.body = parameters.body
    comment.updatedAt = world.now()
    emitComment(world, repository, comment, caller, 'edited', { changes })
    return ok(commentShape(world, repository, comment))
  },
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}': ({ world, repository, parameters, caller }) => {
    const comment = findComment(repository, parameters.comment_id)
    demandOwn(repository, comment.author.id, caller)
    repository.comments.delete(comment.id)
    emitComment(world, repository, comment, caller, 'deleted')
    return NO_CONTENT
  },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': (asked) => {
    const { world, repository, parameters } = asked
    const comment = findComment(repository, parameters.comment_id)
    return paged(asked, comment.reactions, (reaction) => reactionShape(world, comment, reaction))
  },
  'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': ({ world, repository, parameters, actor }) => {
    const comment = findComment(repository, parameters.comment_id)
    const { content } = parameters
    const known = comment.reactions.find((each) => each.user.id === actor.id && each.content === content)
    const reaction = known ?? { user: actor, content }
    if (known === undefined) comment.reactions.push(reaction)
    return { status: known === undefined ? 201 : 200, data: reactionShape(world, comment, reaction) }
  },
}

function findComment({ comments: known }: Repository, id: number | bigint): Comment {
  return known.get(Number(id)) ?? notFound()
}

function reactionShape(world: World, { id, reactions, createdAt }: Comment, reaction: Comment['reactions'][number]) {
  const own = id * 1000 + reactions.indexOf(reaction)
  const { user, content } = reaction
  return { id: own, node_id: nodeId('REA', own), user: userShape(world, user), content, created_at: createdAt }
}

function emitComment(
  world: World,
  repository: Repository,
  comment: Comment,
  caller: Caller,
  action: string,
  more: Record<string, unknown> = {},
): void {
  const issue = issueShape(world, repository, findIssue(repository, comment.issue))
  const payload = { issue, comment: commentShape(world, repository, comment), ...more }
  world.emit({ kind: 'webhook', name: 'issue_comment', action, repository, caller, payload })
}
