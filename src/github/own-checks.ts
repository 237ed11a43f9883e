/** Reads the check runs of an App on a commit. GitHub guarantees that only the App can write them. */

import type { Sha } from '../core/model/commit.ts'
import { GATE_CHECK } from '../core/status/checks.ts'
import { allPaged, PAGE } from './pages.ts'
import type { Answer, GitHub, RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const MAX_PAGES = 10

export type OwnCheck = Answer<typeof ROUTE>['data']['check_runs'][number]

export interface OwnChecks {
  /** The check runs, oldest first. */
  readonly checks: readonly OwnCheck[]
  /**
   * True when there are more check runs than this function reads. The gate's result is among them, a decision of a
   * person may be missing.
   */
  readonly isTruncated: boolean
}

/** The number of check runs that are read. */
export const MAX_OWN_CHECKS = MAX_PAGES * PAGE

/**
 * Reads all check runs; GitHub lists only the latest of each name by default. @param appId id of the App that wrote
 * them @param name the name of the check runs; absent: every name @throws GateError for a refusal of GitHub
 */
export async function readOwnChecks(
  github: GitHub,
  repository: RepositoryName,
  ref: Sha,
  appId: number,
  name?: string,
): Promise<OwnChecks> {
  const named = name === undefined ? {} : { check_name: name }
  const parameters = { ...repository, ref, app_id: appId, ...named, filter: 'all' as const, per_page: PAGE }
  const read = async (page: number) => (await github.request(ROUTE, { ...parameters, page })).data.check_runs
  const { items, isTruncated } = await allPaged(read, MAX_PAGES)
  const gate = { ...repository, ref, app_id: appId, check_name: GATE_CHECK, filter: 'latest' as const }
  const more = isTruncated && name === undefined ? (await github.request(ROUTE, gate)).data.check_runs : []
  const own = [...items, ...more].filter((check) => check.app?.id === appId && check.head_sha === ref)
  const byId = new Map(own.map((check) => [Number(check.id), check]))
  return { checks: [...byId.values()].toSorted((a, b) => Number(a.id) - Number(b.id)), isTruncated }
}
