/** Refusals of what was read: what was refused once is refused again without being fetched. */
import { GateError } from '../../../core/model/errors.ts'
import { remember } from '../../../core/util/remember.ts'
import { isUnsettled } from './run-evidence.ts'

export interface Refusals {
  /** @param key all that the answer depends on @throws what `read` throws, or threw when it was asked for the same */
  readonly get: <T>(key: string, read: () => Promise<T>) => Promise<T>
}

/** A refusal takes some hundred bytes. */
const MAX_REFUSALS = 5_000
/** Refused for what it is, and not because somebody did not answer. */
const FINAL = ['bad-artifact', 'bad-evidence']

export function rememberRefusals(most: number = MAX_REFUSALS): Refusals {
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
  return value instanceof GateError && FINAL.includes(value.code) && !isUnsettled(value)
}

function orRefusal(error: unknown): unknown {
  if (isFinal(error)) return error
  throw error
}
