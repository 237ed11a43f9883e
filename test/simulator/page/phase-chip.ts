/** Phases as chips: a colour, and always its word. */

import { type CommitMark, markSign } from './commit-mark.ts'
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

/** The phase that a commit states; not proved here. */
export function getPhase({ phase, isMerge }: Pick<PageCommit, 'phase' | 'isMerge'>): Phase {
  const stated = isMerge ? 'merge' : (phase?.toLowerCase() ?? null)
  if (stated === null) return { word: 'no phase', tone: 'unstated' }
  return KNOWN.includes(stated)
    ? { word: stated.toUpperCase(), tone: stated }
    : { word: stated.slice(0, MAX_WORD), tone: 'unstated' }
}

/** A phase that was not proved is an outline with its mark, wherever it is shown. */
export function phaseChip(commit: Pick<PageCommit, 'phase' | 'isMerge' | 'task'>, mark: CommitMark): Html {
  const { word, tone } = getPhase(commit)
  const { task } = commit
  const of = task === null ? NOTHING : html` <span class="task">${task.slice(0, MAX_WORD)}</span>`
  return html`<span class="chip ${mark}"><span class="phase ${tone}">${word}${of}</span>${markSign(mark)}</span>`
}
