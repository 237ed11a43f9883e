/**
 * Writes the single comment of the App or job on a pull request. Its text is never trusted, because other people can
 * edit it.
 */
import { type Sha, short } from '../../core/model/commit.ts'
import { findOwnComment, MAX_COMMENTS, type OwnComment } from '../own-comment.ts'
import { type GitHub, getLogin, type RepositoryName } from '../routes.ts'
import { writeTexts } from '../texts.ts'
import { ACTIONS } from './author.ts'
import { isRefused, orRefused } from './or-refused.ts'
import { isSameText, truncateText } from './same.ts'

export interface Comment {
  readonly pullRequest: number
  /** The first line, which identifies the comment: invisible HTML. */
  readonly marker: string
  /** With or without the marker. */
  readonly body: string
}

export interface CommentResult {
  /** `outdated`: there is a newer commit, whose own run writes the comment. */
  readonly comment: 'created' | 'updated' | 'unchanged' | 'outdated' | 'refused'
  readonly notes: readonly string[]
}

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const MAX_BODY_BYTES = 65_000
/** Bound for one evaluation. The next evaluation continues. */
const MAX_TAKEN_BACK = 10

/**
 * Writes the comment. @param head the judged commit
 * @throws GateError for a refusal of GitHub
 */
export async function writeComment(
  github: GitHub,
  repository: RepositoryName,
  head: Sha,
  wanted: Comment,
): Promise<CommentResult> {
  const { data } = await github.request(PULL, { ...repository, pull_number: wanted.pullRequest })
  if (data.head.sha !== head) {
    const note = writeTexts.newerHead(short(data.head.sha))
    return { comment: 'outdated', notes: [note] }
  }
  const { pullRequest: number, marker } = wanted
  const own = await findOwnComment(github, repository, { number, author: getLogin(ACTIONS), marker })
  if (own === 'too-many') {
    const note = writeTexts.tooManyComments(MAX_COMMENTS)
    return { comment: 'refused', notes: [note] }
  }
  return { comment: await putComment(github, repository, { wanted, own }), notes: [] }
}

/** Writes the comment where the existing one is known; null: none. @throws GateError for a refusal of GitHub */
export async function putComment(
  github: GitHub,
  repository: RepositoryName,
  { wanted, own }: { readonly wanted: Comment; readonly own: OwnComment | null },
): Promise<'created' | 'updated' | 'unchanged'> {
  const marked = wanted.body.startsWith(wanted.marker) ? wanted.body : `${wanted.marker}\n${wanted.body}`
  const body = truncateText(marked, MAX_BODY_BYTES)
  // Every character counts, because people with write access can edit the comment.
  if (own !== null && isSameText(own.body, body)) return 'unchanged'
  if (own === null) {
    await github.request(CREATE, { ...repository, issue_number: wanted.pullRequest, body })
    return 'created'
  }
  await github.request(UPDATE, { ...repository, comment_id: own.id, body })
  return 'updated'
}

/**
 * Restores comments of the App that other people edited, since the App is shown as their author. @returns the number of
 * restored comments @throws GateError for a refusal of GitHub, after all were tried
 */
export async function restoreComments(
  github: GitHub,
  repository: RepositoryName,
  changed: readonly OwnComment[],
  text: string,
): Promise<number> {
  const forged = changed.filter(({ body }) => !isSameText(body, text)).slice(0, MAX_TAKEN_BACK)
  const results: unknown[] = []
  for (const { id } of forged) {
    const restore = () => github.request(UPDATE, { ...repository, comment_id: id, body: text })
    results.push(await orRefused('the comment', restore))
  }
  const first = results.find(isRefused)
  if (first !== undefined) throw first.refused
  return forged.length
}
