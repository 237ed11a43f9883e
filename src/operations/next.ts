/** Runs `next`: judges the branch and returns what to do now, before its first commit too. */
import { getBranchCriteria } from '../core/compare/at-head.ts'
import { notStarted, onDefaultBranch } from '../core/errors/git.ts'
import { collectExcused, inOrder } from '../core/evaluate/apply-decisions.ts'
import { decide } from '../core/evaluate/decide.ts'
import { startWalk, type Walk } from '../core/evaluate/walk.ts'
import type { Sha } from '../core/model/commit.ts'
import type { RunConfig } from '../core/model/config.ts'
import { BaseError, type GateError } from '../core/model/errors.ts'
import type { Evidence } from '../core/model/evidence.ts'
import type { Decision } from '../core/model/finding.ts'
import type { Plan } from '../core/model/plan.ts'
import type { Policy } from '../core/model/policy.ts'
import type { SuiteTotals } from '../core/model/test-run.ts'
import type { ShownFailure, WorkContext } from '../core/model/work-context.ts'
import { taskTitle } from '../core/task/start.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { findKeptRed } from '../git/local-refs/kept-red.ts'
import { isDefaultBranch } from '../git/range.ts'
import { openRepository } from '../git/repository.ts'
import { refuseUnfinished } from '../git/unfinished.ts'
import { toLocalNotes, WAIT } from '../render/local-reply.ts'
import type { CommitResult } from '../render/run/results.ts'
import { adviseByTrial } from './advice/advise.ts'
import { LOCAL, type LocalPeople, readLocalPeople } from './decisions.ts'
import { rememberFailures } from './failures/remember.ts'
import { toCommitResult } from './failures/results.ts'
import { tightenAttempts } from './runs/attempt-limit.ts'
import { findBeginning } from './tasks/first-task.ts'
import { readSetAside } from './tasks/set-aside.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type Session, type SessionOptions } from './verify/session.ts'
import { countSuite } from './verify/suite-totals.ts'
import { type OnMeasurement, toVerification, type Verification, walkBranch } from './verify/walk-branch.ts'
import { getWorkContext } from './work-context.ts'

export interface NextStep extends Verification {
  readonly plan: Plan | null
  readonly policy: Policy
  /** The failures of the newest runs that say why the tests of the next step fail. */
  readonly driverFailures: readonly ShownFailure[]
  readonly context: WorkContext
  /** The title of the pull request; null without a plan. */
  readonly pullTitle: string | null
  /** The guardrails of a run. */
  readonly guardrails: RunConfig
  /** Of all tests at the head; null or absent where they are unknown. */
  readonly wholeSuite?: SuiteTotals | null
  /** For the files of the run; absent where an answer is kept. */
  readonly results?: readonly CommitResult[]
}

/**
 * Judges the branch as `verify` does, and adds what an agent needs for its next step.
 * @throws GateError when the branch cannot be judged at all
 */
export async function findNextStep(options: SessionOptions, hooks: Hooks): Promise<NextStep> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  await refuseUnfinished(repository)
  const red = options.head === undefined ? await findKeptRed(repository) : null
  const head = red === null ? {} : { head: red.sha }
  await using session = await openBranch({ ...options, ...head }, { ...hooks, repository })
  const step = await judgeOpenBranch(session)
  if (red !== null || options.head !== undefined) return step
  return { ...step, ...(await adviseByTrial(session, step, { ...options, isHere: true })) }
}

/**
 * Judges the branch of an open session, and adds why the tests of the next step fail.
 * @param branch its name, where it is not the one that is checked out
 */
