/** Decides which suites must run, and with which of their files. */
import { posix } from 'node:path'
import type { Shard, SuiteConfig, TestConfig } from '../core/model/config.ts'
import { getFolder } from '../core/text/nearby.ts'
import { canShard, canTarget } from './command.ts'
import type { Runner } from './runners/runner.ts'

export interface Suite {
  readonly config: SuiteConfig
  /** Null for a command of no known runner. */
  readonly runner: Runner | null
}

export interface RunPart {
  readonly suite: Suite
  /** Relative to the suite's directory; null: all its tests. */
  readonly files: readonly string[] | null
  /** The slice of all its tests that this job runs; absent: all of them. */
  readonly shard?: Shard
}

export interface RunPlan {
  readonly parts: readonly RunPart[]
  /** `suite` when every suite runs all its tests. */
  readonly scope: 'files' | 'suite'
  /** Whether a suite with tests has no part. */
  readonly isPartial: boolean
}

/**
 * Plans a run.
 * @param wanted the files to run; null: everything. Files outside of the tree are ignored
 */
export function planRun(
  suites: readonly Suite[],
  wanted: readonly string[] | null,
  tree: ReadonlySet<string>,
): RunPlan {
  const tested = suites.filter((suite) => mayHaveTests(suite, tree))
  if (wanted === null)
    return { parts: tested.map((suite) => ({ suite, files: null })), scope: 'suite', isPartial: false }
  const owned = filesOf(suites, wanted, tree).map((file) => ({ file, owners: getOwners(suites, file) }))
  const parts = tested.flatMap((suite) => {
    const files = owned.filter(({ owners }) => owners.includes(suite)).map(({ file }) => file)
    return files.length === 0 ? [] : [{ suite, files: aim(suite, files) }]
  })
  const isPartial = parts.length === 0 || parts.length < tested.length
  const isWhole = !isPartial && parts.every(({ files }) => files === null)
  return { parts, scope: isWhole ? 'suite' : 'files', isPartial }
}

interface Planned {
  readonly suites: readonly Suite[]
  readonly config: Pick<TestConfig, 'mutation'>
}

/** Plans a run of tests, or of the mutation tester, which is the only part then. No part: none is configured. */
export function planRequest(
  { suites, config: { mutation } }: Planned,
  request: {
    readonly files: readonly string[] | null
    readonly mutation?: readonly string[]
    readonly suites?: readonly string[]
  },
  tree: ReadonlySet<string>,
): RunPlan {
  const wanted = suites.filter(({ config: { name } }) => request.suites?.includes(name) ?? true)
  if (request.mutation === undefined) return planRun(wanted, request.files, tree)
  if (mutation === undefined) return { parts: [], scope: 'files', isPartial: true }
  const suite = { config: { ...TOOL, ...mutation }, runner: null }
  const files = canTarget(mutation.command, request.mutation) ? request.mutation : null
  return { parts: [{ suite, files }], scope: 'files', isPartial: true }
}

const TOOL = { name: 'test.mutation', directory: '.', setup: null, build: null, coverage: [] }

/** Returns the wanted files that the tree has; a package, as Go reports it, stands for its test files. */
function filesOf(suites: readonly Suite[], wanted: readonly string[], tree: ReadonlySet<string>): readonly string[] {
  const isTest = (path: string) => suites.some((suite) => suite.runner?.isTestFile(inside(suite, path) ?? ''))
  const getFiles = (path: string) =>
    tree.has(path) ? [path] : [...tree].filter((file) => getFolder(file) === path && isTest(file))
  return [...new Set(wanted.flatMap(getFiles))]
}

/**
 * Restricts the plan to one job's shard, only for whole runs. A run of single files, or a whole run because the command
 * takes no files, is the same in every job.
 */
export function inShard(plan: RunPlan, wanted: readonly string[] | null, shard: Shard | null): RunPlan {
  if (shard === null || wanted !== null) return plan
  const parts = plan.parts.map((part) => (canShard(part.suite.config.command) ? { ...part, shard } : part))
  return { ...plan, parts }
}

/** Returns the innermost suites around a file whose runner takes it. A helper may belong to all of them. */
function getOwners(suites: readonly Suite[], file: string): readonly Suite[] {
  const around = suites.filter((suite) => inside(suite, file) !== null)
  if (around.length === 0) return suites
  const depth = Math.max(...around.map(({ config }) => getDepth(config.directory)))
  const inner = around.filter(({ config }) => getDepth(config.directory) === depth)
  const takers = inner.filter(({ runner }) => runner?.isTestFile(file))
  return takers.length === 0 ? inner : takers
}

/**
 * Returns the files relative to the suite; null when the runner does not take one of them, or the command cannot run
 * single files.
 */
function aim(suite: Suite, files: readonly string[]): readonly string[] | null {
  const names = files.map((file) => inside(suite, file))
  if (names.some((name) => name === null || (suite.runner !== null && !canHold(suite.runner, name)))) return null
  const own = names.filter((name) => name !== null)
  return canTarget(suite.config.command, getTargets(suite, own)) ? own : null
}

/** Returns whether the runner can run the tests of a file alone: of a test file, or of code with tests beside it. */
export function canHold({ isTestFile, mayHoldTests }: Runner, file: string): boolean {
  return isTestFile(file) || mayHoldTests?.(file) === true
}

/** Returns the arguments that make the suite's command run these files only. */
export function getTargets({ runner }: Suite, files: readonly string[]): readonly string[] {
  return runner === null ? files : runner.toTargets(files)
}

/** Returns the path relative to the suite's directory, or null when it is outside. */
export function inside({ config }: Suite, file: string): string | null {
  const directory = posix.normalize(config.directory).replace(/\/$/, '')
  if (directory === '.') return file
  return file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : null
}

const getDepth = (directory: string) =>
  posix
    .normalize(directory)
    .split('/')
    .filter((part) => part !== '.').length

/** Names that projects give to tests under a configuration of their own. */
const TEST_LIKE = /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:^|[/._-])(?:tests?|specs?|check)[._-]/i
const TEST_LIKE_CAMEL = /[a-z](?:Tests?|Specs?)\./

const looksLikeTest = (file: string) => TEST_LIKE.test(file) || TEST_LIKE_CAMEL.test(file)

/** Returns false only when no file of the tree looks like a test: then nothing needs to start. */
function mayHaveTests(suite: Suite, tree: ReadonlySet<string>): boolean {
  if (suite.runner === null) return true
  return tree
    .values()
    .some(
      (file) =>
        inside(suite, file) !== null &&
        (looksLikeTest(file) ||
          (suite.runner !== null && (canHold(suite.runner, file) || suite.runner.isSetUpIn?.(file) === true))),
    )
}

/** Returns whether the runner takes a file without any configuration. */
export function hasTestFile(suite: Suite, tree: ReadonlySet<string>): boolean {
  if (suite.runner === null) return true
  return tree.values().some((file) => suite.runner?.isTestFile(inside(suite, file) ?? ''))
}

/** Returns the files that the runner takes without any configuration, relative to the suite. */
export function getFiles(suite: Suite, paths: Iterable<string>): readonly string[] {
  const names = Iterator.from(paths).map((path) => inside(suite, path))
  return [...names.filter((name) => name !== null).filter((name) => suite.runner?.isTestFile(name))]
}
