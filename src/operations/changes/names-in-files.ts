/** The words and texts that files hold, as their language reads them. */
import type { Sha } from '../../core/model/commit.ts'
import { getTokens } from '../../core/text/tokens.ts'
import type { Scratch } from '../../git/scratch.ts'
import { readTexts } from './tree-texts.ts'

export async function namesInFiles(
  scratch: Scratch,
  tree: Sha,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const listed = await scratch.listTree(tree)
  const files = paths.flatMap((path) => {
    const id = listed.get(path)?.id
    return id === undefined ? [] : [{ path, id }]
  })
  const texts = await readTexts(scratch, [...new Set(files.map(({ id }) => id))])
  return new Set(files.flatMap(({ path, id }) => getTokens(path, texts.get(id) ?? '') ?? []))
}
