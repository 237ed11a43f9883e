/** An earlier run on GitHub: its record, its artifact and the evidence in it, honest unless a case says otherwise. */
import { createHash } from 'node:crypto'
import { canonical } from '../../src/core/canonical.ts'
import { GateError } from '../../src/core/errors.ts'
import type { TestRun } from '../../src/core/test-run.ts'
import type { EvidenceDocument, EvidenceIndex } from '../../src/evidence/document.ts'
import type { EvidenceTools } from '../../src/facts/run-evidence.ts'
import { evidenceOf } from '../core/support.ts'

export const REPOSITORY = { id: '42', name: 'acme/shop' }
export const HEAD = 'a'.repeat(40)
export const WORKFLOW = '.github/workflows/tdd.yml'
export const ARTIFACT = 'tdd-gate'
export const RUN = { id: '7001', attempt: 1, event: 'pull_request', head: HEAD }
export const TESTS = { tests: [], note: 'what ran' } as unknown as TestRun

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const digestOf = (value: unknown) => sha256(canonical(value))

export function aDocument(given: Partial<EvidenceDocument> = {}): EvidenceDocument {
  return {
    schemaVersion: 1,
    kind: 'tdd-gate/evidence',
    key: 'e'.repeat(64),
    repository: REPOSITORY,
    pullRequest: 5,
    commit: HEAD,
    tree: 'b'.repeat(40),
    parent: 'c'.repeat(40),
    policyDigest: 'd'.repeat(64),
    level: 'attested',
    run: RUN,
    measured: { id: RUN.id, attempt: RUN.attempt, commit: HEAD },
    evidence: { ...evidenceOf(), commit: HEAD, tree: 'b'.repeat(40), policyDigest: 'd'.repeat(64) },
    runs: [{ digest: digestOf(TESTS), tests: 0 }],
    ...given,
  }
}

export function anIndex(documents: readonly EvidenceDocument[], given: Partial<EvidenceIndex> = {}): EvidenceIndex {
  return {
    schemaVersion: 1,
    kind: 'tdd-gate/evidence-index',
    repository: REPOSITORY,
    pullRequest: 5,
    base: 'c'.repeat(40),
    head: HEAD,
    policyDigest: 'd'.repeat(64),
    level: 'attested',
    run: RUN,
    documents: documents.map((document) => ({ commit: document.commit, digest: digestOf(document) })),
    ...given,
  }
}

/** The files of a run's folder that carry evidence. */
export function filesOf(index: EvidenceIndex, documents: readonly EvidenceDocument[]): Record<string, string> {
  const files: Record<string, string> = { 'manifest.json': '{}', 'evidence/index.json': canonical(index) }
  for (const document of documents) files[`evidence/${document.commit}.json`] = canonical(document)
  files[`test-results/${digestOf(TESTS)}.json`] = canonical(TESTS)
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

/** Reading and comparing in their plainest form. */
export const TOOLS: EvidenceTools = {
  readIndex: (text) => read(text, 'tdd-gate/evidence-index') as EvidenceIndex,
  readDocument: (text) => read(text, 'tdd-gate/evidence') as EvidenceDocument,
  checkSet: ({ index, documents }, { run }) =>
    index.documents.flatMap(({ digest }, i) => {
      const document = documents[i]
      const isListed = document !== undefined && digestOf(document) === digest
      return isListed && document.run.id === run.id ? [] : [`evidence ${i} is not the listed one of this run`]
    }),
  digestOf,
  audienceOf: (index) => `tdd-gate:${digestOf(index)}`,
}

function read(text: string, kind: string): unknown {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : null
  if (value !== null && (value as { kind?: string }).kind === kind) return value
  throw new GateError('bad-artifact', `This is no ${kind}.`, 'Measure again.')
}
