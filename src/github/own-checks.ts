/** Check runs of an App on a commit: nobody else can have written them. */
import type { Sha } from '../core/commit.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'
import { allPaged, PAGE } from './pages.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const MAX_PAGES = 10

export type OwnCheck = Answer<typeof ROUTE>['data']['check_runs'][number]

/**
 * @param appId who must have written them
 * @param name of the check runs; of any, where it is left out
 * @returns all of them, oldest first: the list says only the latest of a name unless it is asked for all
 * @throws GateError as GitHub's refusal
 */
export async function ownChecks(
  github: GitHub,
  repository: RepositoryName,
  ref: Sha,
  appId: number,
  name?: string,
): Promise<readonly OwnCheck[]> {
  const named = name === undefined ? {} : { check_name: name }
  const asked = { ...repository, ref, app_id: appId, ...named, filter: 'all' as const, per_page: PAGE }
  const read = async (page: number) => (await github.request(ROUTE, { ...asked, page })).data.check_runs
  const { items } = await allPaged(read, MAX_PAGES)
  const own = items.filter((check) => check.app?.id === appId && check.head_sha === ref)
  return own.toSorted((a, b) => Number(a.id) - Number(b.id))
}
