/** Reads the place of a refused write again, because GitHub's answer to the write does not always tell the cause. */
import type { Surroundings } from './refusal-cause.ts'
import type { Answer } from './routes.ts'
import { NOT_FOUND } from './status.ts'
import type { RefusalCause } from './texts.ts'

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'

/** The request of any Octokit. */
type Read = (route: typeof REPOSITORY | typeof ISSUE, place: Place) => Promise<Answer<never>>

/** The parameters of a route that name a repository, and a conversation there. */
interface Place {
  readonly owner?: unknown
  readonly repo?: unknown
  readonly issue_number?: unknown
}

/**
 * Reads the repository, and the conversation where the write was about one and its lock would be news.
 * @param request GitHub's answers as they come
 * @param cause what the answer to the write shows by itself
 * @returns null where GitHub does not answer, or the route is not about a repository
 */
export async function readSurroundings(
  request: Read,
  cause: RefusalCause,
  parameters: object,
): Promise<Surroundings | null> {
  const { owner, repo, issue_number }: Place = parameters
  if (owner === undefined || repo === undefined) return null
  const isSettled = issue_number === undefined || cause !== 'permission-missing'
  try {
    const { data } = (await request(REPOSITORY, { owner, repo })) as Answer<typeof REPOSITORY>
    if (data.archived) return { repository: 'archived' }
    if (data.disabled) return { repository: 'disabled' }
    return { repository: 'open', ...(isSettled ? {} : await readLock(request, { owner, repo, issue_number })) }
  } catch (error) {
    const isHidden = error instanceof Error && 'status' in error && error.status === NOT_FOUND
    return isHidden ? { repository: 'not-shown' } : null
  }
}

/** Empty: GitHub does not show the conversation. */
async function readLock(request: Read, place: Place): Promise<Pick<Surroundings, 'isLocked'>> {
  try {
    const { data } = (await request(ISSUE, place)) as Answer<typeof ISSUE>
    return { isLocked: data.locked }
  } catch {
    return {}
  }
}
