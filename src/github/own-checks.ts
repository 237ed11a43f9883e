/** Check runs of an App on a commit: nobody else can have written them. */

import type { Sha } from '../core/model/commit.ts'
import { GATE_CHECK } from '../core/status/checks.ts'
import { allPaged, PAGE } from './pages.ts'
import type { Answer, GitHub, RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const MAX_PAGES = 10

export type OwnCheck = Answer<typeof ROUTE>['data']['check_runs'][number]

export interface OwnChecks {
  /** Oldest first. */
  readonly checks: readonly OwnCheck[]
  /** There are more than are read; the gate's own word is among them, what people decided may not be. */
  readonly isCut: boolean
}

/** As many as are read. */
export const MAX_OWN_CHECKS = MAX_PAGES * PAGE

/**
 * @param appId who must have written them
 * @param name of the check runs; of any, where it is left out
 * @returns all of them: the list says only the latest of a name unless it is asked for all
 * @throws GateError as GitHub's refusal
 */
export async function ownChecks(
  github: GitHub,
  repository: RepositoryName,
  ref: Sha,
  appId: number,
  name?: string,
): Promise<OwnChecks> {
  const named = name === undefined ? {} : { check_name: name }
  const asked = { ...repository, ref, app_id: appId, ...named, filter: 'all' as const, per_page: PAGE }
  const read = async (page: number) => (await github.request(ROUTE, { ...asked, page })).data.check_runs
  const { items, isCut } = await allPaged(read, MAX_PAGES)
  const gate = { ...repository, ref, app_id: appId, check_name: GATE_CHECK, filter: 'latest' as const }
  const more = isCut && name === undefined ? (await github.request(ROUTE, gate)).data.check_runs : []
  const own = [...items, ...more].filter((check) => check.app?.id === appId && check.head_sha === ref)
  const byId = new Map(own.map((check) => [Number(check.id), check]))
  return { checks: [...byId.values()].toSorted((a, b) => Number(a.id) - Number(b.id)), isCut }
}
