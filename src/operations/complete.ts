/** Runs `complete`: judges the working tree as if it were committed now. Writes nothing to the repository. */
import { type Sha, short } from '../core/model/commit.ts'
import { BaseError } from '../core/model/errors.ts'
import type { JudgedCommit } from '../core/model/finding.ts'
import type { Plan } from '../core/model/plan.ts'
import { trailerOption } from '../core/rules/text.ts'
import { openPending } from '../git/pending.ts'
import { openRepository } from '../git/repository.ts'
import { judgeBranch, type NextStep } from './next.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type SessionOptions } from './verify/session.ts'

export interface CompleteOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'> {
  /** Phase and subtask that the commit would state; by default they follow from what changed. */
  readonly phase?: string
  readonly subtask?: string
}

export interface Completion extends NextStep {
  /** The working tree as a judged commit. */
  readonly judged: JudgedCommit
  /** The tree of the working tree. */
  readonly tree: Sha
  /** True when `git commit` is the next step. */
  readonly isReady: boolean
  /** Commits the working tree with true trailers; empty while something is wrong. */
  readonly commands: readonly string[]
}

/**
 * Judges the working tree: tracked and new files, with their modes.
 * @throws GateError `no-commits` when nothing differs from HEAD
 */
export async function complete(options: CompleteOptions, hooks: Hooks): Promise<Completion> {
  const { phase, subtask, ...asked } = options
  const trailers = [...(subtask ? [`Task: ${subtask}`] : []), ...(phase ? [`Phase: ${phase}`] : [])]
  await using pending = await openPending(await openRepository(asked.repo), `working tree\n\n${trailers.join('\n')}\n`)
  if (pending.isEmpty) throw new BaseError('no-commits', 'Nothing differs from HEAD.', 'tdd-gate next')
  const { repository, head, tree } = pending
  await using session = await openSession({ ...asked, head }, hooks, { repository })
  const step = await judgeBranch(session)
  const judged = step.decision.commits.at(-1)
  if (judged === undefined) throw new BaseError('no-commits', `${short(head)} was not judged.`, 'tdd-gate verify')
  const isReady = judged.verdict === 'accepted'
  return { ...step, judged, tree, isReady, commands: isReady ? toCommands(judged, step) : [] }
}

const TYPES: Readonly<Record<string, string>> = { red: 'test', green: 'feat', refactor: 'refactor' }

function toCommands(judged: JudgedCommit, { plan }: NextStep): readonly string[] {
  const { phase, subtask } = judged
  const stated = [...(subtask === null ? [] : [trailerOption('Task', subtask)]), trailerOption('Phase', phase)]
  const message = `git commit -m "${toSubject(judged, plan)}"`
  return ['git add --all', phase in TYPES ? `${message} ${stated.join(' ')}` : message]
}

/** Returns a subject that needs no quoting beyond double quotes. */
export function toSubject({ phase, subtask }: JudgedCommit, plan: Plan | null): string {
  const title = plan?.subtasks.find(({ id }) => id === subtask)?.title ?? ''
  return `${TYPES[phase] ?? 'chore'}: ${/^[\w .,()-]{1,60}$/.test(title) ? title : '...'}`
}
