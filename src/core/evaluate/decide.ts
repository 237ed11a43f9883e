/** Decides: facts in; verdicts, subtasks and the next work unit out. Total and pure. */

import { getBranchCriteria } from '../compare/at-head.ts'
import { getPaths } from '../compare/change-set.ts'
import type { Facts } from '../model/facts.ts'
import {
  type Conclusion,
  type Decision,
  type DecisionNote,
  type JudgedCommit,
  MAX_KNOWN,
  type SubtaskState,
  type WorkUnit,
} from '../model/finding.ts'
import { formatCommand, JUDGE } from '../model/gate-command.ts'
import type { Plan } from '../model/plan.ts'
import type { Policy } from '../model/policy.ts'
import type { GateState } from '../model/state.ts'
import {
  applyDecision,
  applyDecisions,
  collectExcused,
  describeStops,
  formatDecision,
  skippedSubtasks,
} from './apply-decisions.ts'
import { firstBlocked, isPaused, nextWorkUnit } from './next.ts'
import { nextTexts } from './texts.ts'
import { startWalk, step, type Walk } from './walk.ts'

/** Judges every commit of the branch in order, and applies the decisions of people where they were made. */
export function decide(facts: Facts): Decision {
  const { base, baseTree, commits, evidence, policy, policyDigest, plan, verify } = facts
  const applied = applyDecisions(facts.people, base, commits)
  const skipped = skippedSubtasks(applied)
  const begun = startWalk(base, baseTree, evidence.get(base), {
    policy,
    policyDigest,
    plan,
    excused: collectExcused(applied.all, facts.head),
    skipped: new Set(skipped.keys()),
    ...getBranchCriteria(commits),
    ...(verify === undefined ? {} : { verify }),
  })
  const start = applyDecision(applyDecision(begun, applied.atStart, true), applied.after.get(base))
  const walk = commits.reduce((before, commit) => {
    return applyDecision(step(before, commit, evidence.get(commit.sha)), applied.after.get(commit.sha))
  }, start)
  return withTaskDecisions(conclude(applyDecision(walk, applied.atEnd), skipped), describeStops(applied, facts.head))
}

/** Concludes a walk: the conclusion, the subtasks and the next step. */
export function conclude(walk: Walk, skipped: ReadonlyMap<string, DecisionNote> = new Map()): Decision {
  return decideFrom(walk, skipped)
}

/** Adds the maintainers' decisions about the task as a whole; they never concern one commit. */
function withTaskDecisions(decision: Decision, { stopped, override }: ReturnType<typeof describeStops>): Decision {
  const held: Decision = stopped
    ? { ...decision, conclusion: 'failure', next: waitFor(stopped, decision.next), stopped }
    : decision
  if (override === null || held.conclusion === 'success') return held
  return { ...held, conclusion: 'success', next: null, overridden: { ...override, conclusion: held.conclusion } }
}

function decideFrom(
  { state, judged: all, criteria: { policy, plan, verify = JUDGE } }: Walk,
  skipped: ReadonlyMap<string, DecisionNote>,
): Decision {
  const isWhole = policy.sequence === 'pull-request'
  const judged = all.map((one, at) => (isWhole && at < all.length - 1 ? { ...one, isLaidOver: true as const } : one))
  const subtasks = getSubtasks(state, judged, plan, policy).map((subtask) => applySkip(subtask, skipped, state))
  const conclusion = concludeFrom(judged, subtasks, state, policy)
  return {
    conclusion,
    commits: judged,
    subtasks,
    next: conclusion === 'success' ? null : nextWorkUnit({ judged, subtasks, state, plan, policy, verify }),
    ...(isWhole ? { isWhole } : {}),
    ...knownIn(state),
    ...unprovedIn(state),
    ...(plan === null ? { isUnplanned: true as const } : {}),
  }
}

/** Lists failures of the base: the author is not to blame, but everyone should see them. */
function knownIn({ knownFailing, knownLoadFailures }: GateState): Pick<Decision, 'known'> {
  const known = [...knownLoadFailures, ...knownFailing].filter((name) => name !== '').toSorted()
  return known.length === 0 ? {} : { known: known.slice(0, MAX_KNOWN) }
}

