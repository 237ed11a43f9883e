/** Decides whether a run that leads an agent ends, and why. */
import type { RunConfig } from '../model/config.ts'
import type { WorkUnit } from '../model/finding.ts'

/**
 * Why a run ends. `idle`: the agent changed nothing, twice in a row; `refused`: three changes in a row were refused; the
 * last three: its budget is used up.
 */
export type RunEnd = 'done' | 'paused' | 'idle' | 'refused' | 'out-of-steps' | 'out-of-commits' | 'out-of-time'

export interface RunFacts {
  readonly next: Pick<WorkUnit, 'action' | 'phase' | 'limits'> | null
  /** Calls of the agent, commits and minutes since the run began. */
  readonly steps: number
  readonly commits: number
  readonly minutes: number
  /** In a row. */
  readonly idle: number
  readonly refused: number
  /** The last change was one failed attempt too many. */
  readonly isUsedUp: boolean
}

const MAX_IDLE = 2
const MAX_REFUSED = 3

export function getRunEnd(facts: RunFacts, limits: RunConfig & { readonly maxSteps: number }): RunEnd | null {
  const { next, steps, commits, minutes, idle, refused } = facts
  const { maxSteps, maxCommits, maxMinutes, onMaxAttempts } = limits
  if (next === null) return 'done'
  if (next.action === 'wait' || (onMaxAttempts === 'pause' && (facts.isUsedUp || hasNoAttemptsLeft(next))))
    return 'paused'
  if (idle >= MAX_IDLE) return 'idle'
  if (refused >= MAX_REFUSED) return 'refused'
  if (steps >= maxSteps) return 'out-of-steps'
  if (maxCommits !== null && commits >= maxCommits) return 'out-of-commits'
  return maxMinutes !== null && minutes >= maxMinutes ? 'out-of-time' : null
}

/** A smaller test is still allowed when the attempts at the last one are used up. */
function hasNoAttemptsLeft({ phase, limits }: NonNullable<RunFacts['next']>): boolean {
  return phase === 'green' && limits.maxAttempts > 0 && limits.attempts >= limits.maxAttempts
}
