/** The facts of a branch: what the judge decided from besides evidence, such as commits, policy and plan. */
import type * as z from 'zod'
import type { BranchFile } from './branch-schema.ts'
import type { DeepReadonly } from './fields.ts'

/** The content of `evidence/branch.json`. The index contains its digest, so the token attests it too. */
export type BranchFacts = DeepReadonly<z.infer<typeof BranchFile>>

/** Returns the facts with their version and kind. */
export function makeBranchFacts(parts: Omit<BranchFacts, 'schemaVersion' | 'kind'>): BranchFacts {
  return { schemaVersion: 1, kind: 'tdd-gate/branch', ...parts }
}
