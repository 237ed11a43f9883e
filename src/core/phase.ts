/** The phase of a commit: stated by its trailers, or inferred from what it changes. */
import { type Commit, type FileClass, trailer } from './commit.ts'

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

/** Every commit has a phase. A trailer is believed here and held against the measurement by the rules. */
export function phaseOf(commit: Commit): PhaseStatement {
  if (commit.parents.length > 1) return { phase: 'merge', isCharacterization: false, unknown: null }
  const stated = trailer(commit, 'phase')?.trim().toLowerCase()
  if (stated === 'characterize') return { phase: 'red', isCharacterization: true, unknown: null }
  const phase = PHASES.find((p) => p === stated && p !== 'merge')
  // A start is empty; with files in it, it would be a chore that nobody measures.
  const isChore = phase === 'start' && commit.changes.length > 0
  if (phase) return { phase: isChore ? 'neutral' : phase, isCharacterization: false, unknown: null }
  return { phase: inferPhase(commit), isCharacterization: false, unknown: stated ?? null }
}

function inferPhase({ changes, subject }: Commit): Phase {
  const classes = new Set<FileClass>(changes.map((change) => change.class))
  if (classes.has('production')) return 'green'
  if (classes.has('test')) return 'red'
  return changes.length === 0 && START_SUBJECT.test(subject) ? 'start' : 'neutral'
}
