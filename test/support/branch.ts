/** Builds a branch step by step and verifies it with the real operation: real git, real runs of its tests. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Decision } from '../../src/core/model/finding.ts'
import type { Hooks } from '../../src/operations/verify/progress.ts'
import { type Verification, type VerifyOptions, verify } from '../../src/operations/verify/verify.ts'
import { toVerifyJson } from '../../src/render/gate-report/verify-json.ts'
import { toVerifyText } from '../../src/render/gate-report/verify-text.ts'
import { freeze } from './freeze.ts'
import { getTestName, KEPT } from './kept-runs.ts'
import { copyRepository, createRepository, type Files, type TestRepository } from './repository.ts'

export interface Branch extends AsyncDisposable {
  readonly repo: TestRepository
  /** The folder of its cache. */
  readonly cacheDir: string
  /** With kept runs, unless the branch has a folder of its own. */
  readonly hooks: Hooks
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
  /** By default that of `getSharedCache`. */
  readonly cacheDir?: string
}

/** As an answer is frozen. */
const PAGE = { width: 100, paint: (_: unknown, text: string) => text }

/** Where a test asks what ran, nothing is kept for it. */
const LIVE: Hooks = { onProgress: () => undefined, signal: new AbortController().signal }

/**
 * Measurements of a test file: a tree that several of its tests have runs once. Where a test asks what ran, it takes
 * another folder. Each file has its own, so that kept runs do not depend on the files before it.
 */
export const getSharedCache = () => join(process.env.XDG_STATE_HOME ?? tmpdir(), 'cache', getTestName())

/** For tables of many branches: that a failing test runs twice is shown elsewhere, and takes an eighth of each of them. */
export const RUN_ONCE: Files = { '.github/tdd-gate.yml': 'version: 1\ntest: { reruns: 1 }\n' }

/** A repository with `base` on main, and a branch off it. */
export async function createBranch(base: Files, options: BranchOptions = {}): Promise<Branch> {
  const shared = getSharedCache()
  const { cacheDir = shared } = options
  const hooksOf = (folder: string) => (folder === shared ? KEPT : LIVE)
  const repo = await copyRepository(await getBegun(base))
  const stated = (phase: string) => (files: Files, task?: string) =>
    repo.commit(`${phase}\n\n${task ? `Task: ${task}\n` : ''}Phase: ${phase}\n`, files)
  return {
    repo,
    cacheDir,
    hooks: hooksOf(cacheDir),
    red: stated('red'),
    green: stated('green'),
    refactor: stated('refactor'),
    commit: (message, files) => repo.commit(message, files),
    verify: async (options = {}) =>
      tell(await verify({ repo: repo.dir, base: 'main', cacheDir, ...options }, hooksOf(options.cacheDir ?? cacheDir))),
    [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose](),
  }
}

const begun = new Map<string, Promise<TestRepository>>()
const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Returns a repository that branches of this base are copied from: git starts six times less for each. */
function getBegun(base: Files): Promise<TestRepository> {
  const key = JSON.stringify(base)
  const known = begun.get(key) ?? begin(base)
  begun.set(key, known)
  return known
}

async function begin(base: Files): Promise<TestRepository> {
  const repo = await createRepository()
  folders.push(dirname(repo.dir))
  await repo.commit('base', base)
  await repo.branch('work')
  return repo
}

function tell(verification: Verification): Judged {
  const { decision } = verification
  freeze('verify --json', JSON.stringify(toVerifyJson(decision, verification), null, 1))
  freeze('verify', toVerifyText(decision, { ...verification, ...PAGE }))
  const verdicts = decision.commits.map(({ phase, verdict, findings, isSuperseded }) => {
    const rules = findings.filter(({ level }) => level === 'error').map(({ rule }) => rule)
    return `${phase} ${verdict}${rules.length > 0 ? `: ${rules.join(', ')}` : ''}${isSuperseded ? ' (superseded)' : ''}`
  })
  return { ...verification, conclusion: decision.conclusion, verdicts }
}
