/** Waits for the error of a request. */
import { GateError } from '../../src/core/model/errors.ts'

/** @throws any other error, and one where the request was answered */
export async function getRefusal(asked: Promise<unknown>): Promise<GateError> {
  const error = await asked.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof GateError)) throw error
  return error
}
