/**
 * Decides which files of a commit lie in the checkout while its set-up runs. The set-up sees nothing else, so exactly
 * these files, their modes and the commands make its result.
 */
import { posix } from 'node:path'
import type { Sha } from '../../core/model/commit.ts'
import type { SuiteConfig } from '../../core/model/config.ts'
import { cacheKey } from '../cache.ts'
import { isManifest, type TreeFiles } from './installed.ts'
import { findManagers, getNamedPaths, type PackageManager } from './package-managers.ts'

/** Increased when the same set-up would leave another result. */
const SETUP_VERSION = 4

interface SetupCommand {
  readonly command: string
  readonly directory: string
}

/** The files with which a set-up runs. */
export interface SetupInput {
  readonly key: string
  readonly files: TreeFiles
  /** True when it is all files of the tree. */
  readonly isWhole: boolean
}

/** Manifests in these folders are data of tests; what they name is not installed. */
const IS_DATA = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|tests?|__tests__|templates?|node_modules)\//
/** They change which bytes git writes into a checkout. */
const ATTRIBUTES = /(?:^|\/)\.gitattributes$/

type Use = readonly [manager: PackageManager, command: string]

function getUses(setups: readonly SetupCommand[]): readonly Use[] | null {
  const all = setups.map(({ command }) => findManagers(command))
  return all.some((one) => one === null) ? null : all.flatMap((one) => one ?? [])
}

/** Returns the manifests whose texts `getInputs` needs. */
export function pathsToInspect(setups: readonly SetupCommand[], files: TreeFiles): readonly string[] {
  const uses = getUses(setups) ?? []
  return [...files.keys()].filter((path) => !IS_DATA.test(path) && uses.some(([{ manifest }]) => manifest.test(path)))
}

/**
 * Returns the files that the package managers of the set-ups read; null where a set-up may read any file.
 * @param read returns null for a text that is too large, or no text
 */
export function getInputs(
  setups: readonly SetupCommand[],
  files: TreeFiles,
  read: (path: string) => string | null,
): TreeFiles | null {
  const uses = getUses(setups)
  if (uses === null) return null
  const paths = [...files.keys()]
  const wanted = new Set(paths.filter((path) => ATTRIBUTES.test(path)))
  for (const [manager, command] of uses) {
    const { manifest, readsMoreWith, mayReadMore, reads } = manager
    if (paths.some((path) => readsMoreWith?.test(path))) return null
    for (const path of paths) if (reads.test(path)) wanted.add(path)
    for (const path of paths.filter((one) => manifest.test(one) && !IS_DATA.test(one))) {
      const text = read(path)
      if (text === null || mayReadMore(text, command)) return null
      for (const name of getNamedPaths(manager, path, text)) wanted.add(name)
    }
  }
  return new Map([...files].filter(([path]) => wanted.has(path)))
}

interface AttemptOptions {
  readonly suites: readonly Pick<SuiteConfig, 'setup' | 'directory'>[]
  /** Of the whole tree. */
  readonly tree: Sha
  readonly files: TreeFiles
  /** The declared files; null: those of the package managers. */
  readonly isInput: ((path: string) => boolean) | null
  readonly read: (path: string) => string | null
  /** Everything beside the commit that affects a result. */
  readonly machine: unknown
}

export const getSetups = (suites: AttemptOptions['suites']): readonly SetupCommand[] =>
  suites.flatMap(({ setup, directory }) => (setup === null ? [] : [{ command: setup, directory }]))

/** Returns the files with which the set-up is tried, in this order: when it fails with few, the whole tree is used. */
export function listAttempts({ suites, tree, files, isInput, read, machine }: AttemptOptions): readonly SetupInput[] {
  const setups = getSetups(suites)
  const declared =
    isInput === null ? getInputs(setups, files, read) : new Map([...files].filter(([path]) => isInput(path)))
  const toKey = (inputs: unknown) => cacheKey({ version: SETUP_VERSION, setups, inputs, machine })
  const all = { key: toKey(tree), files, isWhole: true }
  if (declared === null || declared.size === files.size || !holdsFolders(declared, setups)) return [all]
  const entries = [...declared].map(([path, { mode, id }]) => [path, mode, id])
  return [{ key: toKey(entries), files: declared, isWhole: false }, all]
}

/** git keeps no empty folder, and a command starts in its own. */
function holdsFolders(files: TreeFiles, setups: readonly SetupCommand[]): boolean {
  const folders = setups.map(({ directory }) => posix.normalize(`${directory}/`)).filter((folder) => folder !== './')
  return folders.every((folder) => files.keys().some((path) => path.startsWith(folder)))
}

/** A word of a command that may be a path. */
const WORD = /[\w.][\w./-]*/g

/**
 * Returns what an author may declare: manifests, and the files and folders that commands name. Globs.
 * @param scripts further commands, which a manifest names
 */
export function suggestInputs(
  setups: readonly SetupCommand[],
  files: TreeFiles,
  scripts: readonly string[],
): readonly string[] {
  const commands = [...setups.map(({ command }) => command), ...scripts]
  const words = commands.flatMap((text) => text.match(WORD) ?? []).map((word) => (word === 'make' ? 'Makefile' : word))
  const named = words.map((word) => posix.normalize(word)).filter((path) => files.has(path))
  const manifests = [...files.keys()].filter((path) => !path.includes('/') && isManifest(path))
  const globs = named.map((path) => (path.includes('/') ? `${posix.dirname(path)}/**` : path))
  return [...new Set([...manifests, ...globs])]
}
