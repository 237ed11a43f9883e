/** Walks over a branch for measuring, judging and verifying: one commit after the other, each with its evidence. */

import { compileGlobs, createClassifier } from '../../config/file-class.ts'
import { getBranchCriteria } from '../../core/compare/at-head.ts'
import { conclude } from '../../core/evaluate/decide.ts'
import { candidatesFrom, distinct, shardPolicy } from '../../core/evaluate/shard.ts'
import { planStep, startWalk, step, type Walk } from '../../core/evaluate/walk.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Evidence } from '../../core/model/evidence.ts'
import type { Decision, JudgedCommit } from '../../core/model/finding.ts'
import type { Policy, Sequence } from '../../core/model/policy.ts'
import type { ShownFailure } from '../../core/model/work-context.ts'
import { list } from '../../core/rules/text.ts'
import type { PatchedFile } from '../../core/text/patch.ts'
import { count } from '../../core/util/count.ts'
import { order } from '../../core/util/order.ts'
import type { InTotoStatement } from '../../evidence/statement.ts'
import { getPhaseName } from '../../render/text/format.ts'
import { forgetRuns } from './baseline-run.ts'
import { measureBase } from './measure-base.ts'
import { measureCommit, type WalkStep } from './measure-commit.ts'
import type { Measurement } from './measurement.ts'
import type { Session } from './session.ts'
import { verifyTexts } from './texts.ts'
import { isShard } from './visible-results.ts'

export interface Verification {
  readonly decision: Decision
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly policy: Policy
  readonly notes: readonly string[]
  /** Those of the notes that are the same in each call; absent: none. */
  readonly settings?: readonly string[]
  /** Why tests of the next step fail; absent where the caller does not need it. */
  readonly failures?: readonly ShownFailure[]
  /** Present where the caller asked for no trials. */
  readonly withoutTrials?: true
  /** By commit: its changed files of which some lines are known to be held, or not. Present where asked for. */
  readonly patches?: ReadonlyMap<Sha, readonly PatchedFile[]>
  /** Present where asked for. */
  readonly statement?: InTotoStatement
}

/** Receives every measurement, the base's first; returns the evidence for the decision. */
export type OnMeasurement = (measurement: Measurement) => Evidence

/**
 * Walks the branch. One shard does not see all failures, so it cannot know whether a commit is rejected. Then the walk
 * follows both candidate states, and measures everything that the judge may need.
 * @returns the walk in which only visible results reject commits: the only one when everything is visible
 * @throws GateError when nothing can run, or the abort's reason; measurements taken before stay with the caller
 */
export async function walkBranch(
  session: Session,
  onMeasurement: OnMeasurement = ({ evidence }) => evidence,
): Promise<Walk> {
  const { subjects, trees, timeLimit } = session
  return timeLimit.within(
    () => walkAll(session, onMeasurement),
    () => [trees.size, subjects.length],
  )
}

async function walkAll(session: Session, onMeasurement: OnMeasurement): Promise<Walk> {
  const { subjects, origin, timeLimit } = session
  const criteria = isShard(session.measurer) ? shardPolicy(session.criteria) : session.criteria
  const base = collect(session, onMeasurement, await measureBase(session))
  session.baseProblems.set(origin.sha, base?.problems ?? [])
  const start = startWalk(origin.sha, origin.tree, base, { ...criteria, ...getBranchCriteria(subjects) })
  let candidates: readonly Walk[] = [start]
  for (const [index, commit] of subjects.entries()) {
    timeLimit.signal.throwIfAborted()
    const next: Walk[] = []
    for (const walk of candidates) {
      const shown = walk === candidates[0] ? session : quiet(session)
      next.push(
        ...(await walkCommit(shown, onMeasurement, { walk, commit, at: { index: index + 1, of: subjects.length } })),
      )
    }
    candidates = distinct(next)
    forgetRuns(
      session,
      candidates.map(({ state }) => state),
    )
    session.trees.set(commit.sha, commit.tree)
  }
  return candidates[0] ?? start
}

