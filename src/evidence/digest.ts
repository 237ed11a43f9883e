/** Computes digests of plain data from its canonical JSON, the form in which it is stored. */
import { createHash } from 'node:crypto'
import { evidenceTooLarge } from '../core/errors/evidence.ts'
import { canonical } from '../core/util/canonical.ts'
import { type EvidenceDocument, MAX_DOCUMENT_CHARACTERS } from './document.ts'

/** Returns the sha256 of the canonical JSON of plain data: 64 hexadecimal digits. */
export function toDigest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}

/**
 * Returns the document in its stored form: canonical JSON, whose sha256 is the document's digest. @throws GateError
 * `limit-exceeded` for a document that exceeds the limit of its reader
 */
export function serialise(document: EvidenceDocument): string {
  const text = canonical(document)
  if (text.length <= MAX_DOCUMENT_CHARACTERS) return text
  throw evidenceTooLarge(document.commit, text.length, MAX_DOCUMENT_CHARACTERS)
}
