/**
 * Defines the functions that the entry point calls in other modules; `bound.ts` binds them. Each loads its dependencies
 * when it is called, so that a step that only refuses does not wait.
 */
import type { Sha } from '../core/model/commit.ts'
import type { CheckHolder, TrustPolicy } from '../core/model/config.ts'
import type { FailingTest } from '../core/model/evidence.ts'
import type { Conclusion, Decision } from '../core/model/finding.ts'
import type { Isolation } from '../core/model/isolation.ts'
import type { Sequence } from '../core/model/policy.ts'
import type { PatchedFile } from '../core/text/patch.ts'
import type { EvidenceIndex, RunId, RunOrigin, TrustLevel } from '../evidence/document.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { Subject } from '../intake/subject.ts'
import type { AppendEntry, RunFile } from '../operations/runs/run-folder.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import type { RunReport } from '../render/gate-report/run-report.ts'

/** The address of GitHub's API, and the token. */
export interface Access {
  readonly apiUrl: string
  readonly token: string
}

export interface BranchOptions {
  /** The checkout. */
  readonly dir: string
  readonly subject: Subject
  readonly base: Sha
  readonly head: Sha
  /** Null: as the base branch's configuration sets it. */
  readonly sequence: Sequence | null
  readonly task: string | null
  /** Stricter than the configuration; absent or null: as configured. */
  readonly isolation?: 'required' | null
  /** For the tests, where the configuration names them; absent: none besides the environment. */
  readonly variables?: Readonly<Record<string, string>>
  readonly store: EvidenceStore
  readonly origin: RunOrigin
}

export interface MeasureBranchOptions extends BranchOptions {
  /** A folder that does not exist yet. Measurements go there at once, so that an aborted run loses nothing. */
  readonly recording: string
  readonly shard: number | null
  /** Receives the digest of the recording, however measuring ended. */
  readonly onRecorded: (digest: string) => void
}

export interface JudgeBranchOptions extends BranchOptions {
  readonly recordings: readonly string[]
  /** The digests that the measuring jobs reported, by the number of the shard. */
  readonly digests: ReadonlyMap<number, string>
  /** Writes a file of the run folder at once: TestRuns are too large to be kept in memory. */
  readonly write: (file: RunFile) => void
}

export interface EvidenceQuery extends Pick<BranchOptions, 'dir' | 'base' | 'subject' | 'origin'> {
  readonly access: Access | null
  /** Evidence of a lower level is measured again. */
  readonly minimum: TrustLevel
}

export interface PublishOptions {
  readonly report: RunReport
  readonly subject: Subject
  readonly access: Access
}

/** A branch whose walk finished. */
export interface WalkedBranch {
  /** Null when the job only measured a part, which allows no decision. */
  readonly decision: Decision | null
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly policyDigest: string
  readonly notes: readonly string[]
  /** By commit: the earlier run whose measurement was used again. */
  readonly reused: ReadonlyMap<Sha, RunId>
  /** By commit: its failing tests with their messages. */
  readonly failing: ReadonlyMap<Sha, readonly FailingTest[]>
  /** By commit: its changed files with lines that are known to be held, or not. */
  readonly patches: ReadonlyMap<Sha, readonly PatchedFile[]>
  /** The weakest isolation of all executions; null when unknown. */
  readonly isolation: Isolation | null
}

export interface JudgedBranch extends WalkedBranch {
  /** As the base's configuration says. */
  readonly checkHolder: CheckHolder
  /** As the base's configuration says. */
  readonly trust: TrustPolicy
  /** Creates the evidence at this trust level, or at a lower one when it reuses earlier evidence. */
  readonly toEvidence: (level: TrustLevel) => EvidenceFiles
}

export interface EvidenceFiles {
  /** By commit: where its TestRuns lie in the run folder. */
  readonly results: ReadonlyMap<Sha, readonly string[]>
  readonly index: EvidenceIndex
  readonly files: readonly RunFile[]
}

export interface AnnotationText {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  /** From the top of the repository. */
  readonly path: string | null
  readonly line: number | null
  /** Present where it covers more than one line. */
  readonly lastLine?: number
}

export interface ManifestParts {
  readonly version: string
  readonly subject: Subject
  readonly origin: RunOrigin
  readonly branch: WalkedBranch
  readonly level: TrustLevel
  /** Null where another job judges. */
  readonly evidence: EvidenceFiles | null
  readonly startedAt: string
  /** Null: the run was cancelled. */
  readonly endedAt: string | null
  readonly conclusion: Conclusion
  readonly files: readonly { readonly path: string; readonly sha256: string; readonly bytes: number }[]
  readonly lastLogLine: string
}

export interface Ports {
  /** Sends all requests through the proxy that the environment names. */
  readonly useProxy: () => Promise<void>
  /**
   * Finds verified evidence of earlier runs. When there is none, the store's notes explain why; it throws only where the
   * server can keep none.
   */
  readonly findEvidence: (options: EvidenceQuery) => Promise<EvidenceStore>
  /** Runs tests. When aborted it throws the signal's reason; the recording contains the finished part. */
  readonly measureBranch: (options: MeasureBranchOptions, hooks: Hooks) => Promise<WalkedBranch>
  /** Judges without running code of the pull request. */
  readonly judgeBranch: (options: JudgeBranchOptions, hooks: Hooks) => Promise<JudgedBranch>
  /** Returns the audience of the token that attests this index. */
  readonly audienceOf: (index: EvidenceIndex) => Promise<string>
  /** Returns the function that formats the next log line from the last one; null: the first line. */
  readonly openLog: () => Promise<AppendEntry>
  readonly toManifest: (parts: ManifestParts) => Promise<string>
  /**
   * Publishes check run and comment; returns notes.
   * @throws GateError when GitHub refuses
   */
  readonly publish: (options: PublishOptions) => Promise<readonly string[]>
  readonly render: {
    /** Renders the log, which ends with the `TDD-GATE RESULT` block. */
    readonly toJobLog: (report: RunReport) => string
    readonly toSummary: (report: RunReport) => Promise<string>
    readonly toAnnotations: (report: RunReport) => readonly AnnotationText[]
    /** `commits.txt`, `pr.md`, `report.html`. */
    readonly toFiles: (report: RunReport) => Promise<readonly RunFile[]>
  }
}
