/** Serialises the facts of a branch if readers would accept them. */
import { createHash } from 'node:crypto'
import { canonical } from '../core/util/canonical.ts'
import { type BranchFacts, MAX_BRANCH_CHANGES, MAX_BRANCH_CHARACTERS } from './branch.ts'
import { BranchFile } from './branch-schema.ts'

interface FittedBranch {
  /** Canonical JSON. */
  readonly text: string
  /** The sha256 of the text, 64 hexadecimal digits. */
  readonly digest: string
}

/**
 * Serialises the facts of a branch. @returns null where they exceed the limit of their reader: the branch cannot be
 * decided again later
 */
export function fitBranchToLimit(facts: BranchFacts): FittedBranch | null {
  const changes = facts.commits.reduce((sum, commit) => sum + commit.changes.length, 0)
  if (changes > MAX_BRANCH_CHANGES || !BranchFile.safeParse(facts).success) return null
  const text = canonical(facts)
  if (text.length > MAX_BRANCH_CHARACTERS) return null
  return { text, digest: createHash('sha256').update(text).digest('hex') }
}
