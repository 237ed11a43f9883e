/** Creates the manifest of a run folder: the subject, the conclusion, and every file with its digest. */
import { canonical } from '../../core/util/canonical.ts'
import { readHash } from '../../evidence/log.ts'
import { makeManifest } from '../../evidence/manifest.ts'
import type { ManifestParts } from '../ports.ts'

export function toManifest({ branch, evidence, subject, origin, lastLogLine, ...parts }: ManifestParts): string {
  const { decision, base, head, policyDigest } = branch
  const listed = new Map(evidence?.index.documents.map(({ commit, digest }) => [commit, digest]))
  const manifest = makeManifest({
    ...parts,
    base,
    head,
    policyDigest,
    run: origin,
    repository: subject.repository,
    pullRequest: subject.pullRequest,
    baseBranch: subject.base.branch,
    headBranch: subject.head.branch,
    lastLogHash: readHash(lastLogLine),
    commits: (decision?.commits ?? []).map(({ sha, phase, verdict }) => ({
      sha,
      phase,
      verdict,
      document: listed.get(sha) ?? null,
      testResults: evidence?.results.get(sha) ?? [],
    })),
  })
  return canonical(manifest)
}
