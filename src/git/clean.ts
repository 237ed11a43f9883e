/** Removes what tests left in a checked-out tree. Never follows a symlink; handles any permissions. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { posix } from 'node:path'
import { type Blob, SUBMODULE } from '../core/model/commit.ts'
import { decodePath } from './paths.ts'

const SLASH = Buffer.from('/')
const OWNER_MAY_ALL = 0o700
/** Bytes of a path below the top. PATH_MAX is 4,096 on Linux and 1,024 on macOS; a name has at most 255. */
const DEEPEST = 400

/** `leaf`: a tracked file or link; `folder`: contains tracked paths, or is a submodule; `kept`: left as it is. */
type Kind = 'leaf' | 'folder' | 'kept'

/**
 * Removes from `root` everything but the tracked paths and those of `keep`. Names stay bytes: they need not be UTF-8.
 * @param since nanoseconds of the epoch: replaces a folder that changed then or later by a new one without its files.
 * Its mode, times and attributes could pass data to the next execution. Null: replaces no folder
 */
export function clean(
  root: string,
  tracked: ReadonlyMap<string, Blob>,
  keep: readonly string[],
  since: bigint | null = null,
): void {
  const kinds = getKinds(
    tracked,
    keep.map(plainPath).filter((path) => path !== null),
  )
  const remover = createRemover(Buffer.from(root))
  const visit = (dir: Buffer, prefix: string): void => {
    const isChanged = since !== null && lstatSync(dir, { bigint: true }).ctimeNs >= since
    for (const { name, isFolder } of getEntries(dir)) {
      const path = prefix + decodePath(name)
      const full = Buffer.concat([dir, SLASH, name])
      const kind = kinds.get(path)
      if (kind === 'folder' && isFolder) visit(full, `${path}/`)
      else if (kind === undefined || kind === 'folder' || (kind === 'leaf' && isFolder)) remover.remove(full, isFolder)
    }
    if (isChanged) renew(dir, `${root}.new`, (name) => kinds.get(prefix + decodePath(name)) === 'kept')
  }
  visit(Buffer.from(root), '')
  remover.finish()
}

/** Replaces a folder with a new one. Its subfolders and kept paths move over, its files do not. */
function renew(dir: Buffer, fresh: string, isKept: (name: Buffer) => boolean): void {
  mkdirSync(fresh)
  for (const { name, isFolder } of getEntries(dir)) {
    const path = Buffer.concat([dir, SLASH, name])
    if (isFolder || isKept(name)) renameSync(path, Buffer.concat([Buffer.from(fresh), SLASH, name]))
    else unlinkSync(path)
  }
  rmdirSync(dir)
  renameSync(fresh, dir)
}

/** Removes a folder and its contents; does nothing when there is none. */
export function removeFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return
  clean(path, new Map(), [])
  rmdirSync(path)
}

/** Normalises `./a//b/` as git would write it; returns null for a path that is not below the top. */
function plainPath(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, '')
  return plain === '' || plain === '.' || plain === '..' || plain.startsWith('../') || plain.startsWith('/')
    ? null
    : plain
}

function getKinds(tracked: ReadonlyMap<string, Blob>, keep: readonly string[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>()
  const addFolders = (path: string) => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (kinds.has(folder)) return
      kinds.set(folder, 'folder')
    }
  }
  for (const [path, { mode }] of tracked) {
    kinds.set(path, mode === SUBMODULE ? 'folder' : 'leaf')
    addFolders(path)
  }
  for (const path of keep) {
    if (kinds.get(path) === 'leaf') continue
    kinds.set(path, 'kept')
    addFolders(path)
  }
  return kinds
}

/**
 * Creates a function that removes folders. Folders nested deeper than a path can be long first move to the top, which
 * makes their paths short again.
 */
function createRemover(root: Buffer) {
  const parked: Buffer[] = []
  let count = 0
  const remove = (path: Buffer, isFolder: boolean): void => {
    if (isFolder && path.length > root.length + DEEPEST) {
      count += 1
      const place = Buffer.concat([root, SLASH, Buffer.from(`.parked-${process.pid}-${count}`)])
      renameSync(path, place)
      parked.push(place)
      return
    }
    if (isFolder)
      for (const { name, isFolder: inner } of getEntries(path)) remove(Buffer.concat([path, SLASH, name]), inner)
    unlessGone(() => (isFolder ? rmdirSync(path) : unlinkSync(path)))
  }
  const finish = () => {
    for (let path = parked.pop(); path !== undefined; path = parked.pop()) remove(path, true)
  }
  return { remove, finish }
}

/** Lists a folder after making sure that it can be listed and changed. */
function getEntries(dir: Buffer): readonly { readonly name: Buffer; readonly isFolder: boolean }[] {
  const mode = lstatSync(dir).mode
  if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) chmodSync(dir, mode | OWNER_MAY_ALL)
  return readdirSync(dir, { encoding: 'buffer', withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFolder: entry.isDirectory(),
  }))
}

function unlessGone(remove: () => void): void {
  try {
    remove()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A path in a checkout that the commit does not contain. */
export interface UntrackedPath {
  readonly path: string
  readonly isFolder: boolean
}

/**
 * Lists what `root` contains besides its repository and the tracked paths. Lists a folder without tracked paths as one
 * entry.
 */
export function listUntracked(root: string, tracked: ReadonlyMap<string, Blob>): readonly UntrackedPath[] {
  const kinds = getKinds(tracked, [])
  const found: UntrackedPath[] = []
  const visit = (dir: Buffer, prefix: string): void => {
    for (const { name, isFolder } of getEntries(dir)) {
      const path = prefix + decodePath(name)
      const kind = kinds.get(path)
      if (kind === 'folder' && isFolder) visit(Buffer.concat([dir, SLASH, name]), `${path}/`)
      else if (kind === undefined && path !== '.git') found.push({ path, isFolder })
    }
  }
  visit(Buffer.from(root), '')
  return found
}