/**
 * Lists unproved production. Refactoring alone is honest work, but a reviewer should know that no test shows its
 * effect.
 */
function unprovedIn({ proved, cycles, unproved }: GateState): Pick<Decision, 'unproved'> {
  const paths = getPaths(unproved, 'production')
  return proved.size + cycles.size > 0 || paths.length === 0 ? {} : { unproved: paths.slice(0, MAX_KNOWN) }
}

/** The first blocked commit decides: later commits were judged on the state that it left. */
function concludeFrom(
  judged: readonly JudgedCommit[],
  subtasks: readonly SubtaskState[],
  state: GateState,
  policy: Policy,
): Conclusion {
  const first = firstBlocked(judged)
  if (first) return first.verdict === 'unmeasured' ? 'unmeasurable' : 'failure'
  if (isPaused(state, policy)) return 'failure'
  return subtasks.every(({ status }) => status === 'done') ? 'success' : 'in_progress'
}

/** Counts a skipped subtask as done, except while its failing tests remain: they must be reverted. */
function applySkip(
  subtask: SubtaskState,
  notes: ReadonlyMap<string, DecisionNote>,
  { cycles, proved }: GateState,
): SubtaskState {
  const skipped = notes.get(subtask.id)
  if (skipped === undefined || proved.has(subtask.id)) return subtask
  return { ...subtask, status: cycles.has(subtask.id) ? 'red' : 'done', skipped }
}

/** Lists planned subtasks in the plan's order; without a plan, those that commits worked on. */
function getSubtasks(
  state: GateState,
  judged: readonly JudgedCommit[],
  plan: Plan | null,
  policy: Policy,
): SubtaskState[] {
  const seen = judged.flatMap(({ subtask, phase, verdict, isSuperseded }) =>
    subtask !== null && !isSuperseded && (phase === 'red' || (phase === 'green' && verdict !== 'accepted'))
      ? [subtask]
      : [],
  )
  const planned = plan?.subtasks ?? []
  const titles = new Map([...getTitles(judged), ...planned.map(({ id, title }) => [id, title] as const)])
  const ids = new Set([
    ...planned.map(({ id }) => id),
    ...(plan ? [] : seen),
    ...state.proved.keys(),
    ...state.cycles.keys(),
    ...(plan ? [] : state.reopened),
  ])
  return [...ids].map((id) => toSubtask(id, titles.get(id) ?? id, state, policy))
}

function toSubtask(id: string, title: string, state: GateState, policy: Policy): SubtaskState {
  const open = state.cycles.get(id)
  if (open && state.reopened.has(id)) return { id, title, status: 'pending', attempts: open.attempts, drivers: [] }
  if (open) return { id, title, status: 'red', attempts: open.attempts, drivers: [...open.tests, ...open.files] }
  const proved = state.proved.get(id)
  if (!proved) return { id, title, status: 'pending', attempts: 0, drivers: [] }
  const isDone = policy.refactor !== 'required' || state.refactored.has(id)
  return { id, title, status: isDone ? 'done' : 'green', attempts: proved.attempts, drivers: proved.drivers }
}

/** Without a plan a subtask gets the title of its first commit. */
function getTitles(judged: readonly JudgedCommit[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  for (const { subtask, subject } of judged) if (subtask !== null && !titles.has(subtask)) titles.set(subtask, subject)
  return titles
}

const STOPPED = {
  pause: { word: 'Paused', how: nextTexts.paused },
  abort: { word: 'Aborted', how: nextTexts.aborted },
} as const

/** Returns the work unit of a stopped task, which asks to wait. */
function waitFor(decision: DecisionNote & { readonly kind: 'pause' | 'abort' }, next: WorkUnit | null): WorkUnit {
  const { word, how } = STOPPED[decision.kind]
  return {
    phase: 'neutral',
    subtask: null,
    acceptance: [],
    drivers: [],
    files: [],
    limits: next?.limits ?? { attempts: 0, maxAttempts: 0 },
    action: 'wait',
    title: `${word} ${formatDecision(decision)}`,
    suggestion: { text: how, commands: [formatCommand()] },
  }
}
