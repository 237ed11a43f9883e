/** Whether a document is of the very commit, pull request, repository, policy and run that it is used for. */
import { type Sha, short } from '../core/model/commit.ts'
import type { EvidenceDocument, RunId } from './document.ts'

export interface Expected {
  /** GitHub's id of the repository, decimal digits: names can be taken over. */
  readonly repositoryId: string
  readonly pullRequest: number | null
  readonly commit: Sha
  readonly tree: Sha
  readonly parent: Sha | null
  readonly policyDigest: string
  /** Where the document must have been written; any run may have where it is left out. */
  readonly run?: RunId
}

/** @returns why the document may not be used, in words that go on from "this evidence"; empty when it may. */
export function unboundReasons(document: EvidenceDocument, expected: Expected): readonly string[] {
  const { repository, pullRequest, commit, tree, parent, policyDigest, run } = document
  return [
    repository.id !== expected.repositoryId &&
      `belongs to another repository (${repository.name}, id ${repository.id})`,
    pullRequest !== expected.pullRequest && `belongs to ${sayPullRequest(pullRequest)}`,
    commit !== expected.commit && `is of another commit (${short(commit)})`,
    tree !== expected.tree && `is of another tree (${short(tree)})`,
    parent !== expected.parent && `is of a commit ${parent === null ? 'without parent' : `on ${short(parent)}`}`,
    policyDigest !== expected.policyDigest && 'was measured under another policy',
    expected.run && !isSameRun(run, expected.run) && `was written by ${sayRun(run)}`,
    ...contradictions(document),
  ].filter((reason) => typeof reason === 'string')
}

/** What a document says twice must be the same twice: the decision reads the inner one. */
function contradictions({ evidence, commit, tree, policyDigest }: EvidenceDocument): readonly (string | false)[] {
  return [
    evidence.commit !== commit && `contradicts itself: its measurement is of commit ${short(evidence.commit)}`,
    evidence.tree !== tree && `contradicts itself: its measurement is of tree ${short(evidence.tree)}`,
    evidence.policyDigest !== policyDigest && 'contradicts itself: its measurement is of another policy',
  ]
}

export function isSameRun(one: RunId, other: RunId): boolean {
  return one.id === other.id && one.attempt === other.attempt
}

/** `pull request #7`, `no pull request` */
export function sayPullRequest(number: number | null): string {
  return number === null ? 'no pull request' : `pull request #${number}`
}

/** `run 123, attempt 2` */
export function sayRun({ id, attempt }: RunId): string {
  return `run ${id}, attempt ${attempt}`
}
