/** Chooses the error that the caller sees: the first one, with our own code for a full disk. */

import { GateError } from '../model/errors.ts'
import { noSpaceLeft } from './files.ts'

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Returns the first error, before those of cleaning up; a `GateError` for a full disk, whichever module wrote. */
export function toKnownError(error: unknown): unknown {
  const first = getFirst(error)
  if (first instanceof GateError || !isDiskFull(first)) return first
  const message = `There is no space left: ${first.message}`
  return noSpaceLeft(message, first)
}

/** Returns whether tdd-gate or the system refused something. Any other error is a defect of the program. */
export function isRefusal(thrown: unknown): boolean {
  const error = toKnownError(thrown)
  return error instanceof GateError || (error instanceof Error && 'syscall' in error)
}

/** Returns whether a code of Node says that a certificate is not trusted: `DEPTH_ZERO_SELF_SIGNED_CERT`. */
export const isUntrustedCertificate = (code: string): boolean => /CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code)

function getFirst(error: unknown): unknown {
  return error instanceof SuppressedError ? getFirst(error.suppressed) : error
}

/** By the error's own code, or by that of one of its causes. */
function isDiskFull(error: unknown): error is Error {
  const seen = new Set<unknown>()
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    if ('code' in at && FULL.has(at.code)) return true
    seen.add(at)
  }
  return false
}
