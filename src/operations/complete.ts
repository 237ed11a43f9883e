/**
 * Runs `complete`: judges what is staged, or else the working tree, as if it were committed now. No file and no branch
 * changes; an accepted RED is kept under a ref of its own.
 */

import { proposeForWork } from '../advice/work.ts'
import { findScope } from '../config/scopes.ts'
import { headNotJudged, phaseNotShown } from '../core/errors/git.ts'
import { firstBlocked } from '../core/evaluate/next.ts'
import { getPhase } from '../core/evaluate/phase.ts'
import { type Commit, type Sha, short, trailer } from '../core/model/commit.ts'
import type { JudgedCommit } from '../core/model/finding.ts'
import { formatAgain, formatCommand, type GateCommand } from '../core/model/gate-command.ts'
import { countFailing } from '../core/model/test-run.ts'
import { findKeptRed, type KeptRed, keepRed } from '../git/local-refs/kept-red.ts'
import { openPending, type Pending, type PendingOptions } from '../git/pending.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { GO_ON } from '../git/unfinished.ts'
import { getKind, toMessage, toSubject } from '../render/commit-message.ts'
import { recordAttempt } from './attempts.ts'
import { keepTaskOut } from './clean-tree.ts'
import { findNextStep, judgeOpenBranch, type NextStep } from './next.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type Session, type SessionOptions } from './verify/session.ts'

export interface CompleteOptions
  extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'>,
    Pick<PendingOptions, 'takesAll' | 'choice'> {
  /** Phase and subtask that the commit would state; by default they follow from what changed. */
  readonly phase?: string
  readonly subtask?: string
}

type Trailer = readonly [key: string, value: string]

export interface Completion extends NextStep, Pick<Pending, 'tree' | 'isStaged' | 'chosen' | 'leftOut'> {
  /** What `commit` would take, as a judged commit. */
  readonly judged: JudgedCommit
  /** The subject of its commit, by the template of the configuration. */
  readonly subject: string
  /** What its commit states, as key and value. */
  readonly stated: readonly Trailer[]
  /** New files that are neither staged nor chosen: the commit takes them, too. */
  readonly added: readonly string[]
  /** True when `git commit` is the next step. */
  readonly isReady: boolean
  /** The RED that was judged before and is not committed yet: this change stands on it. Null without one. */
  readonly red: KeptRed | null
  /** The judged RED itself, once it is kept for the next call; null where it is none, or was not kept. */
  readonly keptRed: Sha | null
  /** Commits the working tree with true trailers; while something is wrong, corrects it and judges it again. */
  readonly commands: readonly string[]
}

/**
 * Judges what `commit` would take.
 * @throws GateError `no-changes` when nothing differs from HEAD
 */
export async function complete(options: CompleteOptions, hooks: Hooks): Promise<Completion> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  const judged = await judgeWork(options, hooks, repository, true)
  if (judged !== null) await recordAttempt(repository, judged)
  return judged ?? (await refuseUnchanged(options, { ...hooks, repository }))
}

/** Names the phase that is open, what was measured last, and what is not staged beside a RED that was judged before. */
async function refuseUnchanged(
  { takesAll: _, choice: _choice, ...options }: CompleteOptions,
  hooks: OpenHooks,
): Promise<never> {
  const { phase, subtask: _subtask, ...rest } = options
  const { decision } = await findNextStep(rest, hooks)
  const { tests } = decision.commits.findLast((commit) => commit.tests !== null) ?? { tests: null }
  const actual = tests && { passed: tests.passed, failed: countFailing(tests) }
  const next = formatCommand({ ...(options.verify ?? AGAIN), name: 'next' })
  const red = await findKeptRed(hooks.repository)
  await using pending = await openPending(hooks.repository, 'working tree', red === null ? {} : { onto: red.sha })
  const way = pending.leftOut.length > 0 ? 'git add --all' : next
  throw phaseNotShown(phase ?? decision.next?.phase ?? 'commit', actual, way)
}

type OpenHooks = Hooks & { readonly repository: Repository }

const AGAIN: GateCommand = { name: 'complete', options: '' }

/**
 * Judges what `commit` would take: on top of a kept RED, unless it is that RED, or another one in its place.
 * @param keepsRed keeps an accepted RED for the next call
 * @returns null when nothing differs from HEAD, or when GREEN is asked for and nothing follows RED
 */
export async function judgeWork(
  options: CompleteOptions,
  hooks: Hooks,
  repository: Repository,
  keepsRed = false,
): Promise<Completion | null> {
  const red = options.phase === 'red' ? null : await findKeptRed(repository)
  const judged = red === null ? 'red' : await judgeOn(red, options, hooks, repository, keepsRed)
  if (judged !== 'red') return judged
  const done = await judgeOn(null, options, hooks, repository, keepsRed)
  return done === 'red' ? null : done
}

