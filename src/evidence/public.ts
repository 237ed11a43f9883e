/** `import { checkSet, readDocument } from 'tdd-gate/evidence'`: reads and verifies evidence without a network. */
import type { BranchFacts } from './branch.ts'
import type { EvidenceDocument, EvidenceIndex } from './document.ts'
import * as log from './log.ts'
import * as read from './read.ts'

export type { BranchFacts } from './branch.ts'
export type { EvidenceDocument, EvidenceIndex } from './document.ts'
export { checkSet, type EvidenceSet, type ExpectedSet, getAudience } from './set.ts'

// With types of their own: those of the schemas behind them would ask users for a library.

/** Reads an evidence document. @throws GateError `bad-evidence` for everything else */
export const readDocument: (text: string) => EvidenceDocument = read.readDocument
/** Reads the index of a run. @throws GateError `bad-evidence` for everything else */
export const readIndex: (text: string) => EvidenceIndex = read.readIndex
/** Reads the facts of a branch. @throws GateError `bad-evidence` for everything else */
export const readBranchFacts: (text: string) => BranchFacts = read.readBranchFacts
/** Verifies the chain of a log. @param last the last line that the manifest names; null: it is not compared @returns problems */
export const verifyLog: (text: string, last?: string | null) => readonly string[] = log.verifyLog
