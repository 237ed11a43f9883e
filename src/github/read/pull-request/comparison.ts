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
type Listed = Compared['commits'][number]

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
  const readPage = async (page: number) => {
    const parameters = { ...repository, basehead: `refs/heads/${base}...${head}`, per_page: PAGE, page }
    return (await github.request(ROUTE, parameters)).data
  }
  const first = await readPage(1)
  const listed = [...first.commits]
  for (let page = 2; listed.length < Math.min(first.total_commits, MAX_COMPARED_COMMITS); page += 1) {
    const { commits } = await readPage(page)
    if (commits.length === 0) break
    listed.push(...commits)
  }
  return toComparison(first, listed, head)
}

function toComparison(first: Compared, listed: readonly Listed[], head: Sha): BranchComparison {
  const { base_commit: tip, merge_base_commit: mergeBase, files } = first
  const names = files?.flatMap(({ filename, previous_filename: before }) => [filename, before ?? '']) ?? []
  const logins = listed.flatMap(({ author, committer }) => [getLogin(author), getLogin(committer)])
  return {
    tip: tip.sha,
    mergeBase: { sha: mergeBase.sha, tree: mergeBase.commit.tree.sha },
    commits: firstParents(listed, head),
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

function getLogin(user: Listed['author']): string {
  return user !== null && 'login' in user ? String(user.login) : ''
}

function firstParents(listed: readonly Listed[], head: Sha): readonly ComparedCommit[] {
  const bySha = new Map(listed.map((commit) => [commit.sha, commit]))
  const chain: ComparedCommit[] = []
  for (let next = bySha.get(head); next !== undefined; next = bySha.get(next.parents[0]?.sha ?? '')) {
    chain.unshift({ sha: next.sha, tree: next.commit.tree.sha, parents: next.parents.map(({ sha }) => sha) })
    bySha.delete(next.sha)
  }
  return chain
}
