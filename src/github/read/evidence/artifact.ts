/** The evidence in the artifact of one run: found by its name, downloaded within bounds, believed as far as it is borne out. */
import { decide } from '../../../core/evaluate/decide.ts'
import type { RunId } from '../../../evidence/document.ts'
import type { Answer, GitHub } from '../../routes.ts'
import { bad, openArchive } from './archive.ts'
import { type DownloadOptions, downloadArtifact } from './download.ts'
import { type JudgingJob, judgingJob } from './judging-job.ts'
import { type PastRun, repositoryName } from './past-runs.ts'
import { type EvidenceTerms, isArtifactName, type RunEvidence, readRunEvidence } from './run-evidence.ts'

export interface ArtifactQuestion extends Omit<EvidenceTerms, 'repositoryId'> {
  /** `name` is `owner/repo`, `id` decimal digits. */
  readonly repository: { readonly id: string; readonly name: string }
  /** What the artifact of a run is called. */
  readonly artifactName: (run: RunId) => string
  readonly download?: DownloadOptions
}

/** As the workflows upload them: one for each attempt of a run. */
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
  /** Null where a token has to vouch for it, or nobody does. */
  readonly judge: JudgingJob | null
}

/**
 * @param admit called before anything is downloaded; what it throws is the reason not to
 * @returns null when the run holds no such artifact (any more)
 * @throws GateError with the reason when anything in it is not as GitHub's records, the digests or the token say
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

/** The first half of `readArtifact`: what can be said before it is downloaded. */
export async function findArtifact(
  github: GitHub,
  run: PastRun,
  question: ArtifactQuestion,
  admit: () => Promise<void>,
): Promise<FoundArtifact | null> {
  const artifact = await getArtifact(github, run, question)
  if (artifact === null) return null
  await admit()
  // A token names the digest of what it vouches for; without one, GitHub's record of the job is all there is.
  if (question.minimum !== 'verified-run') return { run, artifact, judge: null }
  const judge = await judgingJob(github, repositoryName(question.repository.name), run)
  refuseOtherTimes(artifact, judge)
  return { run, artifact, judge }
}

/** The second half. */
export async function fetchEvidence(
  github: GitHub,
  { run, artifact, judge }: FoundArtifact,
  question: ArtifactQuestion,
): Promise<RunEvidence> {
  const wanted = { id: Number(artifact.id), size: artifact.size_in_bytes, digest: artifact.digest ?? null }
  const bytes = await downloadArtifact(github, repositoryName(question.repository.name), wanted, question.download)
  const archive = await openArchive(bytes, isArtifactName)
  const terms = { ...question, repositoryId: question.repository.id }
  const evidence = await readRunEvidence(archive, { ...run, endedAt: endOf(run, artifact) }, terms)
  if (judge !== null && !judge.hasPassed) refuseSuccess(evidence)
  return evidence
}

/** The only one of that name; null when the run has none (any more). */
async function getArtifact(github: GitHub, run: PastRun, question: ArtifactQuestion): Promise<Artifact | null> {
  const wanted = question.artifactName(run)
  const asked = { ...repositoryName(question.repository.name), run_id: Number(run.id), name: wanted }
  const { data } = await github.request(ARTIFACTS, asked)
  const named = data.artifacts.filter(({ name }) => name === wanted)
  if (named.length > 1)
    throw bad(`its run holds ${named.length} of the name ${wanted}, and nobody can say which is the judge's`)
  return named.find(({ expired }) => !expired) ?? null
}

/** Any job of a run may upload under any name, and may take away what another one has uploaded. */
function refuseOtherTimes({ created_at }: Artifact, { startedAt, endedAt }: JudgingJob): void {
  const uploaded = new Date(created_at ?? Number.NaN)
  if (!(uploaded >= startedAt)) throw bad('it was uploaded before the job that judges began')
  if (!(uploaded <= endedAt)) throw bad('it was uploaded after the job that judges had ended')
}

/** A job that said failure has kept nothing that says success. */
function refuseSuccess({ documents, readBranch }: RunEvidence): void {
  const branch = readBranch()
  if (branch === null) return
  const evidence = new Map(documents.map((document) => [document.commit, document.evidence] as const))
  if (decide({ ...branch, evidence }).conclusion === 'success')
    throw bad('it says success, and the job that judges has failed')
}

/** A run that is still going has no end yet; its artifact shows that it lived at least until then. */
function endOf(run: PastRun, { created_at }: Artifact): Date {
  const uploaded = new Date(created_at ?? run.endedAt)
  return uploaded > run.endedAt ? uploaded : run.endedAt
}
