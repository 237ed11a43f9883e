/** Reads texts of a tree as git objects, without a checkout. */
import type { Answering } from '../core/compare/test-texts.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Blob, FileChange, Sha } from '../core/model/commit.ts'
import type { TextFile } from '../core/text/nearby.ts'
import { getCodeTokens } from '../core/text/read-code.ts'
import { getContents, getInfos, missingObject } from '../git/cat-file.ts'
import type { Objects } from '../git/repository.ts'
import type { Scratch } from '../git/scratch.ts'
import { loadGrammars } from '../syntax/index.ts'

/** Bytes that are not valid text would be written back changed. */
export const NO_TEXT = '\ufffd'
/** Larger files are not manifests. */
const MAX_TEXT_BYTES = 1_048_576
/** Bytes that one mark reads of commits; further files are not read. */
export const MAX_MARKED_BYTES = 33_554_432
/** Bytes requested from one git process at once. */
const MAX_BATCH_BYTES = 33_554_432
/** Bytes of one tree; further files count as missing. */
const MAX_TREE_BYTES = 134_217_728

export interface TreeTexts {
  /** Regular files. */
  readonly files: readonly string[]
  /** Returns a text. Undefined: not loaded yet. Null: no such file, or too large. */
  readonly get: (path: string) => string | null | undefined
  /** Loads texts. @throws GateError `git-failed` when a partial clone lacks an object */
  readonly load: (paths: Iterable<string>) => Promise<void>
}

type Listed = Objects & Pick<Scratch, 'listTree'>

/** Opens two trees of one project. Reads shared texts once; neither tree can hide the content of the other. */
export async function openTrees(scratch: Listed, trees: readonly [Sha, Sha]): Promise<[TreeTexts, TreeTexts]> {
  const read = new Map<Sha, string>()
  const [one, other] = await Promise.all([scratch.listTree(trees[0]), scratch.listTree(trees[1])])
  return [openTree(scratch, one, read), openTree(scratch, other, read)]
}

/** Opens a tree. @param read texts by object, because one content may have many paths; newly read texts are added */
function openTree(scratch: Objects, listed: ReadonlyMap<string, Blob>, read: Map<Sha, string>): TreeTexts {
  const blobs = new Map([...listed].filter(([, { mode }]) => mode.startsWith('100')))
  const refused = new Set<Sha>()
  let left = MAX_TREE_BYTES
  const get = (id: Sha | undefined) => (id === undefined || refused.has(id) ? null : read.get(id))
  return {
    files: [...blobs.keys()],
    get: (path) => get(blobs.get(path)?.id),
    load: async (paths) => {
      const wanted = new Set([...paths].flatMap((path) => blobs.get(path)?.id ?? []))
      const unknown = [...wanted].filter((id) => get(id) === undefined)
      for (const [id, text] of await readTexts(scratch, unknown, left)) {
        if (text === null) refused.add(id)
        else read.set(id, text)
        left -= text?.length ?? 0
      }
    },
  }
}

/** @param wanted objects, or their ids @returns null for texts that are too large */
export async function readTexts(
  objects: Objects,
  wanted: Iterable<Sha | Pick<Blob, 'id'>>,
  maxBytes = MAX_TREE_BYTES,
): Promise<Map<Sha, string | null>> {
  const ids = [...new Set([...wanted].map((one) => (typeof one === 'string' ? one : one.id)))]
  const texts = new Map<Sha, string | null>(ids.map((id) => [id, null]))
  if (ids.length === 0) return texts
  let left = maxBytes
  let batch: Sha[] = []
  let batchBytes = 0
  const flush = async () => {
    for (const [id, text] of await readBatch(objects, batch)) texts.set(id, text)
    batch = []
    batchBytes = 0
  }
  for (const [id, size] of await getSizes(objects, ids)) {
    if (size > MAX_TEXT_BYTES || size > left) continue
    if (batchBytes + size > MAX_BATCH_BYTES) await flush()
    batch.push(id)
    batchBytes += size
    left -= size
  }
  await flush()
  return texts
}

