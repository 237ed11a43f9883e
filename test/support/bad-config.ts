import { GateError } from '../../src/core/model/errors.ts'

/** Returns what is wrong with a configuration, or `accepted`. */
export function getMistakes(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof GateError && error.code === 'bad-config') return error.message
    throw error
  }
  return 'accepted'
}
