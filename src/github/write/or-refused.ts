/** Tries a write whose refusal must not end the writes after it. */
import type { GateError } from '../../core/model/errors.ts'
import { isFinalRefusal } from '../status.ts'

/** A write that GitHub refused for good. */
export interface Refused {
  /** What was not written, with its article: `the comment`. */
  readonly what: string
  readonly refused: GateError
}

/** @returns the result of the write, or its final refusal @throws all other errors, such as `github-unavailable` */
export async function orRefused<T>(what: string, write: () => Promise<T>): Promise<T | Refused> {
  try {
    return await write()
  } catch (error) {
    if (isFinalRefusal(error)) return { what, refused: error }
    throw error
  }
}

export function isRefused(result: unknown): result is Refused {
  return typeof result === 'object' && result !== null && 'refused' in result
}
