/** Creates the artifact of a judge's run from a pull request built step by step. */
import { createHash } from 'node:crypto'
import type { Facts } from '../../../src/core/model/facts.ts'
import { canonical } from '../../../src/core/util/canonical.ts'
import { type BranchFacts, makeBranchFacts } from '../../../src/evidence/branch.ts'
import { toDigest } from '../../../src/evidence/digest.ts'
import { makeDocument, makeIndex, type TrustLevel } from '../../../src/evidence/document.ts'

/** Every string that the story made up becomes one that git could have made. */
export function travel(facts: Facts): Facts {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
  const policyDigest = createHash('sha256').update(facts.policyDigest).digest('hex')
  const blob = (side: { mode: string; id: string } | null) => (side === null ? null : { ...side, id: sha1(side.id) })
  return {
    ...facts,
    baseTree: sha1(facts.baseTree),
    policyDigest,
    commits: facts.commits.map((commit) => ({
      ...commit,
      tree: sha1(commit.tree),
      changes: commit.changes.map((change) => ({ ...change, before: blob(change.before), after: blob(change.after) })),
    })),
    evidence: new Map(
      [...facts.evidence].map(([sha, evidence]) => [sha, { ...evidence, tree: sha1(evidence.tree), policyDigest }]),
    ),
  }
}

export interface Judged {
  readonly level?: TrustLevel
  readonly event?: string
  readonly status?: string
  readonly conclusion?: string | null
  /** A forger's change of the branch's facts. */
  readonly branch?: (branch: BranchFacts) => BranchFacts
  readonly isTooLarge?: boolean
  readonly hasArtifact?: boolean
}

type RunOf = { readonly id: string; readonly attempt: number; readonly event: string; readonly head: string }

/** The folder of a run as the judge leaves it. */
export function getFiles(
  facts: Facts,
  { number: pullRequest, baseBranch }: { readonly number: number; readonly baseBranch: string },
  run: RunOf,
  given: Judged,
): Record<string, string> {
  const { level = 'verified-run', branch: forge = (one) => one, isTooLarge = false } = given
  const { evidence, people: _, ...rest } = facts
  const branch = forge(makeBranchFacts({ ...rest, baseBranch, sequence: facts.policy.sequence }))
  const common = {
    repository: { id: '812', name: 'acme/shop' },
    pullRequest,
    policyDigest: facts.policyDigest,
    level,
    run,
  }
  const documents = [...evidence].map(([commit, seen]) =>
    makeDocument({
      ...common,
      key: toDigest(commit),
      commit,
      tree: seen.tree,
      evidence: seen,
      runs: [],
      parent: facts.commits.find(({ sha }) => sha === commit)?.parents[0] ?? null,
      measured: { id: run.id, attempt: run.attempt, commit },
    }),
  )
  const index = makeIndex({
    ...common,
    base: branch.base,
    head: branch.head,
    branch: isTooLarge ? null : toDigest(branch),
    documents: documents.map((document) => ({ commit: document.commit, digest: toDigest(document) })),
  })
  return {
    'evidence/index.json': canonical(index),
    ...(isTooLarge ? {} : { 'evidence/branch.json': canonical(branch) }),
    ...Object.fromEntries(documents.map((document) => [`evidence/${document.commit}.json`, canonical(document)])),
  }
}
