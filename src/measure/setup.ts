/** Makes a checkout ready to run: installs what its manifests and lock files say, once for each state of them. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Blob, Sha } from '../core/commit.ts'
import { failedSetup, missingCommand } from './failures.ts'
import { lendModules, TOOL_CACHES } from './modules.ts'
import { runProcess } from './process.ts'
import type { Suite } from './run-plan.ts'

const MANIFEST =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|\.npmrc|\.yarnrc\.yml|go\.(?:mod|sum)|pyproject\.toml|poetry\.lock|uv\.lock|requirements[^/]*\.txt|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|Gemfile(?:\.lock)?|Cargo\.(?:toml|lock)|composer\.(?:json|lock)|pom\.xml|build\.gradle(?:\.kts)?)$/
/** Where package managers put what they install, beside a manifest. */
const INSTALLED = ['node_modules', '.yarn', '.venv', 'venv', 'vendor']
const SETUP_TIMEOUT_MS = 900_000

export interface SetupContext {
  /** The checkout. */
  readonly tree: string
  readonly workingTree: string | null
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
}

type TreeFiles = ReadonlyMap<string, Blob>

/** Remembers which state the checkout was made ready for. */
export function createSetup(suites: readonly Suite[], context: SetupContext) {
  let ready: Sha | null = null
  return {
    /** Paths that a checkout of these files may leave as they are. */
    keep: (files: TreeFiles): readonly string[] => (digestOf(suites, files) === ready ? installedPaths(files) : []),
    /** @returns whether packages of the working tree were lent. @throws GateError `setup-failed`, `command-not-found` */
    prepare: async (files: TreeFiles, onStart: (suite: Suite) => void = () => undefined): Promise<boolean> => {
      const digest = digestOf(suites, files)
      if (digest !== ready) {
        ready = null
        for (const suite of suites.filter(({ config }) => config.setup !== null)) {
          onStart(suite)
          await install(suite, context)
        }
        ready = digest
      }
      removeToolCaches(context.tree, files)
      return lend(suites, context, files)
    },
  }
}

async function install(suite: Suite, { tree, env, signal }: SetupContext): Promise<void> {
  const { setup, directory } = suite.config
  if (setup === null) return
  const ending = await runProcess({
    command: setup,
    directory: join(tree, directory),
    env,
    signal,
    timeoutMs: SETUP_TIMEOUT_MS,
  })
  if (ending.missingCommand !== null) throw missingCommand(ending.missingCommand, setup)
  if (ending.exitCode !== 0) throw failedSetup(setup, ending)
}

function digestOf(suites: readonly Suite[], files: TreeFiles): string {
  const hash = createHash('sha256')
  for (const { config } of suites) hash.update(JSON.stringify([config.setup, config.directory]))
  for (const [path, { id, mode }] of files) if (MANIFEST.test(path)) hash.update(JSON.stringify([path, mode, id]))
  return hash.digest('hex')
}

function manifestFolders(files: TreeFiles): readonly string[] {
  return [
    ...new Set([
      '.',
      ...files
        .keys()
        .filter((path) => MANIFEST.test(path))
        .map(posix.dirname),
    ]),
  ]
}

/** Folders that hold nothing tracked: tracked files always come from the commit. */
function installedPaths(files: TreeFiles): readonly string[] {
  const tracked = new Set(files.keys().flatMap(pathAndFolders))
  const all = manifestFolders(files).flatMap((folder) => INSTALLED.map((name) => posix.join(folder, name)))
  return all.filter((path) => !tracked.has(path))
}

function* pathAndFolders(path: string): Generator<string> {
  yield path
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end)
}

function removeToolCaches(tree: string, files: TreeFiles): void {
  for (const folder of manifestFolders(files))
    for (const name of TOOL_CACHES) rmSync(join(tree, folder, 'node_modules', name), { recursive: true, force: true })
}

function lend(suites: readonly Suite[], { tree, workingTree }: SetupContext, files: TreeFiles): boolean {
  const isInstalled = suites.every(({ config }) => config.setup !== null)
  if (workingTree === null || isInstalled) return false
  const folders = manifestFolders(files).filter((folder) => files.has(posix.join(folder, 'package.json')))
  return folders.map((folder) => lendModules(join(workingTree, folder), join(tree, folder))).some((isLent) => isLent)
}
