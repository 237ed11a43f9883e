/** Evidence as it travels, with valid ids everywhere, so that a case says only what differs. */

import type { Commit } from '../../src/core/model/commit.ts'
import { GateError } from '../../src/core/model/errors.ts'
import type { Evidence } from '../../src/core/model/evidence.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { type BranchFacts, makeBranchFacts } from '../../src/evidence/branch.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import {
  type EvidenceDocument,
  type EvidenceIndex,
  makeDocument,
  makeIndex,
  type RunOrigin,
} from '../../src/evidence/document.ts'
import { type Manifest, makeManifest } from '../../src/evidence/manifest.ts'
import { aCommit, getEvidence } from '../core/support.ts'

export const sha = (digit: string) => digit.repeat(40)
export const digest = (digit: string) => digit.repeat(64)
export const HEAD = sha('a')
export const BASE = sha('b')
export const TREE = sha('c')
export const POLICY = digest('d')
export const REPOSITORY = { id: '4711', name: 'shop/cart' }
export const RUN: RunOrigin = { id: '900', attempt: 1, event: 'pull_request', head: HEAD }

/** Evidence with ids as git gives them. */
export function travelling(given: Parameters<typeof getEvidence>[0] = {}): Evidence {
  return { ...getEvidence(given), commit: HEAD, tree: TREE, comparedWith: BASE, policyDigest: POLICY }
}

export function aDocument(given: Partial<EvidenceDocument> = {}): EvidenceDocument {
  return makeDocument({
    key: digest('e'),
    repository: REPOSITORY,
    pullRequest: 7,
    commit: HEAD,
    tree: TREE,
    parent: BASE,
    policyDigest: POLICY,
    level: 'attested',
    run: RUN,
    measured: { id: '900', attempt: 1, commit: HEAD },
    evidence: travelling(),
    runs: [{ digest: digest('f'), tests: 12 }],
    ...given,
  })
}

export function anIndex(documents: readonly EvidenceDocument[], given: Partial<EvidenceIndex> = {}): EvidenceIndex {
  return makeIndex({
    repository: REPOSITORY,
    pullRequest: 7,
    base: BASE,
    head: HEAD,
    policyDigest: POLICY,
    level: 'attested',
    run: RUN,
    branch: null,
    documents: documents.map((document) => ({ commit: document.commit, digest: toDigest(document) })),
    ...given,
  })
}

/** What was judged where a case does not say: one RED commit on the base. */
export function aBranch(given: Partial<BranchFacts> = {}): BranchFacts {
  return makeBranchFacts({
    baseBranch: 'main',
    base: BASE,
    baseTree: TREE,
    head: HEAD,
    sequence: 'commits',
    policy: DEFAULT_POLICY,
    policyDigest: POLICY,
    plan: null,
    commits: [judgedCommit()],
    ...given,
  })
}

export function judgedCommit(given: Partial<Commit> = {}): Commit {
  return aCommit({ sha: HEAD, tree: TREE, parents: [BASE], phase: 'red', ...given })
}

export function aManifest(given: Partial<Manifest> = {}): Manifest {
  return makeManifest({
    version: '1.2.3',
    repository: REPOSITORY,
    pullRequest: 7,
    base: BASE,
    head: HEAD,
    baseBranch: 'main',
    headBranch: 'feat/task-42-cart',
    run: RUN,
    level: 'attested',
    policyDigest: POLICY,
    startedAt: '2030-01-02T03:04:05.000Z',
    endedAt: '2030-01-02T03:05:05.000Z',
    commits: [
      {
        sha: HEAD,
        phase: 'red',
        verdict: 'accepted',
        document: digest('1'),
        testResults: [`test-results/${HEAD}-1.json`],
      },
    ],
    files: [
      { path: 'commits.txt', sha256: digest('2'), bytes: 12 },
      { path: `test-results/${HEAD}-1.json`, sha256: digest('3'), bytes: 3_456 },
    ],
    lastLogHash: digest('4'),
    conclusion: 'in_progress',
    ...given,
  })
}

/** What reading says against a value or a text; null when it is read. */
export function refusal(read: (text: string) => unknown, value: unknown): { code: string; message: string } | null {
  try {
    read(typeof value === 'string' ? value : canonical(value))
    return null
  } catch (error) {
    if (error instanceof GateError && error.suggestion.text.includes('tdd-gate verify')) return error
    throw error
  }
}
