/** How a check stands, in GitHub's words. */
import type { CheckRun, CommitStatus } from '../world.ts'

/** `due`: a person has to act; neither a success nor a refusal. */
export type Tone = 'good' | 'bad' | 'due' | 'waiting' | 'quiet'

export interface CheckState {
  readonly tone: Tone
  /** As it is counted: `2 failing`. */
  readonly word: string
  /** A sign beside the word, never without it. */
  readonly sign: string
}

const state = (tone: Tone, word: string, sign: string): CheckState => ({ tone, word, sign })

export const EXPECTED = state('waiting', 'expected', '○')
const CONCLUSIONS: Readonly<Record<string, CheckState>> = {
  success: state('good', 'successful', '✓'),
  failure: state('bad', 'failing', '✗'),
  timed_out: state('bad', 'timed out', '✗'),
  startup_failure: state('bad', 'failing', '✗'),
  error: state('bad', 'failing', '✗'),
  cancelled: state('bad', 'cancelled', '⊘'),
  action_required: state('due', 'action required', '!'),
  neutral: state('quiet', 'neutral', '–'),
  skipped: state('quiet', 'skipped', '–'),
  stale: state('quiet', 'stale', '–'),
}
const STATUSES: Readonly<Record<string, CheckState>> = {
  queued: state('waiting', 'queued', '○'),
  in_progress: state('waiting', 'in progress', '◐'),
  action_required: state('due', 'action required', '!'),
}
/** As counts are listed. */
const ORDER = ['failing', 'timed out', 'cancelled', 'action required', 'unknown', 'expected', 'in progress', 'queued']

/** What is not known is never good. */
export function getState({ status, conclusion }: Pick<CheckRun, 'conclusion'> & { status: string }): CheckState {
  const known = status === 'completed' ? CONCLUSIONS[conclusion ?? ''] : STATUSES[status]
  return known ?? state('bad', 'unknown', '?')
}

export function stateOfStatus({ state: given }: CommitStatus): CheckState {
  return getState(
    given === 'pending' ? { status: 'in_progress', conclusion: null } : { status: 'completed', conclusion: given },
  )
}

/** `1 failing, 2 successful checks` */
export function countWords(states: readonly CheckState[]): string {
  const words = [...new Set(states.map(({ word }) => word))].toSorted((a, b) => rank(a) - rank(b))
  const parts = words.map((word) => `${states.filter((each) => each.word === word).length} ${word}`)
  return `${parts.join(', ')} ${states.length === 1 ? 'check' : 'checks'}`
}

const rank = (word: string) =>
  word === 'successful' ? ORDER.length + 1 : (ORDER.indexOf(word) + 1 || ORDER.length + 1) - 1

/** GitHub's headline over the checks of a head. */
export function checksHeadline(states: readonly CheckState[]): { readonly tone: Tone; readonly words: string } {
  const has = (tone: Tone) => states.some((each) => each.tone === tone)
  if (has('bad') || has('due')) {
    const isAll = states.every(({ tone }) => tone === 'bad')
    return {
      tone: has('bad') ? 'bad' : 'due',
      words: isAll ? 'All checks have failed' : 'Some checks were not successful',
    }
  }
  if (has('waiting')) return { tone: 'waiting', words: 'Some checks haven’t completed yet' }
  return { tone: 'good', words: 'All checks have passed' }
}
