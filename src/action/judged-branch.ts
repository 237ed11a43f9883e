/** Judges in a job from recordings and earlier evidence. Runs no code of the branch. */

import type { Sha } from '../core/model/commit.ts'
import { canonical } from '../core/util/canonical.ts'
import { fitBranchToLimit } from '../evidence/branch-schema.ts'
import { serialise, toDigest } from '../evidence/digest.ts'
import {
  type EvidenceDocument,
  findWeakestIsolation,
  findWeakestLevel,
  makeIndex,
  type TrustLevel,
} from '../evidence/document.ts'
import { fitEvidenceToLimit } from '../evidence/fit-to-limit.ts'
import { toStatement, toStatementFiles } from '../evidence/statement.ts'
import { type Judgement, judgeBranch } from '../operations/verify/judge-branch.ts'
import type { MeasurerParts } from '../operations/verify/open-measurer.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import type { SessionOptions } from '../operations/verify/session.ts'
import { createReplayer } from '../test-runner/recording/replay.ts'
import type { BranchOptions, EvidenceFiles, JudgeBranchOptions, JudgedBranch } from './ports.ts'
import { VERSION } from './version.ts'

export async function judgedBranch(options: JudgeBranchOptions, hooks: Hooks): Promise<JudgedBranch> {
  const { subject, origin, store, recordings, digests } = options
  const written = new Set<string>()
  const judgement = await judgeBranch(
    {
      ...getSessionOptions(options),
      level: 'attested',
      run: origin,
      repository: subject.repository,
      pullRequest: subject.pullRequest,
      baseBranch: subject.base.branch,
    },
    silent(hooks),
    {
      fit: fitEvidenceToLimit,
      store,
      openMeasurer: (parts) =>
        createReplayer({ ...withIsolation(parts, options), recordings, digests, objects: parts.checkout }),
      archive: {
        has: (digest) => written.has(digest),
        set: (digest, run) => {
          written.add(digest)
          options.write({ path: `test-results/${digest}.json`, text: JSON.stringify(run) })
        },
      },
    },
  )
  const { decision, base, head, sequence, policyDigest, checkHolder, trust, notes, reused, patches, documents } =
    judgement
  const failing = new Map(documents.map(({ commit, evidence }) => [commit, evidence.failing] as const))
  return {
    decision,
    base,
    head,
    sequence,
    policyDigest,
    checkHolder,
    trust,
    notes,
    reused,
    failing,
    patches,
    isolation: findWeakestIsolation(documents),
    toEvidence: (level) => toEvidence(options, judgement, level),
  }
}

/** A job may require more isolation than the configuration, never less. */
export function withIsolation(parts: MeasurerParts, { isolation }: BranchOptions): MeasurerParts {
  return isolation !== 'required' ? parts : { ...parts, config: { ...parts.config, isolation } }
}

/** Silences progress: reading a recording is not a run, so the log must not show one. */
function silent({ onProgress, ...hooks }: Hooks): Hooks {
  return {
    ...hooks,
    onProgress: (event) => (event.kind === 'test:run' || event.kind === 'test:cached' ? undefined : onProgress(event)),
  }
}

export function getSessionOptions({ dir, subject, base, head, sequence, task }: BranchOptions): SessionOptions {
  return {
    repo: dir,
    base,
    head,
    branch: subject.head.branch,
    ...(task === null ? {} : { task, isTaskOfBase: true }),
    ...(sequence === null ? {} : { sequence }),
  }
}

/** Creates the evidence. All documents of a run get one level: the weakest of the claimed and the reused ones. */
function toEvidence({ subject, origin }: JudgeBranchOptions, judgement: Judgement, claimed: TrustLevel): EvidenceFiles {
  const level = findWeakestLevel([claimed, ...judgement.documents.map((document) => document.level)])
  const documents = judgement.documents.map((document): EvidenceDocument => ({ ...document, level }))
  const branch = fitBranchToLimit(judgement.branch)
  const index = makeIndex({
    repository: subject.repository,
    pullRequest: subject.pullRequest,
    run: origin,
    level,
    base: judgement.base,
    head: judgement.head,
    policyDigest: judgement.policyDigest,
    branch: branch?.digest ?? null,
    documents: documents.map((document) => ({ commit: document.commit, digest: toDigest(document) })),
  })
  const results = new Map<Sha, readonly string[]>(
    documents.map(({ commit, runs }) => [commit, runs.map(({ digest }) => `test-results/${digest}.json`)]),
  )
  return {
    index,
    results,
    files: [
      { path: 'evidence/index.json', text: canonical(index) },
      ...(branch === null ? [] : [{ path: 'evidence/branch.json', text: branch.text }]),
      ...documents.map((document) => ({ path: `evidence/${document.commit}.json`, text: serialise(document) })),
      ...toStatementFiles(
        toStatement({
          ...judgement,
          version: VERSION,
          head: judgement.objects,
          level,
          isolation: findWeakestIsolation(documents),
          index,
        }),
      ),
    ],
  }
}
