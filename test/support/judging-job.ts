/** Describes the finished judging job as GitHub does. */

export interface JudgingJobParts {
  readonly attempt: number
  readonly startedAt: string
  readonly endedAt: string
  readonly name?: string
  /** Of the step that judges. */
  readonly verdict?: string | null
  /** Of the step that runs where everything is proved; left out: the workflow has none. */
  readonly proved?: string
  /** Of the step that uploads; left out: there is none. */
  readonly kept?: string | null
}

/** Returns the fields of GitHub's `job` that the gate reads. */
export function getJudgingJob({ attempt, startedAt, endedAt, ...more }: JudgingJobParts) {
  const { name = 'tdd-gate / judge', verdict = 'success', kept = 'success', proved } = more
  const last = proved === undefined ? {} : { 'Confirm that everything is proved': proved }
  const conclusions = { 'Check the commits out': 'success', Judge: verdict, 'Keep the evidence': kept, ...last }
  const steps = Object.entries(conclusions).map(([step, conclusion], n) => ({
    name: step,
    status: conclusion === null ? 'in_progress' : 'completed',
    conclusion,
    number: n + 1,
  }))
  const times = { created_at: startedAt, started_at: startedAt, completed_at: endedAt }
  return { name, run_attempt: attempt, status: 'completed', conclusion: verdict, ...times, steps }
}
