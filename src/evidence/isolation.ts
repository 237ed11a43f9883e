/** How the executions behind evidence were kept apart. */
import { type Isolation, weakestIsolation } from '../core/model/isolation.ts'
import type { EvidenceDocument } from './document.ts'

/** The weakest of all documents; null where none says. */
export function getIsolation(documents: readonly Pick<EvidenceDocument, 'evidence'>[]): Isolation | null {
  return weakestIsolation(documents.flatMap(({ evidence }) => evidence.isolation ?? []))
}
