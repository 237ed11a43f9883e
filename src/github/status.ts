/** Reads the status of a refusal, for callers that treat "not found" as an answer. */
import { GateError, getGitHubReason } from '../core/model/errors.ts'
import { type RefusalCause, refusalCauses } from './texts.ts'

/** The status of what is not there, or not shown. */
export const NOT_FOUND = 404

/** The statuses of a resource that a token may not read. */
export const NOT_SHOWN: readonly number[] = [403, NOT_FOUND]

/** The status for an invalid token or key. */
export const UNAUTHORIZED = 401

/** Returns whether GitHub refused for good: repeating the request changes nothing. */
export function isFinalRefusal(error: unknown): error is GateError {
  return error instanceof GateError && error.code === 'github-refused'
}

/** Returns the status of GitHub's refusal; null for other errors. */
export function getStatus(error: unknown): number | null {
  if (!isFinalRefusal(error)) return null
  const { cause } = error
  const hasStatus = typeof cause === 'object' && cause !== null && 'status' in cause
  return hasStatus && typeof cause.status === 'number' ? cause.status : null
}

/** Returns why GitHub refused, also where the App waits for another key; null for other errors. */
export function getRefusalCause(error: unknown): RefusalCause | null {
  const reason = getGitHubReason(error)
  return reason !== null && Object.hasOwn(refusalCauses, reason) ? (reason as RefusalCause) : null
}

/** Returns whether a permission may be what is missing. GitHub also answers 404 to those who lack it. */
export function mayLackPermission(error: unknown): boolean {
  const cause = getRefusalCause(error)
  return cause === 'permission-missing' || cause === 'not-found'
}

/** Returns true where the token lacks a permission. GitHub answers 404 for resources that a token may not read. */
export function isForbidden(error: unknown): boolean {
  return NOT_SHOWN.includes(getStatus(error) ?? 0)
}

const NO_SUCH_THING = [404, 410]
/** The statuses for an unknown commit. */
export const NO_SUCH_COMMIT: readonly number[] = [404, 422]

/** Returns null where GitHub refuses for good, for readers and writers that can do without. @throws all other errors */
export async function orNullIfRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isFinalRefusal(error)) return null
    throw error
  }
}

/** Returns null for the statuses that mean "not found". @throws all other errors */
export async function orNull<T>(answer: Promise<T>, statuses: readonly number[] = NO_SUCH_THING): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (statuses.includes(getStatus(error) ?? 0)) return null
    throw error
  }
}
