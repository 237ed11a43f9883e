/**
 * Reads and composes trees through the one git process that stays. A tree is listed and composed several times for each
 * commit, and a process costs more than the tree.
 */
import { gitPrintedTooMuch } from '../core/errors/git.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Blob, Sha } from '../core/model/commit.ts'
import { getContents, getInfos, getTree, missingObject, type ReadObjects } from './cat-file.ts'
import { MAX_GIT_OUTPUT } from './git.ts'
import type { WriteObject } from './loose-object.ts'
import { decodePath, encodePath } from './paths.ts'
import type { ObjectFormat } from './repository.ts'

export interface Trees {
  /** Lists every path of a tree or commit in git's order. @throws GateError as git does, or `limit-exceeded` */
  readonly list: (tree: Sha) => Promise<ReadonlyMap<string, Blob>>
  /** Composes a tree with edits; returns null where git itself must decide: odd paths, modes or folders. */
  readonly compose: (base: Sha, edits: readonly TreeEdit[]) => Promise<Sha | null>
}

/** A tree object: entries by the bytes of their names. */
interface Folder {
  readonly entries: ReadonlyMap<string, Blob>
  /** Whether git would write it again as it is. */
  readonly isPlain: boolean
}

/** A folder in which something changes. */
interface Draft {
  readonly entries: Map<string, Blob | Draft>
}

const FOLDER = '040000'
const MODES = new Set(['100644', '100755', '120000', '160000', FOLDER])
const ID_BYTES: Readonly<Record<ObjectFormat, number>> = { sha1: 20, sha256: 32 }
/** The folders of many commits of a large repository. */
const MAX_FOLDERS = 50_000
/** How deep folders may lie; git has the same limit. */
const MAX_DEPTH = 2_048
/** What git would refuse or protect on any platform is left to git: only such names are composed here. */
const PLAIN_NAME = /^(?!\.{1,2}$|\.git|git~)[\x20-\x39\x3b-\x5b\x5d-\x7e]+$/i

export function openTreeObjects(readObjects: ReadObjects, write: WriteObject, format: ObjectFormat): Trees {
  const known = new Map<Sha, Folder>()
  const read = (ids: readonly Sha[]) => readFolders(readObjects, known, ids, ID_BYTES[format])
  return {
    list: async (tree) => {
      const root = await getTree(readObjects, tree)
      return flatten(root, await readAll(read, root))
    },
    compose: async (base, edits) => {
      if (!edits.every(({ path, blob }) => isPlainPath(path) && MODES.has(blob?.mode ?? FOLDER))) return null
      const open = async (id: Sha): Promise<Draft | null> => {
        const folder = (await read([id])).get(id)
        return folder?.isPlain ? { entries: new Map(folder.entries) } : null
      }
      const root = await open(await getTree(readObjects, base))
      if (root === null) return null
      for (const edit of [...edits].sort(removalsFirst))
        if (!(await put(root, encodePath(edit.path).toString('latin1').split('/'), edit.blob, open))) return null
      return save(root, write) ?? write('tree', '')
    },
  }
}

const isPlainPath = (path: string) => path.split('/').every((name) => PLAIN_NAME.test(name))
const removalsFirst = (a: TreeEdit, b: TreeEdit) => Number(a.blob !== null) - Number(b.blob !== null)
const isDraft = (entry: Blob | Draft | undefined): entry is Draft => entry !== undefined && 'entries' in entry

/** Reads folders in one question for their sizes and one for their contents. */
async function readFolders(readObjects: ReadObjects, known: Map<Sha, Folder>, ids: readonly Sha[], idBytes: number) {
  const found = new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])))
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  const infos = await getInfos(readObjects, missing)
  const size = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0)
  if (size > MAX_GIT_OUTPUT) throw tooMuch()
  const contents = await getContents(readObjects, missing)
  if (known.size + missing.length > MAX_FOLDERS) known.clear()
  for (const [n, id] of missing.entries()) {
    const content = contents[n]
    if (!content || infos[n]?.type !== 'tree') throw missingObject(id)
    const folder = parse(content, idBytes)
    found.set(id, folder)
    known.set(id, folder)
  }
  return found
}

