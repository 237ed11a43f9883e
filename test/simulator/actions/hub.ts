/** What all the parts of the Actions runner share: the world, what is under way in it, and a run's own record. */
import type { App, CheckRun, Repository, User, WorkflowRun, World } from '../world.ts'
import type { Groups, Slots } from './concurrency.ts'
import type { Issuer } from './issuer.ts'
import type { JobResult } from './jobs.ts'
import type { LoadedWorkflow } from './load.ts'
import type { StepRecord } from './steps.ts'
import type { Store } from './store.ts'

export interface Hub {
  readonly world: World
  /** `github-actions`, whose check runs jobs are. */
  readonly app: App
  readonly slots: Slots
  readonly groups: Groups
  readonly issuer: Issuer
  readonly store: Store
  /** Every run there was, by its id. */
  readonly flights: Map<number, Flight>
  readonly onCheckRun: OnCheckRun
  /** Aborted: this GitHub goes away, and nothing goes on, whatever must always run. */
  readonly ending: AbortController
}

/** Receives every check run of a job, so that the server can send webhooks. */
export type OnCheckRun = (repository: Repository, run: CheckRun, action: 'created' | 'completed') => void

/** What happened, as workflows see it. */
export interface Trigger {
  readonly event: string
  /** The activity type. */
  readonly action: string | null
  readonly repository: Repository
  /** GITHUB_SHA: where workflow files are read; on `pull_request` the merge that GitHub tries. */
  readonly sha: string
  readonly ref: string
  readonly headSha: string
  readonly headBranch: string
  readonly headRepository: Repository
  /** Branches of a pull request; empty on other events. */
  readonly baseRef: string
  readonly headRef: string
  /** What filters are about. */
  readonly branch: string | null
  readonly tag: string | null
  readonly actor: User
  readonly pulls: readonly number[]
  readonly payload: Readonly<Record<string, unknown>>
  readonly inputs: Readonly<Record<string, unknown>>
  /** A fork's jobs only read. */
  readonly isFork: boolean
  readonly needsApproval: boolean
}

/** One run in all its attempts. */
export interface Flight {
  readonly run: WorkflowRun
  readonly trigger: Trigger
  /** Null: the workflow file could not be used. */
  readonly workflow: LoadedWorkflow | null
  /** Who started this attempt. */
  triggeringActor: User
  /** Aborted: cancelled. */
  cancellation: AbortController
  /** Jobs by their names, as they ended: a new attempt of the failed ones keeps the others. */
  readonly ended: Map<string, JobResult>
  /** Ids of the artifacts that earlier attempts left. */
  readonly earlierArtifacts: Set<number>
  /** Of all attempts, those that had a machine, as they ended. */
  readonly jobs: JobRecord[]
}

export interface JobRecord {
  readonly check: CheckRun
  readonly attempt: number
  readonly steps: readonly StepRecord[]
}

/** Adds a promise to the world's pending work, and its error to the problems. */
export function track(world: World, work: Promise<unknown>): void {
  const tracked: Promise<unknown> = work
    .catch((error: Error) => void world.problems.push(`Actions: ${error.stack ?? error.message}`))
    .finally(() => world.underWay.delete(tracked))
  world.underWay.add(tracked)
}

/** Waits until nothing is under way, neither now nor because of what just ended. */
export async function settled({ underWay }: World): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay)
}
