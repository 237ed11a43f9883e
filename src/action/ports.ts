/**
 * What the door asks of the rooms behind it, as functions. `bound.ts` says which they are. Whatever a port needs it loads
 * when it is called: a step that only says no must not wait for it.
 */
import type { Sha } from '../core/model/commit.ts'
import type { FailingTest } from '../core/model/evidence.ts'
import type { Conclusion, Decision } from '../core/model/finding.ts'
import type { Isolation } from '../core/model/isolation.ts'
import type { Sequence } from '../core/model/policy.ts'
import type { EvidenceIndex, RunId, RunOrigin, TrustLevel } from '../evidence/document.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { Subject } from '../intake/subject.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import type { RunReport } from '../render/gate-report/run-report.ts'

/** A file of the run folder: its path there, parts parted by `/`. */
export interface RunFile {
  readonly path: string
  readonly text: string
}

/** Where GitHub's API is, and who asks. */
export interface Access {
  readonly apiUrl: string
  readonly token: string
}

export interface BranchAsk {
  /** The checkout. */
  readonly dir: string
  readonly subject: Subject
  readonly base: Sha
  readonly head: Sha
  /** Null: as the base branch's configuration says. */
  readonly sequence: Sequence | null
  readonly task: string | null
  /** Tighter than what the configuration asks for; absent or null: as it says. */
  readonly isolation?: 'required' | null
  readonly store: EvidenceStore
  readonly origin: RunOrigin
}

export interface MeasureAsk extends BranchAsk {
  /** A folder that is not there yet: what is measured is kept there at once, so that a run that is ended loses nothing. */
  readonly recording: string
  readonly shard: number | null
  /** Told the digest of what was recorded, however measuring ended. */
  readonly onRecorded: (digest: string) => void
}

export interface JudgeAsk extends BranchAsk {
  readonly recordings: readonly string[]
  /** What the measuring jobs say that these are, by the number of the shard. */
  readonly digests: ReadonlyMap<number, string>
  /** Writes a file of the run folder at once: TestRuns are too large to be kept until the end. */
  readonly write: (file: RunFile) => void
}

export interface EvidenceAsk extends Pick<BranchAsk, 'dir' | 'base' | 'subject' | 'origin'> {
  readonly access: Access | null
  /** Evidence of a lower level is measured again. */
  readonly minimum: TrustLevel
}

export interface PublishAsk {
  readonly report: RunReport
  readonly subject: Subject
  readonly access: Access
}

/** A branch that was walked to its end. */
export interface Branch {
  /** Null where only measuring was asked for and nothing can be said of the whole. */
  readonly decision: Decision | null
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly policyDigest: string
  readonly notes: readonly string[]
  /** By commit: the earlier run whose measurement was used again. */
  readonly reused: ReadonlyMap<Sha, RunId>
  /** By commit: what failed there, and what it said. */
  readonly failing: ReadonlyMap<Sha, readonly FailingTest[]>
  /** How executions were kept apart, the weakest; null where nothing says. */
  readonly isolation: Isolation | null
}

export interface JudgedBranch extends Branch {
  /** Its evidence as it travels, under this level or a lower one where earlier evidence was taken over. */
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
}

/** What happened, for the log: plain values beside the time (ISO 8601) and a name in kebab-case. */
export interface LogEvent {
  readonly at: string
  readonly event: string
  readonly [name: string]: string | number | boolean | null
}

export type AppendEntry = (previousLine: string | null, event: LogEvent) => string

export interface ManifestParts {
  readonly version: string
  readonly subject: Subject
  readonly origin: RunOrigin
  readonly branch: Branch
  readonly level: TrustLevel
  /** Null where another job judges. */
  readonly evidence: EvidenceFiles | null
  readonly startedAt: string
  /** Null: the run was ended from outside. */
  readonly endedAt: string | null
  readonly conclusion: Conclusion
  readonly files: readonly { readonly path: string; readonly sha256: string; readonly bytes: number }[]
  readonly lastLogLine: string
}

export interface Ports {
  /** Verified evidence of earlier runs. Where none can be had the store says why in its notes; it never throws for that. */
  readonly findEvidence: (ask: EvidenceAsk) => Promise<EvidenceStore>
  /** Runs tests. Aborted, it throws the signal's reason; the recording holds what was done until then. */
  readonly measureBranch: (ask: MeasureAsk, hooks: Hooks) => Promise<Branch>
  /** Runs nothing of the pull request. */
  readonly judgeBranch: (ask: JudgeAsk, hooks: Hooks) => Promise<JudgedBranch>
  /** The audience of the token that vouches for this index. */
  readonly audienceOf: (index: EvidenceIndex) => Promise<string>
  /** How a log goes on: the line that follows the last one; null: the first. */
  readonly openLog: () => Promise<AppendEntry>
  readonly toManifest: (parts: ManifestParts) => Promise<string>
  /** Check run and comment; gives notes. @throws GateError when GitHub refuses. */
  readonly publish: (ask: PublishAsk) => Promise<readonly string[]>
  readonly render: {
    /** Ends with the `TDD-GATE RESULT` block. */
    readonly toJobLog: (report: RunReport) => string
    readonly toSummary: (report: RunReport) => Promise<string>
    readonly toAnnotations: (report: RunReport) => readonly AnnotationText[]
    /** `commits.txt`, `pr.md`, `report.html`. */
    readonly toFiles: (report: RunReport) => Promise<readonly RunFile[]>
  }
}
