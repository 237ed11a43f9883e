/** The published JSON Schema of everything in a run's folder that others may read. */
import * as z from 'zod'
import { BranchFile } from './branch-schema.ts'
import { ManifestFile } from './manifest.ts'
import { DocumentFile, IndexFile } from './schema.ts'

/** @returns JSON Schema, draft 2020-12: an evidence document, the index of a run's documents, the facts of a branch, or the run's manifest. */
export function toEvidenceSchema(): unknown {
  const shapes = z.discriminatedUnion('kind', [DocumentFile, IndexFile, BranchFile, ManifestFile])
  return { ...z.toJSONSchema(shapes, { reused: 'ref' }), title: 'tdd-gate evidence' }
}
