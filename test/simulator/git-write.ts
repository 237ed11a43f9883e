/** Commits, merges and refs as GitHub writes them itself. */
import { findCommit, git, lines, type Place, tryGit } from './git.ts'
import { type GitCommit, type Person, readCommit } from './git-read.ts'
import type { User, World } from './world.ts'

export interface NewCommit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly author: Person
  readonly committer: Person
}

/** No test checks the signature itself: what counts is that the commit has one. */
const SIGNATURE = ['-----BEGIN PGP SIGNATURE-----', '', 'bG9jYWwgR2l0SHVi', '-----END PGP SIGNATURE-----'].join('\n ')

/** @param isSigned by GitHub, as it does for Apps and for merges of people: such commits are verified */
export async function writeCommit(world: World, place: Place, commit: NewCommit, isSigned: boolean): Promise<string> {
  const { tree, parents, message, author, committer } = commit
  const head = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${getLine(author)}`,
    `committer ${getLine(committer)}`,
    ...(isSigned ? [`gpgsig ${SIGNATURE}`] : []),
  ]
  const text = `${head.join('\n')}\n\n${message}`
  const sha = (await git(place, ['hash-object', '-t', 'commit', '-w', '--stdin'], text)).trim()
  if (isSigned) world.signedCommits.add(sha)
  return sha
}

function getLine({ name, email, date }: Person): string {
  return `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} +0000`
}

/** As GitHub writes a person whose address is private. */
export function getAuthor({ id, login }: User, date: string): Person {
  return { name: login, email: `${id}+${login}@users.noreply.github.com`, date }
}

export function gitHubItself(date: string): Person {
  return { name: 'GitHub', email: 'noreply@github.com', date }
}

/** The tree of a merge, or null when there are conflicts. */
export async function mergeTrees(place: Place, base: string, head: string): Promise<string | null> {
  const printed = await tryGit(place, ['merge-tree', '--write-tree', '--no-messages', base, head])
  return lines(printed ?? '')[0] ?? null
}

/** The commits one after the other on top of base, or null when one of them conflicts. */
export async function rebaseCommits(
  world: World,
  place: Place,
  base: string,
  commits: readonly string[],
  committer: Person,
): Promise<string | null> {
  let tip = base
  for (const sha of commits) {
    const commit = await readCommit(place, sha)
    if (commit.parents.length > 1) continue
    const tree = await pickTree(world, place, tip, commit)
    if (tree === null) return null
    const { author, message } = commit
    tip = await writeCommit(world, place, { tree, parents: [tip], message, author, committer }, false)
  }
  return tip
}

/** A merge whose merge base is the commit's parent is a cherry-pick: that is what the commit between is for. */
async function pickTree(world: World, place: Place, tip: string, commit: GitCommit): Promise<string | null> {
  const { tree } = await readCommit(place, tip)
  const { committer, parents, sha } = commit
  const between = { tree, parents, message: 'onto', author: committer, committer }
  return mergeTrees(place, await writeCommit(world, place, between, false), sha)
}

/** Moves a ref when it still is where it was thought to be; gives whether it did. */
export async function swapRef(place: Place, ref: string, before: string, after: string): Promise<boolean> {
  const isDeleted = /^0+$/.test(after)
  const args = isDeleted ? ['update-ref', '-d', ref, before] : ['update-ref', ref, after, before]
  return (await tryGit(place, args)) !== null
}

/** Where a branch points, or null. */
export function branchHead(place: Place, branch: string): Promise<string | null> {
  return findCommit(place, `refs/heads/${branch}`)
}

export interface TreeChange {
  readonly path: string
  readonly mode: string
  readonly type: string
  /** Null takes the path away. */
  readonly sha: string | null
}

/** A tree with changes laid over another one. */
export async function writeTree(place: Place, base: string | null, changes: readonly TreeChange[]): Promise<string> {
  const kept = base === null ? [] : lines(await git(place, ['-c', 'core.quotePath=false', 'ls-tree', '-r', base]))
  const entries = new Map(kept.map((line) => [line.slice(line.indexOf('\t') + 1), line]))
  for (const { path, mode, sha } of changes) {
    for (const known of entries.keys()) if (known === path || known.startsWith(`${path}/`)) entries.delete(known)
    if (sha !== null && mode !== '040000') entries.set(path, `${mode} blob ${sha}\t${path}`)
    if (sha !== null && mode === '040000') await addFolder(place, entries, path, sha)
  }
  return writeEntries(place, [...entries.values()])
}

async function addFolder(place: Place, entries: Map<string, string>, path: string, tree: string): Promise<void> {
  for (const line of lines(await git(place, ['-c', 'core.quotePath=false', 'ls-tree', '-r', tree]))) {
    const [about = '', inner = ''] = line.split('\t')
    entries.set(`${path}/${inner}`, `${about}\t${path}/${inner}`)
  }
}

interface Folder {
  readonly files: string[]
  readonly folders: Map<string, string[]>
}

async function writeEntries(place: Place, entries: readonly string[]): Promise<string> {
  const { files, folders } = sortEntries(entries)
  const trees = []
  for (const [name, inner] of folders) trees.push(`040000 tree ${await writeEntries(place, inner)}\t${name}`)
  return (await git(place, ['mktree'], [...files, ...trees].map((line) => `${line}\n`).join(''))).trim()
}

function sortEntries(entries: readonly string[]): Folder {
  const folder: Folder = { files: [], folders: new Map() }
  for (const line of entries) {
    const [about = '', path = ''] = line.split('\t')
    const [name = '', ...rest] = path.split('/')
    if (rest.length === 0) folder.files.push(line)
    else folder.folders.set(name, [...(folder.folders.get(name) ?? []), `${about}\t${rest.join('/')}`])
  }
  return folder
}

export async function writeBlob(place: Place, bytes: Buffer): Promise<string> {
  return (await git(place, ['hash-object', '-w', '--stdin'], bytes)).trim()
}
