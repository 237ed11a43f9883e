/** Applies a judged commit to the state: opens and closes cycles, accumulates changes, updates the baseline. */
import { compose, follow, NO_CHANGES } from '../compare/change-set.ts'
import { isCounterfactualFree } from '../compare/counterfactual.ts'
import { isFinished, newLoadFailures, reportDrivers } from '../compare/drivers.ts'
import { answerFrozen, freeze, noteTests, replaceFrozen } from '../compare/frozen.ts'
import { refusedDrivers, reportHollow } from '../compare/hollow.ts'
import type { FileChange } from '../model/commit.ts'
import { type Evidence, type FailingTest, newAndRenamed } from '../model/evidence.ts'
import type { JudgedCommit } from '../model/finding.ts'
import { type Cycle, type GateState, getGrant } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'
import type { RuleContext } from '../rules/rule.ts'
import { nearby } from '../text/nearby.ts'
import { followUnnoticed } from './late-notices.ts'
import { redFiles } from './measurement-plan.ts'
import { changedBehaviour } from './phase.ts'
import { updateBaseline } from './update-baseline.ts'

export function applyVerdict(state: GateState, judged: JudgedCommit, context: RuleContext): GateState {
  const carried = accumulateChanges(state, judged, context)
  if (judged.verdict === 'attempt') return countAttempt(carried, context)
  if (isBrokenMerge(judged)) return updateBaseline(carried, context)
  if (judged.verdict !== 'accepted') return carried
  const unnoticed = followUnnoticed(state.unnoticed, context.commit.sha, context.evidence)
  return applyAccepted({ ...carried, unnoticed }, context)
}

function applyAccepted(carried: GateState, context: RuleContext): GateState {
  switch (context.phase) {
    case 'red':
      return openCycle(carried, context)
    case 'green':
      return updateBaseline(closeCycles(carried, context), context)
    case 'refactor':
      return updateBaseline(markRefactored(carried, context), context)
    case 'merge':
    case 'neutral':
    case 'start':
      return updateBaseline(carried, context)
    default:
      return context.phase satisfies never
  }
}

/**
 * Recognises a clean merge from base whose suite is not green. It becomes the new base state, but the author must still
 * fix what it broke.
 */
export function isBrokenMerge({ phase, verdict, findings }: JudgedCommit): boolean {
  const errors = findings.filter(({ level }) => level === 'error')
  return phase === 'merge' && verdict === 'rejected' && errors.every(({ rule }) => rule === 'suite-is-green')
}

/**
 * Accumulates every commit's changes until a commit answers for them; those of a rejected commit until they are gone.
 */
function accumulateChanges(state: GateState, judged: JudgedCommit, { commit, evidence }: RuleContext): GateState {
  const isProduction = (change: FileChange) => change.class === 'production'
  const isAccepted = judged.verdict === 'accepted' || isBrokenMerge(judged)
  const isBlamed = !isAccepted && judged.verdict !== 'attempt'
  return {
    ...state,
    ...answerFrozen(state, isAccepted ? evidence?.answered : []),
    testCommits: noteTests(state.testCommits, commit),
    production: compose(state.production, commit.changes.filter(isProduction)),
    otherChanges: compose(
      state.otherChanges,
      commit.changes.filter((change) => !isProduction(change)),
    ),
    unapproved: isBlamed ? compose(state.unapproved, commit.changes) : follow(state.unapproved, commit.changes),
    sinceRed: isAccepted ? follow(state.sinceRed, commit.changes) : compose(state.sinceRed, commit.changes),
  }
}

function countAttempt(state: GateState, { cycle }: RuleContext): GateState {
  if (!cycle) return state
  const attempts = cycle.attempts + 1
  return {
    ...state,
    cycles: new Map(state.cycles).set(cycle.subtask, { ...cycle, attempts }),
    attempts: new Map(state.attempts).set(cycle.identity, { attempts, ...getGrant(cycle) }),
  }
}

function openCycle(state: GateState, context: RuleContext): GateState {
  const { commit, subtask, evidence, changes, statement } = context
  const shown = new Set([...state.shown, ...(evidence === null ? [] : newAndRenamed(evidence).fresh)])
  const clean = { ...state, shown, unapproved: NO_CHANGES, sinceRed: NO_CHANGES }
  if (!evidence || subtask === null || statement.isCharacterization) return clean
  const watch = redFiles(changes, context.cycle)
  const tests = evidence.comparison.newlyFailing
  // A load error without a file may concern any file that this RED answers for.
  const files = [...new Set(newLoadFailures(context, evidence).flatMap(({ file }) => file ?? watch))]
  const identity = getIdentity(subtask, { tests, files, changes })
  const cycle: Cycle = {
    subtask,
    red: commit.sha,
    tests,
    files,
    watch: withDrivers(watch, evidence),
    identity,
    asserting: assertingIn(evidence),
    attempts: 0,
    ...(context.cycle && getGrant(context.cycle)),
    ...state.attempts.get(identity),
    otherChanges: state.otherChanges,
    isPristine: state.production.size === 0,
  }
  const cycles = new Map(clean.cycles)
  cycles.delete(subtask)
  const reopened = new Set([...state.reopened].filter((id) => id !== subtask))
  const replaced = (evidence.answered ?? []).filter(({ by }) => by === 'driver')
  const answered = new Map([...state.answered, ...replaced.map((answer) => [answer.id, answer] as const)])
  const held = replaceFrozen(clean, tests, files)
  return { ...clean, ...held, reopened, answered, cycles: cycles.set(subtask, cycle) }
}

