/** Verifies a harness: the run must report a file with one passing and one failing test as exactly that. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Blob } from '../../core/model/commit.ts'
import type { Problem } from '../../core/model/test-run.ts'
import { canTarget } from '../command.ts'
import { type LaunchContext, launchSuite } from '../launch.ts'
import { canHold, inside, type Suite } from '../run-plan.ts'
import { type ReadContext, readLaunch, type SuiteRun } from '../suite-run.ts'
import { runTexts } from '../texts.ts'
import { canaryBeside, writeCanary } from './place.ts'
import { getVisibleResults, isAsExpected } from './verdict.ts'

/** Files that can change the meaning of any test, besides those that the caller names. */
const HARNESS =
  /(?:^|\/)(?:package\.json|[^/]*lock[^/]*\.(?:json|ya?ml)|yarn\.lock|[^/]*\.config\.[cm]?[jt]s|[^/]*rc(?:\.[cm]?js|\.json|\.ya?ml)?|tsconfig[^/]*\.json|conftest\.py|pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|go\.(?:mod|sum))$/

interface ProverOptions {
  /** Caches the results; created when it does not exist. */
  readonly folder: string
  readonly isHarness: (path: string) => boolean
  readonly toolchain: Readonly<Record<string, string>>
  /** The digest of the packages, and so of a runner, that are lent to a tree; null: none are. */
  readonly lentDigest: (files: ReadonlyMap<string, Blob>) => string | null
  readonly note: (text: string) => void
}

export interface ProverContext extends LaunchContext, ReadContext {
  readonly files: ReadonlyMap<string, Blob>
  readonly onStep: (step: 'canary', suite: Suite) => void
  /** Restores the committed checkout before the canary goes into it. */
  readonly freshen: () => Promise<void>
}

/** Verifies the harness of a suite, once for each state of it. `paths`: files of the run first, any others after. */
export type Prover = (suite: Suite, paths: readonly string[], context: ProverContext) => Promise<readonly Problem[]>

export function createProver({ folder, isHarness, toolchain, lentDigest, note }: ProverOptions): Prover {
  const seen = new Map<string, readonly Problem[]>()
  return async (suite, paths, context) => {
    for (const text of canaryNotes(suite, paths)) note(text)
    const digest = harnessDigest(suite, context.files, isHarness, [toolchain, lentDigest(context.files)])
    const known = seen.get(digest) ?? (existsSync(join(folder, digest)) ? [] : undefined)
    if (known !== undefined) return known
    const neighbour = placeFor(suite, paths)
    if (neighbour === null) return []
    context.onStep('canary', suite)
    const problem = await checkCanary(suite, neighbour, context)
    seen.set(digest, problem === null ? [] : [problem])
    if (problem === null) remember(folder, digest)
    return seen.get(digest) ?? []
  }
}

function remember(folder: string, digest: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, digest), '')
}

/** Returns whether a path belongs to the harness by its name alone. */
export const looksLikeHarness = (path: string): boolean => HARNESS.test(path)

/** Computes the digest of the harness: one result holds for every tree with the same digest. */
function harnessDigest(
  { config }: Suite,
  files: ReadonlyMap<string, Blob>,
  isHarness: (path: string) => boolean,
  dependsOn: unknown,
): string {
  const hash = createHash('sha256').update(JSON.stringify([config, dependsOn]))
  for (const [path, { id, mode }] of files) if (isHarness(path)) hash.update(JSON.stringify([path, mode, id]))
  return hash.digest('hex')
}

/** Finds a file of the run, relative to the suite, beside which the canary can run. Returns null when there is none. */
function placeFor(suite: Suite, paths: Iterable<string>): string | null {
  for (const path of paths) {
    const name = inside(suite, path)
    if (name !== null && suite.runner && canHold(suite.runner, name))
      return canTarget(suite.config.command, [name]) ? name : null
  }
  return null
}

/** Returns what readers should know about canaries of the suite. */
export function canaryNotes(suite: Suite, paths: Iterable<string>): readonly string[] {
  return placeFor(suite, paths) === null ? [runTexts.noCanary(suite.config.command)] : []
}

/** Writes the canary beside `neighbour`, runs it, and removes it. */
async function checkCanary(suite: Suite, neighbour: string, context: ProverContext): Promise<Problem | null> {
  await context.freshen()
  const { path, remove } = writeCanary(canaryBeside(suite, neighbour, context.tree))
  const withoutCoverage = { ...context, wantsCoverage: false }
  try {
    const launch = await launchSuite({ suite, files: [path] }, withoutCoverage)
    return judge(await readLaunch(suite, launch, withoutCoverage), path)
  } finally {
    remove()
  }
}

function judge({ result: processResult, reports }: SuiteRun, path: string): Problem | null {
  const seen = getVisibleResults(reports.flatMap(({ cases }) => [...cases]))
  if (isAsExpected(seen) && processResult.exitCode !== 0) return null
  const result = `exit code ${processResult.exitCode}, ${describe(seen.passes, 'passing')}, ${describe(seen.fails, 'failing')}`
  return {
    code: 'canary',
    message: runTexts.canaryNotReported(posix.normalize(path), result),
  }
}

function describe(all: readonly boolean[], word: string): string {
  if (all.length === 0) return `no ${word} test reported`
  return all.every((is) => is) ? `the ${word} test reported as such` : `the ${word} test reported otherwise`
}
