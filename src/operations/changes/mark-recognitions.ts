/** Marks every change of production that newly detects whether a test runs it, or uses test code. */
import type { Commit, FileChange } from '../../core/model/commit.ts'
import { getFolder } from '../../core/text/nearby.ts'
import { addedRecognitions } from '../../core/text/test-recognition.ts'
import { addedTestUses, goNamesOfTests, mayUseTests } from '../../core/text/test-use.ts'
import { getGrammar } from '../../core/text/tokens.ts'
import type { Scratch } from '../../git/scratch.ts'
import type { Classify } from '../../git/trees.ts'
import { readTexts } from './tree-texts.ts'

/** Bytes of all commits together; further files are not read. */
const MAX_BYTES = 33_554_432

export async function markRecognitions(
  scratch: Scratch,
  commits: readonly Commit[],
  classify: Classify,
): Promise<readonly Commit[]> {
  const code = commits.flatMap(({ changes }) => changes.filter(isCode))
  const texts = new Map(await getTexts(scratch, code, 'after'))
  const isSuspect = (change: FileChange) =>
    recognises(change, texts).length > 0 || mayUseTests(change.path, textOf(change.after, texts) ?? '')
  const suspects = code.filter(isSuspect)
  if (suspects.length === 0) return commits
  for (const [id, text] of await getTexts(scratch, suspects, 'before')) texts.set(id, text)
  return Promise.all(
    commits.map(async (commit) => {
      const own = commit.changes.filter((change) => suspects.includes(change))
      const tests = own.length > 0 ? await readTests(scratch, commit, own, classify) : NO_TESTS
      return { ...commit, changes: commit.changes.map((change) => mark(change, texts, tests)) }
    }),
  )
}

interface Tests {
  readonly files: ReadonlySet<string>
  readonly goNames: ReadonlyMap<string, string>
}

const NO_TESTS: Tests = { files: new Set(), goNames: new Map() }

/** Reads which test files there are; of Go also what those beside the changed files declare. */
async function readTests(
  scratch: Scratch,
  { tree }: Commit,
  changes: readonly FileChange[],
  classify: Classify,
): Promise<Tests> {
  const listed = [...(await scratch.listTree(tree))].filter(([path]) => classify(path) === 'test')
  const folders = new Set(changes.flatMap(({ path }) => (path.endsWith('.go') ? getFolder(path) : [])))
  const beside = listed.filter(([path]) => path.endsWith('_test.go') && folders.has(getFolder(path)))
  const texts = await readTexts(scratch, [...new Set(beside.map(([, { id }]) => id))], MAX_BYTES)
  const goNames = goNamesOfTests(beside.map(([path, { id }]) => ({ path, text: texts.get(id) ?? '' })))
  return { files: new Set(listed.map(([path]) => path)), goNames }
}

type Texts = ReadonlyMap<string, string | null>

const isCode = ({ path, class: kind, after }: FileChange) =>
  kind === 'production' && getGrammar(path) !== null && after?.mode.startsWith('100') === true

function getTexts(scratch: Scratch, changes: readonly FileChange[], side: 'before' | 'after'): Promise<Texts> {
  return readTexts(scratch, [...new Set(changes.flatMap((change) => change[side]?.id ?? []))], MAX_BYTES)
}

const textOf = (blob: FileChange['after'], texts: Texts) => (blob && texts.get(blob.id)) ?? null

function recognises({ path, before, after }: FileChange, texts: Texts): readonly string[] {
  const text = textOf(after, texts)
  return text === null ? [] : addedRecognitions(path, textOf(before, texts), text)
}

function mark(change: FileChange, texts: Texts, { files, goNames }: Tests): FileChange {
  const after = isCode(change) && change.from === undefined ? textOf(change.after, texts) : null
  if (after === null) return change
  const used = addedTestUses({ path: change.path, before: textOf(change.before, texts), after }, files, goNames)
  const found = [...recognises(change, texts), ...used]
  return found.length === 0 ? change : { ...change, recognises: found }
}
