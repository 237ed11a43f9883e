/** Finds the artifact of a run by its name, downloads it within bounds, and verifies the evidence in it. */
import { decide } from '../../../core/evaluate/decide.ts'
import type { RunId } from '../../../evidence/document.ts'
import { type Answer, type GitHub, toRepositoryName } from '../../routes.ts'
import { invalidArtifact, openArchive } from './archive.ts'
import { type DownloadOptions, downloadArtifact } from './download.ts'
import { findJudgingJob, type JudgingJob } from './judging-job.ts'
import type { PastRun } from './past-runs.ts'
import { type EvidenceRequirements, isArtifactName, type RunEvidence, readRunEvidence } from './run-evidence.ts'
import { artifactRefusals } from './texts.ts'

export interface ArtifactQuestion extends Omit<EvidenceRequirements, 'repositoryId'> {
  /** `name` is `owner/repo`, `id` decimal digits. */
  readonly repository: { readonly id: string; readonly name: string }
  /** Returns the name of a run's artifact. */
  readonly artifactName: (run: RunId) => string
  readonly download?: DownloadOptions
}

/** The name that the workflows upload under: one artifact for each attempt of a run. */
export const ARTIFACT = 'tdd-gate-evidence'

const ARTIFACTS = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts'
type Artifact = Answer<typeof ARTIFACTS>['data']['artifacts'][number]

export function getArtifactName({ attempt }: RunId): string {
  return `${ARTIFACT}-${attempt}`
}

/** An artifact that may be downloaded. */
export interface FoundArtifact {
  readonly run: PastRun
  readonly artifact: Artifact
  /** The job that judged. Null where a token must attest the evidence, or no attestation is required. */
  readonly judge: JudgingJob | null
}

/**
 * Reads and verifies the evidence of a run. @param admit called before the download; an error of it refuses the
 * artifact @returns null when the run has no such artifact (any more) @throws GateError with the reason when anything
 * contradicts GitHub's records, the digests or the token
 */
export async function readArtifact(
  github: GitHub,
  run: PastRun,
  question: ArtifactQuestion,
  admit: () => Promise<void>,
): Promise<RunEvidence | null> {
  const found = await findArtifact(github, run, question, admit)
  return found === null ? null : await fetchEvidence(github, found, question)
}

/** Finds the artifact: the checks that need no download. */
export async function findArtifact(
  github: GitHub,
  run: PastRun,
  question: ArtifactQuestion,
  admit: () => Promise<void>,
): Promise<FoundArtifact | null> {
  const artifact = await getArtifact(github, run, question)
  if (artifact === null) return null
  await admit()
  // A token contains the digest of the evidence. Without one, GitHub's record of the job is the only proof.
  if (question.minimum !== 'verified-run') return { run, artifact, judge: null }
  const judge = await findJudgingJob(github, toRepositoryName(question.repository.name), run)
  refuseOtherTimes(artifact, judge)
  return { run, artifact, judge }
}

/** Downloads and verifies the artifact. */
export async function fetchEvidence(
  github: GitHub,
  { run, artifact, judge }: FoundArtifact,
  question: ArtifactQuestion,
): Promise<RunEvidence> {
  const wanted = { id: Number(artifact.id), size: artifact.size_in_bytes, digest: artifact.digest ?? null }
  const bytes = await downloadArtifact(github, toRepositoryName(question.repository.name), wanted, question.download)
  const archive = await openArchive(bytes, isArtifactName)
  const requirements = { ...question, repositoryId: question.repository.id }
  const evidence = await readRunEvidence(archive, { ...run, endedAt: endOf(run, artifact) }, requirements)
  if (judge !== null && !judge.hasPassed) refuseSuccess(evidence)
  return evidence
}

/** Returns the only artifact of that name; null when the run has none (any more). */
async function getArtifact(github: GitHub, run: PastRun, question: ArtifactQuestion): Promise<Artifact | null> {
  const wanted = question.artifactName(run)
  const parameters = { ...toRepositoryName(question.repository.name), run_id: Number(run.id), name: wanted }
  const { data } = await github.request(ARTIFACTS, parameters)
  const named = data.artifacts.filter(({ name }) => name === wanted)
  if (named.length > 1) throw invalidArtifact(artifactRefusals.manyArtifacts(named.length, wanted))
  return named.find(({ expired }) => !expired) ?? null
}

/** Every job of a run can upload under every name, and can delete artifacts of other jobs. */
function refuseOtherTimes({ created_at }: Artifact, { startedAt, endedAt }: JudgingJob): void {
  const uploaded = new Date(created_at ?? Number.NaN)
  if (!(uploaded >= startedAt)) throw invalidArtifact(artifactRefusals.uploadedBefore)
  if (!(uploaded <= endedAt)) throw invalidArtifact(artifactRefusals.uploadedAfter)
}

/** A failed job cannot have kept evidence of success. */
function refuseSuccess({ documents, readBranch }: RunEvidence): void {
  const branch = readBranch()
  if (branch === null) return
  const evidence = new Map(documents.map((document) => [document.commit, document.evidence] as const))
  if (decide({ ...branch, evidence }).conclusion === 'success')
    throw invalidArtifact(artifactRefusals.successOfFailedJob)
}

/** A running run has no end yet. Its artifact shows that it ran at least until the upload. */
function endOf(run: PastRun, { created_at }: Artifact): Date {
  const uploaded = new Date(created_at ?? run.endedAt)
  return uploaded > run.endedAt ? uploaded : run.endedAt
}
