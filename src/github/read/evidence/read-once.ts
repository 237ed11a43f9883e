/** Remembers the content of an artifact, or why it was refused, so that the App downloads and verifies it once. */
import { GateError } from '../../../core/model/errors.ts'
import { remember } from '../../../core/util/remember.ts'
import { isTemporary } from './run-evidence.ts'

export interface ReadOnce {
  /**
   * Returns the result of `read`. @param key everything that the result depends on @throws errors of `read`, or its
   * earlier error for the same key
   */
  readonly get: <T>(key: string, read: () => Promise<T>) => Promise<T>
}

/** A refusal takes some hundred bytes. */
const MAX_REFUSALS = 5_000
/** Evidence is needed for some looks more, until the App has stored it on the head. */
const MAX_EVIDENCE = 32
/** Bound on the characters of one result; larger ones are rare. */
export const MAX_CHARACTERS = 256 * 1024
/** The codes of refusals that depend on the content only, not on the availability of GitHub. */
const FINAL = ['bad-artifact', 'bad-evidence']

export function createReadOnce(): ReadOnce {
  const refusals = remember<unknown>(MAX_REFUSALS, isFinal)
  const evidence = remember<unknown>(MAX_EVIDENCE, isSmallEvidence)
  return {
    get: async <T>(key: string, read: () => Promise<T>) => {
      const found = await refusals.get(key, () => evidence.get(key, () => read().catch(orRefusal)))
      if (isFinal(found)) throw found
      return found as T
    },
  }
}

function isFinal(value: unknown): value is GateError {
  return value instanceof GateError && FINAL.includes(value.code) && !isTemporary(value)
}

function isSmallEvidence(value: unknown): boolean {
  return !isFinal(value) && JSON.stringify(value).length <= MAX_CHARACTERS
}

function orRefusal(error: unknown): unknown {
  if (isFinal(error)) return error
  throw error
}
