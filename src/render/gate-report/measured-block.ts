/** Renders the log of a job that measured one part and leaves the decision to a judge. */
import { logLines } from '../text/log-line.ts'
import { plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'

const MAX_NOTES = 10

/** Returns true when the job had no error and made no decision. */
export function isOnlyMeasured({ decision, error }: RunReport): boolean {
  return decision === null && error === null
}

/** Renders lines from `TDD-GATE RESULT: in_progress` to `TDD-GATE END`. None of them is a workflow command. */
export function toMeasuredBlock({ head, base, notes }: RunReport): string {
  const lines = [
    'TDD-GATE RESULT: in_progress',
    'state: Measured, not judged yet: the judge decides when all shards are complete.',
    ...(head === null ? [] : [`head: ${plain(head, 64)}`, `base: ${plain(base ?? 'unknown', 64)}`]),
    ...notes.slice(0, MAX_NOTES).map((note) => `note: ${plain(note)}`),
    '',
    'TDD-GATE END',
  ]
  return logLines(`${lines.join('\n')}\n`)
}