async function getSizes(
  objects: Pick<Objects, 'readObjects'>,
  ids: readonly Sha[],
): Promise<readonly (readonly [Sha, number])[]> {
  const infos = await getInfos(objects.readObjects, ids)
  return ids.map((id, n) => {
    const info = infos[n]
    if (info?.type !== 'blob') throw missingObject(id)
    return [id, info.size]
  })
}

async function readBatch(
  objects: Pick<Objects, 'readObjects'>,
  ids: readonly Sha[],
): Promise<readonly [Sha, string][]> {
  const contents = await getContents(objects.readObjects, ids)
  return ids.map((id, n) => {
    const content = contents[n] ?? null
    if (content === null) throw missingObject(id)
    return [id, content.toString()]
  })
}

/** Reads files, and loads the grammars that read them. @returns by path; null for a text that is not read */
export async function readSourceTexts(
  objects: Objects,
  files: readonly { readonly path: string; readonly id: Sha }[],
): Promise<ReadonlyMap<string, string | null>> {
  await loadGrammars(files.map(({ path }) => path))
  const texts = await readTexts(objects, files)
  return new Map(files.map(({ path, id }) => [path, texts.get(id) ?? null]))
}

/** Returns the text of one side of a change; null for no file, for one that is not regular, and for one that is not read. */
export type TextOf = (blob: Blob | null) => string | null

/** Reads both sides of changes, and loads the grammars that read them. */
export async function readSides(
  objects: Objects,
  changes: readonly Pick<FileChange, 'path' | 'before' | 'after'>[],
  maxBytes = MAX_TREE_BYTES,
): Promise<TextOf> {
  await loadGrammars(changes.map(({ path }) => path))
  const blobs = changes.flatMap(({ before, after }) => [before, after].filter(isRegular))
  const texts = await readTexts(objects, blobs, maxBytes)
  return (blob) => (isRegular(blob) ? (texts.get(blob.id) ?? null) : null)
}

/** Returns changed test files before and after the change, as far as their size allows. */
export async function testTexts(objects: Objects, changes: readonly FileChange[]): Promise<Answering['texts']> {
  const tests = changes.filter((change) => change.class === 'test')
  const getText = await readSides(objects, tests)
  const side = (which: 'before' | 'after') =>
    new Map(
      tests.flatMap((change) => {
        const text = getText(change[which])
        return text === null ? [] : [[change.path, text] as const]
      }),
    )
  return { before: side('before'), after: side('after') }
}

export const isRegular = (blob: Blob | null): blob is Blob => blob?.mode.startsWith('100') ?? false

/** Reads the names and texts that files hold, as their language reads them. */
export async function namesInFiles(
  scratch: Scratch,
  tree: Sha,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  await loadGrammars(paths)
  const files = await readRegular(scratch, tree, paths)
  // A text that is not read may name each of its words.
  return new Set(files.flatMap(({ path, text }) => getCodeTokens(path, text) ?? text.match(/[\p{L}\p{N}_$]+/gu) ?? []))
}

/** A text that a file of a tree has, or gets. */
export interface FileText extends TextFile {
  readonly mode: string
}

export async function writeEdits(
  scratch: Pick<Scratch, 'writeBlobs'>,
  files: readonly FileText[],
): Promise<readonly TreeEdit[]> {
  const ids = await scratch.writeBlobs(files.map(({ text }) => text))
  return files.map(({ path, mode }, n) => ({ path, blob: { mode, id: ids[n] ?? '' } }))
}

/** Reads those of the files of a tree that are regular, and not too large. */
export async function readRegular(scratch: Listed, tree: Sha, paths: readonly string[]): Promise<readonly FileText[]> {
  const listed = await scratch.listTree(tree)
  const files = paths.flatMap((path) => {
    const blob = listed.get(path) ?? null
    return isRegular(blob) ? [{ path, ...blob }] : []
  })
  const texts = await readTexts(scratch, files)
  return files.flatMap(({ path, mode, id }) => {
    const text = texts.get(id) ?? null
    return text === null ? [] : [{ path, mode, text }]
  })
}