/** @returns `red` where the change since `red` is no step of its own, but a RED that takes its place */
async function judgeOn(
  red: KeptRed | null,
  options: CompleteOptions,
  hooks: Hooks,
  repository: Repository,
  keepsRed = false,
): Promise<Completion | 'red' | null> {
  const { phase, subtask, takesAll = false, choice, ...rest } = options
  const trailers = [...(subtask ? [`Task: ${subtask}`] : []), ...(phase ? [`Phase: ${phase}`] : [])]
  const keptOut = await keepTaskOut(repository, rest.task)
  const taken = { takesAll, ...(red && { onto: red.sha }), ...(choice && { choice }) }
  await using pending = await openPending(repository, `working tree\n\n${trailers.join('\n')}\n`, taken)
  if (pending.isStaged && pending.isEmpty && phase === 'green' && pending.leftOut.length > 0)
    // Only RED is staged, and that was judged before.
    return judgeOn(red, { ...options, takesAll: true }, hooks, repository)
  // The first `complete` was RED; `commit` may commit it alone.
  const isGreen = phase === 'green' || (keepsRed && phase === undefined)
  if (pending.isEmpty) return red === null || isGreen ? null : 'red'
  const { head, tree, isStaged, chosen, leftOut } = pending
  await using opening = await openSession({ ...rest, head }, hooks, { repository: pending.repository })
  const session = withStatedRed(opening)
  if (red !== null && isRed(session.subjects.at(-1))) return 'red'
  const step = await judgeOpenBranch(session)
  const judged = step.decision.commits.at(-1)
  if (judged === undefined) throw headNotJudged(short(head))
  const isReady = judged.verdict === 'accepted'
  const subject = writeSubject(session, step, judged)
  const again = options.verify ?? AGAIN
  const stated = toTrailers(judged, phase === 'neutral')
  const commands = isReady
    ? [formatAgain({ ...again, name: 'commit' }), ...(pending.isEditing ? [GO_ON] : [])]
    : toCorrection(step, judged, again, takesAll || chosen !== null ? null : (session.subjects.at(-1) ?? null))
  const added = isStaged || chosen !== null ? [] : getAdded(session.subjects.at(-1))
  const notes = keptOut === null ? step.notes : [keptOut, ...step.notes]
  const found = { tree, isStaged, chosen, leftOut, added }
  const done = { ...step, ...found, notes, judged, subject, stated, isReady, commands, red }
  const isKept = keepsRed && isReady && stated.some(([key, value]) => key === 'Phase' && value === 'red')
  return { ...done, keptRed: isKept ? await keepRed(repository, pending, toMessage(subject, done)) : null }
}

/** The subject of the commit, by what its files say besides its phase. */
function writeSubject(session: Session, { plan }: NextStep, judged: JudgedCommit): string {
  const changes = session.subjects.at(-1)?.changes ?? []
  const kind = getKind(
    judged.phase,
    changes.map((change) => change.class),
    judged.isCharacterization === true,
  )
  const { template, scopes } = session.config.commit
  return toSubject(
    { ...judged, kind },
    plan,
    template,
    findScope(
      scopes,
      changes.map(({ path }) => path),
    ),
  )
}

const isRed = (commit: Commit | undefined) => commit !== undefined && getPhase(commit).phase === 'red'

/** A file that holds tests and code has two changes. */
const getAdded = (commit: Commit | undefined): readonly string[] => [
  ...new Set(commit?.changes.flatMap(({ path, before }) => (before === null ? [path] : []))),
]

/** Changed tests are stated as RED: only their author knows that they describe what exists. */
function withStatedRed(session: Session): Session {
  const { subjects } = session
  const last = subjects.at(-1)
  if (last === undefined || trailer(last, 'phase') !== undefined || !isRed(last)) return session
  return { ...session, subjects: subjects.with(-1, { ...last, trailers: [...last.trailers, ['phase', 'red']] }) }
}

/** @param work what may be committed in part; null where the caller chose what to take */
function toCorrection(
  { decision, policy }: NextStep,
  judged: JudgedCommit,
  command: GateCommand,
  work: Commit | null,
): readonly string[] {
  if (judged.verdict !== 'rejected') return [formatAgain(command)]
  // An earlier commit is corrected first, and the work lies where it was after that.
  if (firstBlocked(decision.commits) !== judged) return [formatCommand({ ...command, name: 'verify' })]
  const proposed = work && proposeForWork(work, judged, policy)
  if (proposed === null) return [formatAgain(command)]
  return [`${formatCommand({ ...command, name: 'commit' })}${proposed}`, formatAgain(command)]
}

const STATED: readonly string[] = ['red', 'green', 'refactor']

/** Returns the trailers that state what was judged; none where a commit needs none. */
function toTrailers(judged: JudgedCommit, saysNeutral: boolean): readonly Trailer[] {
  const { phase, subtask } = judged
  if (phase === 'neutral' && saysNeutral) return [['Phase', phase]]
  if (!STATED.includes(phase)) return []
  // A RED whose tests pass at once is another phase: `Phase: red` would be rejected.
  const stated = ['Phase', judged.isCharacterization ? 'characterize' : phase] as const
  return subtask === null ? [stated] : [['Task', subtask], stated]
}
