/** Checks merges whose conflicts a person resolved: whether the person changed only the conflicts. */
import type { Sha } from '../core/model/commit.ts'
import { decodePath, splitFields } from './paths.ts'
import type { Scratch } from './scratch.ts'
import { changesBetween } from './trees.ts'

const CONFLICTS = 1
const MAX_CONFLICT_BYTES = 4_194_304

/**
 * Returns the paths whose conflicts a person resolved.
 * @returns null where the tree differs from git's own merge outside of its conflicts, or git cannot merge
 */
export async function findHandResolved(scratch: Scratch, first: Sha, second: Sha, tree: Sha): Promise<string[] | null> {
  const args = ['merge-tree', '--write-tree', '-z', '--no-messages', '--end-of-options', first, second]
  const { code, stdout } = await scratch.run(args)
  if (code !== CONFLICTS) return null
  const [own, ...stages] = [...splitFields(stdout)].filter((field) => field.length > 0)
  if (own === undefined) return null
  const sides = Map.groupBy(stages.map(getStage), ({ path }) => path)
  const changes = await changesBetween(scratch, own.toString('latin1'), tree, () => 'production')
  for (const { path, before, after } of changes) {
    const known = sides.get(path)
    if (known === undefined) return null
    if (known.some(({ id, mode }) => after?.id === id && after.mode === mode) || (after === null && known.length < 3))
      continue
    if (before === null || after === null || before.mode !== after.mode) return null
    const [conflict, solved] = [await readText(scratch, before.id), await readText(scratch, after.id)]
    if (conflict === null || solved === null || !isSolution(conflict, solved)) return null
  }
  return changes.map(({ path }) => path)
}

/** `<mode> <id> <stage>\t<path>` */
function getStage(field: Buffer): { readonly mode: string; readonly id: string; readonly path: string } {
  const tab = field.indexOf('\t')
  const [mode = '', id = ''] = field.toString('latin1', 0, tab).split(' ')
  return { mode, id, path: decodePath(field.subarray(tab + 1)) }
}

async function readText(scratch: Scratch, id: Sha): Promise<string | null> {
  const { code, stdout } = await scratch.run(['cat-file', 'blob', id], { maxBytes: MAX_CONFLICT_BYTES })
  return code === 0 ? stdout.toString('latin1') : null
}

/**
 * Returns whether the resolution contains everything around the conflicts, in order, from the first line to the last.
 */
function isSolution(conflict: string, solved: string): boolean {
  const parts = conflict.split(/^<{7} [^\n]*\n[\s\S]*?^>{7} [^\n]*(?:\n|$)/m)
  const [head = '', ...rest] = parts
  const tail = rest.pop()
  if (tail === undefined || !solved.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = solved.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return solved.endsWith(tail) && solved.length - tail.length >= at
}
