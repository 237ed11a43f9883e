/** The evidence in the artifact of one run: found by its name, downloaded within bounds, believed as far as it is borne out. */
import type { RunId } from '../evidence/document.ts'
import type { Answer, GitHub } from '../github.ts'
import { openArchive } from './archive.ts'
import { type DownloadOptions, downloadArtifact } from './download.ts'
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

export function artifactNameOf({ attempt }: RunId): string {
  return `${ARTIFACT}-${attempt}`
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
  const artifact = await artifactOf(github, run, question)
  if (artifact === null) return null
  await admit()
  const wanted = { id: Number(artifact.id), size: artifact.size_in_bytes, digest: artifact.digest ?? null }
  const bytes = await downloadArtifact(github, repositoryName(question.repository.name), wanted, question.download)
  const archive = await openArchive(bytes, isArtifactName)
  const terms = { ...question, repositoryId: question.repository.id }
  return await readRunEvidence(archive, { ...run, endedAt: endOf(run, artifact) }, terms)
}

/** The newest one of that name; null when the run has none (any more). */
async function artifactOf(github: GitHub, run: PastRun, question: ArtifactQuestion): Promise<Artifact | null> {
  const wanted = question.artifactName(run)
  const asked = { ...repositoryName(question.repository.name), run_id: Number(run.id), name: wanted }
  const { data } = await github.request(ARTIFACTS, asked)
  const usable = data.artifacts.filter(({ name, expired }) => name === wanted && !expired)
  return usable.toSorted((a, b) => Number(b.id) - Number(a.id))[0] ?? null
}

/** A run that is still going has no end yet; its artifact shows that it lived at least until then. */
function endOf(run: PastRun, { created_at }: Artifact): Date {
  const uploaded = new Date(created_at ?? run.endedAt)
  return uploaded > run.endedAt ? uploaded : run.endedAt
}
