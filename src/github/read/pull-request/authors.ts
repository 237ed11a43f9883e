/**
 * Finds the authors of the judged work. Names in commits are claims of their writers; pushers are recorded by GitHub.
 */
import type { Sha } from '../../../core/model/commit.ts'
import { PAGE } from '../../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { isForbidden } from '../../status.ts'

const ACTIVITY = 'GET /repos/{owner}/{repo}/activity'
const RUNS = 'GET /repos/{owner}/{repo}/actions/runs'
const MAX_PAGES = 10

interface AuthoredWork {
  readonly branch: string
  readonly head: Sha
  /** The judged commits, the head among them. */
  readonly commits: readonly Sha[]
  /** Logins of the person who opened the pull request, and of the authors whom GitHub knows. */
  readonly named: readonly string[]
  /** True for a branch of a fork, whose activity the App cannot read. */
  readonly isFork: boolean
}

export interface Authors {
  /** Logins without duplicates. */
  readonly authors: readonly string[]
  /** False where a pusher may be missing. */
  readonly isPusherKnown: boolean
}

/** Commits with their pushers. */
interface Pushes {
  readonly pushed: readonly { readonly sha: Sha; readonly by: string }[]
  readonly isTruncated: boolean
}

/**
 * Reads the authors. GitHub's activity of the branch has every push; without it, workflow runs show some. @throws
 * GateError for a refusal of GitHub
 */
export async function getAuthors(github: GitHub, repository: RepositoryName, work: AuthoredWork): Promise<Authors> {
  const own = work.isFork ? null : await readActivity(github, repository, work)
  const known = own === null ? [] : [own]
  const all = known.some(isHeadIn(work)) ? known : [...known, await readRuns(github, repository, work)]
  const pushers = all.flatMap(({ pushed }) => pushed.map(({ by }) => by))
  const authors = [...new Set([...work.named, ...pushers])].filter((login) => login !== '')
  return { authors, isPusherKnown: all.some(isHeadIn(work)) && !all.some(({ isTruncated }) => isTruncated) }
}

const isHeadIn =
  ({ head }: AuthoredWork) =>
  ({ pushed }: Pushes): boolean =>
    pushed.some(({ sha, by }) => sha === head && by !== '')

/** Reads the activity. @returns null where GitHub does not show it */
async function readActivity(github: GitHub, repository: RepositoryName, work: AuthoredWork): Promise<Pushes | null> {
  const parameters = { ...repository, ref: `refs/heads/${work.branch}`, per_page: PAGE }
  const judged = new Set(work.commits)
  const pushed: { sha: Sha; by: string }[] = []
  let cursor: { readonly after?: string } | null = {}
  try {
    for (let page = 1; cursor !== null && page <= MAX_PAGES; page += 1) {
      const { data, headers }: Answer<typeof ACTIVITY> = await github.request(ACTIVITY, { ...parameters, ...cursor })
      const own = data.filter(({ after }) => judged.has(after))
      pushed.push(...own.map(({ after, actor }) => ({ sha: after, by: actor?.login ?? '' })))
      cursor = nextCursor(String(headers['link'] ?? ''))
    }
  } catch (error) {
    if (isForbidden(error)) return null
    throw error
  }
  return { pushed, isTruncated: cursor !== null }
}

/** Reads GitHub's link for cursor pagination: `<https://...&after=...>; rel="next"`. */
function nextCursor(link: string): { readonly after: string } | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(link) ?? []
  const after = address === undefined ? null : new URL(address).searchParams.get('after')
  return after === null ? null : { after }
}

/**
 * Reads pushers from workflow runs. Other actions than a push start runs too, so only the first run of each head
 * counts.
 */
async function readRuns(
  github: GitHub,
  repository: RepositoryName,
  { branch, commits }: AuthoredWork,
): Promise<Pushes> {
  const { data } = await github.request(RUNS, { ...repository, branch, per_page: PAGE })
  const judged = new Set(commits)
  const runs = data.workflow_runs.filter(({ head_sha }) => judged.has(head_sha))
  const ofPulls = runs.filter(({ event }) => event === 'pull_request').toSorted((a, b) => Number(a.id) - Number(b.id))
  const firsts = [...Map.groupBy(ofPulls, ({ head_sha }) => head_sha).values()].flatMap((each) => each.slice(0, 1))
  const pushes = [...runs.filter(({ event }) => event === 'push'), ...firsts]
  return { pushed: pushes.map(({ head_sha: sha, actor }) => ({ sha, by: actor?.login ?? '' })), isTruncated: false }
}
