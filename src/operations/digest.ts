/** Digests of plain data: what is equal has equal digests, in whatever order its names stand. */
import { createHash } from 'node:crypto'
import { canonical } from '../core/canonical.ts'

/** sha256 of the canonical JSON, in hexadecimal digits. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}
