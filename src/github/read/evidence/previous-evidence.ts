/**
 * Finds evidence of earlier runs, so that only new commits are measured. Commits without verified evidence are measured
 * again.
 */
import type { Sha } from '../../../core/model/commit.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { EvidenceDocument } from '../../../evidence/document.ts'
import type { EvidenceStore } from '../../../evidence/store.ts'
import type { GitHub } from '../../routes.ts'
import { invalidArtifact } from './archive.ts'
import { type ArtifactQuestion, readArtifact } from './artifact.ts'
import { formatRefusalNote, listPastRuns, type PastRun, type RunQuestion } from './past-runs.ts'
import { getRefusalReason, type RunEvidence } from './run-evidence.ts'
import { artifactRefusals } from './texts.ts'

export interface EvidenceQuestion extends RunQuestion, ArtifactQuestion {
  /** Returns the tree id of `.github` at a commit; null when there is none, or the commit is not available. */
  readonly githubTreeAt: (commit: Sha) => Promise<Sha | null>
  /** The tree id of `.github` on the base branch; null when there is none. */
  readonly baseGithubTree: Sha | null
  readonly limits?: Partial<EvidenceLimits>
}

interface EvidenceLimits {
  /** The number of earlier runs to check, newest first. */
  readonly runs: number
  /** The number of runs to read. Each run contains the evidence of those before it. */
  readonly accepted: number
}

const EVIDENCE_LIMITS: EvidenceLimits = { runs: 10, accepted: 3 }

/**
 * Finds evidence. Refused evidence becomes a note, never an error.
 * @throws GateError `github-unsupported` on a server that cannot keep evidence
 */
export async function findEvidence(github: GitHub, question: EvidenceQuestion): Promise<EvidenceStore> {
  const limits = { ...EVIDENCE_LIMITS, ...question.limits }
  const notes: string[] = []
  const found: RunEvidence[] = []
  const without: string[] = []
  for (const run of await candidates(github, question, notes)) {
    if (found.length >= limits.accepted) break
    try {
      const evidence = await readArtifact(github, run, question, () => requireSameWorkflows(run, question))
      if (evidence === null) without.push(run.id)
      else found.push(evidence)
    } catch (error) {
      notes.push(formatRefusalNote(run.id, getRefusalReason(error)))
    }
  }
  if (found.length === 0 && without.length > 0) notes.push(formatLossNote(without))
  return toStore(found, notes)
}

/** Reports runs without evidence, unless another run has it: each contains the evidence of those before it. */
function formatLossNote(runIds: readonly string[]): string {
  const runs = runIds.length === 1 ? `Run ${runIds[0]} holds` : `Runs ${runIds.join(', ')} hold`
  return artifactRefusals.nothingReusable(runs)
}

async function candidates(github: GitHub, question: EvidenceQuestion, notes: string[]): Promise<readonly PastRun[]> {
  try {
    const { runs, notes: refused } = await listPastRuns(github, question)
    notes.push(...refused)
    return runs.slice(0, question.limits?.runs ?? EVIDENCE_LIMITS.runs)
  } catch (error) {
    // What is measured there could not be kept either.
    if (error instanceof GateError && error.code === 'github-unsupported') throw error
    notes.push(artifactRefusals.unreadableEvidence(getRefusalReason(error)))
    return []
  }
}

/** Requires that the run used the workflows of the base branch, because a changed workflow could write any evidence. */
async function requireSameWorkflows(
  { head }: PastRun,
  { githubTreeAt, baseGithubTree }: EvidenceQuestion,
): Promise<void> {
  if (baseGithubTree === null) throw invalidArtifact(artifactRefusals.noGithubToCompare)
  const tree = await githubTreeAt(head)
  if (tree === null) throw invalidArtifact('the workflows at its head cannot be read')
  if (tree !== baseGithubTree) throw invalidArtifact(artifactRefusals.otherGithubFolder)
}

function toStore(found: readonly RunEvidence[], notes: string[]): EvidenceStore {
  const byKey = new Map<string, EvidenceDocument>()
  for (const document of found.flatMap(({ documents }) => documents)) {
    if (!byKey.has(document.key)) byKey.set(document.key, document)
  }
  return {
    find: (key) => byKey.get(key) ?? null,
    readRun: (digest) => {
      for (const { readRun } of found) {
        try {
          const run = readRun(digest)
          if (run !== null) return run
        } catch (error) {
          notes.push(artifactRefusals.resultsNotUsed(getRefusalReason(error)))
        }
      }
      return null
    },
    notes,
  }
}
