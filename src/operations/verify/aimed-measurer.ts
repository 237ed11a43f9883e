/** Runs the test files that use a requested file when that file itself contains no test: a contract, or a helper. */

import { entriesUsing, readTestCode } from '../../changes/test-users.ts'
import { readSourceTexts } from '../../changes/tree-texts.ts'
import type { FileClass, Sha } from '../../core/model/commit.ts'
import { startsTests, writesTests } from '../../core/text/written-tests.ts'
import { remember } from '../../core/util/remember.ts'
import type { Scratch } from '../../git/scratch.ts'
import type { ExecutionRequest } from '../../test-runner/execution.ts'
import type { Measurer } from '../../test-runner/measurer.ts'

/** How many executions of a tree are remembered. */
const MAX_REMEMBERED = 20
/** With more users it runs the requested files as they are. */
const MAX_USERS = 200

export function aimAtUsers(measurer: Measurer, scratch: Scratch, classify: (path: string) => FileClass): Measurer {
  const known = remember<Aimed>(MAX_REMEMBERED)
  const aim = (tree: Sha, files: readonly string[]) =>
    known.get(JSON.stringify([tree, files]), () => withUsers(scratch, classify, tree, files))
  return {
    ...measurer,
    execute: async (tree, request) =>
      measurer.execute(tree, { ...request, ...(request.files && (await aim(tree, request.files))) }),
  }
}

type Aimed = Pick<ExecutionRequest, 'files' | 'isTestless'>

/** Returns the files, and the users of all files that begin no test. */
async function withUsers(
  scratch: Scratch,
  classify: (path: string) => FileClass,
  tree: Sha,
  files: readonly string[],
): Promise<Aimed> {
  const listed = await scratch.listTree(tree)
  const found = files.map((path) => ({ path, id: listed.get(path)?.id ?? '' })).filter(({ id }) => id !== '')
  const texts = [...(await readSourceTexts(scratch, found))]
  const mayStart = texts.some(([path, text]) => text === null || startsTests(path, text))
  if (found.length === 0 || mayStart) return { files }
  const users = entriesUsing(await readTestCode(scratch, tree, classify), files)
  if (users.length > 0) return { files: [...new Set([...files, ...users.slice(0, MAX_USERS)])].toSorted() }
  return {
    files,
    ...(texts.some(([path, text]) => writesTests(path, text ?? '')) ? {} : { isTestless: true }),
  }
}
