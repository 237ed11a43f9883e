/** Marks every change of production that only tests use, to decide what they demand: it is theirs, wherever it stands. */
import { getPhase } from '../core/evaluate/phase.ts'
import type { Commit, FileChange, Sha } from '../core/model/commit.ts'
import { bindingsIn, canFollow } from '../core/text/import-bindings.ts'
import { getFolder, type TextFile } from '../core/text/nearby.ts'
import { usesFile } from '../core/text/uses-file.ts'
import { changedHunks } from '../git/added-lines.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { loadGrammars, readAssertions } from '../syntax/index.ts'
import { search } from './search.ts'
import { readSides, readTexts } from './tree-texts.ts'

/** A file that more files name is used by production. */
const MAX_USERS = 300
const CODE = /\.(?:[cm]?[jt]sx?|py|go)$/
/** Folders and names of test support, apart from those that make a file a test. */
const NAMED = /(?:^|\/)(?:tests?|testing|(?:[\w-]*[-_])?test[-_]?(?:utils?|helpers?|support|kit))(?:\.[\w.]*)?(?:\/|$)/
/** Modules that only tests import. Assertions of the language are not among them: code asserts its own invariants. */
const OF_TESTS =
  /^(?:node:test|test|vitest|mocha|chai|should|sinon|expect|ava|tap|uvu|jest-\w+|@jest\/\w+|@testing-library\/.+|pytest|unittest(?:\/mock)?|testing|testing\/\w+|github\.com\/stretchr\/testify\/\w+)$/
const ASSERTING = /\b(?:assert|throw|raise|expect|panic|fail)\b/i
/** Files that stand for their folder. */
const OF_FOLDER = /^(?:index|__init__|mod)\./

export async function markSupport(
  scratch: Scratch,
  commits: readonly Commit[],
  origin: Sha,
  classify: Classify,
): Promise<readonly Commit[]> {
  const marked: Commit[] = []
  const project: Project = { scratch, classify, known: new Map() }
  for (const [n, commit] of commits.entries()) {
    const isJudged = !['red', 'start'].includes(getPhase(commit).phase)
    marked.push(isJudged ? await markCommit(project, commit, commits[n - 1]?.tree ?? origin) : commit)
  }
  return marked
}

interface Project {
  readonly scratch: Scratch
  readonly classify: Classify
  /** By path, a file that is no test and used it, as it was then. */
  readonly known: Map<string, User>
}

interface User extends TextFile {
  readonly id: Sha
}

const isChanged = ({ path, class: kind, edit, from, after }: FileChange) =>
  kind === 'production' &&
  CODE.test(path) &&
  edit !== 'layout' &&
  edit !== 'imports' &&
  from === undefined &&
  after?.mode.startsWith('100') === true

/** @param before the tree before the commit, whose imports count: the commit may add others */
async function markCommit(project: Project, commit: Commit, before: Sha): Promise<Commit> {
  const { scratch } = project
  const changed = commit.changes.filter(isChanged)
  if (changed.length === 0) return commit
  const getText = await readSides(scratch, changed)
  const own = new Set<string>()
  for (const change of changed) {
    const { path } = change
    const text = getText(change.before ?? change.after) ?? ''
    const isNew = change.before === null
    const kind = getKind(path, text)
    if (kind === null || (isNew && kind !== 'tool')) continue
    if (await isSupport(project, isNew ? commit.tree : before, path, kind)) own.add(path)
  }
  if (own.size === 0) return commit
  const hunks = await changedHunks(scratch, before, commit.tree, [...own])
  const toLine = (path: string) => Math.max(1, hunks.get(path)?.[0]?.first ?? 1)
  const mark = (change: FileChange) => (own.has(change.path) ? { ...change, support: toLine(change.path) } : change)
  return { ...commit, changes: commit.changes.map(mark) }
}

/** `tool`: it uses a library of tests; `named`: its path says so; `open`: its users tell. */
type Kind = 'tool' | 'named' | 'open'

function getKind(path: string, text: string): Kind | null {
  if (bindingsIn(path, text)?.some(({ module }) => OF_TESTS.test(module))) return 'tool'
  if (isNamed(path)) return 'named'
  return ASSERTING.test(text) ? 'open' : null
}

const isNamed = (path: string) => NAMED.test(path.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase())

async function isSupport({ scratch, classify, known }: Project, tree: Sha, path: string, kind: Kind): Promise<boolean> {
  const listed = await scratch.listTree(tree)
  const last = known.get(path)
  if (last !== undefined && listed.get(last.path)?.id === last.id) return false
  const found = (await search(scratch, tree, [getSearched(path)])).filter((one) => one !== path)
  if (found.length > MAX_USERS) return false
  const read = async function* (paths: readonly string[]): AsyncGenerator<User> {
    for (const one of paths) {
      const { id, mode } = listed.get(one) ?? {}
      if (id === undefined || !mode?.startsWith('100')) continue
      const file = { path: one, text: (await readTexts(scratch, [id])).get(id) ?? '', id }
      await loadGrammars([one])
      if (path.endsWith('.go') ? importsPackage(file, path) : usesFile(file, path)) yield file
    }
  }
  const isOther = (from: string) => classify(from) === 'harness' || (classify(from) === 'production' && !isNamed(from))
  for await (const user of read(found.filter(isOther))) {
    known.set(path, user)
    return false
  }
  const tests: TextFile[] = []
  for await (const test of read(found.filter((from) => classify(from) === 'test'))) tests.push(test)
  return tests.length > 0 && (kind !== 'open' || isJudge(path, tests))
}

/** Returns the word by which other files name this one. */
function getSearched(path: string): string {
  const isFolder = path.endsWith('.go') || OF_FOLDER.test(getLast(path))
  return isFolder ? getLast(getFolder(path)) : getLast(path).replace(/\..*$/, '')
}

const getLast = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function importsPackage({ path: from, text }: TextFile, path: string): boolean {
  const bindings = from.endsWith('.go') ? bindingsIn(from, text) : null
  return bindings?.some(({ module }) => module.endsWith(`/${getFolder(path)}`)) === true
}

/** Returns whether tests leave it to the file what they demand, and none of them asserts on it. */
function isJudge(path: string, tests: readonly TextFile[]): boolean {
  let isLeft = false
  for (const { path: from, text } of tests) {
    const uses = readAssertions(from, text)
    const bindings = bindingsIn(from, text) ?? []
    const own = bindings.filter((binding) => canFollow(binding, path)).map(({ local }) => local)
    if (uses === null || own.some((local) => uses.asserted.has(local))) return false
    isLeft ||= own.some((local) => uses.left.has(local))
  }
  return isLeft
}
