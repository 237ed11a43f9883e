/** Reads the changed lines of accepted commits whose lines are known to be held, or not. */
import type { Sha } from '../core/model/commit.ts'
import type { Decision } from '../core/model/finding.ts'
import { type PatchedFile, toPatchLines } from '../core/text/patch.ts'
import { changedHunks } from '../git/added-lines.ts'
import type { Scratch } from '../git/scratch.ts'
import { readTexts } from './tree-texts.ts'

/** The last commits, and the files of each, that a report shows. */
const MAX_COMMITS = 20
const MAX_FILES = 30

/** A measured commit, and the commit that its production is compared with. */
export interface ComparedCommit {
  readonly commit: Sha
  readonly tree: Sha
  readonly comparedWith: Sha
}

interface Compared {
  readonly scratch: Scratch
  /** In order: of two measurements of a commit the later one counts. */
  readonly compared: readonly ComparedCommit[]
  readonly base: Sha
}

export async function readPatches(
  { commits }: Decision,
  { scratch, compared, base }: Compared,
): Promise<ReadonlyMap<Sha, readonly PatchedFile[]>> {
  const patches = new Map<Sha, readonly PatchedFile[]>()
  const find = (sha: Sha) => compared.findLast(({ commit }) => commit === sha)
  for (const { sha, lines = [] } of commits.filter((commit) => commit.lines).slice(-MAX_COMMITS)) {
    const own = find(sha)
    const paths = [...new Set(lines.map(({ path }) => path))].slice(0, MAX_FILES)
    if (own === undefined) continue
    const before = find(own.comparedWith)?.tree ?? base
    patches.set(sha, await readFiles(scratch, { before, after: own.tree }, paths))
  }
  return patches
}

async function readFiles(
  scratch: Scratch,
  { before, after }: { readonly before: Sha; readonly after: Sha },
  paths: readonly string[],
): Promise<readonly PatchedFile[]> {
  const [hunks, old, now] = await Promise.all([
    changedHunks(scratch, before, after, paths),
    scratch.listTree(before),
    scratch.listTree(after),
  ])
  const ids = paths.flatMap((path) => [old, now].flatMap((tree) => tree.get(path)?.id ?? []))
  const texts = await readTexts(scratch, ids)
  return paths.map((path) => {
    const [was, is] = [old, now].map((tree) => texts.get(tree.get(path)?.id ?? ''))
    // A new file has no text before; null is a text that is too large.
    const isShown = typeof is === 'string' && was !== null
    return { path, rows: isShown ? toPatchLines(was ?? '', is, hunks.get(path) ?? []) : null }
  })
}
