/** Keeps of a judged branch what `watch` shows, its run, and the files of that run. */
import type { Decision, JudgedCommit, SubtaskState } from '../../core/model/finding.ts'
import type { Repository } from '../../git/repository.ts'
import type { RunFilesInput } from '../../render/run/files.ts'
import type { ResultFacts } from '../../render/run/results.ts'
import type { NextStep } from '../next.ts'
import type { OperationAnswer } from '../operation.ts'
import type { RunFile } from '../runs/run-folder.ts'
import { identifyRun } from '../runs/task-run.ts'

const MAX_DRIVERS = 5

function toWatched({ id, title, status, attempts, drivers }: SubtaskState) {
  return { id, title, status, attempts, drivers: drivers.slice(0, MAX_DRIVERS) }
}

export function toState({ head, decision, plan }: NextStep): NonNullable<OperationAnswer['state']> {
  const { conclusion, subtasks, next: unit } = decision
  return {
    schemaVersion: 1,
    head,
    conclusion,
    task: plan && { id: plan.id, title: plan.title },
    subtasks: subtasks.map(toWatched),
    isPaused: decision.stopped !== undefined,
    next: unit && { title: unit.title, subtask: unit.subtask, phase: unit.phase },
  }
}

/** Renders the files of a run, loaded only when a run is recorded. */
function runFilesOf(judged: RunFilesInput & { readonly decision: Decision }): () => Promise<readonly RunFile[]> {
  return async () => (await import('../../render/run/files.ts')).toRunFiles(judged.decision, judged)
}

type Ran = Pick<OperationAnswer, 'run' | 'toFiles'>
type Judged = RunFilesInput & Pick<NextStep, 'base' | 'head' | 'decision' | 'plan'>

/**
 * Returns the run of a judged branch with its files; nothing before the first commit, or without a repository.
 * @param prUrl address of the pull request that the call opened; null or absent: none is known
 */
export async function runOf(judged: Judged, repository: Repository | undefined, prUrl?: string | null): Promise<Ran> {
  const identity = await identify(judged, repository)
  if (identity === null) return {}
  const { decision, policy } = judged
  const facts = { decision, maxAttempts: policy.green.maxAttempts }
  return { run: { identity, facts, ...(prUrl ? { prUrl } : {}) }, toFiles: runFilesOf(judged) }
}

interface Tried extends Pick<Judged, 'base' | 'plan'>, ResultFacts {
  readonly judged: JudgedCommit
}

/** Returns the run of a branch on which the working tree was judged and not committed. */
export async function triedRunOf(
  { judged, results = [], context, ...about }: Tried,
  repository: Repository | undefined,
): Promise<Ran> {
  const identity = await identify({ ...about, head: 'HEAD' }, repository)
  if (identity === null) return {}
  if (judged.verdict === 'accepted') return { run: { identity } }
  const facts = { results, ...(context === undefined ? {} : { context }) }
  return { run: { identity, tried: { judged, facts } } }
}

async function identify(
  { base, head, plan }: Pick<Judged, 'base' | 'head' | 'plan'>,
  repository: Repository | undefined,
) {
  return repository === undefined ? null : identifyRun(repository, { base, head }, plan)
}