/** The way of a commit: plan its executions, find or measure its evidence, and judge it. */
async function walkCommit(
  session: Session,
  onMeasurement: OnMeasurement,
  { walk, commit, at }: Pick<WalkStep, 'walk' | 'commit' | 'at'>,
): Promise<readonly Walk[]> {
  const planned = planStep(walk, commit, session.config.test.reruns)
  const { phase, subtask, plan } = planned
  session.hooks.onProgress({ kind: 'phase:start', ...at, sha: commit.sha, phase, subtask })
  const measurement = plan.scope === 'none' ? null : await measureCommit({ session, walk, commit, planned, at })
  if (measurement?.reused) session.hooks.onProgress({ kind: 'test:cached', ...at, sha: commit.sha, phase, subtask })
  const evidence = collect(session, onMeasurement, measurement)
  const isPart = isShard(session.measurer) && measurement?.reused === null
  if (isPart) return candidatesFrom(walk, commit, evidence)
  const walked = step(walk, commit, evidence)
  const judged = walked.judged.at(-1)
  if (judged !== undefined)
    session.hooks.onProgress({ kind: 'commit:judged', ...at, sha: commit.sha, subtask, ...toResult(judged) })
  return [walked]
}

function toResult(judged: JudgedCommit) {
  const { verdict, findings, tests, durationMs } = judged
  const rule = verdict === 'rejected' && findings.find(({ level }) => level === 'error')?.rule
  const { passed = 0, failed = 0, errored = 0, loadErrors = 0 } = tests ?? {}
  return {
    phase: getPhaseName(judged),
    verdict,
    ...(rule && { rule }),
    passed,
    failing: failed + errored + loadErrors,
    durationMs: Math.round(durationMs),
  }
}

function collect(
  session: Session,
  onMeasurement: OnMeasurement,
  measurement: Measurement | null,
): Evidence | undefined {
  if (measurement === null) return undefined
  if (measurement.reused) session.reused.set(measurement.commit.sha, measurement.reused)
  return onMeasurement(measurement)
}

/** Silences progress of further candidate states, except where something runs. */
function quiet(session: Session): Session {
  const { hooks } = session
  const onProgress: typeof hooks.onProgress = (event) =>
    event.kind === 'test:run' || event.kind === 'note' ? hooks.onProgress(event) : undefined
  return { ...session, hooks: { ...hooks, onProgress } }
}

/** Concludes the branch at the end of its walk. */
export function toVerification(session: Session, walk: Walk): Verification {
  return { decision: conclude(walk), ...aboutBranch(session) }
}

/** Names changed files that are documents by the configuration alone: a reviewer sees what it leaves alone. */
function noteOnLeftAlone({ subjects, config }: Session): readonly string[] {
  const isOurs = compileGlobs(config.paths.docs, false)
  const changes = subjects.flatMap((commit) => commit.changes)
  const paths = changes.flatMap(({ path, class: fileClass }) => (fileClass === 'docs' && isOurs(path) ? [path] : []))
  const left = [...new Set(paths)].toSorted(order)
  if (left.length === 0) return []
  const byName = createClassifier({ tests: [], harness: [], docs: [] })
  const doubtful = left.filter((path) => ['test', 'harness'].includes(byName(path)))
  const note = verifyTexts.leftAlone(count(left.length, 'changed file'), list(left))
  return [doubtful.length === 0 ? note : `${note}. ${verifyTexts.mayBeRead(list(doubtful), doubtful.length > 1)}`]
}

/** Returns the facts of the branch that do not depend on a finished walk. */
export function aboutBranch(session: Session): Omit<Verification, 'decision'> {
  const { origin, range, config, notes, settings, measurer, store, withoutTrials } = session
  return {
    base: origin.sha,
    head: range.head,
    sequence: config.policy.sequence,
    policy: config.policy,
    notes: [...new Set([...notes, ...noteOnLeftAlone(session), ...measurer.notes(), ...store.notes])],
    settings: [...settings, ...(measurer.settings?.() ?? [])],
    ...(withoutTrials && { withoutTrials }),
  }
}
