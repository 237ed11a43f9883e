/** Publishes a judgement without an App: writes check run and comment with the token of the job. */
import { notPublished } from '../../core/errors/github.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { GateError } from '../../core/model/errors.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { mayLackPermission } from '../status.ts'
import { writeTexts } from '../texts.ts'
import { type CheckRun, MAX_ANNOTATIONS, type Written, writeCheckRun } from './check-run.ts'
import { type Comment, type CommentResult, writeComment } from './comment.ts'
import { isRefused, orRefused, type Refused } from './or-refused.ts'

interface Publication {
  /** The judged commit, which may no longer be the head. */
  readonly headSha: Sha
  readonly check: CheckRun | null
  readonly comment: Comment | null
}

interface Published {
  readonly check: Written | 'none'
  readonly comment: CommentResult['comment'] | 'none'
  /** Notes for the reader, such as truncation, or a write that is left to another run. */
  readonly notes: readonly string[]
}

/**
 * Writes the differences for the judged commit. @returns the result of each write @throws GateError `github-refused`
 * when one of them was refused, after both were tried: it names both and the required permissions; `github-unavailable`
 * when GitHub does not answer: then the current state is unknown
 */
export async function publish(
  github: GitHub,
  repository: RepositoryName,
  { headSha, check, comment }: Publication,
): Promise<Published> {
  const first = await orRefused('the check run', () => publishCheck(github, repository, check, headSha))
  const second = await orRefused('the comment', () => publishComment(github, repository, comment, headSha))
  if (isRefused(first) || isRefused(second))
    throw getRefusal([first, second].filter(isRefused), [
      ...(check === null ? [] : ['checks: write']),
      ...(comment === null ? [] : ['pull-requests: write']),
    ])
  return { check: first.check, comment: second.comment, notes: [...first.notes, ...second.notes] }
}

async function publishCheck(
  github: GitHub,
  repository: RepositoryName,
  check: CheckRun | null,
  headSha: Sha,
): Promise<Pick<Published, 'check' | 'notes'>> {
  if (check === null) return { check: 'none', notes: [] }
  const count = check.annotations.length
  const isTruncated = count > MAX_ANNOTATIONS
  const notes = isTruncated ? [writeTexts.firstAnnotations(count, MAX_ANNOTATIONS)] : []
  return { check: await writeCheckRun(github, repository, headSha, check), notes }
}

async function publishComment(
  github: GitHub,
  repository: RepositoryName,
  comment: Comment | null,
  headSha: Sha,
): Promise<Pick<Published, 'comment' | 'notes'>> {
  if (comment === null) return { comment: 'none', notes: [] }
  return writeComment(github, repository, headSha, comment)
}

/** The reading route fails first and needs less, so the error names the permissions for writing. */
function getRefusal(all: readonly Refused[], permissions: readonly string[]): GateError {
  const names = all.map(({ what }) => what).join(' and ')
  const messages = all.map(({ refused }) => refused.message).join('. ')
  const message = `${names.charAt(0).toUpperCase()}${names.slice(1)} ${all.length > 1 ? 'were' : 'was'} not written. ${messages}`
  const isPermission = all.every(({ refused }) => mayLackPermission(refused))
  const advice = isPermission
    ? writeTexts.jobPermissions(permissions.join(', '))
    : [...new Set(all.map(({ refused }) => refused.suggestion.text))].join(' ')
  return notPublished(message, advice, all[0]?.refused)
}
