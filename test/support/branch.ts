/** Builds a branch step by step and verifies it with the real operation: real git, real runs of its tests. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision } from '../../src/core/model/finding.ts'
import { type Verification, type VerifyOptions, verify } from '../../src/operations/verify/verify.ts'
import { KEPT } from './kept-runs.ts'
import { createRepository, type Files, type TestRepository } from './repository.ts'

export interface Branch extends AsyncDisposable {
  readonly repo: TestRepository
  /** The folder of its cache. */
  readonly cacheDir: string
  readonly red: (files: Files, task?: string) => Promise<string>
  readonly green: (files: Files, task?: string) => Promise<string>
  readonly refactor: (files: Files, task?: string) => Promise<string>
  readonly commit: (message: string, files?: Files) => Promise<string>
  readonly verify: (options?: Partial<VerifyOptions>) => Promise<Judged>
}

/** The verdicts, as stories write them. */
export interface Judged extends Verification {
  readonly conclusion: Decision['conclusion']
  /** `red accepted`, `green rejected: suite-is-green`, with `(superseded)` after a superseded one; one per commit. */
  readonly verdicts: readonly string[]
}

export interface BranchOptions {
  /** By default SHARED_CACHE. */
  readonly cacheDir?: string
}

/** Where a test asks what ran, nothing is kept for it. */
const LIVE = { onProgress: () => undefined, signal: new AbortController().signal }

/** Measurements of all tests: a tree that several of them have runs once. Where a test asks what ran, it takes another. */
export const SHARED_CACHE = join(process.env.XDG_STATE_HOME ?? tmpdir(), 'cache')

/** For tables of many branches: that a failing test runs twice is shown elsewhere, and takes an eighth of each of them. */
export const RUN_ONCE: Files = { '.github/tdd-gate.yml': 'version: 1\ntest: { reruns: 1 }\n' }

/** A repository with `base` on main, and a branch off it. */
export async function createBranch(base: Files, options: BranchOptions = {}): Promise<Branch> {
  const repo = await createRepository()
  const { cacheDir = SHARED_CACHE } = options
  await repo.commit('base', base)
  await repo.branch('work')
  const stated = (phase: string) => (files: Files, task?: string) =>
    repo.commit(`${phase}\n\n${task ? `Task: ${task}\n` : ''}Phase: ${phase}\n`, files)
  return {
    repo,
    cacheDir,
    red: stated('red'),
    green: stated('green'),
    refactor: stated('refactor'),
    commit: (message, files) => repo.commit(message, files),
    verify: async (options = {}) =>
      tell(
        await verify(
          { repo: repo.dir, base: 'main', cacheDir, ...options },
          options.cacheDir || cacheDir !== SHARED_CACHE ? LIVE : KEPT,
        ),
      ),
    [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose](),
  }
}

function tell(verification: Verification): Judged {
  const { decision } = verification
  const verdicts = decision.commits.map(({ phase, verdict, findings, isSuperseded }) => {
    const rules = findings.filter(({ level }) => level === 'error').map(({ rule }) => rule)
    return `${phase} ${verdict}${rules.length > 0 ? `: ${rules.join(', ')}` : ''}${isSuperseded ? ' (superseded)' : ''}`
  })
  return { ...verification, conclusion: decision.conclusion, verdicts }
}
