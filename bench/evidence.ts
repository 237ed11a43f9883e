/** Measures the size of a large suite's evidence, and the time to create it. */

import type { Phase } from '../src/core/evaluate/phase.ts'
import type { Commit } from '../src/core/model/commit.ts'
import type { Evidence } from '../src/core/model/evidence.ts'
import { serialise } from '../src/evidence/digest.ts'
import { MAX_DOCUMENT_CHARACTERS, makeDocument } from '../src/evidence/document.ts'
import { fitEvidenceToLimit } from '../src/evidence/fit-to-limit.ts'
import { brokenAt, getCommit, getEvidence, TESTS } from './decide.ts'
import { below, leastOf, type Measure } from './measure.ts'

const TIMES = 5
const FIT_MS = 500
const HASH = 'f'.repeat(64)
const RUN = { id: '9001', attempt: 1, event: 'pull_request', head: HASH }

export function benchEvidence(): readonly Measure[] {
  return [
    ...measure(`evidence: GREEN of ${TESTS} tests that pass`, getCommit(1), getEvidence(getCommit(1), 1)),
    ...measure(`evidence: GREEN that breaks all of ${TESTS} tests`, getCommit(1), brokenAt(getCommit(1), 1)),
  ]
}

function measure(what: string, commit: Commit, evidence: Evidence): readonly Measure[] {
  let characters = 0
  const fitting = leastOf(TIMES, () => {
    characters = serialised(commit, fitEvidenceToLimit(evidence, 'green' satisfies Phase)).length
  })
  return [
    below(what, characters, MAX_DOCUMENT_CHARACTERS, 'characters'),
    below('  fitting it and writing it', fitting, FIT_MS, 'ms'),
  ]
}

function serialised({ sha, tree, parents }: Commit, evidence: Evidence): string {
  return serialise(
    makeDocument({
      key: HASH,
      policyDigest: HASH,
      level: 'attested',
      run: RUN,
      evidence,
      repository: { id: '812', name: 'acme/shop' },
      pullRequest: 7,
      commit: sha,
      tree,
      parent: parents[0] ?? null,
      measured: { id: RUN.id, attempt: RUN.attempt, commit: sha },
      runs: [{ digest: HASH, tests: TESTS }],
    }),
  )
}
