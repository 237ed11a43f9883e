/** Reads the isolation of the test executions behind evidence. */
import { type Isolation, weakestIsolation } from '../core/model/isolation.ts'
import type { EvidenceDocument } from './document.ts'

/** Returns the weakest isolation of all documents; null where none states it. */
export function findWeakestIsolation(documents: readonly Pick<EvidenceDocument, 'evidence'>[]): Isolation | null {
  return weakestIsolation(documents.flatMap(({ evidence }) => evidence.isolation ?? []))
}
