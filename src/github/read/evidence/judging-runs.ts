/** Lists the runs in which a trusted workflow judged a head, according to GitHub's records. */
import type { Sha } from '../../../core/model/commit.ts'
import type { GatedRun } from '../../../core/model/pull-request.ts'
import { PAGE } from '../../pages.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { JUDGED_EVENTS, type Recorded } from './past-runs.ts'

export interface RunsQuestion {
  readonly repository: { readonly id: string; readonly name: RepositoryName }
  readonly head: Sha
  /** The head branch. A run for another branch with this head belongs to another pull request. */
  readonly headBranch: string
  /** Null when the fork was deleted. */
  readonly headRepositoryId: string | null
}

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs'
/** Runs for merge groups are excluded: a group is judged as a whole, for its queue only. */
const EVENTS = JUDGED_EVENTS.filter((event) => event !== 'merge_group')
/** The file name that `init` gives to the calling workflow. */
const OWN_FILE = /\/tdd-gate\.ya?ml(?:@.*)?$/

/**
 * Lists the runs, newest first. @param workflows the trusted workflows: `owner/repo/.github/workflows/file.yml` @throws
 * GateError for a refusal of GitHub
 */
export async function listJudgingRuns(
  github: GitHub,
  { repository, head, headBranch, headRepositoryId }: RunsQuestion,
  workflows: readonly string[],
): Promise<readonly Recorded[]> {
  const ofHead = { head_sha: head, branch: headBranch }
  const parameters = { ...repository.name, ...ofHead, per_page: PAGE, exclude_pull_requests: true }
  const { data } = await github.request(ROUTE, parameters)
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

/** Returns whether a run called a trusted workflow. */
export function callsJudge({ referenced_workflows: called }: Recorded, workflows: readonly string[]): boolean {
  return called?.some(({ path }) => workflows.some((ours) => path.startsWith(`${ours}@`))) === true
}

export function toGatedRun({ id, run_attempt, status, conclusion, html_url }: Recorded): GatedRun {
  return { id: String(id), attempt: run_attempt ?? 1, status: status ?? '', conclusion, url: html_url }
}
