/** Decides which suites must run, and at which of their files each is aimed. */
import { posix } from 'node:path'
import type { Shard, SuiteConfig } from '../core/model/config.ts'
import { canShard, canTarget } from './command.ts'
import type { Runner } from './runners/runner.ts'

export interface Suite {
  readonly config: SuiteConfig
  /** Null for a command of no known runner. */
  readonly runner: Runner | null
}

export interface Part {
  readonly suite: Suite
  /** Relative to the suite's directory; null: all its tests. */
  readonly files: readonly string[] | null
  /** The slice of all its tests that this job runs; absent: all of them. */
  readonly shard?: Shard
}

export interface RunPlan {
  readonly parts: readonly Part[]
  /** `suite` as soon as one part runs everything it has. */
  readonly scope: 'files' | 'suite'
}

/** @param wanted the files to run; null: everything. Files that are not in the tree are nothing to run. */
export function planRun(
  suites: readonly Suite[],
  wanted: readonly string[] | null,
  tree: ReadonlySet<string>,
): RunPlan {
  const hasTests = (suite: Suite) => mayHaveTests(suite, tree)
  if (wanted === null)
    return { parts: suites.filter(hasTests).map((suite) => ({ suite, files: null })), scope: 'suite' }
  const owned = wanted.filter((file) => tree.has(file)).map((file) => ({ file, owners: getOwners(suites, file) }))
  const parts = suites.filter(hasTests).flatMap((suite) => {
    const files = owned.filter(({ owners }) => owners.includes(suite)).map(({ file }) => file)
    return files.length === 0 ? [] : [{ suite, files: aim(suite, files) }]
  })
  return { parts, scope: parts.some(({ files }) => files === null) ? 'suite' : 'files' }
}

/**
 * The plan as one of several jobs carries it out. Only where everything is wanted: what is aimed, or ends up as everything
 * because it cannot be aimed, is the same in every job.
 */
export function inShard(plan: RunPlan, wanted: readonly string[] | null, shard: Shard | null): RunPlan {
  if (shard === null || wanted !== null) return plan
  const parts = plan.parts.map((part) => (canShard(part.suite.config.command) ? { ...part, shard } : part))
  return { ...plan, parts }
}

/** The innermost suites around a file; of those, the ones whose runner takes it. A helper may serve them all. */
function getOwners(suites: readonly Suite[], file: string): readonly Suite[] {
  const around = suites.filter((suite) => inside(suite, file) !== null)
  if (around.length === 0) return suites
  const depth = Math.max(...around.map(({ config }) => getDepth(config.directory)))
  const inner = around.filter(({ config }) => getDepth(config.directory) === depth)
  const takers = inner.filter(({ runner }) => runner?.isTestFile(file))
  return takers.length === 0 ? inner : takers
}

/** Null when one of the files is nothing that the runner takes, or the command cannot be aimed. */
function aim(suite: Suite, files: readonly string[]): readonly string[] | null {
  const names = files.map((file) => inside(suite, file))
  if (names.some((name) => name === null || (suite.runner !== null && !suite.runner.isTestFile(name)))) return null
  const own = names.filter((name) => name !== null)
  return canTarget(suite.config.command, getTargets(suite, own)) ? own : null
}

/** The words that make the suite's command run these files only. */
export function getTargets({ runner }: Suite, files: readonly string[]): readonly string[] {
  return runner === null ? files : runner.toTargets(files)
}

/** The path as seen from the suite's directory, or null when it is not below it. */
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

/** Names that people give to tests when they configure names of their own. */
const TEST_LIKE = /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:^|[/._-])(?:tests?|specs?|check)[._-]/i
const TEST_LIKE_CAMEL = /[a-z](?:Tests?|Specs?)\./

const looksLikeTest = (file: string) => TEST_LIKE.test(file) || TEST_LIKE_CAMEL.test(file)

/** False only where nothing in the tree looks like a test: then nothing needs to be started. */
function mayHaveTests(suite: Suite, tree: ReadonlySet<string>): boolean {
  if (suite.runner === null) return true
  return tree
    .values()
    .some((file) => inside(suite, file) !== null && (looksLikeTest(file) || suite.runner?.isTestFile(file)))
}

/** Whether there is a file that the runner takes without any configuration. */
export function hasTestFile(suite: Suite, tree: ReadonlySet<string>): boolean {
  if (suite.runner === null) return true
  return tree.values().some((file) => suite.runner?.isTestFile(inside(suite, file) ?? ''))
}

/** The files that the runner takes without any configuration, relative to the suite. */
export function getFiles(suite: Suite, paths: Iterable<string>): readonly string[] {
  const names = Iterator.from(paths).map((path) => inside(suite, path))
  return [...names.filter((name) => name !== null).filter((name) => suite.runner?.isTestFile(name))]
}
