/** Finds the lines that a change added, and the lines that they replaced. Decides nothing about phases. */

import { unknownPatch } from '../core/errors/git.ts'
import type { Sha } from '../core/model/commit.ts'
import type { Hunk } from '../core/text/parts.ts'
import { decodePath, splitFields } from './paths.ts'
import type { Objects } from './repository.ts'

/** Immune to attributes and configuration: every file is text, no driver, no prefix, no context. */
const PATCH = [
  ...['diff-tree', '-r', '-z', '--raw', '-p', '--unified=0', '--text', '--no-renames', '--no-abbrev', '--no-color'],
  ...['--no-ext-diff', '--no-textconv', '--diff-algorithm=myers', '--inter-hunk-context=0', '--submodule=short'],
]
const SUBMODULE_OR_ABSENT = /^:\d+ (160000|000000) /

/** Returns the line numbers (from 1) of `treeB` that `treeA` does not have, for each of `paths` that differs. */
export async function addedLines(
  objects: Objects,
  treeA: Sha,
  treeB: Sha,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const hunks = await changedHunks(objects, treeA, treeB, paths)
  const linesIn = ({ first, count }: Hunk) => Array.from({ length: count }, (_, n) => first + n)
  return new Map([...hunks].map(([path, all]) => [path, all.flatMap(linesIn)]))
}

/** Returns the hunks by which `treeB` differs from `treeA`, for each of `paths` that differs. */
export async function changedHunks(
  objects: Objects,
  treeA: Sha,
  treeB: Sha,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly Hunk[]>> {
  const all = await getHunks(objects, treeA, treeB)
  const wanted = new Set(paths)
  return new Map([...all].filter(([path]) => wanted.has(path)))
}

type Hunks = ReadonlyMap<string, readonly Hunk[]>

/** What the trees of a commit differ in is asked several times while it is measured. */
const MAX_KEPT = 4
const kept = new WeakMap<Objects, Map<string, Promise<Hunks>>>()

/** Trees are named by their content, so an answer stays true. */
function getHunks(objects: Objects, treeA: Sha, treeB: Sha): Promise<Hunks> {
  const known = kept.get(objects) ?? new Map<string, Promise<Hunks>>()
  kept.set(objects, known)
  const key = `${treeA} ${treeB}`
  const hunks = known.get(key) ?? readHunks(objects, treeA, treeB)
  known.delete(key)
  known.set(key, hunks)
  hunks.catch(() => known.delete(key))
  if (known.size > MAX_KEPT) known.delete([...known.keys()][0] ?? '')
  return hunks
}

/**
 * With `--raw` git lists all paths first, NUL-separated, then the patches in the same order: no name in a patch has to
 * be trusted. The header of a hunk gives its length, so no content can look like a header.
 */
async function readHunks(objects: Objects, treeA: Sha, treeB: Sha): Promise<Hunks> {
  const output = await objects.git([...PATCH, '--end-of-options', treeA, treeB, '--'])
  const { entries, patches } = split(output)
  const changed = new Map<string, readonly Hunk[]>()
  const next = readPatches(patches)
  for (const { status, path, isFile } of entries) {
    // git shows a change of type as a removal and an addition.
    const hunks = [...next(), ...(status === 'T' ? next() : [])]
    changed.set(path, isFile ? hunks : [])
  }
  return changed
}

interface Entry {
  readonly status: string
  readonly path: string
  readonly isFile: boolean
}

function split(output: Buffer): { entries: readonly Entry[]; patches: Buffer } {
  const entries: Entry[] = []
  let header: string | null = null
  let length = 0
  for (const field of splitFields(output)) {
    if (header === null && field.length === 0) return { entries, patches: output.subarray(length + 1) }
    length += field.length + 1
    if (header === null) header = field.toString('latin1')
    else {
      entries.push({ status: header.at(-1) ?? '', path: decodePath(field), isFile: !SUBMODULE_OR_ABSENT.test(header) })
      header = null
    }
  }
  return { entries, patches: Buffer.alloc(0) }
}

/** Returns a function that gives the next patch's hunks on each call. */
function readPatches(patches: Buffer): () => readonly Hunk[] {
  let at = 0
  const startsWith = (text: string) => patches.toString('latin1', at, at + text.length) === text
  const nextLine = () => {
    const end = patches.indexOf(10, at)
    at = end === -1 ? patches.length : end + 1
  }
  const hunk = (): Hunk => {
    const header = patches.toString('latin1', at, at + 100).match(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/)
    if (header === null) throw unknownPatch()
    const [, oldFirst, oldCount, first, count] = header.map((digits) => Number(digits ?? 1))
    if (oldFirst === undefined || oldCount === undefined || first === undefined || count === undefined)
      throw unknownPatch()
    nextLine()
    for (let n = 0; n < oldCount + count; n += 1) {
      nextLine()
      if (startsWith('\\')) nextLine()
    }
    return { oldFirst, oldCount, first, count }
  }
  return () => {
    if (!startsWith('diff --git ')) throw unknownPatch()
    nextLine()
    const hunks: Hunk[] = []
    while (at < patches.length && !startsWith('diff --git '))
      if (startsWith('@@ ')) hunks.push(hunk())
      else nextLine()
    return hunks
  }
}
