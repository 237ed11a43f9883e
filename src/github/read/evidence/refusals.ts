/** Caches refusals, so that an artifact that was refused once is not downloaded again. */
import { GateError } from '../../../core/model/errors.ts'
import { remember } from '../../../core/util/remember.ts'
import { isTemporary } from './run-evidence.ts'

export interface Refusals {
  /**
   * Returns the result of `read`. @param key everything that the result depends on @throws errors of `read`, or its
   * earlier error for the same key
   */
  readonly get: <T>(key: string, read: () => Promise<T>) => Promise<T>
}

/** A refusal takes some hundred bytes. */
const MAX_REFUSALS = 5_000
/** The codes of refusals that depend on the content only, not on the availability of GitHub. */
const FINAL = ['bad-artifact', 'bad-evidence']

export function cacheRefusals(most: number = MAX_REFUSALS): Refusals {
  const known = remember<unknown>(most, isFinal)
  return {
    get: async <T>(key: string, read: () => Promise<T>) => {
      const found = await known.get(key, () => read().catch(orRefusal))
      if (isFinal(found)) throw found
      return found as T
    },
  }
}

function isFinal(value: unknown): value is GateError {
  return value instanceof GateError && FINAL.includes(value.code) && !isTemporary(value)
}

function orRefusal(error: unknown): unknown {
  if (isFinal(error)) return error
  throw error
}
