/** Runs `judge`: walks the measured branch with its recordings, and writes down the data of its decision. */

import { readPatches } from '../../changes/patches.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { CheckHolder, TrustPolicy } from '../../core/model/config.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import type { PatchedFile } from '../../core/text/patch.ts'
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
import { digestHead } from '../../git/cat-file.ts'
import { getRun, type MeasureTools } from './measure-branch.ts'
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
  /** The base branch's name at the pull request. */
  readonly baseBranch: string
}

/** Stores TestRuns by digest, one at a time: a `Map`, or files. */
interface RunArchive {
  readonly has: (digest: string) => boolean
  readonly set: (digest: string, run: TestRun) => unknown
}

interface JudgeTools extends MeasureTools {
  readonly archive: RunArchive
}

export interface Judgement extends Verification {
  readonly policyDigest: string
  /** As the base's configuration says. */
  readonly checkHolder: CheckHolder
  readonly trust: TrustPolicy
  /** Facts of the decision besides documents. */
  readonly branch: BranchFacts
  /** The documents of the decision, complete: the base first, where it was measured; then the commits. */
  readonly documents: readonly EvidenceDocument[]
  /** By commit: its changed files with lines that are known to be held, or not. */
  readonly patches: ReadonlyMap<Sha, readonly PatchedFile[]>
  /** By commit: the earlier run whose measurement was used again. */
  readonly reused: ReadonlyMap<Sha, RunId>
  /** The head and its tree. */
  readonly objects: Awaited<ReturnType<typeof digestHead>>
}

/**
 * Judges the commits of a branch by recordings and evidence of earlier runs.
 * @param tools `openMeasurer` opens the one that replays: then no code of the branch runs, and nothing is checked out
 * @throws GateError when it cannot judge at all; a problem of one commit is a finding
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
  const { criteria, subjects: commits, origin } = session
  const verification = toVerification(session, walk)
  const { head, sequence } = verification
  const { baseBranch } = options
  const from = { baseBranch, base: origin.sha, baseTree: origin.tree }
  const branch = makeBranchFacts({ ...from, head, sequence, ...criteria, commits })
  const patches = await readPatches(verification.decision, {
    scratch: session.scratch,
    compared: documents.map(({ commit, tree, evidence }) => ({ commit, tree, comparedWith: evidence.comparedWith })),
    base: origin.tree,
  })
  return {
    ...verification,
    patches,
    policyDigest: criteria.policyDigest,
    checkHolder: session.config.check,
    trust: session.config.trust,
    branch,
    documents,
    reused,
    objects: await digestHead(session.scratch.readObjects, [session.range.head, session.range.headTree]),
  }
}

function getDocument(
  { commit, phase, key, evidence, reused }: Measurement,
  runs: readonly ArchivedRun[],
  { level, run, repository, pullRequest }: JudgeOptions,
  tools: JudgeTools,
): EvidenceDocument {
  return makeDocument({
    key,
    repository,
    pullRequest,
    run,
    runs,
    commit: commit.sha,
    tree: commit.tree,
    parent: commit.parents[0] ?? null,
    policyDigest: evidence.policyDigest,
    // Reused evidence keeps its weaker trust level.
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

/** Copies reused runs into this archive, so that the next run finds them here. */
function carryOn({ runs }: EvidenceDocument, store: EvidenceStore, archive: RunArchive): readonly ArchivedRun[] {
  for (const { digest } of runs) {
    const run = archive.has(digest) ? null : store.readRun(digest)
    if (run) archive.set(digest, run)
  }
  return runs
}
