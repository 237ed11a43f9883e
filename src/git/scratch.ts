/**
 * Opens a repository of our own that borrows the user's objects. Commits are checked out, trees composed and merges
 * recomputed here, so nothing writes to the user's repository, not even a killed run. (When git would write an object
 * that the user's repository already has, it renews that file's time, as any git does.)
 */

import { randomBytes } from 'node:crypto'
import { copyFileSync, lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { cacheInsideRepository, scratchNotWritable } from '../core/errors/files.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Blob, Sha } from '../core/model/commit.ts'
import { makeFolder } from '../folders.mjs'
import { getTree, openCatFile } from './cat-file.ts'
import { clean } from './clean.ts'
import { git, gitFailure, runGit } from './git.ts'
import { createObjectWriter, toCommitObject } from './loose-object.ts'
import { createOwnRepositories } from './own-repository.ts'
import { markOwn, removeLeftOvers, removeMarked } from './owner.ts'
import { encodePath } from './paths.ts'
import type { ObjectFormat, Objects, Repository } from './repository.ts'
import { openTreeObjects, type Trees } from './tree-objects.ts'

/** Sees all objects of the user's repository and writes new ones only here. The user's refs do not exist here. */
export interface Scratch extends Objects, AsyncDisposable {
  readonly dir: string
  /** The checked-out tree. Its `.git` contains this tree alone, so tests cannot read the history. */
  readonly tree: string
  /** Messages for people that change no result: left-overs that could not be removed. */
  readonly warnings: readonly string[]
  /**
   * Makes `tree` match this tree or commit exactly, whatever tests changed. Untracked paths of `keep` (`node_modules`)
   * stay as they are; submodules become empty folders; filters (LFS) do not run.
   */
  readonly checkout: (tree: Sha, options: { readonly keep: readonly string[] }) => Promise<void>
  /** Lists every path of a tree or commit; caches the last few lists. */
  readonly listTree: (tree: Sha) => Promise<ReadonlyMap<string, Blob>>
  /**
   * Composes a tree with edits, removals first. Null: the base is empty.
   * @throws GateError `git-failed` for paths that git cannot check out
   */
  readonly composeTree: (base: Sha | null, edits: readonly TreeEdit[]) => Promise<Sha>
  /** Writes texts as blobs; returns their ids in the same order. */
  readonly writeBlobs: (texts: readonly string[]) => Promise<Sha[]>
  /** Creates a commit with a fixed author at the epoch: same arguments, same SHA. */
  readonly commitTree: (tree: Sha, parents: readonly Sha[], message: string) => Promise<Sha>
  /** Returns git's own merge of two commits; null for conflicts, unrelated histories, or a git before 2.38. */
  readonly mergeTree: (a: Sha, b: Sha) => Promise<Sha | null>
}

/**
 * Creates a scratch repository below `cacheDir`, and removes those of dead processes.
 * @throws GateError `disk-full` when it cannot be written, `bad-usage` when it would be inside the repository
 */
export async function openScratch(repo: Repository, options: { readonly cacheDir: string }): Promise<Scratch> {
  refuseInside(repo, resolve(options.cacheDir))
  const name = randomBytes(8).toString('hex')
  const { folder, warnings } = onDisk(options.cacheDir, () => {
    makeFolder(resolve(options.cacheDir, 'scratch'))
    const real = realpathSync(join(options.cacheDir, 'scratch'))
    const stuck = removeLeftOvers(real)
    markOwn(real, name)
    writeRepository(join(real, name), repo)
    return { folder: real, warnings: stuck }
  })
  const { close, ...scratch } = toScratch(join(folder, name), repo.objectFormat)
  const dispose = async () => {
    close()
    onDisk(folder, () => removeMarked(folder, name))
  }
  return { ...scratch, warnings, [Symbol.asyncDispose]: dispose }
}

type Opened = Omit<Scratch, 'warnings' | typeof Symbol.asyncDispose> & { readonly close: () => void }

function toScratch(dir: string, objectFormat: ObjectFormat): Opened {
  const tree = join(dir, 'tree')
  const gitDir = join(dir, 'git')
  const env = { GIT_DIR: gitDir }
  const catFile = openCatFile(gitDir, { env })
  const objects: Objects = {
    git: (args, options) => git(gitDir, args, { ...options, env: { ...env, ...options?.env } }),
    run: (args, options) => runGit(gitDir, args, { ...options, env: { ...env, ...options?.env } }),
    readObjects: catFile.readObjects,
  }
  const write = createObjectWriter(gitDir, objectFormat)
  const own = createOwnRepositories({ gitDir, objects, objectFormat, write })
  const trees = openTreeObjects(
    catFile.readObjects,
    (type, content) => onDisk(gitDir, () => write(type, content)),
    objectFormat,
  )
  const list = rememberLast(REMEMBERED_TREES, trees.list)
  return {
    dir,
    tree,
    ...objects,
    close: catFile.close,
    listTree: list,
    checkout: async (wanted, { keep }) => {
      const tracked = await list(wanted)
      // The previous checkout wrote this file last: what changed later was changed by an execution.
      const index = join(gitDir, 'index')
      const isSmall = tracked.size <= MAX_RENEWED
      const since = isSmall ? 0n : (lstatSync(index, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? 0n)
      onDisk(tree, () => clean(tree, tracked, keep, since))
      const place = { ...env, GIT_WORK_TREE: tree, GIT_INDEX_FILE: index }
      onDisk(tree, () => own.begin(tree))
      const reading = git(tree, ['read-tree', '--reset', '-u', '--end-of-options', wanted], { env: place })
      const packing = own.pack(wanted)
      // Packing runs beside the checkout, and both end first: what runs on would write into a folder that is being removed.
      await Promise.allSettled([reading, packing])
      await reading
      const packed = await packing
      onDisk(tree, () => own.fill(tree, packed, index))
    },
    composeTree: createComposer(gitDir, objects, trees),
    commitTree: async (of, parents, message) => {
      const text = toCommitObject({ tree: await getTree(catFile.readObjects, of), parents, who: WHO, message })
      return onDisk(gitDir, () => write('commit', text))
    },
    writeBlobs: async (texts) => onDisk(gitDir, () => texts.map((text) => write('blob', text))),
    mergeTree: (a, b) => mergeTree(objects, a, b),
  }
}

/**
 * Trees of up to so many files are written anew for each execution. Otherwise times of single files would show what
 * changed since the last one, and so what the gate tries.
 */
const MAX_RENEWED = 1_000
/** One commit needs its own tree, the baseline tree and the counterfactual again and again; a tree never changes. */
const REMEMBERED_TREES = 6
/** What is tried with other production code starts from the same tree each time. */
const REMEMBERED_BASES = 2

/** Caches the last answers. */
function rememberLast<T>(count: number, compute: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, T>()
  return async (key) => {
    const answer = known.get(key) ?? (await compute(key))
    known.delete(key)
    known.set(key, answer)
    const [oldest] = known.keys()
    if (known.size > count && oldest !== undefined) known.delete(oldest)
    return answer
  }
}

/** Writes the files itself instead of calling `git init`: no templates, no hooks, no process. */
function writeRepository(dir: string, repo: Repository): void {
  const gitDir = join(dir, 'git')
  for (const folder of ['tree', 'git/objects/info', 'git/refs']) mkdirSync(join(dir, folder), { recursive: true })
  const lines = ['[core]', 'repositoryformatversion = 1', 'bare = true', `symlinks = ${process.platform !== 'win32'}`]
  if (process.platform !== 'linux') lines.push('ignorecase = true', 'precomposeunicode = true', 'longpaths = true')
  lines.push('[extensions]', `objectformat = ${repo.objectFormat}`)
  writeFileSync(join(gitDir, 'config'), `${lines.join('\n')}\n`)
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
  // Quoted as git quotes: a folder's name may contain a newline, or begin with the sign of a comment.
  writeFileSync(join(gitDir, 'objects/info/alternates'), `${JSON.stringify(repo.objectsDir)}\n`)
  if (repo.isShallow) copyFileSync(join(repo.commonDir, 'shallow'), join(gitDir, 'shallow'))
}

/** Where git must decide, each composition works on a copy of the base's index. */
function createComposer(gitDir: string, objects: Objects, trees: Trees): Scratch['composeTree'] {
  const newIndex = () => join(gitDir, `index-${randomBytes(8).toString('hex')}`)
  const readBase = rememberLast(REMEMBERED_BASES, async (base: Sha) => {
    const index = newIndex()
    await objects.git(['read-tree', '--end-of-options', base], { env: { GIT_INDEX_FILE: index } })
    return index
  })
  return async (given, edits) => {
    const base = given ?? getSha(await objects.git(['mktree'], { input: '' }))
    const composed = await trees.compose(base, edits)
    if (composed !== null) return composed
    const index = newIndex()
    const read = await readBase(base)
    onDisk(gitDir, () => copyFileSync(read, index))
    return composeTree(objects, index, base, edits).finally(() => rmSync(index, { force: true }))
  }
}

async function composeTree(objects: Objects, index: string, base: Sha, edits: readonly TreeEdit[]): Promise<Sha> {
  const env = { GIT_INDEX_FILE: index }
  const removed = edits.filter(({ blob }) => blob === null)
  const added = edits.filter(({ blob }) => blob !== null)
  const none = '0'.repeat(base.length)
  const input = [...removed, ...added].map(({ path, blob }) =>
    Buffer.concat([Buffer.from(`${blob?.mode ?? '0'} ${blob?.id ?? none}\t`), encodePath(path), Buffer.from([0])]),
  )
  const args = ['update-index', '-z', '--index-info']
  const { code, stderr } = await objects.run(args, { env, input: Buffer.concat(input) })
  // git omits a path that it can never check out with a warning and exit code 0.
  if (code !== 0 || stderr !== '') throw gitFailure(args, code, stderr)
  return getSha(await objects.git(['write-tree'], { env }))
}

const WHO = 'tdd-gate <tdd-gate@localhost> 0 +0000'

const CONFLICTS = 1
const UNKNOWN_OPTION = 129

async function mergeTree(objects: Objects, a: Sha, b: Sha): Promise<Sha | null> {
  const args = ['merge-tree', '--write-tree', '--no-messages', '--end-of-options', a, b]
  const { code, stdout, stderr } = await objects.run(args)
  if (code === 0) return getSha(stdout)
  if (code === CONFLICTS || code === UNKNOWN_OPTION || /unrelated histories/.test(stderr)) return null
  throw gitFailure(args, code, stderr)
}

function refuseInside(repo: Repository, cacheDir: string): void {
  const homes = [repo.top, repo.gitDir, repo.commonDir].filter((home) => home !== null)
  const inside = homes.find((home) => {
    const path = relative(home, cacheDir)
    return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path))
  })
  if (inside === undefined) return
  throw cacheInsideRepository(cacheDir, inside)
}

function onDisk<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw scratchNotWritable(path, error)
  }
}

function getSha(output: Buffer): Sha {
  return output.toString().split('\n', 1)[0] ?? ''
}
