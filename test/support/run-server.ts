/** A GitHub on which runs are recorded that no job made: whatever a test says of them, it says from then on. */
import { dirname } from 'node:path'
import type { JWTPayload } from 'jose'
import type { RunOrigin } from '../../src/evidence/document.ts'
import { type GitHubServer, startGitHub } from './github/server.ts'
import { ACTIONS, type ArtifactRecord, createState, type RunRecord } from './github/state.ts'
import { gitIn, listTree } from './origin.ts'
import type { TestRepository } from './repository.ts'
import type { Signing } from './token-server.ts'

export interface RecordedRun {
  record: RunRecord
  /** None: never uploaded, or deleted. */
  artifact: { readonly name: string; bytes: Buffer; expired: boolean } | null
}

export interface RunServer extends Omit<GitHubServer, 'sign'> {
  readonly runs: RecordedRun[]
  /** Trees of `.github` in place of those that the repository has, by commit. */
  readonly trees: Map<string, string>
  /** A token of a judging job of this run; `claims` replace those of the job. */
  readonly sign: (audience: string, run: RunOrigin, claims?: JWTPayload, signing?: Signing) => Promise<string>
}

export const REPOSITORY = { id: '812', name: 'acme/shop' }

/** @param repo has the commits whose trees are asked for; nothing is pushed */
export async function startRunServer(repo: TestRepository): Promise<RunServer> {
  const runs: RecordedRun[] = []
  const trees = new Map<string, string>()
  const git = gitIn(repo.dir)
  const github = await startGitHub(dirname(repo.dir), {
    ...createState({ self: ACTIONS }),
    get runs() {
      return runs.map(({ record }) => record)
    },
    get artifacts() {
      return runs.flatMap(getArtifacts)
    },
    listTree: (commit) =>
      listTree(git, commit)?.map((entry) =>
        entry.path === '.github' ? { ...entry, sha: trees.get(commit) ?? entry.sha } : entry,
      ) ?? null,
  })
  return {
    ...github,
    runs,
    trees,
    sign: (audience, run, claims = {}, signing = {}) =>
      github.sign(audience, { ...getClaims(run), ...claims }, signing),
  }
}

function getArtifacts({ record, artifact }: RecordedRun, index: number): readonly ArtifactRecord[] {
  return artifact === null ? [] : [{ ...artifact, id: 500 + index, runId: record.id, created_at: record.updated_at }]
}

function getClaims({ id, attempt, event }: RunOrigin): JWTPayload {
  return { run_id: id, run_attempt: String(attempt), event_name: event }
}
