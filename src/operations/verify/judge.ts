/** `judge`: goes the way that was measured, by what was recorded there, and writes down what it decides from. */
import type { Sha } from '../../core/model/commit.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import { type BranchFacts, makeBranchFacts } from '../../evidence/branch.ts'
import { toDigest } from '../../evidence/digest.ts'
import {
  type ArchivedRun,
  type EvidenceDocument,
  findWeakestLevel,
  makeDocument,
  type RunId,
  type RunOrigin,
  type TrustLevel,
} from '../../evidence/document.ts'
import type { EvidenceStore } from '../../evidence/store.ts'
import { getRun, type MeasureTools } from './measure.ts'
import type { Measurement } from './measurement.ts'
import type { Hooks } from './progress.ts'
import { openSession, type SessionOptions } from './session.ts'
import { toVerification, type Verification, walkBranch } from './walk-branch.ts'

export interface JudgeOptions extends SessionOptions {
  readonly level: TrustLevel
  /** The run that judges. */
  readonly run: RunOrigin
  readonly repository: EvidenceDocument['repository']
  readonly pullRequest: number | null
  /** What the base is called where the pull request is. */
  readonly baseBranch: string
}

/** Where TestRuns are kept by digest, one at a time: a `Map`, or files. */
export interface RunArchive {
  readonly has: (digest: string) => boolean
  readonly set: (digest: string, run: TestRun) => unknown
}

export interface JudgeTools extends MeasureTools {
  readonly archive: RunArchive
}

export interface Judgement extends Verification {
  readonly policyDigest: string
  /** What was decided from besides documents. */
  readonly branch: BranchFacts
  /** What was decided from, and nothing else was: the base first, where it was measured; then the commits. */
  readonly documents: readonly EvidenceDocument[]
  /** By commit: the earlier run whose measurement was used again. */
  readonly reused: ReadonlyMap<Sha, RunId>
}

/**
 * Judges the commits of a branch by recorded executions and evidence of earlier runs.
 * @param tools `openMeasurer` opens the one that replays: then no code of the branch runs, and nothing is checked out
 * @throws GateError for anything that keeps it from judging at all; what concerns one commit is a finding
 */
export async function judgeBranch(options: JudgeOptions, hooks: Hooks, tools: JudgeTools): Promise<Judgement> {
  await using session = await openSession(options, hooks, tools)
  const documents: EvidenceDocument[] = []
  const reused = new Map<Sha, RunId>()
  const walk = await walkBranch(session, (measurement) => {
    const { commit, reused: earlier } = measurement
    const runs = earlier ? carryOn(earlier, session.store, tools.archive) : archiveRuns(measurement.runs, tools.archive)
    const document = getDocument(measurement, runs, options, tools)
    documents.push(document)
    if (earlier) reused.set(commit.sha, getRun(earlier.measured))
    return document.evidence
  })
  const { terms, subjects: commits, origin } = session
  const verification = toVerification(session, walk)
  const { head, sequence } = verification
  const { baseBranch } = options
  const from = { baseBranch, base: origin.sha, baseTree: origin.tree }
  const branch = makeBranchFacts({ ...from, head, sequence, ...terms, commits })
  return { ...verification, policyDigest: terms.policyDigest, branch, documents, reused }
}

function getDocument(
  { commit, phase, key, evidence, reused }: Measurement,
  runs: readonly ArchivedRun[],
  { level, run, repository, pullRequest }: JudgeOptions,
  tools: JudgeTools,
): EvidenceDocument {
  return makeDocument({
    ...{ key, repository, pullRequest, run, runs },
    ...{ commit: commit.sha, tree: commit.tree, parent: commit.parents[0] ?? null },
    policyDigest: evidence.policyDigest,
    // Using evidence again makes it no better than it was.
    level: reused ? findWeakestLevel([level, reused.level]) : level,
    measured: reused?.measured ?? { ...getRun(run), commit: commit.sha },
    evidence: tools.fit(evidence, phase),
  })
}

function archiveRuns(runs: readonly TestRun[], archive: RunArchive): readonly ArchivedRun[] {
  return runs.map((run) => {
    const digest = toDigest(run)
    if (!archive.has(digest)) archive.set(digest, run)
    return { digest, tests: run.cases.length }
  })
}

/** What an earlier run archived goes into this one's archive too, so that the next run finds it there. */
function carryOn({ runs }: EvidenceDocument, store: EvidenceStore, archive: RunArchive): readonly ArchivedRun[] {
  for (const { digest } of runs) {
    const run = archive.has(digest) ? null : store.readRun(digest)
    if (run) archive.set(digest, run)
  }
  return runs
}
