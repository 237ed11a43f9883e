/**
 * Divides changes of files that hold code and tests: first the tests change, beside the code as it was, then the code.
 * The file between both exists in no commit.
 */

import { createHash } from 'node:crypto'
import { type TreeEdit, toOlder } from '../core/evaluate/measurement-plan.ts'
import type { Commit, FileChange, FileParts, Sha } from '../core/model/commit.ts'
import { isSameList } from '../core/util/order.ts'
import type { Scratch } from '../git/scratch.ts'
import { canMarkTests, mayMarkTests, splitTests, withTestsOf } from '../rewriting/test-regions.ts'
import { isRegular, NO_TEXT, readSides, readTexts, type TextOf } from './tree-texts.ts'

/** Bytes of all changes together; later changes count as code. */
const MAX_BYTES = 67_108_864

export async function divideCommits(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const lists = await divideChanges(
    scratch,
    commits.map(({ changes }) => changes),
  )
  return commits.map((commit, n) => ({ ...commit, changes: lists[n] ?? commit.changes }))
}

/** Divides the changes of several lists, in the same order. */
export async function divideChanges(
  scratch: Scratch,
  lists: readonly (readonly FileChange[])[],
): Promise<readonly (readonly FileChange[])[]> {
  const wanted = lists.flat().filter(isWanted)
  if (wanted.length === 0) return lists
  const getText = await readSides(scratch, wanted, MAX_BYTES)
  const divide = async (change: FileChange) => (isWanted(change) ? divideChange(scratch, change, getText) : [change])
  return Promise.all(lists.map(async (changes) => (await Promise.all(changes.map(divide))).flat()))
}

function isWanted({ path, class: fileClass, before, after }: FileChange): boolean {
  const isFile = isRegular(after) && (before === null || isRegular(before))
  return fileClass === 'production' && canMarkTests(path) && isFile
}

async function divideChange(scratch: Scratch, change: FileChange, textOf: TextOf): Promise<readonly FileChange[]> {
  const { path, before, after } = change
  const [old, now] = [before === null ? '' : textOf(before), textOf(after)]
  if (old === null || now === null || `${old}${now}`.includes(NO_TEXT)) return [change]
  if (!mayMarkTests(path, old) && !mayMarkTests(path, now)) return [change]
  const [one, other] = [await splitTests(path, old), await splitTests(path, now)]
  if (one === null || other === null) return [change]
  const [code, tests] = [getParts(one.code, other.code), getParts(one.tests, other.tests)]
  if (isSameList(one.tests, other.tests)) return [{ ...change, parts: { code, tests } }]
  if (isSameList(one.code, other.code) && before?.mode === after?.mode)
    return [{ ...change, class: 'test', parts: { code, tests } }]
  const between = await withTestsOf(path, old, now)
  const [id] = between === null ? [] : await scratch.writeBlobs([between])
  if (id === undefined) return [change]
  const blob = { mode: before?.mode ?? after?.mode ?? '', id }
  return [
    { ...change, class: 'test', after: blob, parts: { code: [code[0], code[0]], tests } },
    { ...change, before: blob, parts: { code, tests: [tests[1], tests[1]] } },
  ]
}

function getParts(before: readonly string[], after: readonly string[]): FileParts['code'] {
  const digest = (items: readonly string[]) => createHash('sha256').update(JSON.stringify(items)).digest('hex')
  return [digest(before), digest(after)]
}

/** Returns the edits that give files their earlier tests; the present code beside them stays. */
export async function toEarlierTests(scratch: Scratch, tree: Sha, changes: readonly FileChange[]) {
  const beside = new Set(changes.filter(({ parts }) => parts !== undefined).map(({ path }) => path))
  return joinEach(scratch, tree, toOlder(changes), ({ path }, present, earlier) =>
    beside.has(path) ? withTestsOf(path, present, earlier) : null,
  )
}

/** Returns the edits that give files their earlier code; the present tests beside it stay. */
export async function toEarlierCode(scratch: Scratch, tree: Sha, edits: readonly TreeEdit[]) {
  return joinEach(scratch, tree, edits, ({ path }, present, earlier) =>
    mayMarkTests(path, present) || mayMarkTests(path, earlier) ? withTestsOf(path, earlier, present) : null,
  )
}

/** An edit whose texts cannot be joined stays as it is. */
async function joinEach(
  scratch: Scratch,
  tree: Sha,
  edits: readonly TreeEdit[],
  join: (edit: TreeEdit, present: string, earlier: string) => Promise<string | null> | null,
): Promise<readonly TreeEdit[]> {
  const wanted = edits.filter(({ path, blob }) => blob?.mode.startsWith('100') && canMarkTests(path))
  if (wanted.length === 0) return edits
  const listed = await scratch.listTree(tree)
  const ids = wanted.flatMap(({ path, blob }) => [listed.get(path)?.id ?? [], blob?.id ?? []].flat())
  const texts = await readTexts(scratch, ids, MAX_BYTES)
  return Promise.all(
    edits.map(async (edit) => {
      const present = texts.get(listed.get(edit.path)?.id ?? '')
      const earlier = texts.get(edit.blob?.id ?? '')
      const text =
        present == null || earlier == null || !wanted.includes(edit) ? null : await join(edit, present, earlier)
      const [id] = text === null || edit.blob === null ? [] : await scratch.writeBlobs([text])
      return id === undefined || edit.blob === null ? edit : { path: edit.path, blob: { ...edit.blob, id } }
    }),
  )
}
