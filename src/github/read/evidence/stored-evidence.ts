/**
 * Packs and reads evidence that outlives its artifact: verified once, then stored in a check run of the App on the
 * head.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { EVIDENCE_CHECK } from '../../../core/status/checks.ts'
import { canonical } from '../../../core/util/canonical.ts'
import { BranchFile } from '../../../evidence/branch-schema.ts'
import { boundedText, positive, runId } from '../../../evidence/fields.ts'
import { DocumentFile, IndexFile, MAX_DOCUMENTS } from '../../../evidence/schema.ts'
import { checkSet } from '../../../evidence/set.ts'
import type { OwnCheck } from '../../own-checks.ts'
import type { EvidenceSource } from './head-evidence.ts'

/** GitHub limits the text of a check run to 65,535 characters. */
const MAX_TEXT = 65_000
/** Bound on the expanded size. */
const MAX_BYTES = 33_554_432

const Kept = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('tdd-gate/kept-evidence'),
  index: IndexFile,
  branch: BranchFile,
  documents: z.array(DocumentFile).max(MAX_DOCUMENTS),
  run: z.strictObject({
    ...runId,
    attempt: positive,
    status: boundedText,
    conclusion: boundedText.nullable(),
    url: boundedText,
  }),
  startedAt: z.iso.datetime(),
})

/** Packs evidence as text; null where it exceeds the limit of a check run. Then only the artifact has it. */
export function packEvidence(source: EvidenceSource): string | null {
  const text = canonical({ schemaVersion: 1, kind: 'tdd-gate/kept-evidence', ...source })
  const packed = gzipSync(text).toString('base64')
  return packed.length > MAX_TEXT || text.length > MAX_BYTES ? null : packed
}

/** Returns the external id, which differs by run and trust settings. */
export function toStoredId({ run }: EvidenceSource, trustDigest: string): string {
  return `tdd-gate:evidence:${run.id}:${run.attempt}:${trustDigest}`
}

/** Returns whether evidence was verified with these settings. */
export function isStoredFor(checks: readonly OwnCheck[], source: EvidenceSource, trustDigest: string): boolean {
  const id = toStoredId(source, trustDigest)
  return checks.some(({ name, external_id }) => name === EVIDENCE_CHECK && external_id === id)
}

/**
 * Finds stored evidence. @param checks check runs of the App on the head @param pullRequest pull requests with the same
 * head have evidence of their own @param baseBranch evidence for other bases comes last @returns the newest valid
 * evidence; null where there is none
 */
export function findStoredEvidence(
  checks: readonly OwnCheck[],
  {
    repositoryId,
    pullRequest,
    baseBranch,
  }: { readonly repositoryId: string; readonly pullRequest: number; readonly baseBranch: string },
): EvidenceSource | null {
  let other: EvidenceSource | null = null
  for (const { output, head_sha: head } of checks.filter(({ name }) => name === EVIDENCE_CHECK).toReversed()) {
    const source = unpack(output.text ?? '')
    if (source === null) continue
    const { index, documents, branch, run } = source
    const isItsOwn = index.pullRequest === null || index.pullRequest === pullRequest
    const expected = { repositoryId, pullRequest: index.pullRequest, head, run }
    if (!isItsOwn || checkSet({ index, documents, branch }, expected).length > 0) continue
    if (branch.baseBranch === baseBranch) return source
    other ??= source
  }
  return other
}

function unpack(text: string): EvidenceSource | null {
  if (text.length > MAX_TEXT) return null
  const value = parse(text)
  const read = Kept.safeParse(value)
  if (!read.success) return null
  const { schemaVersion: _, kind: __, ...source } = read.data
  return source
}

function parse(text: string): unknown {
  try {
    return JSON.parse(gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: MAX_BYTES }).toString('utf8'))
  } catch (error) {
    // Truncated, changed or foreign text is not evidence.
    if (error instanceof SyntaxError || error instanceof RangeError || isZlibError(error)) return null
    throw error
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
