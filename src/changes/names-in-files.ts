/** The names and texts that files hold, as their language reads them. */
import type { Sha } from '../core/model/commit.ts'
import { getCodeTokens } from '../core/text/read-code.ts'
import type { Scratch } from '../git/scratch.ts'
import { loadGrammars } from '../syntax/index.ts'
import { readTexts } from './tree-texts.ts'

export async function namesInFiles(
  scratch: Scratch,
  tree: Sha,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  await loadGrammars(paths)
  const texts = await textsOf(scratch, tree, paths)
  // A text that is not read may name each of its words.
  return new Set(
    [...texts].flatMap(([path, text]) => getCodeTokens(path, text) ?? text.match(/[\p{L}\p{N}_$]+/gu) ?? []),
  )
}

/** Returns the texts of files, by their paths. */
export async function textsOf(
  scratch: Scratch,
  tree: Sha,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const listed = await scratch.listTree(tree)
  const files = paths.flatMap((path) => {
    const id = listed.get(path)?.id
    return id === undefined ? [] : [{ path, id }]
  })
  const texts = await readTexts(scratch, files)
  return new Map(files.map(({ path, id }) => [path, texts.get(id) ?? '']))
}
