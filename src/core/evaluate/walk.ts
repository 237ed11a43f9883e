/**
 * Walks the commits from the base: one step per commit, each returns a new value. Measuring and deciding share the
 * walk.
 */

import { answersForBranch } from '../compare/at-head.ts'
import { unboundParts } from '../compare/binding.ts'
import type { Commit, Sha } from '../model/commit.ts'
import { EMPTY_COMPARISON, type Evidence } from '../model/evidence.ts'
import type { JudgedCommit } from '../model/finding.ts'
import { type GateState, initialState } from '../model/state.ts'
import { redIsProvedAtGreen } from '../rules/red-is-proved-at-green.ts'
import type { RuleContext } from '../rules/rule.ts'
import { applyVerdict, isBrokenMerge } from './apply-verdict.ts'
import { refusesBaseState } from './base-state.ts'
import { type Criteria, getContext, judgeCommit } from './judge-commit.ts'
import { settleNoticed } from './late-notices.ts'
import { type MeasurementPlan, NOTHING_TO_RUN, planMeasurement } from './measurement-plan.ts'
import { answersForAll } from './update-baseline.ts'

/** The state when a commit was accepted. */
interface Snapshot {
  readonly state: GateState
  readonly judged: readonly JudgedCommit[]
}

export interface Walk extends Snapshot {
  readonly criteria: Criteria
  /** By tree of every accepted commit: returning to such a tree restores its state. */
  readonly snapshots: ReadonlyMap<Sha, Snapshot>
  readonly tree: Sha
}

export function startWalk(base: Sha, tree: Sha, evidence: Evidence | undefined, criteria: Criteria): Walk {
  const itself = { commit: { sha: base, tree }, state: { baseline: base } }
  const wanted = { ...itself, policyDigest: criteria.policyDigest, scope: 'suite' as const }
  const isBound = evidence !== undefined && unboundParts(evidence, wanted).length === 0
  const start: Snapshot = { state: initialState(base, isBound ? evidence : undefined), judged: [] }
  const problems = isBound ? evidence.problems : []
  const known = problems.length === 0 ? criteria : { ...criteria, baseProblems: problems }
  return { ...start, criteria: known, snapshots: new Map([[tree, start]]), tree }
}

/** What is known of a commit before its measurement, and the executions that `step` needs to judge it. */
export interface StepPlan extends Pick<RuleContext, 'phase' | 'subtask' | 'cycle' | 'changes'> {
  readonly plan: MeasurementPlan
}

/** Computes the facts of a commit once, before it is measured. `step` computes them once more, with the evidence. */
export function planStep(walk: Walk, commit: Commit, reruns: number): StepPlan {
  const { state, criteria } = walk
  const { phase, subtask, cycle, changes } = getContext(commit, null, state, criteria)
  const skipsRefusedBase = refusesBaseState(criteria.policy)
  const plan = isRevert(walk, commit)
    ? NOTHING_TO_RUN
    : planMeasurement({ state, commit, phase, cycle, reruns, skipsRefusedBase })
  return { phase, subtask, cycle, changes, plan }
}

/** Returns whether the commit, with this evidence, answers for everything that the branch proved. */
export function completesBranch({ state, criteria }: Walk, commit: Commit, evidence: Evidence): boolean {
  return criteria.atHead?.has(commit.sha) === true && answersForBranch(getContext(commit, evidence, state, criteria))
}

/**
 * Judges the next commit.
 * @param evidence null or undefined without evidence
 */
export function step(walk: Walk, commit: Commit, evidence: Evidence | null | undefined): Walk {
  if (isRevert(walk, commit)) return applyRevert(walk, commit)
  const { judged, context, effect } = judgeCommit(commit, evidence, walk.state, {
    ...walk.criteria,
    earlier: walk.judged,
  })
  const state = applyVerdict(walk.state, { ...judged, verdict: effect }, context)
  const isAccepted = judged.verdict === 'accepted'
  const earlier = withoutProved(supersede(walk, judged, state), walk.state, state)
  const late = isAccepted ? context.evidence?.noticedLate : []
  const all = [...settleNoticed(earlier, walk.state.unnoticed, late), judged]
  const snapshots = isAccepted ? new Map(walk.snapshots).set(commit.tree, { state, judged: all }) : walk.snapshots
  return { ...walk, state, judged: all, snapshots, tree: commit.tree }
}

/** Recognises a revert: the tree was accepted before, and is not the parent's. */
function isRevert(walk: Walk, commit: Commit): boolean {
  return commit.tree !== walk.tree && commit.parents.length === 1 && walk.snapshots.has(commit.tree)
}

/** Restores a state, but keeps later attempts on record, also those at the same RED. */
function restoreState(then: GateState, { attempts }: Pick<GateState, 'attempts'>): GateState {
  const cycles = [...then.cycles].map(([id, cycle]) => [id, { ...cycle, ...attempts.get(cycle.identity) }] as const)
  return { ...then, attempts, cycles: new Map(cycles) }
}

/** Voids the commits after the accepted tree. Earlier rejections stay. */
function applyRevert(walk: Walk, commit: Commit): Walk {
  const { state, judged } = walk.snapshots.get(commit.tree) ?? walk
  const voided = walk.judged.slice(judged.length).map((later) => ({ ...later, isSuperseded: true }))
  const revert: JudgedCommit = {
    sha: commit.sha,
    subject: commit.subject,
    phase: 'neutral',
    subtask: null,
    verdict: 'accepted',
    isSuperseded: false,
    findings: [],
    tests: null,
    comparison: EMPTY_COMPARISON,
    proved: [],
    coverage: null,
    durationMs: 0,
  }
  return { ...walk, state: restoreState(state, walk.state), judged: [...judged, ...voided, revert], tree: commit.tree }
}

/** Removes what RED left to GREEN to prove once GREEN has proved it. */
function withoutProved(judged: readonly JudgedCommit[], before: GateState, after: GateState): readonly JudgedCommit[] {
  const proved = new Set([...before.cycles.keys()].filter((id) => !after.cycles.has(id) && after.proved.has(id)))
  if (proved.size === 0) return judged
  const isProved = ({ phase, subtask }: JudgedCommit) => phase === 'red' && proved.has(subtask ?? '')
  return judged.map((commit) =>
    isProved(commit)
      ? { ...commit, findings: commit.findings.filter(({ rule }) => rule !== redIsProvedAtGreen.code) }
      : commit,
  )
}

/** Supersedes rejected attempts at the same thing when the accepted commit's judgement covers all their changes. */
function supersede({ judged, state: before }: Walk, accepted: JudgedCommit, after: GateState): readonly JudgedCommit[] {
  if (accepted.verdict !== 'accepted') return judged
  const { phase, subtask, tests } = accepted
  const answers = answersForAll(accepted, before.unapproved) || phase === 'red'
  const proved = new Set([...after.proved.keys()].filter((id) => before.cycles.has(id) && !after.cycles.has(id)))
  const isSame = (earlier: JudgedCommit) =>
    earlier.subtask === subtask || (phase === 'green' && proved.has(earlier.subtask ?? ''))
  const isMeasured = phase === 'red' || tests !== null
  return judged.map((earlier) => {
    if (earlier.verdict === 'accepted' || !isMeasured) return earlier
    const isTry = earlier.phase === phase && answers && isSame(earlier) && phase !== 'merge'
    const isFixed = isTry || (phase !== 'red' && isBrokenMerge(earlier))
    return isFixed ? { ...earlier, isSuperseded: true } : earlier
  })
}
