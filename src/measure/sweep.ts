/** Removes what tests left in a checked-out tree: never through a symlink, and whatever its permissions. */
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { posix } from 'node:path'
import { type Blob, SUBMODULE } from '../core/commit.ts'
import { decodePath } from './paths.ts'

const SLASH = Buffer.from('/')
const OWNER_MAY_ALL = 0o700
/** Bytes below the top; PATH_MAX is 4,096 on Linux and 1,024 on macOS, a name 255. */
const DEEPEST = 400

/** `leaf`: a tracked file or link; `folder`: holds such, or is a submodule; `kept`: not looked into. */
type Kind = 'leaf' | 'folder' | 'kept'

/** Leaves in `root` only tracked paths (as they are) and those of `keep`. Names stay bytes: they need not be UTF-8. */
export function sweep(root: string, tracked: ReadonlyMap<string, Blob>, keep: readonly string[]): void {
  const kinds = kindsOf(
    tracked,
    keep.map(plainPath).filter((path) => path !== null),
  )
  const remover = createRemover(Buffer.from(root))
  const visit = (dir: Buffer, prefix: string): void => {
    for (const { name, isFolder } of entriesOf(dir)) {
      const path = prefix + decodePath(name)
      const full = Buffer.concat([dir, SLASH, name])
      const kind = kinds.get(path)
      if (kind === 'folder' && isFolder) visit(full, `${path}/`)
      else if (kind === undefined || kind === 'folder' || (kind === 'leaf' && isFolder)) remover.remove(full, isFolder)
    }
  }
  visit(Buffer.from(root), '')
  remover.finish()
}

/** Removes a folder and everything in it; nothing happens when there is none. */
export function removeFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return
  sweep(path, new Map(), [])
  rmdirSync(path)
}

/** `./a//b/` as git would write it; null for what is not below the top. */
function plainPath(path: string): string | null {
  const plain = posix.normalize(path).replace(/\/$/, '')
  return plain === '' || plain === '.' || plain === '..' || plain.startsWith('../') || plain.startsWith('/')
    ? null
    : plain
}

function kindsOf(tracked: ReadonlyMap<string, Blob>, keep: readonly string[]): ReadonlyMap<string, Kind> {
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

/** Folders nested deeper than a path can be long are first moved to the top, which makes their paths short again. */
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
      for (const { name, isFolder: inner } of entriesOf(path)) remove(Buffer.concat([path, SLASH, name]), inner)
    unlessGone(() => (isFolder ? rmdirSync(path) : unlinkSync(path)))
  }
  const finish = () => {
    for (let path = parked.pop(); path !== undefined; path = parked.pop()) remove(path, true)
  }
  return { remove, finish }
}

/** What a folder holds, after making sure that it can be listed and changed. */
function entriesOf(dir: Buffer): readonly { readonly name: Buffer; readonly isFolder: boolean }[] {
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
