/** Reads a pull request from GitHub. */
import type { Sha } from '../../../core/model/commit.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { findAtHead, type OpenPull } from './heads.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
type WholePull = Answer<typeof ROUTE>['data']
/** Lists lack what GitHub computes for one pull request alone. */
export type Pull = WholePull | OpenPull

/** The fields of a pull request that the gate does not decide from. */
export interface PullRequestPage {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly url: string
  /** Login; empty for a deleted account. */
  readonly author: string
  readonly labels: readonly string[]
  readonly baseBranch: string
  readonly headBranch: string
  /** Login; empty when the head repository was deleted. */
  readonly headOwner: string
  readonly head: Sha
  readonly isOpen: boolean
  /**
   * The time in ISO 8601, and the login of the person who merged it (empty for a deleted account). Null: not merged.
   */
  readonly merged: { readonly at: string; readonly by: string } | null
  readonly isFork: boolean
}

/**
 * Reads a pull request. @param head where it is expected to be: then the list of that commit has it, which an evaluation
 * reads anyway @throws GateError for a refusal of GitHub
 */
export async function readPull(github: GitHub, name: RepositoryName, number: number, head?: Sha): Promise<Pull> {
  const listed = head === undefined ? null : await findAtHead(github, name, number, head)
  return listed ?? (await readWhole(github, name, number))
}

async function readWhole(github: GitHub, name: RepositoryName, number: number): Promise<WholePull> {
  return (await github.request(ROUTE, { ...name, pull_number: number })).data
}

/** Null: GitHub has not computed it. */
export async function readMergeable(github: GitHub, name: RepositoryName, pull: Pull): Promise<boolean | null> {
  return 'mergeable' in pull ? pull.mergeable : (await readWhole(github, name, pull.number)).mergeable
}

export function toPage(pull: Pull): PullRequestPage {
  return {
    number: pull.number,
    title: pull.title,
    body: pull.body ?? '',
    url: pull.html_url,
    author: pull.user?.login ?? '',
    labels: pull.labels.map(({ name }) => name),
    baseBranch: pull.base.ref,
    headBranch: pull.head.ref,
    head: pull.head.sha,
    headOwner: pull.head.repo?.owner.login ?? '',
    isOpen: pull.state === 'open',
    isFork: pull.head.repo?.id !== pull.base.repo.id,
    merged:
      pull.merged_at === null ? null : { at: pull.merged_at, by: ('merged_by' in pull && pull.merged_by?.login) || '' },
  }
}