/** Tracks the test files that read changed test data: GREEN must turn these, and a runner can run them alone. */
function withDrivers(watch: readonly string[], { failing, comparison, watched: tracked }: Evidence): readonly string[] {
  const fresh = new Set(comparison.newlyFailing)
  const files = failing.flatMap(({ id, file }) => (file !== null && fresh.has(id) ? [file] : []))
  const own = nearby(watch)
  const others = files.filter((file) => !own.has(file))
  const isDataOnly = others.length > 0 && !tracked.some(({ file }) => file !== null && own.has(file))
  return [...new Set([...(isDataOnly ? [] : watch), ...others])].toSorted()
}

const OWN_FAILURES: readonly FailingTest['kind'][] = ['assertion', 'timeout']

/** Returns tests that reached an assertion or production and failed or waited there, not by a load error. */
function assertingIn({ failing, comparison }: Evidence): readonly TestId[] {
  const fresh = new Set(comparison.newlyFailing)
  // A test beside its code names what is missing in a file of production.
  const isInTest = ({ kind, at, file }: FailingTest) => kind === 'missing-symbol' && at === file
  const isOwn = (test: FailingTest) =>
    OWN_FAILURES.includes(test.kind) || (test.atClass === 'production' && !isInTest(test))
  return failing.flatMap((test) => (fresh.has(test.id) && isOwn(test) ? [test.id] : []))
}

/**
 * Identifies a RED by its tests. Tests of a file that does not load have no names yet, so there the content of the test
 * files identifies it.
 */
function getIdentity(
  subtask: string,
  { tests, files, changes }: Pick<Cycle, 'tests' | 'files'> & Pick<RuleContext, 'changes'>,
): string {
  const frozen = [...changes.values()].flatMap((change) =>
    change.class === 'test' ? [[change.path, change.after?.id ?? '']] : [],
  )
  return JSON.stringify([subtask, tests.toSorted(), files.length === 0 ? [] : [files.toSorted(), frozen.toSorted()]])
}

/** Closes a GREEN's own cycle and every other whose drivers it provably satisfies. */
function closeCycles(state: GateState, context: RuleContext): GateState {
  const { evidence, cycle: own } = context
  if (!evidence) return state
  const closed = [...state.cycles.values()].filter(
    (cycle) =>
      isFinished(cycle, evidence) &&
      !state.reopened.has(cycle.subtask) &&
      (cycle === own || isProvedAside(cycle, evidence, context)),
  )
  const ids = new Set(closed.map(({ subtask }) => subtask))
  const proofs = closed.map(
    (cycle) => [cycle.subtask, { drivers: reportDrivers(cycle, evidence).passing, attempts: cycle.attempts }] as const,
  )
  return {
    ...state,
    ...freeze(state, context.commit.sha, closed, evidence),
    cycles: new Map([...state.cycles].filter(([id]) => !ids.has(id))),
    proved: new Map([...state.proved, ...proofs]),
    refactored: new Set([...state.refactored].filter((id) => !ids.has(id))),
  }
}

/**
 * Returns whether the drivers of another cycle need the new code and fail without it: known from its RED, or tried
 * here.
 */
function isProvedAside(cycle: Cycle, evidence: Evidence, { state, commit }: RuleContext): boolean {
  const { emptied } = evidence
  if (emptied && refusedDrivers(reportHollow(cycle, reportDrivers(cycle, evidence), emptied)).length > 0) return false
  if (isCounterfactualFree(state, commit, cycle)) return true
  const passing = new Set(evidence.counterfactual?.stillPassing)
  return evidence.counterfactual !== null && !reportDrivers(cycle, evidence).passing.some((id) => passing.has(id))
}

function markRefactored(state: GateState, { subtask, commit }: RuleContext): GateState {
  const unproved = compose(state.unproved, changedBehaviour(commit.changes))
  return {
    ...state,
    unproved,
    refactored: new Set([...state.refactored, ...(subtask ? [subtask] : state.proved.keys())]),
  }
}
