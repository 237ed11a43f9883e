/** Writes the one sticky comment of a pull request. Anybody may edit it: nothing is ever read from it but its author. */
import { type Sha, short } from '../../core/model/commit.ts'
import { findOwnComment, MAX_COMMENTS, type OwnComment } from '../own-comment.ts'
import { type GitHub, getLogin, type RepositoryName } from '../routes.ts'
import { ACTIONS } from './author.ts'
import { type ComparableText, clip, isSameText } from './same.ts'

export interface Comment {
  readonly pullRequest: number
  /** The first line, by which the comment is found again; HTML that no reader sees. */
  readonly marker: string
  /** With its marker or without it. */
  readonly body: string
}

export interface CommentResult {
  /** `outdated`: a newer commit is there, whose own run will say what holds. */
  readonly comment: 'created' | 'updated' | 'unchanged' | 'outdated' | 'refused'
  readonly notes: readonly string[]
}

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const MAX_BODY_BYTES = 65_000
/** At one time: the next look goes on. */
const MAX_TAKEN_BACK = 10

/**
 * @param head the commit that was judged
 * @param comparableText what of the text makes a difference; by default everything
 * @throws GateError as GitHub's refusal
 */
export async function writeComment(
  github: GitHub,
  repository: RepositoryName,
  head: Sha,
  wanted: Comment,
  comparableText?: ComparableText,
): Promise<CommentResult> {
  const { data } = await github.request(PULL, { ...repository, pull_number: wanted.pullRequest })
  if (data.head.sha !== head) {
    const note = `The comment is left to the run of ${short(data.head.sha)}, the newer head of the pull request.`
    return { comment: 'outdated', notes: [note] }
  }
  const { pullRequest: number, marker } = wanted
  const own = await findOwnComment(github, repository, { number, author: getLogin(ACTIONS), marker })
  if (own === 'too-many') {
    const note = `No comment was written: the pull request has more than ${MAX_COMMENTS} comments.`
    return { comment: 'refused', notes: [note] }
  }
  return { comment: await putComment(github, repository, { wanted, own }, comparableText), notes: [] }
}

/** The same where it is known what stands there; null: nothing of ours. @throws GateError as GitHub's refusal */
export async function putComment(
  github: GitHub,
  repository: RepositoryName,
  { wanted, own }: { readonly wanted: Comment; readonly own: OwnComment | null },
  comparableText?: ComparableText,
): Promise<'created' | 'updated' | 'unchanged'> {
  const marked = wanted.body.startsWith(wanted.marker) ? wanted.body : `${wanted.marker}\n${wanted.body}`
  const body = clip(marked, MAX_BODY_BYTES)
  // Who edited it may have written where nobody looks for a difference.
  if (own !== null && isSameText(own.body, body, own.isEdited ? undefined : comparableText)) return 'unchanged'
  if (own === null) {
    await github.request(CREATE, { ...repository, issue_number: wanted.pullRequest, body })
    return 'created'
  }
  await github.request(UPDATE, { ...repository, comment_id: own.id, body })
  return 'updated'
}

/**
 * Puts the same words over comments of ours that somebody edited: what stands under our name is ours.
 * @returns how many were written over @throws GateError as GitHub's refusal
 */
export async function takeBack(
  github: GitHub,
  repository: RepositoryName,
  changed: readonly OwnComment[],
  text: string,
): Promise<number> {
  const forged = changed.filter(({ body }) => !isSameText(body, text)).slice(0, MAX_TAKEN_BACK)
  for (const { id } of forged) await github.request(UPDATE, { ...repository, comment_id: id, body: text })
  return forged.length
}
