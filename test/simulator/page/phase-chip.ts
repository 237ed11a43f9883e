/** Phases as chips: a colour, and always its word. */

import type { PageCommit } from './commits.ts'
import { type Html, html, NOTHING } from './html.ts'

/** The ones that have a colour. */
const KNOWN = ['red', 'green', 'refactor', 'neutral', 'start', 'characterize', 'merge']
const MAX_WORD = 24

export interface Phase {
  readonly word: string
  /** A class of the style sheet. */
  readonly tone: string
}

/** What a commit says of itself; nobody has proved it here. */
export function getPhase({ phase, isMerge }: Pick<PageCommit, 'phase' | 'isMerge'>): Phase {
  const stated = isMerge ? 'merge' : (phase?.toLowerCase() ?? null)
  if (stated === null) return { word: 'no phase', tone: 'unstated' }
  return KNOWN.includes(stated)
    ? { word: stated.toUpperCase(), tone: stated }
    : { word: stated.slice(0, MAX_WORD), tone: 'unstated' }
}

export function phaseChip(commit: Pick<PageCommit, 'phase' | 'isMerge' | 'task'>): Html {
  const { word, tone } = getPhase(commit)
  const { task } = commit
  return html`<span class="phase ${tone}">${word}${task === null ? NOTHING : html` <span class="task">${task.slice(0, MAX_WORD)}</span>`}</span>`
}
