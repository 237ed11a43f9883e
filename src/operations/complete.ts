/** Runs `complete`: judges what is staged, or else the working tree, as if it were committed now. Writes nothing to the repository. */

import { findScope } from '../config/scopes.ts'
import { headNotJudged, phaseNotShown } from '../core/errors/git.ts'
import { firstBlocked } from '../core/evaluate/next.ts'
import { getPhase } from '../core/evaluate/phase.ts'
import { short, trailer } from '../core/model/commit.ts'
import type { JudgedCommit } from '../core/model/finding.ts'
import { formatAgain, formatCommand, type GateCommand } from '../core/model/gate-command.ts'
import { characterizationIsApproved } from '../core/rules/characterization-is-approved.ts'
import { GO_ON, shellWords, trailerOption } from '../core/rules/text.ts'
import { openPending, type Pending, type PendingOptions } from '../git/pending.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { getKind, toSubject } from '../render/commit-message.ts'
import { keepTaskOut } from './clean-tree.ts'
import { findNextStep, judgeOpenBranch, type NextStep } from './next.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type Session, type SessionOptions } from './verify/session.ts'

export interface CompleteOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'>, PendingOptions {
  /** Phase and subtask that the commit would state; by default they follow from what changed. */
  readonly phase?: string
  readonly subtask?: string
}

type Trailer = readonly [key: string, value: string]

export interface Completion extends NextStep, Pick<Pending, 'tree' | 'isStaged' | 'leftOut'> {
  /** What `commit` would take, as a judged commit. */
  readonly judged: JudgedCommit
  /** The subject of its commit, by the template of the configuration. */
  readonly subject: string
  /** What its commit states, as key and value. */
  readonly stated: readonly Trailer[]
  /** True when `git commit` is the next step. */
  readonly isReady: boolean
  /** Commits the working tree with true trailers; while something is wrong, corrects it and judges it again. */
  readonly commands: readonly string[]
}

/**
 * Judges what `commit` would take.
 * @throws GateError `no-changes` when nothing differs from HEAD
 */
export async function complete(options: CompleteOptions, hooks: Hooks): Promise<Completion> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  return (await judgeWork(options, hooks, repository)) ?? (await refuseUnchanged(options, { ...hooks, repository }))
}

/** Names the phase that is open, and what was measured last. */
async function refuseUnchanged({ takesAll: _, ...options }: CompleteOptions, hooks: Hooks): Promise<never> {
  const { phase, subtask: _subtask, ...rest } = options
  const { decision } = await findNextStep(rest, hooks)
  const { tests } = decision.commits.findLast((commit) => commit.tests !== null) ?? { tests: null }
  const actual = tests && { passed: tests.passed, failed: tests.failed + tests.errored + tests.loadErrors }
  const next = formatCommand({ ...(options.verify ?? AGAIN), name: 'next' })
  throw phaseNotShown(phase ?? decision.next?.phase ?? 'commit', actual, next)
}

const AGAIN: GateCommand = { name: 'complete', options: '' }

/** Judges what `commit` would take; null when nothing differs from HEAD. */
export async function judgeWork(
  options: CompleteOptions,
  hooks: Hooks,
  repository: Repository,
): Promise<Completion | null> {
  const { phase, subtask, takesAll = false, ...rest } = options
  const trailers = [...(subtask ? [`Task: ${subtask}`] : []), ...(phase ? [`Phase: ${phase}`] : [])]
  const keptOut = await keepTaskOut(repository, rest.task)
  await using pending = await openPending(repository, `working tree\n\n${trailers.join('\n')}\n`, { takesAll })
  if (pending.isEmpty) return null
  const { head, tree, isStaged, leftOut } = pending
  await using opening = await openSession({ ...rest, head }, hooks, { repository: pending.repository })
  const session = withPending(opening, isStaged)
  const step = await judgeOpenBranch(session)
  const judged = step.decision.commits.at(-1)
  if (judged === undefined) throw headNotJudged(short(head))
  const isReady = judged.verdict === 'accepted'
  const changes = session.subjects.at(-1)?.changes ?? []
  const kind = getKind(
    judged.phase,
    changes.map((change) => change.class),
    passesAtOnce(judged),
  )
  const { template, scopes } = session.config.commit
  const subject = toSubject(
    { ...judged, kind },
    step.plan,
    template,
    findScope(
      scopes,
      changes.map(({ path }) => path),
    ),
  )
  const again = options.verify ?? AGAIN
  const stated = toTrailers(judged, phase === 'neutral')
  const goOn = pending.isEditing ? [GO_ON] : []
  const commands = isReady
    ? [...(isStaged ? [] : ['git add --all']), toCommand(subject, stated), ...goOn]
    : toCorrection(step, judged, again, goOn.length > 0)
  const notes = keptOut === null ? step.notes : [keptOut, ...step.notes]
  return { ...step, notes, judged, tree, isStaged, leftOut, subject, stated, isReady, commands }
}

/**
 * Advice about the working tree changes files; advice about a commit amends it. Changed tests are stated as RED: only
 * their author knows that they describe what exists.
 */
function withPending(session: Session, isStaged: boolean): Session {
  const { subjects } = session
  const last = subjects.at(-1)
  if (last === undefined) return session
  const isRed = trailer(last, 'phase') === undefined && getPhase(last).phase === 'red'
  const trailers = isRed ? [...last.trailers, ['phase', 'red'] as const] : last.trailers
  return { ...session, subjects: subjects.with(-1, { ...last, trailers, isPending: true, isStaged }) }
}

/** Returns the commands of the first broken rule, as `verify` gives them; a commit before it must be corrected first. */
function toCorrection(
  { decision }: NextStep,
  judged: JudgedCommit,
  command: GateCommand,
  isEdited: boolean,
): readonly string[] {
  const [again, next] = [formatAgain(command), formatCommand({ ...command, name: 'next' })]
  if (judged.verdict !== 'rejected') return [again]
  if (firstBlocked(decision.commits) !== judged) return ['git stash push --include-untracked', next]
  const commands = judged.findings.find(({ level }) => level === 'error')?.suggestion.commands ?? []
  // What is left to commit belongs before the later commits of a rebase.
  return commands.length === 0 ? [again] : [...commands, isEdited ? again : next]
}

const STATED: readonly string[] = ['red', 'green', 'refactor']

/** Returns the trailers that state what was judged; none where a commit needs none. */
function toTrailers(judged: JudgedCommit, saysNeutral: boolean): readonly Trailer[] {
  const { phase, subtask } = judged
  if (phase === 'neutral' && saysNeutral) return [['Phase', phase]]
  if (!STATED.includes(phase)) return []
  const stated = ['Phase', passesAtOnce(judged) ? 'characterize' : phase] as const
  return subtask === null ? [stated] : [['Task', subtask], stated]
}

/** A RED whose tests pass at once is another phase: `Phase: red` would be rejected. */
function passesAtOnce({ findings }: JudgedCommit): boolean {
  return findings.some(({ rule }) => rule === characterizationIsApproved.code)
}

function toCommand(subject: string, stated: readonly Trailer[]): string {
  const options = stated.map(([key, value]) => ` ${trailerOption(key, value)}`)
  return `git commit -m ${quote(subject)}${options.join('')}`
}

/** Quotes as people do, where the shell reads the text unchanged. */
function quote(subject: string): string {
  return /["$`\\!]/.test(subject) ? shellWords([subject], "'<subject>'") : `"${subject}"`
}
