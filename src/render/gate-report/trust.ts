/** What a level of evidence means, in a sentence for readers. */
import { ISOLATION_ABOUT, type Isolation } from '../../core/model/isolation.ts'
import type { RunReport } from './run-report.ts'

const TRUST: Readonly<Record<string, string>> = {
  attested: 'GitHub vouches that the judging workflow wrote this evidence.',
  'verified-run': "GitHub's record of the run is all that vouches for this evidence.",
  'self-published': 'The job that ran the tests wrote this itself: whoever can change the workflow could forge it.',
}

/**
 * @param level null where there is no evidence
 * @param isolation of the executions behind it; null where nothing says
 */
export function getTrust(level: string | null, isolation: Isolation | null): RunReport['trust'] {
  if (level === null) return null
  const about = [TRUST[level], isolation && ISOLATION_ABOUT[isolation]].filter((sentence) => sentence)
  return { level, about: about.join(' ') }
}
