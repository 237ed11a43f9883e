/** Decides whether a missing module belongs to this project, so that GREEN can create it. */
import type { FileClass } from '../model/commit.ts'
import type { Missing } from '../model/test-run.ts'

interface ProjectNames {
  /** Every path of every tree in the range. */
  readonly paths: Iterable<string>
  /** Names under which the project's own packages are imported: package.json `name`, Go module path, ... */
  readonly names: readonly string[]
  readonly classify: (path: string) => FileClass
}

const RELATIVE = /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/]|file:)/
const ALIAS = /^(?:#|@\/|~\/|\$lib\/)/
const DOTTED = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const SOURCE_ROOTS = ['', 'src/', 'lib/', 'app/', 'python/']

/** Returns whether a missing thing is the project's own. `from` is the test file that imports it. */
export function createOwnership({
  paths,
  names,
  classify,
}: ProjectNames): (missing: Missing, from: string | null) => boolean {
  const known = new Set<string>()
  for (const path of paths) addPrefixes(known, path)
  const packages = getPackages(known)
  return ({ kind, name }, from) => {
    if (kind === 'symbol') return true
    if (RELATIVE.test(name)) return isOwnFile(name, classify)
    if (ALIAS.test(name)) return true
    if (names.some((own) => own !== '' && (name === own || name.startsWith(`${own}/`)))) return true
    if (from !== null && SCRIPT.test(from)) return false
    return isOwnModule(name, from, known) || packages.has(getPackage(name))
  }
}

/** A file that is named by its path belongs to the project; a fixture or an installed package cannot be implemented. */
function isOwnFile(name: string, classify: ProjectNames['classify']): boolean {
  if (name.includes('node_modules')) return false
  const path = name
    .replace(/^file:\/*/, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.{1,2}\/|\/)+/, '')
  const fileClass = classify(path)
  return (
    fileClass === 'production' ||
    (fileClass === 'test' && !/\.(?:json|ya?ml|txt|csv|xml|html|snap|golden)$/i.test(path))
  )
}

function isOwnModule(name: string, from: string | null, known: ReadonlySet<string>): boolean {
  const segments = DOTTED.test(name) ? name.split('.') : name.split(/[\\/]|::/)
  const top = segments[0] ?? ''
  const folder = from?.includes('/') ? `${from.slice(0, from.lastIndexOf('/'))}/` : ''
  const isThere = [...SOURCE_ROOTS, folder].some((root) => known.has(`${root}${top}`))
  return isThere || segments.some((segment) => segment !== '' && segment === getSubject(from))
}

/** Java's `com.shop.Cart` is in `com/shop`. */
function getPackage(name: string): string {
  return DOTTED.test(name) ? name.split('.').slice(0, -1).join('/') : ''
}

/** Lists every suffix of a folder path with at least two names: the source root above a package does not matter. */
function getPackages(known: ReadonlySet<string>): ReadonlySet<string> {
  const packages = new Set<string>()
  for (const path of known) {
    const names = path.split('/')
    for (let i = 0; i + 1 < names.length; i += 1) packages.add(names.slice(i).join('/'))
  }
  return packages
}

/** Returns the subject of a test file by its name: `cart` for `test_cart.py`, `cart_test.go`, `CartTest.java`. */
function getSubject(file: string | null): string | null {
  const stem = file?.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  return stem?.replace(/^test_|[._-](?:test|spec)$|_tests?$|Tests?$|Spec$/g, '') ?? null
}

/** Adds the prefixes of a path: `a`, `a/b`, `a/b/c` and `a/b/c.py` for `a/b/c.py`. */
function addPrefixes(known: Set<string>, path: string): void {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1))
    known.add(path.slice(0, slash))
  known.add(path)
  const dot = path.lastIndexOf('.')
  if (dot > path.lastIndexOf('/') + 1) known.add(path.slice(0, dot))
}
