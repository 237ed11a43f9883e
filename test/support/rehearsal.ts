/** Measures and judges one branch as two jobs do: the judge gets only the results of the measuring job. */

import { readdirSync } from 'node:fs'
import type { Phase } from '../../src/core/evaluate/phase.ts'
import type { Sha } from '../../src/core/model/commit.ts'
import type { Evidence } from '../../src/core/model/evidence.ts'
import { EMPTY_RUN, type TestRun } from '../../src/core/model/test-run.ts'
import type { RunOrigin } from '../../src/evidence/document.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import { type Judgement, type JudgeOptions, judgeBranch } from '../../src/operations/verify/judge-branch.ts'
import { type Measuring, measureBranch } from '../../src/operations/verify/measure-branch.ts'
import { type OpenMeasurer, openLiveMeasurer } from '../../src/operations/verify/open-measurer.ts'
import type { Hooks } from '../../src/operations/verify/progress.ts'
import type { Execution, ExecutionRequest } from '../../src/test-runner/execution.ts'
import type { Measurer } from '../../src/test-runner/measurer.ts'
import type { Branch } from './branch.ts'

export interface Rehearsal {
  /** Runs what the store does not know; every execution is remembered. */
  readonly measure: (options?: Partial<Options>) => Promise<Measuring>
  /** Judges by what was remembered. */
  readonly judge: (options?: Partial<Options>) => Promise<Judged>
  /** Trees that were executed by `measure` since it was last asked. */
  readonly executed: () => readonly Sha[]
  /** As if nothing of this tree had been recorded. */
  readonly forget: (tree: Sha) => void
  /** What the judge found in its checkout at the end. */
  readonly checkedOut: () => readonly string[]
}

export interface Judged extends Judgement {
  readonly archive: ReadonlyMap<string, TestRun>
}

type Fit = (evidence: Evidence, phase: Phase) => Evidence
const asItIs: Fit = (evidence) => evidence

interface Options extends Omit<JudgeOptions, 'repo'> {
  readonly store: EvidenceStore
  readonly fit: Fit
  readonly hooks: Partial<Hooks>
}

export const RUN: RunOrigin = { id: '100', attempt: 1, event: 'pull_request', head: 'f'.repeat(40) }
export const REPOSITORY = { id: '7', name: 'octo/shop' }
const NEVER = new AbortController().signal

/** A store of an earlier judge's publication; without its archive on request. */
export function getStore({ documents, archive }: Judged, { isArchived = true } = {}): EvidenceStore {
  return {
    find: (key) => documents.find((document) => document.key === key) ?? null,
    readRun: (digest) => (isArchived ? (archive.get(digest) ?? null) : null),
    notes: ['from an earlier run'],
  }
}

export function rehearse(branch: Branch): Rehearsal {
  const remembered = new Map<string, Execution>()
  const executed: Sha[] = []
  let checkedOut: readonly string[] = []
  const toKey = (tree: Sha, request: ExecutionRequest) => JSON.stringify([tree, request])
  const recording: OpenMeasurer = async (parts) => {
    const live = await openLiveMeasurer(parts)
    const execute: Measurer['execute'] = async (tree, request) => {
      executed.push(tree)
      const execution = await live.execute(tree, request)
      remembered.set(toKey(tree, request), execution)
      return execution
    }
    return { ...live, execute }
  }
  const replaying: OpenMeasurer = ({ checkout }) => ({
    folder: checkout.dir,
    notes: () => {
      checkedOut = readdirSync(checkout.tree)
      return []
    },
    execute: async (tree, request) => remembered.get(toKey(tree, request)) ?? NOT_RECORDED,
  })
  const common = { repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }
  const getHooks = (hooks: Partial<Hooks> = {}): Hooks => ({ onProgress: () => undefined, signal: NEVER, ...hooks })
  const forget = (tree: Sha) => {
    for (const key of remembered.keys()) if (key.startsWith(`["${tree}"`)) remembered.delete(key)
  }
  return {
    forget,
    measure: ({ store, fit = asItIs, hooks, ...options } = {}) =>
      measureBranch({ ...common, ...options }, getHooks(hooks), {
        fit,
        openMeasurer: recording,
        ...(store && { store }),
      }),
    judge: async ({ store, fit = asItIs, hooks, ...options } = {}) => {
      const archive = new Map<string, TestRun>()
      const identity = {
        level: 'attested',
        run: RUN,
        repository: REPOSITORY,
        pullRequest: 3,
        baseBranch: 'main',
      } as const
      const tools = { fit, archive, openMeasurer: replaying, ...(store && { store }) }
      return { ...(await judgeBranch({ ...common, ...identity, ...options }, getHooks(hooks), tools)), archive }
    },
    executed: () => executed.splice(0),
    checkedOut: () => checkedOut,
  }
}

const NOT_RECORDED: Execution = {
  run: EMPTY_RUN,
  problems: [{ code: 'not-recorded', message: 'It was not recorded' }],
  coverage: null,
  durationMs: 0,
  isCached: false,
  isolation: null,
  scope: 'suite',
}
