/** Reads GitHub's record of the job that judged. Where no token attests evidence, its steps show who made it. */
import type { RunId } from '../../../evidence/document.ts'
import { allPaged, PAGE } from '../../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { invalidArtifact } from './archive.ts'
import { artifactRefusals } from './texts.ts'

/** The names in the reusable workflow. Other workflows cannot add steps to its jobs. */
export const JUDGE_JOB = 'judge'
export const JUDGE_STEP = 'Judge'
export const KEEP_STEP = 'Keep the evidence'
/** Runs only where everything is proved, because the step before may pass while work is in progress. */
export const PROVED_STEP = 'Confirm that everything is proved'

export interface JudgingJob {
  readonly startedAt: Date
  readonly endedAt: Date
  /** The verdict of the job. Its evidence cannot claim more. */
  readonly hasPassed: boolean
}

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs'
/** GitHub limits a matrix to 256 jobs: https://docs.github.com/en/actions/reference/limits */
const MAX_PAGES = 5

type Job = Answer<typeof ROUTE>['data']['jobs'][number]

/**
 * Finds the job. It fails where the verdict is not green, so its own conclusion is irrelevant. The job must have judged
 * and stored the evidence under its name. If another job had used the name before, that step would have failed. @throws
 * GateError `bad-artifact` where GitHub's record does not prove that the evidence is the judge's own
 */
export async function findJudgingJob(github: GitHub, repository: RepositoryName, run: RunId): Promise<JudgingJob> {
  const parameters = { ...repository, run_id: Number(run.id), attempt_number: run.attempt, per_page: PAGE }
  const readPage = async (page: number) => (await github.request(ROUTE, { ...parameters, page })).data.jobs
  const { items } = await allPaged(readPage, MAX_PAGES)
  const [job, ...more] = items.filter((one) => isJudge(one) && (one.run_attempt ?? 1) === run.attempt)
  if (job === undefined) throw invalidArtifact(artifactRefusals.noJudge)
  if (more.length > 0) throw invalidArtifact(artifactRefusals.manyJudges(more.length + 1))
  const verdict = getConclusion(job, JUDGE_STEP)
  if (verdict !== 'success' && verdict !== 'failure') throw invalidArtifact(artifactRefusals.noVerdict)
  if (getConclusion(job, KEEP_STEP) !== 'success') throw invalidArtifact(artifactRefusals.notStored)
  if (job.completed_at === null) throw invalidArtifact(artifactRefusals.notEnded)
  const [startedAt, endedAt] = [new Date(job.started_at), new Date(job.completed_at)]
  return { startedAt, endedAt, hasPassed: verdict === 'success' && isProved(job) }
}

/** Workflows of earlier versions have no such step; their judging step passed only where everything was proved. */
function isProved(job: Job): boolean {
  const isOld = job.steps?.every(({ name }) => name !== PROVED_STEP) === true
  return isOld || getConclusion(job, PROVED_STEP) === 'success'
}

/** Matches `<job of the caller> / judge`. */
function isJudge({ name }: Job): boolean {
  return name === JUDGE_JOB || name.endsWith(` / ${JUDGE_JOB}`)
}

/** Returns the conclusion of the only step with that name; null where there is none, or more. */
function getConclusion({ steps = [] }: Job, name: string): string | null {
  const [step, ...more] = steps.filter((one) => one.name === name)
  return step === undefined || more.length > 0 ? null : step.conclusion
}
