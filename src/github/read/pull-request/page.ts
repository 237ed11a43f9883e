/** Reads a pull request from GitHub. */
import type { Sha } from '../../../core/model/commit.ts'
import type { Answer } from '../../routes.ts'

export type Pull = Answer<'GET /repos/{owner}/{repo}/pulls/{pull_number}'>['data']

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
    merged: pull.merged_at === null ? null : { at: pull.merged_at, by: pull.merged_by?.login ?? '' },
  }
}
