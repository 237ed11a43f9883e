/** An earlier run on GitHub: its record, its artifact and the evidence in it, honest unless a case says otherwise. */

import type { TestRun } from '../../src/core/model/test-run.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import type { EvidenceDocument, EvidenceIndex } from '../../src/evidence/document.ts'
import { aDocument as anyDocument, anIndex as anyIndex, HEAD } from '../evidence/support.ts'

export const REPOSITORY = { id: '42', name: 'acme/shop' }
export { HEAD }
export const WORKFLOW = '.github/workflows/tdd.yml'
export const ARTIFACT = 'tdd-gate'
export const RUN = { id: '7001', attempt: 1, event: 'pull_request', head: HEAD }
export const TESTS = { tests: [], note: 'what ran' } as unknown as TestRun

export function aDocument(given: Partial<EvidenceDocument> = {}): EvidenceDocument {
  return anyDocument({
    repository: REPOSITORY,
    pullRequest: 5,
    run: RUN,
    measured: { id: RUN.id, attempt: RUN.attempt, commit: HEAD },
    runs: [{ digest: toDigest(TESTS), tests: 0 }],
    ...given,
  })
}

export function anIndex(documents: readonly EvidenceDocument[], given: Partial<EvidenceIndex> = {}): EvidenceIndex {
  return anyIndex(documents, { repository: REPOSITORY, pullRequest: 5, run: RUN, ...given })
}

/** The files of a run's folder that carry evidence. */
export function getFiles(index: EvidenceIndex, documents: readonly EvidenceDocument[]): Record<string, string> {
  const files: Record<string, string> = { 'manifest.json': '{}', 'evidence/index.json': canonical(index) }
  for (const document of documents) files[`evidence/${document.commit}.json`] = canonical(document)
  files[`test-results/${toDigest(TESTS)}.json`] = canonical(TESTS)
  return files
}

/** GitHub's record of the run, as its list of runs has it. */
export function aRecord(given: object = {}) {
  return {
    id: 7001,
    run_attempt: 1,
    event: 'pull_request',
    status: 'completed',
    path: WORKFLOW,
    head_sha: HEAD,
    head_branch: 'feature',
    repository: { id: 42 },
    head_repository: { id: 42 },
    created_at: '2026-01-01T12:00:00Z',
    run_started_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:10:00Z',
    ...given,
  }
}
