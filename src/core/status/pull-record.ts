/** What the App keeps of a pull request for its pages. It can be rebuilt: each evaluation writes it anew. */
import type { Sha } from '../model/commit.ts'
import { type Evidence, getUnsteady } from '../model/evidence.ts'
import type { SubtaskStatus } from '../model/finding.ts'
import type { TestId } from '../model/test-run.ts'

/** The commits whose whole suite ran, and REDs that showed a flaky test. */
interface SuiteRuns {
  readonly count: number
  /** Those that showed a flaky test, oldest first. */
  readonly flakyAt: readonly { readonly test: string; readonly commits: readonly Sha[] }[]
}

const MAX_TESTS = 20
const MAX_COMMITS = 20

type Measured = Pick<Evidence, 'scope' | 'flaky' | 'watched'>

/** Returns tests that did not do the same in equal runs. */
export function getFlaky(evidence: Measured): readonly TestId[] {
  return [...(evidence.flaky ?? []), ...getUnsteady(evidence).map(({ id }) => id)]
}

export function countSuiteRuns(documents: readonly { readonly commit: Sha; readonly evidence: Measured }[]): SuiteRuns {
  const ran = documents.filter(({ evidence }) => evidence.scope === 'suite' || getFlaky(evidence).length > 0)
  const seen = ran.flatMap(({ commit, evidence }) => getFlaky(evidence).map((test) => ({ test, commit })))
  const flakyAt = [...Map.groupBy(seen, ({ test }) => test)]
    .slice(0, MAX_TESTS)
    .map(([test, some]) => ({ test, commits: some.map(({ commit }) => commit).slice(-MAX_COMMITS) }))
  return { count: ran.length, flakyAt }
}

/** The part for tables of many pull requests. */
export interface PullSummary {
  readonly title: string
  /** Logins of all authors, without the App. */
  readonly authors: readonly string[]
  /** Authors that count as agents, and agents that commits name as co-authors; absent: an earlier version stored it. */
  readonly agents?: readonly string[]
  readonly baseBranch: string
  /** Whether the base branch demands the check: `default`, `required`, `open` or `unknown`. */
  readonly guard: string
  readonly conclusion: string
  readonly headline: string
  readonly subtasks: readonly { readonly status: SubtaskStatus; readonly attempts: number }[]
  /** By rule: the number of commits that it rejected, fixed ones included. */
  readonly refusals: Readonly<Record<string, number>>
  readonly flaky: readonly string[]
  /** Absent: an earlier version stored it. */
  readonly suiteRuns?: SuiteRuns
  /** Accepted RED and GREEN commits, oldest first. */
  readonly accepted: readonly { readonly sha: Sha; readonly subtask: string | null; readonly phase: 'red' | 'green' }[]
}

export interface PullRecord {
  /** GitHub's id: a name may belong to another repository tomorrow. */
  readonly repositoryId: string
  /** `owner/repo` */
  readonly repository: string
  readonly number: number
  readonly summary: PullSummary
  /** The report as JSON. */
  readonly report: string
}

/** A stored pull request without its report. */
export interface StoredPull extends Pick<PullRecord, 'number' | 'summary'> {
  readonly isOpen: boolean
  /** ISO 8601: of the last change. */
  readonly at: string
  /** By commit: when the App accepted it first, ISO 8601. */
  readonly acceptedAt: Readonly<Record<Sha, string>>
}

/** Stores what an evaluation found; null: the pull request is closed, and its last report stays. */
export type KeepPull = (pull: Pick<PullRecord, 'repositoryId' | 'number'>, record: PullRecord | null) => Promise<void>
