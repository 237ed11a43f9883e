/** Checks that the documents of a run are complete, match its index, and belong to the same run. */
import { type Sha, short } from '../core/model/commit.ts'
import type { BranchFacts } from './branch.ts'
import { toDigest } from './digest.ts'
import type { EvidenceDocument, EvidenceIndex, RunId, TrustLevel } from './document.ts'
import { evidenceRefusals } from './texts.ts'

export interface EvidenceSet {
  readonly index: EvidenceIndex
  readonly documents: readonly EvidenceDocument[]
  /** Absent: the caller did not read them. */
  readonly branch?: BranchFacts | null
}

/** The values that the reader knows from other sources. Absent ones are not checked. */
export interface ExpectedSet {
  readonly repositoryId: string
  readonly pullRequest: number | null
  readonly base?: Sha
  readonly head?: Sha
  readonly policyDigest?: string
  readonly level?: TrustLevel
  readonly run?: RunId
}

/** Returns the audience that a token must have to attest this index, and with it every listed document. */
export function getAudience(index: EvidenceIndex): string {
  return `tdd-gate:${toDigest(index)}`
}

/** Returns the reasons why the set cannot be trusted, as whole sentences. Empty: it can be trusted. */
export function checkSet({ index, documents, branch }: EvidenceSet, expected: ExpectedSet): readonly string[] {
  return [
    ...findIndexErrors(index, expected),
    ...findListingErrors(index, documents),
    ...documents.flatMap((document) => findForeignDocuments(document, index)),
    ...(branch === undefined ? [] : findBranchErrors(index, documents, branch)),
  ]
}

function findIndexErrors(index: EvidenceIndex, expected: ExpectedSet): string[] {
  const { base, head, policyDigest, level, run } = expected
  return [
    index.repository.id !== expected.repositoryId &&
      evidenceRefusals.indexOfOtherRepository(index.repository.name, index.repository.id),
    index.pullRequest !== expected.pullRequest && evidenceRefusals.indexOfOther(formatPullRequest(index.pullRequest)),
    base !== undefined && index.base !== base && evidenceRefusals.otherBase(short(index.base)),
    head !== undefined && index.head !== head && evidenceRefusals.otherHead(short(index.head)),
    index.run.head !== index.head && evidenceRefusals.contradictoryHead,
    policyDigest !== undefined && index.policyDigest !== policyDigest && evidenceRefusals.indexPolicy,
    level !== undefined && index.level !== level && evidenceRefusals.indexLevel(index.level),
    run !== undefined && !isSameRun(index.run, run) && evidenceRefusals.indexRun(formatRun(index.run)),
  ].filter((reason) => typeof reason === 'string')
}

/** Reports documents that are missing, duplicated, changed or not listed. */
function findListingErrors({ documents: listed }: EvidenceIndex, documents: readonly EvidenceDocument[]): string[] {
  const known = new Map(listed.map(({ commit, digest }) => [commit, digest]))
  const given = Map.groupBy(documents, ({ commit }) => commit)
  const twice = listed.filter(({ commit }, i) => listed.findIndex((other) => other.commit === commit) < i)
  const reasons = twice.map(({ commit }) => evidenceRefusals.listedTwice(short(commit)))
  for (const [commit, digest] of known) {
    const [document, ...more] = given.get(commit) ?? []
    if (!document) reasons.push(evidenceRefusals.missing(short(commit)))
    else if (more.length > 0) reasons.push(evidenceRefusals.repeated(short(commit), more.length + 1))
    else if (toDigest(document) !== digest) reasons.push(evidenceRefusals.changed(short(commit)))
  }
  for (const commit of given.keys()) {
    if (!known.has(commit)) reasons.push(evidenceRefusals.unlisted(short(commit)))
  }
  return reasons
}

/** Reports documents that do not belong to the run of the index. */
function findForeignDocuments(document: EvidenceDocument, index: EvidenceIndex): string[] {
  const { repository, pullRequest, run, policyDigest, level } = document
  const what = evidenceRefusals.evidenceOf(short(document.commit))
  return [
    (repository.id !== index.repository.id || repository.name !== index.repository.name) &&
      evidenceRefusals.otherRepository(what, repository.name, repository.id),
    pullRequest !== index.pullRequest && evidenceRefusals.otherPullRequest(what, formatPullRequest(pullRequest)),
    !isSameRun(run, index.run) && evidenceRefusals.otherRun(what, formatRun(run)),
    (run.event !== index.run.event || run.head !== index.run.head) && evidenceRefusals.otherEvent(what),
    policyDigest !== index.policyDigest && evidenceRefusals.otherPolicy(what),
    level !== index.level && evidenceRefusals.otherLevel(what, level),
  ].filter((reason) => typeof reason === 'string')
}

/**
 * Reports facts that are not the listed ones or belong to another branch, and evidence of commits outside the branch.
 */
function findBranchErrors(
  index: EvidenceIndex,
  documents: readonly EvidenceDocument[],
  branch: BranchFacts | null,
): readonly string[] {
  if (branch === null) return index.branch === null ? [] : [evidenceRefusals.branchMissing]
  if (index.branch === null) return [evidenceRefusals.branchUnlisted]
  if (toDigest(branch) !== index.branch) return [evidenceRefusals.branchChanged]
  const reasons = [
    branch.base !== index.base && evidenceRefusals.branchBase(short(branch.base)),
    branch.head !== index.head && evidenceRefusals.branchHead(short(branch.head)),
    branch.policyDigest !== index.policyDigest && evidenceRefusals.branchPolicy,
  ]
  const commits = new Map(branch.commits.map((commit) => [commit.sha, commit]))
  return [
    ...reasons.filter((reason) => typeof reason === 'string'),
    ...documents.flatMap((document) => {
      const what = evidenceRefusals.evidenceOf(short(document.commit))
      const commit = commits.get(document.commit)
      if (commit === undefined) return document.commit === branch.base ? [] : [evidenceRefusals.noCommit(what)]
      const isSame = commit.tree === document.tree && (commit.parents[0] ?? null) === document.parent
      return isSame ? [] : [evidenceRefusals.contradictsBranch(what)]
    }),
  ]
}

function isSameRun(one: RunId, other: RunId): boolean {
  return one.id === other.id && one.attempt === other.attempt
}

/** Formats a pull request: `pull request #7`, `no pull request`. */
function formatPullRequest(number: number | null): string {
  return number === null ? 'no pull request' : `pull request #${number}`
}

/** Formats a run: `run 123, attempt 2`. */
function formatRun({ id, attempt }: RunId): string {
  return `run ${id}, attempt ${attempt}`
}
