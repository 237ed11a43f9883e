/** Judges one commit: its phase and subtask, the rules it breaks, and the verdict. */

import { unboundParts } from '../compare/binding.ts'
import { compose, NO_CHANGES } from '../compare/change-set.ts'
import { newLoadFailures, reportDrivers, runsNothing } from '../compare/drivers.ts'
import { getHeldLines } from '../compare/held-lines.ts'
import { judgeNotes } from '../compare/line-notes.ts'
import { type Commit, type Sha, trailer } from '../model/commit.ts'
import { EMPTY_COMPARISON, type Evidence, isUnmeasured } from '../model/evidence.ts'
import type { Finding, JudgedCommit, Verdict } from '../model/finding.ts'
import { formatCommand, type GateCommand } from '../model/gate-command.ts'
import type { Plan } from '../model/plan.ts'
import type { Policy } from '../model/policy.ts'
import type { Cycle, GateState } from '../model/state.ts'
import type { Problem } from '../model/test-run.ts'
import { RULE_LEVELS, rules } from '../rules/index.ts'
import { baseNotMeasured, measurementAgrees, OF_ANOTHER, waitsFor } from '../rules/measurement-agrees.ts'
import type { RuleContext } from '../rules/rule.ts'
import { refusesBaseState } from './base-state.ts'
import { type Excused, excuseFinding } from './excuses.ts'
import { findBroken, getLevel, lacksMeasurement } from './findings.ts'
import { planMeasurement } from './measurement-plan.ts'
import { getPhase, type Phase, type PhaseStatement } from './phase.ts'
import { getSubtask } from './subtask.ts'

/** What the commits of a branch are judged by. */
export interface Criteria {
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** The command that judges again, with its options. */
  readonly verify?: GateCommand
  /** Commits that answer for everything that the branch proved; absent: none. */
  readonly atHead?: ReadonlySet<Sha>
  /** Commits of the branch before the judged one; absent: none. */
  readonly earlier?: readonly JudgedCommit[]
  /** What maintainers excused; absent: nothing. */
  readonly excused?: Excused
  /** Subtasks that people skipped: no other one waits for them; absent: none. */
  readonly skipped?: ReadonlySet<string>
  /** Why the base could not be measured; absent: it was, or no rule needs it. */
  readonly baseProblems?: readonly Problem[]
}

/** A GREEN attempt may break these rules and no others. */
const WORK_IN_PROGRESS = new Set(['green-passes-drivers', 'suite-is-green', 'coverage-holds', 'attempts-are-limited'])

/** Computes the facts of one commit for rules; measuring plans with the same facts. */
export function getContext(
  commit: Commit,
  measured: Evidence | null,
  state: GateState,
  criteria: Criteria,
): RuleContext {
  const stated = getPhase(commit, state.cycles.size > 0)
  const { phase } = stated
  const worksOn = getSubtask(commit, stated, measured, state, criteria.plan)
  const expected = getCycle(worksOn, phase, state)
  const { scope } = planMeasurement({
    state,
    commit,
    phase,
    cycle: expected,
    reruns: 1,
    skipsRefusedBase: refusesBaseState(criteria.policy),
  })
  const evidence = scope === 'none' ? null : measured
  const isAnswerable = phase === 'red' || phase === 'refactor'
  const changes = compose(isAnswerable ? state.unapproved : NO_CHANGES, commit.changes)
  const isGreenAtOnce =
    evidence !== null && provesNothing(commit, stated, evidence, { state, cycle: expected, changes })
  const statement = isGreenAtOnce ? { ...stated, isCharacterization: true } : stated
  const subtask = isGreenAtOnce ? null : worksOn
  const cycle = isGreenAtOnce ? null : expected
  return {
    ...criteria,
    commit,
    statement,
    phase,
    subtask,
    scope,
    evidence,
    state,
    changes,
    sinceRed: compose(state.sinceRed, commit.changes),
    cycle,
    drivers: phase === 'green' && cycle && evidence ? reportDrivers(cycle, evidence) : null,
  }
}

/** Recognises passing tests that no trailer calls RED: they describe existing behaviour. */
function provesNothing(
  commit: Commit,
  { phase, unknown }: PhaseStatement,
  evidence: Evidence,
  baseState: Parameters<typeof newLoadFailures>[0],
): boolean {
  if (phase !== 'red' || unknown !== null || trailer(commit, 'phase') !== undefined || isUnmeasured(evidence))
    return false
  const { comparison, newPassing, newSkipped, runErrors, totals } = evidence
  if (comparison.newlyFailing.length + newLoadFailures(baseState, evidence).length + runErrors.length > 0) return false
  if (runsNothing(baseState, evidence)) return false
  return newPassing.length > 0 || (totals.total > 0 && newSkipped.length === 0)
}

/** Returns the cycle; one that a person reopened has no GREEN before its new RED. */
function getCycle(subtask: string | null, phase: Phase, { cycles, reopened }: GateState): Cycle | null {
  if (subtask === null || (phase === 'green' && reopened.has(subtask))) return null
  return cycles.get(subtask) ?? null
}

interface Judgement {
  readonly judged: JudgedCommit
  readonly context: RuleContext
  /**
   * The verdict from which the state follows: without findings that people can lift. What is measured must not depend
   * on their decisions, because no measuring job knows them.
   */
  readonly effect: Verdict
}

