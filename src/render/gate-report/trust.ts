/** Explains the trust levels of evidence. */
import type { TrustPolicy } from '../../core/model/config.ts'
import { ISOLATION_ABOUT, type Isolation } from '../../core/model/isolation.ts'
import type { RunReport } from './run-report.ts'

const TRUST: Readonly<Record<string, string>> = {
  attested: 'A GitHub token attests that the judging workflow wrote this evidence.',
  'verified-run': "Only GitHub's record of the run proves the origin of this evidence.",
  'self-published':
    'The job that ran the tests wrote this evidence itself, so everyone who can change the workflow can forge it.',
}

/** Names weaker evidence that counts only because the base accepts it. */
export function formatWeaker({ level, runners }: TrustPolicy): string {
  return `The base accepts weaker evidence (\`policy.trust\`: level ${level}, runners ${runners}), and this result stands on it.`
}

/** Explains a job that passes before everything is proved. */
export const HELD_BY_APP =
  'Work is in progress. This job passes, because the base sets `check: app`. The check `tdd-gate` of the App blocks the merge.'

/**
 * Returns level and explanation. @param level null where there is no evidence @param isolation of the executions behind
 * it; null where it is unknown
 */
export function getTrust(level: string | null, isolation: Isolation | null): RunReport['trust'] {
  if (level === null) return null
  const about = [TRUST[level], isolation && ISOLATION_ABOUT[isolation]].filter((sentence) => sentence)
  return { level, about: about.join(' ') }
}
