/** Answers `git add --patch` so that it takes the tests of a file that holds tests and code. */
import type { Commit, Sha } from '../core/model/commit.ts'
import type { Objects } from '../git/repository.ts'

interface Hunk {
  readonly old: string
  readonly text: string
}

/** Returns the answers for each such file of a commit. A file whose tests and code no hunk separates has none. */
export async function getAnswers(objects: Objects, commit: Commit): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const [path, changes] of Map.groupBy(commit.changes, (change) => change.path)) {
    const [tests, code] = [changes.find((one) => one.class === 'test'), changes.find((one) => one.class !== 'test')]
    const [before, between, after] = [tests?.before?.id, tests?.after?.id, code?.after?.id]
    if (before === undefined || between === undefined || after === undefined) continue
    const answers = await answer(objects, before, between, after)
    if (answers !== null) found.set(path, answers)
  }
  return found
}

async function answer(objects: Objects, before: Sha, between: Sha, after: Sha): Promise<readonly string[] | null> {
  const wanted = await getHunks(objects, before, between)
  const [all, groups] = [await getHunks(objects, before, after), await getGroups(objects, before, after)]
  const isTest = (hunk: Hunk) => wanted.some(({ old, text }) => old === hunk.old && text === hunk.text)
  if (wanted.length === 0 || all.filter(isTest).length !== wanted.length) return null
  if (groups.reduce((sum, size) => sum + size, 0) !== all.length) return null
  let from = 0
  return groups.flatMap((size) => {
    const said = all.slice(from, from + size).map((hunk) => (isTest(hunk) ? 'y' : 'n'))
    from += size
    const [one = 'n'] = said
    return said.every((word) => word === one) ? [one] : ['s', ...said]
  })
}

const HUNK = /^@@ -(\S+) \S+ @@.*\n?/m

async function readDiff(objects: Objects, context: number, from: Sha, to: Sha): Promise<readonly string[]> {
  const args = ['diff', `--unified=${context}`, '--no-color', '--no-ext-diff', '--no-textconv', '--no-indent-heuristic']
  const output = (await objects.git([...args, from, to])).toString('latin1')
  return output.split(/^(?=@@ )/m).slice(1)
}

async function getHunks(objects: Objects, from: Sha, to: Sha): Promise<readonly Hunk[]> {
  return (await readDiff(objects, 0, from, to)).map((text) => ({
    old: HUNK.exec(text)?.[1] ?? '',
    text: text.replace(HUNK, ''),
  }))
}

/** Returns how many runs of changed lines each hunk has that git shows with its context. */
async function getGroups(objects: Objects, from: Sha, to: Sha): Promise<readonly number[]> {
  const count = (text: string) => text.replace(HUNK, '').match(/(?:^[-+\\].*\n?)+/gm)?.length ?? 0
  return (await readDiff(objects, 3, from, to)).map(count)
}

/** Returns whether the commit removes or replaces lines of production, and does not only add some. */
export async function replacesCode(objects: Objects, { parents, tree, changes }: Commit): Promise<boolean> {
  const [parent] = parents
  const paths = changes.filter((change) => change.class === 'production' && change.before !== null)
  if (parent === undefined || paths.length === 0) return false
  const args = ['diff-tree', '-r', '--numstat', '--no-renames', '-z', `${parent}^{tree}`, tree]
  const lines = (await objects.git([...args, '--', ...paths.map(({ path }) => path)])).toString('latin1').split('\0')
  return lines.some((line) => Number(line.split('\t')[1] ?? 0) > 0)
}
