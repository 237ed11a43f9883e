/** Runs `commit --no-verify`: no test runs, and nothing is claimed. The next `verify` measures the commit. */
import { findScope } from '../config/scopes.ts'
import { nothingToCommit } from '../core/errors/git.ts'
import { mixedChange, notByProgram, stepUnknown, taskStopped } from '../core/errors/people.ts'
import { formatDecision, standingStops, toDecisionNote } from '../core/evaluate/apply-decisions.ts'
import type { Sha } from '../core/model/commit.ts'
import { formatAgain, formatCommand, JUDGE } from '../core/model/gate-command.ts'
import { judgeMessage } from '../core/task/hook-decision.ts'
import { findKeptRed, type KeptRed } from '../git/local-refs/kept-red.ts'
import { openPending, type Pending } from '../git/pending.ts'
import { openRepository, type Repository, readHeadSha } from '../git/repository.ts'
import { commitPending } from '../git/write.ts'
import { getKind, toMessage, toSubject } from '../render/commit-message.ts'
import { COMMIT, type CommitOptions, commitKeptRed, refuseCommitHere } from './commit.ts'
import { readLocalPeople } from './decisions.ts'
import { factsIn } from './hook.ts'
import { getWorktreeFolder } from './runs/place.ts'
import { readState } from './runs/state.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type Session } from './verify/session.ts'

interface Unmeasured extends Pick<Pending, 'leftOut' | 'chosen'> {
  readonly commit: Sha
  /** The commit before it, of a RED that `complete` had judged; null where none was made. */
  readonly red: Sha | null
  readonly phase: string
  readonly subtask: string | null
  /** Measures the commit. */
  readonly commands: readonly string[]
}

/**
 * Commits what is staged, or else the working tree, as the stated step, or as the step that was kept for this head.
 * @throws GateError `command-refused` where the step is unknown, files of two steps are mixed, or a program asks;
 * `on-default-branch`; `task-stopped`; `no-changes`
 */
export async function commitUnmeasured(
  options: Omit<CommitOptions, 'takesAttempt'>,
  hooks: Hooks,
): Promise<Unmeasured> {
  const { message, phase, subtask, takesAll = false, choice, ...rest } = options
  const { verify = COMMIT } = rest
  const command = `${formatAgain(verify)} --no-verify`
  if (hooks.isProgram) throw notByProgram('commit --no-verify', [])
  const repository = hooks.repository ?? (await openRepository(rest.repo))
  await refuseCommitHere(repository)
  const [stop] = standingStops(await readLocalPeople(repository))
  if (stop !== undefined) throw taskStopped(`Stopped ${formatDecision(toDecisionNote(stop))}`)
  const kept = phase === 'red' ? null : await findKeptRed(repository)
  const step =
    phase && (subtask || !CYCLE.includes(phase))
      ? { phase, subtask: subtask ?? null }
      : await readKept(repository, kept)
  if (step === null) throw stepUnknown(command)
  const taken = { takesAll, ...(kept && { onto: kept.sha }), ...(choice && { choice }) }
  await using pending = await openPending(repository, 'working tree', taken)
  if (pending.isEmpty) throw nothingToCommit()
  await using session = await openSession({ ...rest, head: pending.head }, hooks, { repository: pending.repository })
  const text = writeMessage(session, step, message)
  refuseMixed(session, text, command)
  const red = kept === null ? null : await commitKeptRed(repository, { ...kept, subtask: step.subtask }, hooks)
  const commit = await commitPending(repository, text, pending)
  hooks.onProgress({ kind: 'commit:created', sha: commit, ...step })
  const { leftOut, chosen } = pending
  return { commit, red, ...step, leftOut, chosen, commands: [formatCommand({ ...verify, name: JUDGE.name })] }
}

interface Step {
  readonly phase: string
  readonly subtask: string | null
}

/** These phases are about a subtask. */
const CYCLE: readonly string[] = ['red', 'green', 'refactor', 'characterize']

/** Returns the next step that was judged last; null where that was on another head. */
async function readKept(repository: Repository, red: KeptRed | null): Promise<Step | null> {
  const state = readState(getWorktreeFolder(repository, process.env), repository.gitDir)
  const head = red?.sha ?? (await readHeadSha(repository))
  return state?.head === head && state.next !== null && CYCLE.includes(state.next.phase) ? state.next : null
}

function writeMessage({ subjects, config, criteria }: Session, { phase, subtask }: Step, message?: string): string {
  const changes = subjects.at(-1)?.changes ?? []
  const paths = changes.map(({ path }) => path)
  const isCharacterization = phase === 'characterize'
  const kind = getKind(
    isCharacterization ? 'red' : phase,
    changes.map((change) => change.class),
    isCharacterization,
  )
  const { template, scopes } = config.commit
  const subject = message ?? toSubject({ phase, subtask, kind }, criteria.plan, template, findScope(scopes, paths))
  const task = subtask === null ? [] : [['Task', subtask] as const]
  return toMessage(subject, { judged: { phase, tests: null, coverage: null }, stated: [...task, ['Phase', phase]] })
}

function refuseMixed(session: Session, message: string, command: string): void {
  const paths = session.subjects.at(-1)?.changes.map(({ path }) => path) ?? []
  const files = paths.map(factsIn(session))
  const takeOut = 'git stash push --include-untracked --'
  const verdict = judgeMessage({ message, files, isOnDefaultBranch: false, takeOut })
  if (verdict.decision !== 'allow') throw mixedChange(verdict.reason, verdict.command ?? 'git status', command)
}