/** These rules compare a commit with the plan and with what people said about it, and not with a measurement. */
const ABOUT_PLAN = new Set(['task-is-planned', 'red-matches-plan'])
const isAboutWork = ({ rule }: Finding): boolean => !ABOUT_PLAN.has(rule)

/**
 * Judges a commit.
 * @param evidence null or undefined without evidence: then the commit is unmeasured if anything had to run
 */
export function judgeCommit(
  commit: Commit,
  evidence: Evidence | null | undefined,
  state: GateState,
  criteria: Criteria,
): Judgement {
  const context = getContext(commit, evidence ?? null, state, criteria)
  const isMissing = context.scope !== 'none' && context.evidence === null
  const broken = isMissing ? [...findBroken(context, rules), noEvidence(criteria)] : findBroken(context, rules)
  const excused = criteria.excused?.get(commit.sha)
  const findings = broken.map((finding) => excuseFinding(finding, excused?.get(finding.rule)))
  const verdict = getVerdict(context, findings)
  const isPlanned = criteria.plan?.subtasks.some(({ id }) => id === context.subtask) ?? false
  const effect = isPlanned ? getVerdict(context, findings.filter(isAboutWork)) : verdict
  if (lacksMeasurement(context) && !isOwnFailure(context))
    return { judged: record(context, findings.filter(isAboutMeasuring), 'unmeasured'), context, effect: 'unmeasured' }
  const cause = verdict === 'rejected' ? findUnmeasured(criteria) : null
  if (cause === null) return { judged: record(context, findings, verdict), context, effect }
  const judged = record(context, [cause], 'unmeasured')
  return { judged, context, effect: effect === 'rejected' ? 'unmeasured' : effect }
}

/** Returns whether the commit's own run went wrong. Otherwise nothing else is said of it: that may follow from the cause. */
function isOwnFailure({ evidence, ...wanted }: RuleContext): boolean {
  if (evidence === null || unboundParts(evidence, wanted).length > 0) return false
  return isUnmeasured(evidence) && evidence.problems.every(({ code }) => !OF_ANOTHER.includes(code))
}

/** Finds what this commit has to wait for: a finding about the base, or about an earlier commit; null without any. */
function findUnmeasured({ baseProblems = [], earlier = [], verify }: Criteria): Finding | null {
  const finding = { rule: measurementAgrees.code, level: 'error', paths: [], tests: [] } as const
  const first = earlier.find(({ verdict, isSuperseded }) => verdict === 'unmeasured' && !isSuperseded)
  if (first !== undefined) return { ...finding, ...waitsFor(first.sha) }
  return baseProblems.length === 0 ? null : { ...finding, ...baseNotMeasured(baseProblems, verify) }
}

const noEvidence = ({ verify }: Criteria): Finding => ({
  rule: 'measurement-agrees',
  level: 'error',
  message: 'This commit was not measured yet',
  suggestion: { text: `Run \`${formatCommand(verify)}\`.`, commands: [] },
  paths: [],
  tests: [],
})

/** A finding about measuring never makes a commit worse than unmeasured. */
const ABOUT_MEASURING = new Set(['measurement-agrees', 'evidence-is-bound'])
const isAboutMeasuring = ({ rule }: Finding): boolean => ABOUT_MEASURING.has(rule)

function getVerdict(context: RuleContext, findings: readonly Finding[]): Verdict {
  const errors = findings.filter(({ level, rule }) => level === 'error' && !ABOUT_MEASURING.has(rule))
  if (lacksMeasurement(context)) return errors.length > 0 ? 'rejected' : 'unmeasured'
  if (errors.length === 0) return 'accepted'
  const isTry =
    errors.some(({ rule }) => rule === 'green-passes-drivers') && errors.every(({ rule }) => WORK_IN_PROGRESS.has(rule))
  return context.phase === 'green' && isTry ? 'attempt' : 'rejected'
}

function record(context: RuleContext, findings: readonly Finding[], verdict: Verdict): JudgedCommit {
  const { commit, phase, statement, subtask, evidence, drivers } = context
  const proof = phase === 'green' && verdict === 'accepted' ? evidence : null
  const lines = proof ? getHeldLines(proof) : []
  const notes = evidence
    ? judgeNotes(evidence, (code) => getLevel({ code, level: RULE_LEVELS[code]! }, context.policy))
    : []
  const proved = phase === 'red' ? failingAtRed(context) : (drivers?.passing ?? [])
  return {
    sha: commit.sha,
    subject: commit.subject,
    phase,
    ...(statement.isCharacterization ? { isCharacterization: true } : {}),
    subtask,
    verdict,
    isSuperseded: false,
    findings,
    tests: evidence?.totals ?? null,
    comparison: evidence?.comparison ?? EMPTY_COMPARISON,
    proved: verdict === 'accepted' || verdict === 'attempt' ? proved : [],
    coverage: evidence?.coverage ?? null,
    ...(lines.length > 0 ? { lines } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(proof?.answers ? { answers: proof.answers } : {}),
    ...(evidence?.tried ? { tried: evidence.tried } : {}),
    ...(evidence?.suites ? { suites: evidence.suites } : {}),
    durationMs: evidence?.durationMs ?? 0,
  }
}

/** Lists failing tests by id; files that do not load stand for their tests. */
function failingAtRed({ evidence, ...baseState }: RuleContext): readonly string[] {
  if (!evidence) return []
  return [
    ...evidence.comparison.newlyFailing,
    ...newLoadFailures(baseState, evidence).flatMap(({ file }) => file ?? []),
  ]
}
