/** Publishes a judgement without an App: check run and comment, with the token of the job. */
import type { Sha } from '../core/commit.ts'
import { GateError } from '../core/errors.ts'
import type { GitHub, RepositoryName } from '../github.ts'
import { type CheckRun, MAX_ANNOTATIONS, type Written, writeCheckRun } from './check-run.ts'
import { type Comment, type CommentResult, writeComment } from './comment.ts'
import type { Essence } from './same.ts'

export interface Publication {
  /** The commit that was judged; it may have been overtaken since. */
  readonly headSha: Sha
  readonly check: CheckRun | null
  readonly comment: Comment | null
  /** What of their texts makes a difference: a later run that says the same writes nothing. */
  readonly essence: Essence
}

export interface Published {
  readonly check: Written | 'refused' | 'none'
  readonly comment: CommentResult['comment'] | 'none'
  /** What a reader must know: what was not written, and which permission is missing. */
  readonly notes: readonly string[]
}

/**
 * Writes what differs from what is there, to the commit that was judged.
 * @returns what became of each; a refused permission (forks have none) is a note
 * @throws GateError `github-unavailable` when GitHub does not answer: then nobody knows what stands there
 */
export async function publish(
  github: GitHub,
  repository: RepositoryName,
  { headSha, check, comment, essence }: Publication,
): Promise<Published> {
  const first = await publishCheck(github, repository, check, { headSha, essence })
  const second = await publishComment(github, repository, comment, { headSha, essence })
  return { check: first.check, comment: second.comment, notes: [...first.notes, ...second.notes] }
}

type About = Pick<Publication, 'headSha' | 'essence'>

async function publishCheck(
  github: GitHub,
  repository: RepositoryName,
  check: CheckRun | null,
  { headSha, essence }: About,
): Promise<Pick<Published, 'check' | 'notes'>> {
  if (check === null) return { check: 'none', notes: [] }
  try {
    const count = check.annotations.length
    const isCut = count > MAX_ANNOTATIONS
    const notes = isCut ? [`Of ${count} annotations the first ${MAX_ANNOTATIONS} were written.`] : []
    return { check: await writeCheckRun(github, repository, headSha, check, essence), notes }
  } catch (error) {
    return { check: 'refused', notes: [noteOf('The check run', error)] }
  }
}

async function publishComment(
  github: GitHub,
  repository: RepositoryName,
  comment: Comment | null,
  { headSha, essence }: About,
): Promise<Pick<Published, 'comment' | 'notes'>> {
  if (comment === null) return { comment: 'none', notes: [] }
  try {
    return await writeComment(github, repository, headSha, comment, essence)
  } catch (error) {
    return { comment: 'refused', notes: [noteOf('The comment', error)] }
  }
}

function noteOf(what: string, error: unknown): string {
  if (error instanceof GateError && error.code === 'github-refused') {
    return `${what} was not written. ${error.message}. ${error.suggestion}`
  }
  throw error
}
