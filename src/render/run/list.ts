/** Renders the runs of a worktree, and what they took. */
import { formatDuration } from '../text/format.ts'
import { type Cell, noPaint, type Painted, type Style, toTable } from '../text/table.ts'
import { plain } from '../text/text.ts'
import type { RunManifest, RunStatus } from './manifest.ts'

/** What runs took, for people who compare processes. */
interface RunTimes {
  /** How many runs have this status. */
  readonly runs: Readonly<Record<RunStatus, number>>
  /** The mean time from the first commit to the pull request, or else to the end; null without such a run. */
  readonly meanDurationMs: number | null
  /** The percentage of runs with a decision about them, such as a pause; null without a run. */
  readonly interventionPercent: number | null
}

export function toRunMetrics(runs: readonly RunManifest[]): RunTimes {
  const count = (status: RunStatus) => runs.filter((run) => run.status === status).length
  const durations = runs.flatMap((run) => getDuration(run) ?? [])
  const intervened = runs.filter(({ interventions }) => interventions > 0).length
  return {
    runs: {
      running: count('running'),
      paused: count('paused'),
      completed: count('completed'),
      failed: count('failed'),
    },
    meanDurationMs:
      durations.length === 0 ? null : Math.round(durations.reduce((sum, one) => sum + one, 0) / durations.length),
    interventionPercent: runs.length === 0 ? null : Math.round((intervened / runs.length) * 1000) / 10,
  }
}

/** An ended task took no time to a result. */
function getDuration({ status, startTime, prTime, endTime }: RunManifest): number | null {
  const end = prTime ?? (status === 'completed' ? endTime : null)
  const took = end === null ? Number.NaN : Date.parse(end) - Date.parse(startTime)
  return took >= 0 ? took : null
}

const STYLES: Readonly<Record<RunStatus, Style>> = {
  running: 'info',
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
}
const MAX_ID = 200

export function toRunListText(runs: readonly RunManifest[], { paint = noPaint }: Painted): string {
  if (runs.length === 0) return 'This worktree has no run yet.\n  $ tdd-gate start <task>\n'
  const rows = runs.map(({ runId, status, subtasksCompleted, totalCommits, branch, prUrl }): Cell[] => [
    plain(runId, MAX_ID),
    { text: status, style: STYLES[status] },
    `${subtasksCompleted.length} done`,
    `${totalCommits} commits`,
    plain(prUrl ?? branch ?? '-', MAX_ID),
  ])
  const { meanDurationMs, interventionPercent } = toRunMetrics(runs)
  const took =
    meanDurationMs === null ? [] : [`From start to pull request: ${formatDuration(meanDurationMs)} on average.`]
  const decided = `Runs with a decision, such as a pause or an excuse: ${interventionPercent}%.`
  return `${[...toTable(rows, { paint }), '', ...took, decided].join('\n')}\n`
}
