/** Compares a pull request's head with its base on GitHub, independently of the judge's evidence. */
import type { Sha } from '../../../core/model/commit.ts'
import { PAGE } from '../../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/compare/{basehead}'
/** The largest number of commits that the gate judges. */
export const MAX_COMPARED_COMMITS = 1_000
const MAX_FILES = 300
const MAX_LOGINS = 1_000

type Compared = Answer<typeof ROUTE>['data']
export type ListedCommit = Compared['commits'][number]

interface ComparedCommit {
  readonly sha: Sha
  readonly tree: Sha
  readonly parents: readonly Sha[]
}

export interface BranchComparison {
  /** The current tip of the base branch. */
  readonly tip: Sha
  readonly mergeBase: { readonly sha: Sha; readonly tree: Sha }
  /** First parents from the base to the head, oldest first. */
  readonly commits: readonly ComparedCommit[]
  /** The number of commits between base and head, on all parents. More than MAX_COMMITS are not listed. */
  readonly total: number
  /** Whether `.github` differs between merge base and head; null where GitHub does not list all files. */
  readonly touchesWorkflows: boolean | null
  readonly headMessage: string
  /** Logins of all authors and committers that GitHub knows. */
  readonly authors: readonly string[]
}

/**
 * Compares base and head with one request for each hundred commits. @param base the name of the branch; its current tip
 * is used, never a tag of that name @throws GateError for a refusal of GitHub
 */
export async function compare(
  github: GitHub,
  repository: RepositoryName,
  base: string,
  head: Sha,
): Promise<BranchComparison> {
  const { first, listed } = await listCompared(github, repository, `refs/heads/${base}...${head}`, MAX_COMPARED_COMMITS)
  return toComparison(first, listed, head)
}

/** Lists the commits between two, on all parents, oldest first. @param most where the reading ends, a page later */
export async function listCompared(
  github: GitHub,
  repository: RepositoryName,
  basehead: string,
  most: number,
): Promise<{ readonly first: Compared; readonly listed: readonly ListedCommit[] }> {
  const readPage = async (page: number) => {
    return (await github.request(ROUTE, { ...repository, basehead, per_page: PAGE, page })).data
  }
  const first = await readPage(1)
  const listed = [...first.commits]
  for (let page = 2; listed.length < Math.min(first.total_commits, most); page += 1) {
    const { commits } = await readPage(page)
    if (commits.length === 0) break
    listed.push(...commits)
  }
  return { first, listed }
}

function toComparison(first: Compared, listed: readonly ListedCommit[], head: Sha): BranchComparison {
  const { base_commit: tip, merge_base_commit: mergeBase, files } = first
  const names = files?.flatMap(({ filename, previous_filename: before }) => [filename, before ?? '']) ?? []
  const logins = listed.flatMap(({ author, committer }) => [getLogin(author), getLogin(committer)])
  return {
    tip: tip.sha,
    mergeBase: { sha: mergeBase.sha, tree: mergeBase.commit.tree.sha },
    commits: followFirstParents(listed, head).map(({ sha, commit, parents }) => ({
      sha,
      tree: commit.tree.sha,
      parents: parents.map((parent) => parent.sha),
    })),
    total: first.total_commits,
    touchesWorkflows:
      names.some((name) => name === '.github' || name.startsWith('.github/')) || (isWhole(files) ? false : null),
    headMessage: listed.find(({ sha }) => sha === head)?.commit.message ?? '',
    authors: [...new Set(logins.filter((login) => login !== ''))].slice(0, MAX_LOGINS),
  }
}

function isWhole(files: Compared['files']): boolean {
  return files !== undefined && files.length < MAX_FILES
}

function getLogin(user: ListedCommit['author']): string {
  return user !== null && 'login' in user ? String(user.login) : ''
}

/** Follows the first parents from the head, oldest first. */
export function followFirstParents(listed: readonly ListedCommit[], head: Sha): readonly ListedCommit[] {
  const bySha = new Map(listed.map((commit) => [commit.sha, commit]))
  const chain: ListedCommit[] = []
  for (let next = bySha.get(head); next !== undefined; next = bySha.get(next.parents[0]?.sha ?? '')) {
    chain.unshift(next)
    bySha.delete(next.sha)
  }
  return chain
}
