/** The job that judged, as GitHub recorded it: where no token vouches for evidence, its steps say whose it is. */
import type { RunId } from '../../../evidence/document.ts'
import { allPaged, PAGE } from '../../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { bad } from './archive.ts'

/** As the reusable workflow names them; nobody else writes steps of its jobs. */
export const JUDGE_JOB = 'judge'
export const JUDGE_STEP = 'Judge'
export const KEEP_STEP = 'Keep the evidence'

export interface JudgingJob {
  readonly startedAt: Date
  readonly endedAt: Date
  /** The verdict: what it kept cannot say more. */
  readonly hasPassed: boolean
}

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs'
/** GitHub starts no more than 256 jobs from a matrix. */
const MAX_PAGES = 5

type Job = Answer<typeof ROUTE>['data']['jobs'][number]

/**
 * Its job fails where the verdict is not green, so the job's own conclusion says nothing about its evidence: what counts is
 * that it judged, and that it could keep the evidence under its name. Whoever was there first made that step fail.
 * @throws GateError `bad-artifact` where GitHub's record does not say that the evidence is the judge's own
 */
export async function judgingJob(github: GitHub, repository: RepositoryName, run: RunId): Promise<JudgingJob> {
  const asked = { ...repository, run_id: Number(run.id), attempt_number: run.attempt, per_page: PAGE }
  const readPage = async (page: number) => (await github.request(ROUTE, { ...asked, page })).data.jobs
  const { items } = await allPaged(readPage, MAX_PAGES)
  const [job, ...more] = items.filter((one) => isJudge(one) && (one.run_attempt ?? 1) === run.attempt)
  if (job === undefined) throw bad('GitHub knows no job of its run that judges')
  if (more.length > 0) throw bad(`GitHub knows ${more.length + 1} jobs of its run that judge`)
  const verdict = getConclusion(job, JUDGE_STEP)
  if (verdict !== 'success' && verdict !== 'failure') throw bad('the job that judges came to no verdict')
  if (getConclusion(job, KEEP_STEP) !== 'success')
    throw bad('the job that judges could not keep its evidence, so what lies under that name is not its own')
  if (job.completed_at === null) throw bad('the job that judges has not ended')
  const [startedAt, endedAt] = [new Date(job.started_at), new Date(job.completed_at)]
  return { startedAt, endedAt, hasPassed: verdict === 'success' }
}

/** `<job of the caller> / judge` */
function isJudge({ name }: Job): boolean {
  return name === JUDGE_JOB || name.endsWith(` / ${JUDGE_JOB}`)
}

/** Of the one step of that name; null where there is none, or more. */
function getConclusion({ steps = [] }: Job, name: string): string | null {
  const [step, ...more] = steps.filter((one) => one.name === name)
  return step === undefined || more.length > 0 ? null : step.conclusion
}
