/** A look at a pull request, as commands get it: each test names only what differs. */

import type { CommandEvaluation } from '../../../src/app/gate/command-facts.ts'
import type { Verdict } from '../../../src/core/model/finding.ts'
import type { GateStatus } from '../../../src/core/status/status.ts'
import { judged, REJECTED, sha } from '../../support/decision.ts'

type Snapshot = CommandEvaluation['snapshot']
interface Given extends Partial<Pick<Snapshot, 'headChecks' | 'task' | 'storageCommit'>>, Partial<Snapshot['page']> {
  readonly says?: GateStatus
  readonly commits?: NonNullable<Snapshot['comparison']>['commits']
  readonly decisions?: Snapshot['facts']['decisions']
  readonly authors?: readonly string[]
}

export const HEAD = sha('b')
export const STORAGE_COMMIT = sha('d')
const SPOKEN = { name: 'tdd-gate', external_id: 'tdd-gate:1', started_at: '2025-12-31T00:00:00Z' }

export function getLook(given: Given = {}): CommandEvaluation {
  const {
    says,
    commits,
    decisions = [],
    authors = ['octocat'],
    headChecks = [SPOKEN],
    task = null,
    storageCommit = STORAGE_COMMIT,
    ...page
  } = given
  const said = says ?? { pullRequest: 7, conclusion: 'failure', decision: REJECTED, notice: null }
  return {
    snapshot: {
      page: {
        number: 7,
        author: 'octocat',
        baseBranch: 'main',
        headBranch: 'main/task-42',
        headOwner: 'acme',
        head: HEAD,
        isOpen: true,
        merged: null,
        isFork: false,
        ...page,
      },
      facts: { decisions },
      comparison: {
        mergeBase: { sha: sha('e'), tree: sha('1') },
        tip: sha('e'),
        commits: commits ?? [sha('a'), HEAD].map((id) => ({ sha: id, tree: sha('2') })),
        authors,
      },
      task,
      storageCommit,
      headChecks,
    },
    status: said,
    report: {
      decision: said.decision,
      error: null,
      base: sha('e'),
      head: HEAD,
      sequence: 'commits',
      notes: [],
      repository: 'acme/shop',
      pullRequest: 7,
      baseBranch: 'main',
      headBranch: 'main/task-42',
      repositoryUrl: 'https://github.com/acme/shop',
      trust: { level: 'attested', about: 'x' },
      run: { id: '1', attempt: 1, url: 'https://github.com/x' },
      startedAt: '2026-01-01T00:00:00Z',
      reused: new Map(),
      task: null,
    },
  }
}

/** Commits a, b, c ... with these verdicts. */
export function judgedAs(verdicts: readonly Verdict[]): GateStatus {
  const commits = verdicts.map((verdict, n) => judged({ sha: sha('abcdef'[n] ?? 'f'), verdict }))
  return { pullRequest: 7, conclusion: 'failure', decision: { ...REJECTED, commits }, notice: null }
}
