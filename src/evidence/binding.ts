/** Checks that a document belongs to the commit, pull request, repository, policy and run that it is used for. */
import { type Sha, short } from '../core/model/commit.ts'
import type { EvidenceDocument, RunId } from './document.ts'

export interface ExpectedBinding {
  /** GitHub's id of the repository, in decimal digits. A name can be taken over, an id cannot. */
  readonly repositoryId: string
  readonly pullRequest: number | null
  readonly commit: Sha
  readonly tree: Sha
  readonly parent: Sha | null
  readonly policyDigest: string
  /** The run that must have written the document; absent: any run. */
  readonly run?: RunId
}

/** Returns the reasons why the document cannot be used, as predicates of "this evidence". Empty: it can be used. */
export function findBindingErrors(document: EvidenceDocument, expected: ExpectedBinding): readonly string[] {
  const { repository, pullRequest, commit, tree, parent, policyDigest, run } = document
  return [
    repository.id !== expected.repositoryId &&
      `belongs to another repository (${repository.name}, id ${repository.id})`,
    pullRequest !== expected.pullRequest && `belongs to ${formatPullRequest(pullRequest)}`,
    commit !== expected.commit && `belongs to another commit (${short(commit)})`,
    tree !== expected.tree && `belongs to another tree (${short(tree)})`,
    parent !== expected.parent && `belongs to a commit ${parent === null ? 'without a parent' : `on ${short(parent)}`}`,
    policyDigest !== expected.policyDigest && 'was measured with another policy',
    expected.run && !isSameRun(run, expected.run) && `was written by ${formatRun(run)}`,
    ...findContradictions(document),
  ].filter((reason) => typeof reason === 'string')
}

/** A document repeats values of its measurement. They must be equal, because the decision reads the inner ones. */
function findContradictions({ evidence, commit, tree, policyDigest }: EvidenceDocument): readonly (string | false)[] {
  return [
    evidence.commit !== commit && `contradicts itself: its measurement belongs to commit ${short(evidence.commit)}`,
    evidence.tree !== tree && `contradicts itself: its measurement belongs to tree ${short(evidence.tree)}`,
    evidence.policyDigest !== policyDigest && 'contradicts itself: its measurement has another policy',
  ]
}

export function isSameRun(one: RunId, other: RunId): boolean {
  return one.id === other.id && one.attempt === other.attempt
}

/** Formats a pull request: `pull request #7`, `no pull request`. */
export function formatPullRequest(number: number | null): string {
  return number === null ? 'no pull request' : `pull request #${number}`
}

/** Formats a run: `run 123, attempt 2`. */
export function formatRun({ id, attempt }: RunId): string {
  return `run ${id}, attempt ${attempt}`
}
