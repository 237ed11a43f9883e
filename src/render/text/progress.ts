/** Renders the current step of a measurement as one line. */

import type { Phase } from '../../core/evaluate/phase.ts'
import { type Sha, short } from '../../core/model/commit.ts'
import { logLines } from './log-line.ts'
import { plain } from './text.ts'

interface At {
  /** From 1. */
  readonly index: number
  readonly of: number
  readonly sha: Sha
  readonly phase: Phase
  readonly subtask: string | null
}

export type ProgressEvent =
  | { readonly kind: 'note'; readonly text: string }
  /** The measurement of a commit starts. */
  | ({ readonly kind: 'commit' } & At)
  /** Nothing runs for a commit: an equal measurement of before is reused. */
  | ({ readonly kind: 'cached' } & At)
  /** A test command starts for a number of files, or for the whole suite (null). */
  | ({
      readonly kind: 'execution'
      readonly files: number | null
      readonly attempt: number
      readonly attempts: number
    } & At)

/** Returns a line that terminals and runners do not interpret. */
export function toProgressLine(event: ProgressEvent): string {
  return logLines(getWords(event))
}

function getWords(event: ProgressEvent): string {
  if (event.kind === 'note') return plain(event.text)
  const { index, of, sha, phase, subtask } = event
  const commit = `[${index}/${of}] ${short(sha)} ${phase}${subtask === null ? '' : ` ${plain(subtask, 20)}`}`
  if (event.kind === 'commit') return commit
  if (event.kind === 'cached') return `${commit} ... from cache`
  const { files, attempt, attempts } = event
  const what = files === null ? 'the suite' : `${files} test file${files === 1 ? '' : 's'}`
  return `${commit} ... running ${what}${attempts > 1 ? ` (attempt ${attempt} of ${attempts})` : ''}`
}
