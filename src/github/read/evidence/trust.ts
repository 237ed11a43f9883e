/** Defines which workflows and which evidence the App trusts. */
import type { TrustPolicy } from '../../../core/model/config.ts'
import type { TrustLevel } from '../../../evidence/document.ts'
import type { WorkflowTrees } from '../pull-request/github-tree.ts'
import type { DownloadOptions } from './download.ts'
import type { ReadOnce } from './read-once.ts'
import type { VerifyToken } from './run-evidence.ts'

/** The workflows and evidence that are trusted. */
export interface Trust {
  /** `owner/repo/.github/workflows/file.yml` of the trusted reusable workflows. */
  readonly workflows: readonly string[]
  readonly verifyToken: VerifyToken
  /** The minimal level of evidence, except from forks, which get no token. */
  readonly minimum: Extract<TrustLevel, 'attested' | 'verified-run'>
  readonly trees: WorkflowTrees
  /** Returns these settings with the weaker evidence that a base accepts; null where that allows nothing more. */
  readonly weakened: (wanted: TrustPolicy) => Trust | null
  /** A digest of these settings. Evidence that was verified with other settings is verified again. */
  readonly digest: string
  /** What artifacts said, so that each is downloaded once. */
  readonly readOnce: ReadOnce
  readonly download?: DownloadOptions
}