export async function judgeOpenBranch(opened: Session, branch?: string): Promise<NextStep> {
  const people = await readLocalPeople(opened.repository, branch)
  // Later commits are measured upon an excused one as upon any accepted one.
  const excused = collectExcused(people.decisions, opened.range.head)
  const policy = await tightenAttempts(opened.repository, opened.criteria.policy, branch)
  const session: Session = { ...opened, criteria: { ...opened.criteria, policy, excused } }
  const failures = rememberFailures()
  const measured = new Map<Sha, Evidence>()
  const results: CommitResult[] = []
  let wholeSuite: SuiteTotals | null = null
  const remember: OnMeasurement = (measurement) => {
    const { commit, evidence } = measurement
    results.push(toCommitResult(measurement))
    failures.add(measurement)
    measured.set(commit.sha, evidence)
    if (commit.sha === session.range.head) wholeSuite = countSuite(session, measurement)
    return evidence
  }
  const walk = session.subjects.length === 0 ? beforeFirstCommit(session) : await walkBranch(session, remember)
  const judged = toVerification(session, walk)
  const setAside = await readSetAside(session, branch)
  const all = { ...people, decisions: [...people.decisions, ...setAside] }
  const verification = withPeople(session, judged, measured, all)
  const { decision, notes, ...about } = verification
  if (session.subjects.length === 0 && decision.next === null) throw await notBegun(session)
  const { context, notes: more } = await getWorkContext(session, decision)
  const { unrun: unrunLines } =
    session.subjects.flatMap(({ sha }) => measured.get(sha) ?? []).findLast(({ coverage }) => coverage !== null) ?? {}
  return {
    ...about,
    decision,
    context: unrunLines === undefined ? context : { ...context, unrunLines },
    notes: [...notes, ...toAttemptNotes(people, session.range.head), ...more],
    plan: session.criteria.plan,
    policy: session.criteria.policy,
    pullTitle: session.criteria.plan && taskTitle(session.criteria.plan, session.config.git.pr.title),
    guardrails: session.config.run,
    driverFailures: await failures.read(session.scratch, decision.next?.drivers ?? []),
    results,
    wholeSuite,
  }
}

/** The messages of failed attempts at the present RED, which no commit shows. */
function toAttemptNotes({ decisions }: LocalPeople, head: Sha): readonly string[] {
  const failed = inOrder({ pullRequest: LOCAL, decisions }).filter((one) => one.kind === 'attempt' && one.head === head)
  return failed.map(({ reason }, index) => `Attempt ${index + 1} of ${failed.length}: ${reason}`)
}

/** Applies what people said about this branch, as the App does. Their decisions are no part of the measurement. */
function withPeople(
  session: Session,
  verification: Verification,
  evidence: ReadonlyMap<Sha, Evidence>,
  { notes, ...people }: LocalPeople,
): Verification {
  if (people.decisions.length + notes.length === 0) return verification
  const { origin, range, subjects: commits, criteria } = session
  const facts = { ...criteria, base: origin.sha, baseTree: origin.tree, head: range.head, commits, evidence, people }
  const decision = toLocalDecision(decide(facts))
  return { ...verification, decision, notes: [...verification.notes, ...notes, ...toLocalNotes(decision)] }
}

function toLocalDecision(decision: Decision): Decision {
  if (decision.stopped === undefined || decision.next === null) return decision
  return { ...decision, next: { ...decision.next, suggestion: { text: WAIT[decision.stopped.kind], commands: [] } } }
}

async function notBegun(session: Session): Promise<GateError> {
  const { suggestion, document } = await findBeginning(session)
  const start = session.uncommitted.some((path) => path !== document) ? null : suggestion
  const branch = await getCurrentBranch(session.repository)
  const isDefault = branch !== null && (await isDefaultBranch(session.repository, branch))
  return isDefault ? onDefaultBranch(branch, start, 'complete') : notStarted(branch, start)
}

/** On the only branch of a repository, the next step is the first one of a new branch. */
export async function openBranch(options: SessionOptions, hooks: Hooks): Promise<Session> {
  try {
    return await openSession({ ...options, isEmptyAllowed: true }, hooks)
  } catch (error) {
    const isAlone = error instanceof BaseError && error.code === 'unknown-revision' && options.base === undefined
    if (!isAlone) throw error
    return openSession({ ...options, base: 'HEAD', isEmptyAllowed: true }, hooks)
  }
}

/** Nothing has to run where nothing is judged: the next step follows from the plan alone. */
function beforeFirstCommit({ origin, criteria, subjects }: Session): Walk {
  return startWalk(origin.sha, origin.tree, undefined, { ...criteria, ...getBranchCriteria(subjects) })
}
