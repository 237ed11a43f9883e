/** Runs in which the judging workflow judged a head, as GitHub has recorded them. */
import type { Sha } from '../../../core/model/commit.ts'
import type { GatedRun } from '../../../core/model/pull-request.ts'
import { PAGE } from '../../pages.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { JUDGED_EVENTS, type Recorded } from './past-runs.ts'

export interface RunsQuestion {
  readonly repository: { readonly id: string; readonly name: RepositoryName }
  readonly head: Sha
  /** What was judged for another branch with this head was judged for another pull request. */
  readonly headBranch: string
  /** Null when the fork is gone. */
  readonly headRepositoryId: string | null
}

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs'
/** A group is judged as a whole, whatever the policy says, and for nobody but its queue. */
const EVENTS = JUDGED_EVENTS.filter((event) => event !== 'merge_group')
/** What `init` calls the workflow that calls ours. */
const OWN_FILE = /\/tdd-gate\.ya?ml(?:@.*)?$/

/**
 * @param workflows those whose judgement counts: `owner/repo/.github/workflows/file.yml`
 * @returns newest first
 * @throws GateError as GitHub's refusal
 */
export async function judgingRuns(
  github: GitHub,
  { repository, head, headBranch, headRepositoryId }: RunsQuestion,
  workflows: readonly string[],
): Promise<readonly Recorded[]> {
  const ofHead = { head_sha: head, branch: headBranch }
  const asked = { ...repository.name, ...ofHead, per_page: PAGE, exclude_pull_requests: true }
  const { data } = await github.request(ROUTE, asked)
  const isOfHead = (run: Recorded) =>
    run.head_sha === head &&
    run.head_branch === headBranch &&
    EVENTS.includes(run.event) &&
    String(run.repository.id) === repository.id &&
    String(run.head_repository?.id) === headRepositoryId
  return data.workflow_runs
    .filter((run) => isOfHead(run) && (callsJudge(run, workflows) || OWN_FILE.test(run.path)))
    .toSorted((a, b) => Number(b.id) - Number(a.id))
}

/** Whether a workflow whose judgement counts took part in it. */
export function callsJudge({ referenced_workflows: called }: Recorded, workflows: readonly string[]): boolean {
  return called?.some(({ path }) => workflows.some((ours) => path.startsWith(`${ours}@`))) === true
}

export function toGatedRun({ id, run_attempt, status, conclusion, html_url }: Recorded): GatedRun {
  return { id: String(id), attempt: run_attempt ?? 1, status: status ?? '', conclusion, url: html_url }
}
