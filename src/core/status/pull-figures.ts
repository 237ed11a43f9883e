/** What tables count of a pull request: computed once, when its record is stored. */
import type { StoredPull } from './pull-record.ts'

export interface PullFigures {
  readonly isByAgent: boolean
  readonly guard: string
  readonly subtasks: number
  /** Subtasks that are done. */
  readonly done: number
  /** Subtasks with an accepted GREEN. */
  readonly proved: number
  readonly attempts: number
  /** By rule: the number of commits that it rejected. */
  readonly refusals: Readonly<Record<string, number>>
  readonly flaky: readonly string[]
  /** From RED to GREEN, one for each cycle. */
  readonly minutes: readonly number[]
}

/** The figures of a pull request that is open or not. */
export type ListedFigures = PullFigures & Pick<StoredPull, 'isOpen'>

const MINUTE_MS = 60_000

export function toFigures({ summary, acceptedAt }: Pick<StoredPull, 'summary' | 'acceptedAt'>): PullFigures {
  const {
    guard,
    subtasks,
    refusals,
    flaky,
    authors,
    agents = authors.filter((login) => login.endsWith('[bot]')),
  } = summary
  const count = (...some: readonly string[]) => subtasks.filter(({ status }) => some.includes(status)).length
  return {
    isByAgent: agents.length > 0,
    guard,
    subtasks: subtasks.length,
    done: count('done'),
    proved: count('done', 'green'),
    attempts: subtasks.reduce((sum, { attempts }) => sum + attempts, 0),
    refusals,
    flaky,
    minutes: getMinutes(summary.accepted, acceptedAt),
  }
}

/** The time between the acceptance of a subtask's last RED and of its GREEN, as this App saw both. */
function getMinutes(
  accepted: StoredPull['summary']['accepted'],
  acceptedAt: StoredPull['acceptedAt'],
): readonly number[] {
  return accepted.flatMap(({ sha, subtask, phase }, i) => {
    const red = accepted.slice(0, i).findLast((one) => one.phase === 'red' && one.subtask === subtask)
    const [from, to] = [Date.parse(acceptedAt[red?.sha ?? ''] ?? ''), Date.parse(acceptedAt[sha] ?? '')]
    // Both at once: the App first saw the branch when it had both.
    return phase === 'green' && to > from ? [(to - from) / MINUTE_MS] : []
  })
}
