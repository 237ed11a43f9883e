/** Reads evidence that somebody else wrote: bounded, strict, and byte for byte what would be written from it. */
import type * as z from 'zod'
import { canonical } from '../core/util/canonical.ts'
import { type BranchFacts, MAX_BRANCH_CHARACTERS } from './branch.ts'
import { BranchFile } from './branch-schema.ts'
import { type EvidenceDocument, type EvidenceIndex, MAX_DOCUMENT_CHARACTERS } from './document.ts'
import { badEvidence } from './invalid-evidence.ts'
import { DocumentFile, IndexFile } from './schema.ts'

/** Room for the index of as many commits as the gate judges at once. */
export const MAX_INDEX_CHARACTERS = 200_000
const MOST_MISTAKES = 3

/** @throws GateError `bad-evidence` for whatever is not exactly one document of this version. */
export function readDocument(text: string): EvidenceDocument {
  return readCanonical(text, DocumentFile, { name: 'The evidence', most: MAX_DOCUMENT_CHARACTERS })
}

/** @throws GateError `bad-evidence` for whatever is not exactly one index of this version. */
export function readIndex(text: string): EvidenceIndex {
  return readCanonical(text, IndexFile, { name: 'The index of the evidence', most: MAX_INDEX_CHARACTERS })
}

/** @throws GateError `bad-evidence` for whatever is not exactly the facts of one branch, as this version writes them. */
export function readBranchFacts(text: string): BranchFacts {
  return readCanonical(text, BranchFile, { name: 'The facts of the branch', most: MAX_BRANCH_CHARACTERS })
}

export interface Expected {
  /** What is read, as the subject of a sentence. */
  readonly name: string
  /** The most characters of it. */
  readonly most: number
}

/**
 * @returns what the text says; it is the canonical JSON of that, so no two texts say the same
 * @throws GateError `bad-evidence`; the message never repeats a word of the text, which may be hostile
 */
export function readCanonical<T extends z.ZodType>(text: string, schema: T, { name, most }: Expected): z.output<T> {
  if (text.length > most) throw badEvidence(`${name} has ${text.length} characters, more than the limit of ${most}`)
  const value = parse(text, name)
  const version = getVersion(value)
  if (version !== 1) throw badEvidence(`${name} was made by another version of tdd-gate`)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw badEvidence(`${name} is not as this version writes it: ${getMistakes(parsed.error)}`)
  if (canonical(parsed.data) !== text) {
    throw badEvidence(`${name} is not in canonical form, so its digest is not that of what it says`)
  }
  return parsed.data
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badEvidence(`${name} is not JSON`, error)
  }
}

function getVersion(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'schemaVersion')) return 1
  return (value as { schemaVersion: unknown }).schemaVersion
}

/** Places are made of the schema's own names and of numbers. */
function getMistakes({ issues }: z.ZodError): string {
  const said = issues.slice(0, MOST_MISTAKES).map(({ path, code }) => {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    return `${place.replace(/^\./, '') || 'the whole'} (${code.replaceAll('_', ' ')})`
  })
  return issues.length > MOST_MISTAKES
    ? `${said.join(', ')} and ${issues.length - MOST_MISTAKES} more`
    : said.join(', ')
}
