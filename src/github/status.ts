/** What a refusal was about, for whom "it is not there" is an answer. */
import { GateError } from '../core/model/errors.ts'

/** What a token may not see, with or without words for it. */
export const NOT_SHOWN: readonly number[] = [403, 404]

/** A token or a key that GitHub does not take. */
export const UNAUTHORIZED = 401

/** The status of GitHub's refusal; null for any other error. */
export function getStatus(error: unknown): number | null {
  if (!(error instanceof GateError) || error.code !== 'github-refused') return null
  const { cause } = error
  const isTold = typeof cause === 'object' && cause !== null && 'status' in cause
  return isTold && typeof cause.status === 'number' ? cause.status : null
}

/** True where a permission of the token is missing: of what it may not see, GitHub says that it is not there. */
export function isForbidden(error: unknown): boolean {
  return NOT_SHOWN.includes(getStatus(error) ?? 0)
}

const NO_SUCH_THING = [404, 410]
/** A name that is no commit's, or no commit's any more. */
export const NO_SUCH_COMMIT: readonly number[] = [404, 422]

/** @returns null where GitHub says that there is no such thing. @throws every other error */
export async function orNull<T>(answer: Promise<T>, statuses: readonly number[] = NO_SUCH_THING): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (statuses.includes(getStatus(error) ?? 0)) return null
    throw error
  }
}