function parse(content: Buffer, idBytes: number): Folder {
  const entries = new Map<string, Blob>()
  let isPlain = true
  let last = ''
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at)
    const space = content.indexOf(0x20, at)
    const mode = content.toString('latin1', at, space).padStart(FOLDER.length, '0')
    const name = content.toString('latin1', space + 1, end)
    const sorted = mode === FOLDER ? `${name}/` : name
    isPlain = isPlain && MODES.has(mode) && !entries.has(name) && last < sorted
    last = sorted
    at = end + 1 + idBytes
    entries.set(name, { mode, id: content.toString('hex', end + 1, at) })
  }
  return { entries, isPlain }
}

/** Reads level by level, each folder once. */
async function readAll(read: (ids: readonly Sha[]) => Promise<ReadonlyMap<Sha, Folder>>, root: Sha) {
  const all = new Map<Sha, Folder>()
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw tooMuch()
    const folders = await read(level)
    for (const [id, folder] of folders) all.set(id, folder)
    const inner = [...folders.values()].flatMap(({ entries }) => [...entries.values()].filter(isFolder))
    level = [...new Set(inner.map(({ id }) => id))].filter((id) => !all.has(id))
  }
  return all
}

const isFolder = ({ mode }: Blob) => mode === FOLDER

function flatten(root: Sha, folders: ReadonlyMap<Sha, Folder>): ReadonlyMap<string, Blob> {
  if (measure(root, folders, new Map()).bytes > MAX_GIT_OUTPUT) throw tooMuch()
  const files = new Map<string, Blob>()
  const walk = (id: Sha, prefix: string): void => {
    for (const [name, entry] of folders.get(id)?.entries ?? [])
      if (isFolder(entry)) walk(entry.id, `${prefix}${name}/`)
      else files.set(decodePath(Buffer.from(prefix + name, 'latin1')), entry)
  }
  walk(root, '')
  return files
}

interface Size {
  readonly files: number
  /** Bytes of the paths and ids of all files. */
  readonly bytes: number
}

/** Folders that contain each other many times over hold more paths than any list: this counts them without a list. */
function measure(id: Sha, folders: ReadonlyMap<Sha, Folder>, done: Map<Sha, Size>): Size {
  const known = done.get(id)
  if (known) return known
  let [files, bytes] = [0, 0]
  for (const [name, entry] of folders.get(id)?.entries ?? []) {
    const inner = isFolder(entry) ? measure(entry.id, folders, done) : { files: 1, bytes: entry.id.length }
    files += inner.files
    bytes += inner.bytes + inner.files * (name.length + 1)
  }
  done.set(id, { files, bytes })
  return { files, bytes }
}

const tooMuch = () => gitPrintedTooMuch('git cat-file', MAX_GIT_OUTPUT, null)

type Open = (id: Sha) => Promise<Draft | null>

/** @returns false where git must decide */
async function put(
  folder: Draft,
  [name = '', ...rest]: readonly string[],
  blob: Blob | null,
  open: Open,
): Promise<boolean> {
  const { entries } = folder
  const found = entries.get(name)
  if (rest.length === 0) {
    if (blob !== null) entries.set(name, blob)
    else if (found && !isDraft(found) && !isFolder(found)) entries.delete(name)
    return true
  }
  const isInside = isDraft(found) || (found !== undefined && isFolder(found))
  if (!isInside && blob === null) return true
  const inner = isDraft(found) ? found : isInside ? await open((found as Blob).id) : { entries: new Map() }
  if (inner === null) return false
  entries.set(name, inner)
  return put(inner, rest, blob, open)
}

/** @returns null for an empty folder, which git does not keep */
function save({ entries }: Draft, write: WriteObject): Sha | null {
  const blobs = [...entries].flatMap(([name, entry]) => {
    const id = isDraft(entry) ? save(entry, write) : entry.id
    return id === null ? [] : [{ name, id, mode: isDraft(entry) ? FOLDER : entry.mode }]
  })
  if (blobs.length === 0) return null
  const keyed = blobs.map((blob) => ({ ...blob, key: isFolder(blob) ? `${blob.name}/` : blob.name }))
  const sorted = keyed.sort((a, b) => (a.key < b.key ? -1 : 1))
  const lines = sorted.map(({ mode, name, id }) =>
    Buffer.concat([Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
  )
  return write('tree', Buffer.concat(lines))
}
