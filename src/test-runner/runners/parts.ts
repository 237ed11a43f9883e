/** Finds the parts of a repository that have a manifest of their own: modules of a workspace, and projects below the top. */
import { posix } from 'node:path'
import type { Project } from './runner.ts'

/** Part of a repository: its paths are relative to its folder. */
export interface Part extends Project {
  readonly folder: string
}

/** How many parts are searched for tests. */
const MAX_PARTS = 50
const MANIFEST = /\/(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|go\.mod|Cargo\.toml|composer\.json|Gemfile)$/
const PACKAGE = /\/(?:package\.json|deno\.jsonc?)$/
/** Packages of others, and fixtures of tests. */
export const OUTSIDE = /(?:^|\/)(?:node_modules|vendor|target|fixtures?|__fixtures__|testdata|examples?|templates?)\//
/** `use ./a` and `use ( ./a ./b )` of a go.work. */
const USES = /^\s*use\s+(?:\(([^)]*)\)|(\S+))/gm

/**
 * Returns the parts below the top, those of few folders first.
 * @param withPackages packages of JavaScript as well
 */
export function findParts(
  { files, read }: Project,
  { withPackages }: { readonly withPackages: boolean },
): readonly Part[] {
  const isManifest = (path: string) => MANIFEST.test(path) || (withPackages && PACKAGE.test(path))
  const manifests = files.filter((path) => isManifest(path) && !OUTSIDE.test(path))
  const folders = [...new Set(manifests.map((path) => posix.dirname(path)))]
  const sorted = folders.toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
  return sorted.slice(0, MAX_PARTS).map((folder) => toPart({ files, read }, folder))
}

/** Returns the part below a folder. */
export function toPart({ files, read }: Project, folder: string): Part {
  const own = files.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  return { folder, files: own, read: (path) => read(posix.join(folder, path)) }
}

/** Returns the modules that a go.work at the top lists; none without one. */
export function findGoModules({ files, read }: Project): readonly Part[] {
  const text = (read('go.work') ?? '').replace(/\/\/.*$/gm, '')
  const listed = [...text.matchAll(USES)].flatMap(([, many = '', one = '']) => `${many} ${one}`.trim().split(/\s+/))
  const folders = [...new Set(listed.map((path) => posix.normalize(path.replaceAll('"', '')).replace(/\/$/, '')))]
  const isBelow = (folder: string) => folder !== '' && !folder.startsWith('..') && !posix.isAbsolute(folder)
  return folders
    .filter(isBelow)
    .map((folder) => (folder === '.' ? { folder, files, read } : toPart({ files, read }, folder)))
}
