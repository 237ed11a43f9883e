/** Writes what `commit` would take as a commit that only this process sees: neither index nor objects of the repository change. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstCommitNeeded, inConflict } from '../core/errors/git.ts'
import type { Sha } from '../core/model/commit.ts'
import { CAT_FILE } from './cat-file.ts'
import { type Choice, writeChosen } from './chosen-files.ts'
import type { GitOptions } from './git.ts'
import { decodePath, splitFields } from './paths.ts'
import type { Repository } from './repository.ts'
import { refuseUnlessEditing } from './unfinished.ts'
import { asUser, JOIN, writeCommit } from './write.ts'

export interface Pending extends AsyncDisposable {
  /** The same repository, in which the commit exists. */
  readonly repository: Repository
  /** The commit of the working tree. */
  readonly head: Sha
  readonly tree: Sha
  /** What the commit stands on: HEAD, or a RED that is not committed yet. */
  readonly parent: Sha
  /** True when the tree equals that of the parent. */
  readonly isEmpty: boolean
  /** True when the tree is that of the index. */
  readonly isStaged: boolean
  /** The paths of a choice, which alone are in the tree; null without a choice. */
  readonly chosen: readonly string[] | null
  /** Changed paths that are not in the tree, because others are staged or chosen. */
  readonly leftOut: readonly string[]
  /** True where a rebase stopped so that the author can edit a commit. */
  readonly isEditing: boolean
}

export interface PendingOptions {
  /** True: takes all files, though some are staged. */
  readonly takesAll?: boolean
  /** Takes these files alone, staged or not. */
  readonly choice?: Choice
  /** A commit on top of HEAD that no branch holds yet; by default the commit stands on HEAD. */
  readonly onto?: Sha
}

/**
 * Commits what is staged on top of HEAD, as `git commit` would. Where nothing is staged, commits tracked and new files,
 * with their modes, as `git add --all` and `git commit` would.
 * @throws GateError `git-failed`, `merge-in-progress`; `bad-usage` for a chosen file that did not change
 */
export async function openPending(
  repository: Repository,
  message: string,
  { takesAll = false, choice, onto = 'HEAD' }: PendingOptions = {},
): Promise<Pending> {
  const isEditing = await refuseUnlessEditing(repository)
  const below = await readCommits(repository, onto)
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-pending-'))
  const dispose = async () => rmSync(folder, { recursive: true, force: true })
  try {
    const objectsDir = createObjects(folder, repository)
    const seeing = seeObjects(repository, objectsDir)
    const env = { ...asUser(process.env), GIT_INDEX_FILE: copyIndex(folder, repository) }
    const writeTree = async () => (await seeing.git(['write-tree'], { env })).toString().trim()
    const index = await writeTree().catch((error) => refuseConflicts(seeing, env, error))
    await seeing.git(['add', '--all', '--', ':/'], { env: { ...env, GIT_LITERAL_PATHSPECS: undefined } })
    const all = await writeTree()
    const { old, parent, before } = below
    const staged = onto === 'HEAD' ? index : await joinTrees(seeing, folder, [old, before, index])
    const chosen = choice && (await writeChosen(seeing, choice, [old, before, all], join(folder, 'chosen')))
    const isStaged = chosen === undefined && !takesAll && index !== old
    const tree = chosen?.tree ?? (isStaged ? staged : all)
    const leftOut = tree === all ? [] : await changedPaths(seeing, tree, all)
    const head = await writeCommit(seeing, { tree, parents: [parent], message }, AS_GATE)
    const isEmpty = tree === before
    return {
      repository: seeing,
      head,
      tree,
      parent,
      isEmpty,
      isStaged,
      chosen: chosen?.paths ?? null,
      leftOut,
      isEditing,
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Adds what is staged to a tree that does not have it, or has the same of it. @throws GateError `git-failed` */
async function joinTrees(repository: Repository, folder: string, trees: readonly [Sha, Sha, Sha]): Promise<Sha> {
  const env = { GIT_INDEX_FILE: join(folder, 'joined') }
  await repository.git([...JOIN, ...trees], { env })
  return (await repository.git(['write-tree'], { env })).toString().trim()
}

/** Returns the paths that differ between two trees or commits. @throws GateError `git-failed` */
export async function changedPaths(repository: Repository, from: Sha, to: Sha): Promise<readonly string[]> {
  const output = await repository.git(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  return [...splitFields(output)].map((field) => decodePath(field))
}

/** Only this process sees the commit, so git need not know the user's name yet. */
export const AS_GATE = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'tdd-gate'],
    [`GIT_${who}_EMAIL`, 'tdd-gate@localhost'],
  ]),
)
/** Returns the tree of HEAD, and the commit that stands below with its tree. @throws GateError `no-commits` */
async function readCommits(repository: Repository, onto: Sha) {
  const args = ['rev-parse', 'HEAD^{tree}', onto, `${onto}^{tree}`]
  const { code, stdout } = await repository.run(args)
  if (code !== 0) throw firstCommitNeeded()
  const [old = '', parent = '', before = ''] = stdout.toString().split('\n')
  return { old, parent, before }
}

/**
 * Git writes no tree of an index with conflicts. A stash leaves their marks in files too, which would be committed.
 * @throws GateError `merge-in-progress` with the paths; the failure of git where there are none
 */
async function refuseConflicts(
  repository: Repository,
  env: NonNullable<GitOptions['env']>,
  failure: unknown,
): Promise<never> {
  const args = ['ls-files', '--unmerged', '--full-name', '-z', ':/']
  const entries = await repository.git(args, { env: { ...env, GIT_LITERAL_PATHSPECS: undefined } })
  const paths = [...splitFields(entries)].map((entry) => decodePath(entry.subarray(entry.indexOf('\t') + 1)))
  throw paths.length > 0 ? inConflict([...new Set(paths)]) : failure
}

/** Git reads further objects from the folders that `info/alternates` names, quoted as git quotes. */
function createObjects(folder: string, { objectsDir }: Repository): string {
  const own = join(folder, 'objects')
  mkdirSync(join(own, 'info'), { recursive: true })
  writeFileSync(join(own, 'info/alternates'), `${JSON.stringify(objectsDir)}\n`)
  return own
}

/**
 * The copy keeps what git knows of unchanged files, so that it reads only the others. It keeps the time too: git reads a
 * file again that changed in the second of its index.
 */
function copyIndex(folder: string, { gitDir }: Repository): string {
  const [from, to] = [join(gitDir, 'index'), join(folder, 'index')]
  if (!existsSync(from)) return to
  copyFileSync(from, to)
  const { atime, mtime } = statSync(from)
  utimesSync(to, atime, mtime)
  return to
}

function seeObjects(repository: Repository, objectsDir: string): Repository {
  const own = { GIT_OBJECT_DIRECTORY: objectsDir }
  const withOwn = (options: GitOptions = {}): GitOptions => ({ ...options, env: { ...own, ...options.env } })
  const git: Repository['git'] = (args, options) => repository.git(args, withOwn(options))
  const run: Repository['run'] = (args, options) => repository.run(args, withOwn(options))
  return { ...repository, objectsDir, git, run, readObjects: (commands) => git(CAT_FILE, { input: commands }) }
}
