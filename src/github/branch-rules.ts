/** The rules that hold for a branch, whichever ruleset they are of, and the checks that they require. */
import type { RequiredCheck } from '../core/protection.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'
import { PAGE } from './pages.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'

type Rule = Answer<typeof ROUTE>['data'][number]
export type CheckRule = Extract<Rule, { readonly type: 'required_status_checks' }>

/** Those that require checks. @throws GateError as GitHub's refusal */
export async function readCheckRules(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
): Promise<readonly CheckRule[]> {
  const { data } = await github.request(ROUTE, { ...repository, branch, per_page: PAGE })
  return data.filter((rule) => rule.type === 'required_status_checks')
}

export function checksOf({ parameters }: CheckRule): readonly RequiredCheck[] {
  const listed = parameters?.required_status_checks ?? []
  return listed.map(({ context, integration_id }) => ({ context, appId: integration_id ?? null }))
}
