/** Knows which files define the installed packages, and where package managers put them. */
import { posix } from 'node:path'
import type { Blob } from '../../core/model/commit.ts'

export type TreeFiles = ReadonlyMap<string, Blob>

const MANIFEST =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|\.npmrc|\.yarnrc\.yml|go\.(?:mod|sum)|pyproject\.toml|poetry\.lock|uv\.lock|requirements[^/]*\.txt|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|Gemfile(?:\.lock)?|Cargo\.(?:toml|lock)|composer\.(?:json|lock)|pom\.xml|build\.gradle(?:\.kts)?)$|(?:^|\/)(?:patches\/[^/]+\.patch|[^/]+\.prisma)$/
export const isManifest = (path: string): boolean => MANIFEST.test(path)

const GEMFILES = ['Gemfile', 'gems.rb']
/**
 * Folders of packages that a working tree may lend, by the manifests that they stand beside; null: any. Beside other
 * manifests a `vendor` fits one commit only.
 */
const LENDABLE: Readonly<Record<string, readonly string[] | null>> = {
  node_modules: null,
  '.venv': null,
  venv: null,
  'vendor/bundle': GEMFILES,
  '.bundle': GEMFILES,
  vendor: ['composer.json'],
}
/** Where package managers put packages, beside a manifest. */
const INSTALLED = [...Object.keys(LENDABLE), '.yarn']

/** Returns the folders with a manifest, and the top. */
export function manifestFolders(files: TreeFiles): readonly string[] {
  const manifests = files.keys().filter(isManifest)
  return [...new Set(['.', ...manifests.map(posix.dirname)])]
}

/** Returns the installed folders without tracked files: tracked files always come from the commit. */
export function installedPaths(files: TreeFiles): readonly string[] {
  const tracked = new Set(files.keys().flatMap(pathAndFolders))
  const all = manifestFolders(files).flatMap((folder) => INSTALLED.map((name) => posix.join(folder, name)))
  return all.filter((path) => !tracked.has(path))
}

/** In the order of the folders: `vendor/bundle` comes before `vendor`. */
const OF_PACKAGES = new RegExp(`^(?:[^/]+/)*?(?:${Object.keys(LENDABLE).join('|').replaceAll('.', '[.]')})(?=/)`)

/** Returns the folders of packages that hold any of these files. */
export function packagesIn(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => OF_PACKAGES.exec(path)?.[0] ?? []))
}

/** Returns the installed folders that a working tree may lend to these files. */
export function lendablePaths(files: TreeFiles): readonly string[] {
  const installed = new Set(installedPaths(files))
  const stands = (at: string, manifests: readonly string[] | null) =>
    manifests === null || manifests.some((name) => files.has(posix.join(at, name)))
  return manifestFolders(files)
    .flatMap((at) => Object.entries(LENDABLE).flatMap(([name, of]) => (stands(at, of) ? [posix.join(at, name)] : [])))
    .filter((path) => installed.has(path))
}

function* pathAndFolders(path: string): Generator<string> {
  yield path
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end)
}
