/** Reads the rules of a branch from all its rulesets, with the checks that they require. */
import type { RequiredCheck } from '../core/status/protection.ts'
import { PAGE } from './pages.ts'
import type { Answer, GitHub, RepositoryName } from './routes.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'

type Rule = Answer<typeof ROUTE>['data'][number]
export type CheckRule = Extract<Rule, { readonly type: 'required_status_checks' }>

export interface BranchRules {
  /** The rules that require checks. */
  readonly required: readonly CheckRule[]
  /** True when a rule forbids to delete the branch. */
  readonly isKept: boolean
  /** True when a merge queue may merge a group after only its last commit has passed. */
  readonly mergesByLast: boolean
  /** How the merge queue merges; null where no ruleset demands a queue. A classic protection does not show it. */
  readonly queueMethod: QueueMethod | null
}

export type QueueMethod = 'MERGE' | 'SQUASH' | 'REBASE'

/** Reads the rules. @throws GateError for a refusal of GitHub */
export async function readBranchRules(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
): Promise<BranchRules> {
  const { data } = await github.request(ROUTE, { ...repository, branch, per_page: PAGE })
  const queues = data.flatMap((rule) => (rule.type === 'merge_queue' ? (rule.parameters ?? []) : []))
  return {
    required: data.filter((rule) => rule.type === 'required_status_checks'),
    isKept: data.some(({ type }) => type === 'deletion'),
    mergesByLast: queues.some((queue) => queue.grouping_strategy === 'HEADGREEN'),
    queueMethod: queues[0]?.merge_method ?? null,
  }
}

export function getChecks({ parameters }: CheckRule): readonly RequiredCheck[] {
  const listed = parameters?.required_status_checks ?? []
  return listed.map(({ context, integration_id }) => ({ context, appId: integration_id ?? null }))
}
