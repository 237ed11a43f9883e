/** Marks every change of production that newly detects whether a test runs it, uses test code, or holds its answers. */
import { type Commit, type FileChange, SYMLINK } from '../core/model/commit.ts'
import { AS_CODE, addedAnswers, isData } from '../core/text/known-answers.ts'
import { type Changed, getFolder, resolvePath, type TextFile } from '../core/text/nearby.ts'
import { isCodeFile } from '../core/text/read-code.ts'
import { addedRecognitions } from '../core/text/test-recognition.ts'
import { addedTestUses, goNamesOfTests, mayUseTests } from '../core/text/test-use.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { loadGrammars } from '../syntax/index.ts'
import { MAX_MARKED_BYTES, readTexts } from './tree-texts.ts'

export async function markRecognitions(
  scratch: Scratch,
  commits: readonly Commit[],
  classify: Classify,
): Promise<readonly Commit[]> {
  const linked = await markTestLinks(scratch, commits, classify)
  const code = commits.flatMap(({ changes }) => changes.filter(isCode))
  const tests = commits.flatMap(({ changes }) => changes.filter(isTest))
  await loadGrammars([...code, ...tests].map(({ path }) => (isData(path) ? AS_CODE : path)))
  const texts = new Map(await getTexts(scratch, [...code, ...tests], 'after'))
  const changed = tests.map(({ path, after }) => ({ path, text: textOf(after, texts) ?? '' }))
  const last = new Map(code.map(({ path, after }) => [path, textOf(after, texts)]))
  const isSuspect = ({ path, after }: FileChange) => {
    const text = textOf(after, texts) ?? ''
    const asNew = { path, before: null, after: text }
    const isMarked = !isData(path) && (recognises(asNew).length > 0 || mayUseTests(path, text))
    return isMarked || addedAnswers(asNew, changed).length > 0
  }
  const suspects = code.filter(isSuspect)
  if (suspects.length === 0) return linked
  for (const [id, text] of await getTexts(scratch, suspects, 'before')) texts.set(id, text)
  return Promise.all(
    linked.map(async (commit) => {
      const own = commit.changes.filter((change) => suspects.includes(change))
      if (own.length === 0) return commit
      const used = { ...(await readTests(scratch, commit, own, classify)), changed, last }
      return { ...commit, changes: commit.changes.map((change) => mark(change, texts, used)) }
    }),
  )
}

/** Marks symbolic links of production that lead to test files. */
async function markTestLinks(scratch: Scratch, commits: readonly Commit[], classify: Classify) {
  const isLink = ({ class: own, after }: FileChange) => own === 'production' && after?.mode === SYMLINK
  const links = commits.flatMap(({ changes }) => changes.filter(isLink))
  if (links.length === 0) return commits
  const texts = await getTexts(scratch, links, 'after')
  const markLink = (change: FileChange): FileChange => {
    const target = isLink(change) ? resolvePath(getFolder(change.path), textOf(change.after, texts) ?? '') : ''
    return target !== '' && classify(target) === 'test' ? { ...change, recognises: [`${target} (link)`] } : change
  }
  return commits.map((commit) => ({ ...commit, changes: commit.changes.map(markLink) }))
}

interface Tests {
  readonly files: ReadonlySet<string>
  readonly goNames: ReadonlyMap<string, string>
  /** Those that the branch changed. */
  readonly changed: readonly TextFile[]
  /** Each file as the branch leaves it. */
  readonly last: ReadonlyMap<string, string | null>
}

/** Reads which test files there are; of Go also what those beside the changed files declare. */
async function readTests(scratch: Scratch, { tree }: Commit, changes: readonly FileChange[], classify: Classify) {
  const listed = [...(await scratch.listTree(tree))].filter(([path]) => classify(path) === 'test')
  const folders = new Set(changes.flatMap(({ path }) => (path.endsWith('.go') ? getFolder(path) : [])))
  const beside = listed.filter(([path]) => path.endsWith('_test.go') && folders.has(getFolder(path)))
  const texts = await readTexts(
    scratch,
    beside.map(([, blob]) => blob),
    MAX_MARKED_BYTES,
  )
  await loadGrammars(beside.map(([path]) => path))
  const goNames = goNamesOfTests(beside.map(([path, { id }]) => ({ path, text: texts.get(id) ?? '' })))
  return { files: new Set(listed.map(([path]) => path)), goNames }
}

type Texts = ReadonlyMap<string, string | null>

const isTest = ({ class: kind, after }: FileChange) => kind === 'test' && after?.mode.startsWith('100') === true
const isCode = ({ path, class: kind, after }: FileChange) =>
  kind === 'production' && (isCodeFile(path) || isData(path)) && after?.mode.startsWith('100') === true

function getTexts(scratch: Scratch, changes: readonly FileChange[], side: 'before' | 'after'): Promise<Texts> {
  return readTexts(
    scratch,
    changes.flatMap((change) => change[side]?.id ?? []),
    MAX_MARKED_BYTES,
  )
}

const textOf = (blob: FileChange['after'], texts: Texts) => (blob && texts.get(blob.id)) ?? null

const recognises = ({ path, before, after }: Changed) => addedRecognitions(path, before, after)

function mark(change: FileChange, texts: Texts, { files, goNames, changed, last }: Tests): FileChange {
  const after = isCode(change) && change.from === undefined ? textOf(change.after, texts) : null
  if (after === null) return change
  const own: Changed = { path: change.path, before: textOf(change.before, texts), after }
  // A first answer that a later commit replaces by code is a step, and no result.
  const isLeft = addedAnswers({ ...own, after: last.get(change.path) ?? after }, changed).length > 0
  const answers = isLeft ? addedAnswers(own, changed) : []
  const uses = isData(change.path) ? [] : [...recognises(own), ...addedTestUses(own, files, goNames)]
  const found = [...uses, ...answers]
  return found.length === 0 ? change : { ...change, recognises: found }
}
