/** Evidence of earlier runs, verified before it got here. */
import type { TestRun } from '../core/model/test-run.ts'
import type { EvidenceDocument } from './document.ts'

export interface EvidenceStore {
  /** Verified evidence of an equal measurement; its commit may have another name now. */
  readonly find: (key: string) => EvidenceDocument | null
  /** An archived TestRun whose content has this digest; null when it is not at hand. */
  readonly readRun: (digest: string) => TestRun | null
  /** What a reader should know: evidence that was found and refused, and why. */
  readonly notes: readonly string[]
}

export const EMPTY_STORE: EvidenceStore = { find: () => null, readRun: () => null, notes: [] }
