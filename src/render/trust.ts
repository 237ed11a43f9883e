/** What a level of evidence means, in a sentence for readers. */
import type { RunReport } from './run-report.ts'

const TRUST: Readonly<Record<string, string>> = {
  attested: 'GitHub vouches that the judging workflow wrote this evidence.',
  'verified-run': "GitHub's record of the run is all that vouches for this evidence.",
  'self-published': 'The job that ran the tests wrote this itself: whoever can change the workflow could forge it.',
}

/** @param level null where there is no evidence */
export function trustOf(level: string | null): RunReport['trust'] {
  return level === null ? null : { level, about: TRUST[level] ?? '' }
}
