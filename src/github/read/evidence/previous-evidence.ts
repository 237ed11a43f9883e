/** Finds evidence of earlier runs, so that only new commits are measured; what cannot be verified is measured again. */
import type { Sha } from '../../../core/model/commit.ts'
import type { EvidenceDocument } from '../../../evidence/document.ts'
import type { EvidenceStore } from '../../../evidence/store.ts'
import type { GitHub } from '../../routes.ts'
import { bad } from './archive.ts'
import { type ArtifactQuestion, readArtifact } from './artifact.ts'
import { listPastRuns, type PastRun, type RunQuestion, refusalNote } from './past-runs.ts'
import { getReason, type RunEvidence } from './run-evidence.ts'

export interface EvidenceQuestion extends RunQuestion, ArtifactQuestion {
  /** The tree id of `.github` at a commit; null when it has none or is not at hand. */
  readonly githubTreeAt: (commit: Sha) => Promise<Sha | null>
  /** The same of the base branch; null when it has none. */
  readonly baseGithubTree: Sha | null
  readonly limits?: Partial<EvidenceLimits>
}

export interface EvidenceLimits {
  /** How many earlier runs are looked at, newest first. */
  readonly runs: number
  /** How many of them are read: each holds what those before it knew. */
  readonly accepted: number
}

export const EVIDENCE_LIMITS: EvidenceLimits = { runs: 10, accepted: 3 }

/** @returns what was found and verified; whatever was refused is a note, and never an error */
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
      notes.push(refusalNote(run.id, getReason(error)))
    }
  }
  if (found.length === 0 && without.length > 0) notes.push(lossNote(without))
  return toStore(found, notes)
}

/** Nothing to tell where another run has what is needed: each holds what those before it knew. */
function lossNote(runIds: readonly string[]): string {
  const runs = runIds.length === 1 ? `Run ${runIds[0]} holds` : `Runs ${runIds.join(', ')} hold`
  return `${runs} no evidence to use again (none was kept yet, or it has expired or was deleted): everything is measured.`
}

async function candidates(github: GitHub, question: EvidenceQuestion, notes: string[]): Promise<readonly PastRun[]> {
  try {
    const { runs, notes: refused } = await listPastRuns(github, question)
    notes.push(...refused)
    return runs.slice(0, question.limits?.runs ?? EVIDENCE_LIMITS.runs)
  } catch (error) {
    notes.push(`Earlier evidence cannot be looked for, everything is measured: ${getReason(error)}`)
    return []
  }
}

/** Who can change a run's workflow can make it write anything: only runs of the base's own workflows are believed. */
async function requireSameWorkflows(
  { head }: PastRun,
  { githubTreeAt, baseGithubTree }: EvidenceQuestion,
): Promise<void> {
  if (baseGithubTree === null) throw bad('the base branch has no .github folder to compare its workflow with')
  const tree = await githubTreeAt(head)
  if (tree === null) throw bad('the workflows at its head cannot be read')
  if (tree !== baseGithubTree) throw bad('.github at its head is not that of the base branch')
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
          notes.push(`Earlier test results are not used, they are measured again: ${getReason(error)}`)
        }
      }
      return null
    },
    notes,
  }
}
