/** The phase of a commit: stated by its trailers, or inferred from what it changes. */
import { type Commit, type FileChange, type FileClass, trailer } from '../model/commit.ts'

export const PHASES = ['red', 'green', 'refactor', 'neutral', 'merge', 'start'] as const
export type Phase = (typeof PHASES)[number]

/** What a `Phase:` trailer may say; `characterize` is a RED whose tests are green at once, by a person's word. */
export const STATED_PHASES = ['red', 'green', 'refactor', 'neutral', 'start', 'characterize'] as const
export type StatedPhase = (typeof STATED_PHASES)[number]

const START_SUBJECT = /^chore\(task-[^)]+\): start$/

export interface PhaseStatement {
  readonly phase: Phase
  readonly isCharacterization: boolean
  /** The trailer's own words when they name no phase. */
  readonly unknown: string | null
}

/**
 * Every commit has a phase. A trailer is believed here and held against the measurement by the rules.
 * @param isWaiting whether an open cycle waits for its GREEN
 */
export function getPhase(commit: Commit, isWaiting = false): PhaseStatement {
  if (commit.reverts !== undefined) return { phase: 'neutral', isCharacterization: false, unknown: null }
  if (commit.parents.length > 1) return { phase: 'merge', isCharacterization: false, unknown: null }
  const stated = trailer(commit, 'phase')?.trim().toLowerCase()
  if (stated === 'characterize') return { phase: 'red', isCharacterization: true, unknown: null }
  const phase = PHASES.find((p) => p === stated && p !== 'merge')
  // A start is empty; with files in it, it would be a chore that nobody measures.
  const isChore = phase === 'start' && commit.changes.length > 0
  if (phase) return { phase: isChore ? 'neutral' : phase, isCharacterization: false, unknown: null }
  return { phase: inferPhase(commit, isWaiting), isCharacterization: false, unknown: stated ?? null }
}

/** Subjects that claim to change no behaviour; the suite is asked whether that is true. */
const SETTLED_SUBJECT = /^(?:refactor|perf|style|chore|build|ci|docs)(?:\([^)]*\))?!?:/

function inferPhase({ changes, subject }: Commit, isWaiting: boolean): Phase {
  const classes = new Set<FileClass>(changes.map((change) => change.class))
  if (classes.has('production'))
    return SETTLED_SUBJECT.test(subject) || keepsBehaviour(changes, isWaiting) ? 'refactor' : 'green'
  if (classes.has('test')) return keepsText(changes) ? 'refactor' : 'red'
  return changes.length === 0 && START_SUBJECT.test(subject) ? 'start' : 'neutral'
}

/** Whether code is the same but for its layout, its imports and its place. */
export function keepsText(changes: readonly FileChange[]): boolean {
  const isMoved = movedIn(changes)
  return codeIn(changes).every((change) => isText(change) || isMoved(change))
}

/** Whether every change of code is of a kind that needs no test of its own: content, and what was taken out, too. */
function keepsBehaviour(changes: readonly FileChange[], isWaiting: boolean): boolean {
  // A cycle may wait for just these.
  if (isWaiting) return keepsText(changes)
  const isMoved = movedIn(changes)
  return codeIn(changes).every(
    (change) => isText(change) || isMoved(change) || change.edit === 'content' || isRemoval(change),
  )
}

/** Production that may do something else than before. */
export function changedBehaviour(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter((change) => change.class === 'production' && !keepsBehaviour(relatedTo(change, changes), false))
}

/** A change with what it moved from or to. */
const relatedTo = (change: FileChange, changes: readonly FileChange[]) => [
  change,
  ...changes.filter(({ path, from }) => from === change.path || path === change.from),
]

/** Something was taken out, and nothing put in. */
export function isRemoval({ edit, after }: FileChange): boolean {
  return after === null || edit === 'removal'
}

function isText({ edit, from }: FileChange): boolean {
  return edit === 'layout' || edit === 'imports' || from !== undefined
}

function movedIn(changes: readonly FileChange[]): (change: FileChange) => boolean {
  const moved = new Set(changes.flatMap(({ from }) => from ?? []))
  return ({ path }) => moved.has(path)
}

function codeIn(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter((change) => change.class === 'production' || change.class === 'test')
}
