/** Knows which files of a tree a suite can reach: its folder, the projects that its manifests name, and shared files. */
import { createHash, type Hash } from 'node:crypto'
import { posix } from 'node:path'
import type { Blob } from '../core/model/commit.ts'
import type { SuiteConfig } from '../core/model/config.ts'

/** A folder with a manifest. */
interface Member {
  readonly folder: string
  /** Everything in its manifests that may name another. */
  readonly words: ReadonlySet<string>
  /** The names by which others refer to it. */
  readonly names: readonly string[]
}

const MANIFESTS =
  /^(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.py|composer\.json|Gemfile|mix\.exs|deno\.jsonc?|pom\.xml|build\.gradle(?:\.kts)?)$/
/** Other files that name projects beside their own. */
const NAMING = /^(?:tsconfig[\w.-]*\.json|settings\.gradle(?:\.kts)?)$/
/** The name of a project in its own manifest. */
const NAMES = [/^\s*"name"\s*:\s*"([^"]+)"/m, /^module\s+"?([^\s"]+)/m, /^name\s*=\s*"([^"]+)"/m]
const ARTIFACT = /<artifactId>\s*([^<\s]+)\s*</g

/** Returns the paths that `getReaches` reads. */
export function pathsToRead(paths: Iterable<string>): readonly string[] {
  return [...paths].filter((path) => isRead(posix.basename(path)) && path.includes('/'))
}

const isRead = (name: string) => MANIFESTS.test(name) || NAMING.test(name)

/**
 * Returns a digest of the reach of each suite, by its name. Trees with equal digests give equal results, as far as
 * projects name in their manifests what they use. Files outside of all projects belong to every reach. @param read
 * returns null for an unknown text
 */
export function getReaches(
  files: ReadonlyMap<string, Blob>,
  read: (path: string) => string | null,
  suites: readonly SuiteConfig[],
): ReadonlyMap<string, string> {
  const members = findMembers(files.keys(), read, suites)
  const digests = digestByFolder(files, new Set(members.map(({ folder }) => folder)))
  return new Map(suites.map((suite) => [suite.name, toDigest(suite, members, digests)]))
}

function findMembers(
  paths: Iterable<string>,
  read: (path: string) => string | null,
  suites: readonly SuiteConfig[],
): readonly Member[] {
  const named = Map.groupBy(pathsToRead(paths), (path) => posix.dirname(path))
  const withManifest = [...named].filter(([, own]) => own.some((path) => MANIFESTS.test(posix.basename(path))))
  const folders = [...withManifest.map(([folder]) => folder), ...suites.map(folderOf)].filter((path) => path !== '.')
  return [...new Set(folders)].toSorted().map((folder) => {
    const texts = (named.get(folder) ?? []).map((path) => read(path) ?? '')
    return { folder, words: wordsIn(texts.join('\n')), names: [...namesIn(texts), posix.basename(folder)] }
  })
}

/** Returns the words between quotes, brackets and spaces, and the last part of each: `../core` names `core`. */
function wordsIn(text: string): ReadonlySet<string> {
  const words = text.split(/[^\w@./-]+/)
  return new Set([...words, ...words.map((word) => word.replace(/\/$/, '').split(/[/.]/).at(-1) ?? '')])
}

const folderOf = ({ directory }: Pick<SuiteConfig, 'directory'>): string =>
  posix.normalize(directory).replace(/\/$/, '')

function namesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [
    ...NAMES.flatMap((pattern) => pattern.exec(text)?.[1] ?? []),
    ...[...text.replace(/<(parent|dependencies)>[\s\S]*?<\/\1>/g, '').matchAll(ARTIFACT)].map(
      (found) => found[1] ?? '',
    ),
  ])
}

/** Hashes each file into its innermost project; `.` has the files of none. */
function digestByFolder(files: ReadonlyMap<string, Blob>, folders: ReadonlySet<string>): ReadonlyMap<string, string> {
  const hashes = new Map<string, Hash>()
  for (const [path, { id, mode }] of files) {
    const folder = innermost(path, folders)
    const hash = hashes.get(folder) ?? createHash('sha256')
    hashes.set(folder, hash.update(`${path}\0${mode} ${id}\n`))
  }
  return new Map([...hashes].map(([folder, hash]) => [folder, hash.digest('hex')]))
}

function innermost(path: string, folders: ReadonlySet<string>): string {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    if (folders.has(folder)) return folder
  }
  return '.'
}

function toDigest(suite: SuiteConfig, members: readonly Member[], digests: ReadonlyMap<string, string>): string {
  const folder = folderOf(suite)
  const start = folder === '.' ? members : members.filter((member) => member.folder === folder)
  const reached = reach(start, members)
  const parts = ['.', ...reached.map((member) => member.folder).toSorted()].map((name) => [name, digests.get(name)])
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Follows names and folders to the end. */
function reach(start: readonly Member[], members: readonly Member[]): readonly Member[] {
  const found = new Set(start)
  for (const one of found) for (const other of members) if (needs(one, other)) found.add(other)
  return [...found]
}

/** A name in any place of a manifest counts: one that is none only makes a suite run more often. */
function needs(one: Member, other: Member): boolean {
  if (other.folder.startsWith(`${one.folder}/`)) return true
  return other.names.some((name) => one.words.has(name))
}
