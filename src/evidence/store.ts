/** The interface of a store of verified evidence from earlier runs. */
import type { TestRun } from '../core/model/test-run.ts'
import type { EvidenceDocument } from './document.ts'

export interface EvidenceStore {
  /** Finds verified evidence with this key. Its commit may have another id. */
  readonly find: (key: string) => EvidenceDocument | null
  /** Reads the archived TestRun with this digest; null when it is not available. */
  readonly readRun: (digest: string) => TestRun | null
  /** Evidence that was found and refused, with the reasons. */
  readonly notes: readonly string[]
}

export const EMPTY_STORE: EvidenceStore = { find: () => null, readRun: () => null, notes: [] }
