/** Creates the published JSON Schema of the files in a run's folder. */
import * as z from 'zod'
import { BranchFile } from './branch-schema.ts'
import { ManifestFile } from './manifest.ts'
import { DocumentFile, IndexFile } from './schema.ts'

/**
 * Returns JSON Schema, draft 2020-12, of an evidence document, the index of a run, the facts of a branch, and the
 * manifest.
 */
export function toEvidenceSchema(): unknown {
  const shapes = z.discriminatedUnion('kind', [DocumentFile, IndexFile, BranchFile, ManifestFile])
  return { ...z.toJSONSchema(shapes, { reused: 'ref' }), title: 'tdd-gate evidence' }
}
