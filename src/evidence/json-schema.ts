/** Creates the published JSON Schema of the files in a run's folder. */
import * as z from 'zod'
import { BranchFile } from './branch-schema.ts'
import { ManifestFile } from './manifest.ts'
import { DocumentFile, IndexFile } from './schema.ts'
import { VERDICT_TYPE, VerdictPredicate } from './statement.ts'

/**
 * Returns JSON Schema, draft 2020-12, of an evidence document, the index of a run, the facts of a branch, and the
 * manifest.
 */
export function toEvidenceSchema(): unknown {
  const shapes = z.discriminatedUnion('kind', [DocumentFile, IndexFile, BranchFile, ManifestFile])
  return { ...z.toJSONSchema(shapes, { reused: 'ref' }), title: 'tdd-gate evidence' }
}

/** Returns JSON Schema of the predicate of a statement. Readers ignore keys that they do not know, as in-toto demands. */
export function toVerdictSchema(): unknown {
  const schema = z.toJSONSchema(VerdictPredicate, { reused: 'ref', io: 'input' })
  return { ...schema, title: `Verdict of tdd-gate: ${VERDICT_TYPE}` }
}
