/** The manifest of a run: its subject, its verdict, and every file of its folder with its digest. */
import * as z from 'zod'
import { PHASES } from '../core/evaluate/phase.ts'
import {
  type DeepReadonly,
  digest,
  instant,
  level,
  line,
  listOf,
  origin,
  pullRequest,
  repository,
  safePath,
  sha,
} from './fields.ts'
import { readCanonical } from './read.ts'
import { MAX_DOCUMENTS } from './schema.ts'
import { evidenceRefusals } from './texts.ts'

export const MAX_MANIFEST_CHARACTERS = 8_000_000
/** Enough for the reports, TestRuns and documents of as many commits as the gate judges at once. */
export const MAX_FILES = 30_000
const MAX_REPORTS = 200
const MAX_FILE_BYTES = 4_000_000_000
const MAX_BRANCH = 255
const MAX_VERSION = 64

const commit = z.strictObject({
  sha,
  phase: z.enum(PHASES),
  verdict: z.enum(['accepted', 'attempt', 'rejected', 'unmeasured']),
  /** Null where no measurement was needed. */
  document: digest.nullable(),
  testResults: listOf(safePath, MAX_REPORTS),
})

const file = z.strictObject({ path: safePath, sha256: digest, bytes: z.int().min(0).max(MAX_FILE_BYTES) })

export const ManifestFile = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('tdd-gate/manifest'),
  /** The version of tdd-gate. */
  version: line(MAX_VERSION),
  repository,
  pullRequest,
  base: sha,
  head: sha,
  baseBranch: line(MAX_BRANCH),
  headBranch: line(MAX_BRANCH),
  run: origin,
  level,
  policyDigest: digest,
  startedAt: instant,
  /** Null: the run was interrupted. The files that it wrote are listed. */
  endedAt: instant.nullable(),
  commits: listOf(commit, MAX_DOCUMENTS),
  files: listOf(file, MAX_FILES).refine(isUnique, evidenceRefusals.fileTwice),
  /** The hash of the last entry of the log, which detects a truncated log. */
  lastLogHash: digest,
  conclusion: z.enum(['success', 'failure', 'in_progress', 'unmeasurable']).nullable(),
})

export type Manifest = DeepReadonly<z.infer<typeof ManifestFile>>

/** Returns the manifest with its version and kind. */
export function makeManifest(parts: Omit<Manifest, 'schemaVersion' | 'kind'>): Manifest {
  return { schemaVersion: 1, kind: 'tdd-gate/manifest', ...parts }
}

/**
 * Reads a manifest. @param text canonical JSON @throws GateError `bad-evidence` for everything else, and for manifests
 * of other versions
 */
export function readEvidenceManifest(text: string): Manifest {
  return readCanonical(text, ManifestFile, { name: 'The manifest', most: MAX_MANIFEST_CHARACTERS })
}

function isUnique(files: readonly { readonly path: string }[]): boolean {
  return new Set(files.map(({ path }) => path.toLowerCase())).size === files.length
}
