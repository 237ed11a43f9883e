/** Whether the documents of a run are all there, as its index lists them, and of one run. */
import { type Sha, short } from '../core/model/commit.ts'
import { isSameRun, sayPullRequest, sayRun } from './binding.ts'
import type { BranchFacts } from './branch.ts'
import { toDigest } from './digest.ts'
import type { EvidenceDocument, EvidenceIndex, RunId, TrustLevel } from './document.ts'

export interface EvidenceSet {
  readonly index: EvidenceIndex
  readonly documents: readonly EvidenceDocument[]
  /** Left out: nobody looked for them. */
  readonly branch?: BranchFacts | null
}

/** What the reader knows for itself; what is left out may be anything. */
export interface ExpectedSet {
  readonly repositoryId: string
  readonly pullRequest: number | null
  readonly base?: Sha
  readonly head?: Sha
  readonly policyDigest?: string
  readonly level?: TrustLevel
  readonly run?: RunId
}

/** What a token must have as its audience to vouch for this index, and so for every document that it lists. */
export function getAudience(index: EvidenceIndex): string {
  return `tdd-gate:${toDigest(index)}`
}

/** @returns every reason why the set may not be believed, in whole sentences; empty when it may */
export function checkSet({ index, documents, branch }: EvidenceSet, expected: ExpectedSet): readonly string[] {
  return [
    ...indexReasons(index, expected),
    ...listingReasons(index, documents),
    ...documents.flatMap((document) => strangerReasons(document, index)),
    ...(branch === undefined ? [] : branchReasons(index, documents, branch)),
  ]
}

function indexReasons(index: EvidenceIndex, expected: ExpectedSet): string[] {
  const { base, head, policyDigest, level, run } = expected
  return [
    index.repository.id !== expected.repositoryId &&
      `The index belongs to another repository (${index.repository.name}, id ${index.repository.id})`,
    index.pullRequest !== expected.pullRequest && `The index belongs to ${sayPullRequest(index.pullRequest)}`,
    base !== undefined && index.base !== base && `The index starts from another base (${short(index.base)})`,
    head !== undefined && index.head !== head && `The index is of another head (${short(index.head)})`,
    index.run.head !== index.head && 'The index contradicts itself about its head',
    policyDigest !== undefined && index.policyDigest !== policyDigest && 'The index is of another policy',
    level !== undefined && index.level !== level && `The index claims the level ${index.level}`,
    run !== undefined && !isSameRun(index.run, run) && `The index was written by ${sayRun(index.run)}`,
  ].filter((reason) => typeof reason === 'string')
}

/** Every listed document once with its digest, and nothing else. */
function listingReasons({ documents: listed }: EvidenceIndex, documents: readonly EvidenceDocument[]): string[] {
  const known = new Map(listed.map(({ commit, digest }) => [commit, digest]))
  const given = Map.groupBy(documents, ({ commit }) => commit)
  const twice = listed.filter(({ commit }, i) => listed.findIndex((other) => other.commit === commit) < i)
  const reasons = twice.map(({ commit }) => `The index lists ${short(commit)} twice`)
  for (const [commit, digest] of known) {
    const [document, ...more] = given.get(commit) ?? []
    if (!document) reasons.push(`The evidence of ${short(commit)} is listed and not there`)
    else if (more.length > 0) reasons.push(`The evidence of ${short(commit)} is there ${more.length + 1} times`)
    else if (toDigest(document) !== digest) reasons.push(`The evidence of ${short(commit)} is not the listed one`)
  }
  for (const commit of given.keys()) {
    if (!known.has(commit)) reasons.push(`The evidence of ${short(commit)} is not listed`)
  }
  return reasons
}

/** What the documents of one run have in common. */
function strangerReasons(document: EvidenceDocument, index: EvidenceIndex): string[] {
  const { repository, pullRequest, run, policyDigest, level } = document
  const what = `The evidence of ${short(document.commit)}`
  return [
    (repository.id !== index.repository.id || repository.name !== index.repository.name) &&
      `${what} belongs to another repository (${repository.name}, id ${repository.id})`,
    pullRequest !== index.pullRequest && `${what} belongs to ${sayPullRequest(pullRequest)}`,
    !isSameRun(run, index.run) && `${what} was written by ${sayRun(run)}`,
    (run.event !== index.run.event || run.head !== index.run.head) && `${what} is of another event or head`,
    policyDigest !== index.policyDigest && `${what} is of another policy`,
    level !== index.level && `${what} claims the level ${level}`,
  ].filter((reason) => typeof reason === 'string')
}

/** The facts of the branch are the listed ones, of the same branch, and evidence is of nothing but its commits and its base. */
function branchReasons(
  index: EvidenceIndex,
  documents: readonly EvidenceDocument[],
  branch: BranchFacts | null,
): readonly string[] {
  if (branch === null) return index.branch === null ? [] : ['The facts of the branch are listed and not there']
  if (index.branch === null) return ['The facts of the branch are not listed']
  if (toDigest(branch) !== index.branch) return ['The facts of the branch are not the listed ones']
  const reasons = [
    branch.base !== index.base && `The facts of the branch start from another base (${short(branch.base)})`,
    branch.head !== index.head && `The facts of the branch are of another head (${short(branch.head)})`,
    branch.policyDigest !== index.policyDigest && 'The facts of the branch are of another policy',
  ]
  const commits = new Map(branch.commits.map((commit) => [commit.sha, commit]))
  return [
    ...reasons.filter((reason) => typeof reason === 'string'),
    ...documents.flatMap((document) => {
      const what = `The evidence of ${short(document.commit)}`
      const commit = commits.get(document.commit)
      if (commit === undefined) return document.commit === branch.base ? [] : [`${what} is of no commit of the branch`]
      const isSame = commit.tree === document.tree && (commit.parents[0] ?? null) === document.parent
      return isSame ? [] : [`${what} contradicts the facts of the branch`]
    }),
  ]
}
