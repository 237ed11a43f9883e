/** Reads evidence from others: bounded, strict, and only in canonical form. */
import type * as z from 'zod'
import { invalidEvidence } from '../core/errors/evidence.ts'
import { canonical } from '../core/util/canonical.ts'
import { type BranchFacts, MAX_BRANCH_CHARACTERS } from './branch.ts'
import { BranchFile } from './branch-schema.ts'
import { type EvidenceDocument, type EvidenceIndex, MAX_DOCUMENT_CHARACTERS } from './document.ts'
import { DocumentFile, IndexFile } from './schema.ts'
import { evidenceRefusals } from './texts.ts'

/** Enough for the index of as many commits as the gate judges at once. */
export const MAX_INDEX_CHARACTERS = 200_000
const MOST_MISTAKES = 3

/**
 * Reads an evidence document. @throws GateError `bad-evidence` for everything else, and for documents of other versions
 */
export function readDocument(text: string): EvidenceDocument {
  return readCanonical(text, DocumentFile, { name: 'The evidence', most: MAX_DOCUMENT_CHARACTERS })
}

/** Reads the index of a run. @throws GateError `bad-evidence` for everything else, and for indexes of other versions */
export function readIndex(text: string): EvidenceIndex {
  return readCanonical(text, IndexFile, { name: 'The index of the evidence', most: MAX_INDEX_CHARACTERS })
}

/**
 * Reads the facts of a branch. @throws GateError `bad-evidence` for everything else, and for facts of other versions
 */
export function readBranchFacts(text: string): BranchFacts {
  return readCanonical(text, BranchFile, { name: 'The facts of the branch', most: MAX_BRANCH_CHARACTERS })
}

interface ExpectedDocument {
  /** The name of the content, as the subject of a sentence. */
  readonly name: string
  /** The limit in characters. */
  readonly most: number
}

/**
 * Parses `text` with `schema`. The text must be the canonical JSON of its content, so that equal contents have equal
 * digests. @throws GateError `bad-evidence`; its message never repeats the text, which may be hostile
 */
export function readCanonical<T extends z.ZodType>(
  text: string,
  schema: T,
  { name, most }: ExpectedDocument,
): z.output<T> {
  if (text.length > most) throw invalidEvidence(evidenceRefusals.tooLong(name, text.length, most))
  const value = parse(text, name)
  const version = getVersion(value)
  if (version !== 1) throw invalidEvidence(evidenceRefusals.otherVersion(name))
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidEvidence(evidenceRefusals.otherFormat(name, getMistakes(parsed.error)))
  if (canonical(parsed.data) !== text) {
    throw invalidEvidence(evidenceRefusals.notCanonical(name))
  }
  return parsed.data
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidEvidence(evidenceRefusals.notJson(name), error)
  }
}

function getVersion(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'schemaVersion')) return 1
  return (value as { schemaVersion: unknown }).schemaVersion
}

/** Formats the mistakes of a content. Their places consist of keys of the schema and of numbers. */
function getMistakes({ issues }: z.ZodError): string {
  const named = issues.slice(0, MOST_MISTAKES).map(({ path, code }) => {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    return `${place.replace(/^\./, '') || 'the whole'} (${code.replaceAll('_', ' ')})`
  })
  return issues.length > MOST_MISTAKES
    ? `${named.join(', ')} and ${issues.length - MOST_MISTAKES} more`
    : named.join(', ')
}
