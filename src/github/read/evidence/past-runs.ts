/** Lists earlier runs of this workflow for this branch from GitHub's records, which no workflow can change. */
import type { RunOrigin } from '../../../evidence/document.ts'
import { PAGE } from '../../pages.ts'
import { type Answer, type GitHub, toRepositoryName } from '../../routes.ts'
import { invalidArtifact } from './archive.ts'
import { artifactRefusals } from './texts.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs'
const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
/** The events that the gate judges. Evidence of other events is not from the gate. */
export const JUDGED_EVENTS = ['pull_request', 'push', 'merge_group', 'workflow_dispatch']

export interface PastRun extends RunOrigin {
  readonly startedAt: Date
  readonly endedAt: Date
}

export interface RunQuestion {
  /** `name` is `owner/repo`, `id` decimal digits. */
  readonly repository: { readonly id: string; readonly name: string }
  readonly pullRequest: number | null
  /** The branch of the commits. Branches of forks may have any name. */
  readonly head: { readonly branch: string; readonly isFork: boolean }
  /** `.github/workflows/file.yml` of the current run. */
  readonly workflowPath: string
  /** The current run, which is excluded. */
  readonly runId: string
}

interface PastRuns {
  /** Newest first. */
  readonly runs: readonly PastRun[]
  /** Runs of this workflow and branch that cannot be used, with the reasons. */
  readonly notes: readonly string[]
}

export type Recorded = Answer<typeof ROUTE>['data']['workflow_runs'][number]

/**
 * Lists the runs. @throws GateError for a refusal of GitHub, and `bad-artifact` for an unknown fork, whose runs cannot
 * be recognised
 */
export async function listPastRuns(github: GitHub, question: RunQuestion): Promise<PastRuns> {
  const repository = toRepositoryName(question.repository.name)
  const parameters = { ...repository, branch: question.head.branch, per_page: PAGE, exclude_pull_requests: true }
  const headRepositoryId = await getHeadRepository(github, question)
  const { data } = await github.request(ROUTE, parameters)
  const ours = data.workflow_runs
    .filter((run) => getPath(run) === question.workflowPath && String(run.id) !== question.runId)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  const judged = ours.map((run) => ({ run, reason: reasonAgainst(run, question, headRepositoryId) }))
  return {
    runs: judged.flatMap(({ run, reason }) => (reason === null ? [toPastRun(run)] : [])),
    notes: judged.flatMap(({ run, reason }) => (reason === null ? [] : [formatRefusalNote(String(run.id), reason)])),
  }
}

/**
 * Returns the path of a workflow. @param reference GITHUB_WORKFLOW_REF:
 * `owner/repo/.github/workflows/file.yml@refs/heads/main`
 */
export function getWorkflowPath(reference: string): string {
  const path = reference.split('/').slice(2).join('/')
  return path.replace(/@refs\/.*$/, '')
}

async function getHeadRepository(github: GitHub, { repository, pullRequest, head }: RunQuestion): Promise<string> {
  if (!head.isFork) return repository.id
  if (pullRequest === null) throw invalidArtifact(artifactRefusals.unknownFork)
  const { data } = await github.request(PULL, { ...toRepositoryName(repository.name), pull_number: pullRequest })
  if (!data.head.repo) throw invalidArtifact(artifactRefusals.deletedFork)
  return String(data.head.repo.id)
}

/** Formats the note for a run whose evidence is not used. */
export function formatRefusalNote(runId: string, reason: string): string {
  return artifactRefusals.runNotUsed(runId, reason)
}

/** GitHub appends `@ref` where another repository requires the workflow. */
function getPath({ path }: Recorded): string {
  return path.replace(/@refs\/.*$/, '')
}

function reasonAgainst(run: Recorded, { repository, head }: RunQuestion, headRepositoryId: string): string | null {
  if (String(run.repository.id) !== repository.id) return artifactRefusals.ofOtherRepository
  if (String(run.head_repository?.id) !== headRepositoryId) return artifactRefusals.ofOtherFork
  if (run.head_branch !== head.branch) return artifactRefusals.ofOtherBranch
  if (!JUDGED_EVENTS.includes(run.event)) return 'the gate does not judge its event.'
  return null
}

/** Returns the parts of GitHub's record that evidence is compared with. */
export function toPastRun(run: Recorded): PastRun {
  return {
    id: String(run.id),
    attempt: run.run_attempt ?? 1,
    event: run.event,
    head: run.head_sha,
    startedAt: new Date(run.run_started_at ?? run.created_at),
    endedAt: new Date(run.updated_at),
  }
}
