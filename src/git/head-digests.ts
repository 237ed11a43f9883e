/** Digests a commit and its tree as anyone with a clone can: programs that know no git find them by SHA-256. */
import { createHash } from 'node:crypto'
import type { ObjectDigests } from '../core/model/commit.ts'
import { getContents, missingObject } from './cat-file.ts'
import type { Range } from './range.ts'
import type { Objects } from './repository.ts'

/** @throws GateError `git-failed` when one of both is missing */
export async function digestHead(
  { readObjects }: Pick<Objects, 'readObjects'>,
  { head, headTree }: Pick<Range, 'head' | 'headTree'>,
): Promise<{ readonly commit: ObjectDigests; readonly tree: ObjectDigests }> {
  const [commit, tree] = await getContents(readObjects, [head, headTree])
  return { commit: digest(head, commit), tree: digest(headTree, tree) }
}

function digest(id: string, content: Buffer | null | undefined): ObjectDigests {
  if (!content) throw missingObject(id)
  return { id, sha256: createHash('sha256').update(content).digest('hex') }
}
