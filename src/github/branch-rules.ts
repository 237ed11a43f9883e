/** The rules that hold for a branch, whichever ruleset they are of, and the checks that they require. */
import type { RequiredCheck } from '../core/status/protection.ts'
import { PAGE } from './pages.ts'
import type { Answer, GitHub, RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'

type Rule = Answer<typeof ROUTE>['data'][number]
export type CheckRule = Extract<Rule, { readonly type: 'required_status_checks' }>

export interface BranchRules {
  /** Those that require checks. */
  readonly required: readonly CheckRule[]
  /** Whether one of them forbids to delete it. */
  readonly isKept: boolean
  /** Whether a merge queue merges a group whose last commit alone has passed. */
  readonly mergesByLast: boolean
}

/** @throws GateError as GitHub's refusal */
export async function readBranchRules(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
): Promise<BranchRules> {
  const { data } = await github.request(ROUTE, { ...repository, branch, per_page: PAGE })
  return {
    required: data.filter((rule) => rule.type === 'required_status_checks'),
    isKept: data.some(({ type }) => type === 'deletion'),
    mergesByLast: data.some(
      (rule) => rule.type === 'merge_queue' && rule.parameters?.grouping_strategy === 'HEADGREEN',
    ),
  }
}

export function getChecks({ parameters }: CheckRule): readonly RequiredCheck[] {
  const listed = parameters?.required_status_checks ?? []
  return listed.map(({ context, integration_id }) => ({ context, appId: integration_id ?? null }))
}
