/** Renders `commits.txt`: one line per commit, oldest first, for people and for `cut`. */

import { plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'

const MAX_SUBJECT = 200

/** Returns SHA, phase, subtask, verdict and subject, separated by tabs; empty without a decision. */
export function toCommitList({ decision }: Pick<RunReport, 'decision'>): string {
  const lines = (decision?.commits ?? []).map(({ sha, phase, subtask, verdict, subject }) =>
    [sha, phase, plain(subtask ?? '-'), verdict, plain(subject, MAX_SUBJECT)].join('\t'),
  )
  return lines.map((line) => `${line}\n`).join('')
}
