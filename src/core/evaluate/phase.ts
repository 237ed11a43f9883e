/** Determines the phase of a commit: stated by its trailers, or inferred from its changes. */
import { type Commit, type FileChange, type FileClass, trailer } from '../model/commit.ts'

export const PHASES = ['red', 'green', 'refactor', 'neutral', 'merge', 'start'] as const
export type Phase = (typeof PHASES)[number]

/** The values of a `Phase:` trailer. `characterize` is a RED whose tests pass at once, by a person's decision. */
export const STATED_PHASES = ['red', 'green', 'refactor', 'neutral', 'start', 'characterize'] as const

const START_SUBJECT = /^chore\(task-[^)]+\): start$/

export interface PhaseStatement {
  readonly phase: Phase
  readonly isCharacterization: boolean
  /** The trailer's own text when it names no phase. */
  readonly unknown: string | null
}

/**
 * Returns the phase of a commit; every commit has one. The rules compare a stated phase with the measurement.
 * @param isWaiting whether an open cycle waits for its GREEN
 */
export function getPhase(commit: Commit, isWaiting = false): PhaseStatement {
  if (commit.reverts !== undefined) return { phase: 'neutral', isCharacterization: false, unknown: null }
  if (commit.parents.length > 1) return { phase: 'merge', isCharacterization: false, unknown: null }
  const stated = trailer(commit, 'phase')?.trim().toLowerCase()
  if (stated === 'characterize') return { phase: 'red', isCharacterization: true, unknown: null }
  const phase = PHASES.find((p) => p === stated && p !== 'merge')
  // A start is empty; with files in it, it would be an unmeasured chore.
  const isChore = phase === 'start' && commit.changes.length > 0
  if (phase) return { phase: isChore ? 'neutral' : phase, isCharacterization: false, unknown: null }
  // `Phase: docs` says what `docs:` in the subject says.
  const isType = stated !== undefined && SETTLED_TYPES.includes(stated)
  const subject = isType ? `${stated}: ${commit.subject}` : commit.subject
  const inferred = inferPhase({ ...commit, subject }, isWaiting)
  return { phase: inferred, isCharacterization: false, unknown: isType ? null : (stated ?? null) }
}

/** Types of commits that claim unchanged behaviour; the suite checks the claim. */
const SETTLED_TYPES: readonly string[] = ['refactor', 'perf', 'style', 'chore', 'build', 'ci', 'docs']
/** A refactoring is one without a colon, too. */
const SETTLED_SUBJECT = new RegExp(`^(?:(?:${SETTLED_TYPES.join('|')})(?:\\([^)]*\\))?!?:|[Rr]efactor\\b)`)

function inferPhase({ changes, subject }: Commit, isWaiting: boolean): Phase {
  const classes = new Set<FileClass>(changes.map((change) => change.class))
  if (classes.has('production'))
    return SETTLED_SUBJECT.test(subject) || keepsBehaviour(changes, isWaiting) ? 'refactor' : 'green'
  const isWithFixtures = classes.has('harness') && subject.startsWith('refactor')
  if (classes.has('test'))
    return keepsText(changes) || (isWithFixtures && SETTLED_SUBJECT.test(subject)) ? 'refactor' : 'red'
  return changes.length === 0 && START_SUBJECT.test(subject) ? 'start' : 'neutral'
}

/** Returns whether code is unchanged except for layout, imports and path. */
export function keepsText(changes: readonly FileChange[]): boolean {
  const isMoved = movedIn(changes)
  return codeIn(changes).every((change) => isText(change) || isMoved(change))
}

/** Returns whether no change of code needs a test of its own: it changes content or names, or removes code. */
function keepsBehaviour(changes: readonly FileChange[], isWaiting: boolean): boolean {
  // A cycle may wait for just these changes.
  if (isWaiting) return keepsText(changes)
  const isMoved = movedIn(changes)
  return codeIn(changes).every((change) => isText(change) || isMoved(change) || isEasy(change) || isRemoval(change))
}

const isEasy = ({ edit }: FileChange): boolean => edit === 'content' || edit === 'rename'

/** Returns production changes that may alter behaviour. */
export function changedBehaviour(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter((change) => change.class === 'production' && !keepsBehaviour(relatedTo(change, changes), false))
}

/** Returns a change with the one it moved from or to. */
const relatedTo = (change: FileChange, changes: readonly FileChange[]) => [
  change,
  ...changes.filter(({ path, from }) => from === change.path || path === change.from),
]

/** Returns whether the change only removes text. */
export function isRemoval({ edit, after }: FileChange): boolean {
  return after === null || edit === 'removal'
}

function isText({ edit, from }: FileChange): boolean {
  return edit === 'layout' || edit === 'imports' || (from !== undefined && edit !== 'rename')
}

function movedIn(changes: readonly FileChange[]): (change: FileChange) => boolean {
  const moved = new Set(changes.flatMap(({ from }) => from ?? []))
  return ({ path }) => moved.has(path)
}

function codeIn(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter((change) => change.class === 'production' || change.class === 'test')
}
