/** Writes to the user's repository, on the user's own command, with their identity and filters. `commitPending` runs their hooks. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, renameSync, type Stats, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { changedWhileJudged, gitRefusedUser, noIdentity } from '../core/errors/git.ts'
import type { Sha } from '../core/model/commit.ts'
import { toPathList } from './chosen-files.ts'
import { type GitOptions, withSearchablePath } from './git.ts'
import type { Repository } from './repository.ts'

/** Variables of git that name the author, and the files with the user's settings. */
const OF_USER = /^GIT_(?:AUTHOR|COMMITTER)_|^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/

/** The settings that other commands ignore: identity, signing and filters of the user. */
export function asUser(env: NodeJS.ProcessEnv): NonNullable<GitOptions['env']> {
  const own = Object.entries(env).filter(([name]) => OF_USER.test(name))
  return { GIT_CONFIG_GLOBAL: undefined, GIT_CONFIG_NOSYSTEM: undefined, ...Object.fromEntries(own) }
}

/**
 * Writes a commit object. No branch points to it yet.
 * @param who variables of git that name the author; by default the user
 * @throws GateError `git-failed`, also where the user has no name and e-mail address
 */
export async function writeCommit(
  repository: Repository,
  { tree, parents, message }: { readonly tree: Sha; readonly parents: readonly Sha[]; readonly message: string },
  who?: GitOptions['env'],
): Promise<Sha> {
  if (who === undefined) await refuseAnonymous(repository)
  const args = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-F', '-', tree]
  const output = await repository.git(args, { input: message, env: { ...asUser(process.env), ...who } })
  return output.toString().trim()
}

/** Returns whether git knows the user's name and e-mail address. */
export async function hasUser(repository: Repository): Promise<boolean> {
  return (await repository.run(['var', 'GIT_COMMITTER_IDENT'], { env: asUser(process.env) })).code === 0
}

/** Asks git for the name before anything is written. */
async function refuseAnonymous(repository: Repository): Promise<void> {
  if (await hasUser(repository)) return
  throw noIdentity()
}

/** Creates a branch at a commit and switches the working tree to it. */
export async function switchToNew(repository: Repository, branch: string, commit: Sha): Promise<void> {
  const args = ['switch', '--quiet', '--no-track', '--create', branch, commit]
  await repository.git(args, { env: asUser(process.env) })
}

/** Switches the working tree to a branch. @throws GateError `git-failed` */
export async function switchTo(repository: Repository, branch: string): Promise<void> {
  await runAsUser(repository, ['switch', '--quiet', branch])
}

/** Puts changes of tracked files aside; `git stash pop` brings them back. @throws GateError `git-failed` */
export async function stashPaths(repository: Repository, paths: readonly string[], message: string): Promise<void> {
  const specs = paths.map((path) => `:(top,literal)${path}`)
  await runAsUser(repository, ['stash', 'push', '--quiet', '--message', message, '--', ...specs])
}

/** Fetches a branch of `origin` with the user's own login, and switches to it. @throws GateError `git-failed` */
export async function checkOutRemote(repository: Repository, branch: string): Promise<void> {
  const remote = `refs/remotes/origin/${branch}`
  await runAsUser(repository, ['fetch', '--quiet', 'origin', `+refs/heads/${branch}:${remote}`])
  const isKnown = await hasBranch(repository, branch)
  const target = isKnown ? [branch] : ['--create', branch, '--track', remote]
  await runAsUser(repository, ['switch', '--quiet', ...target])
  if (isKnown) await runAsUser(repository, ['merge', '--quiet', '--ff-only', remote])
}

/** Pushes a branch with the user's own login and hooks, and follows it there. @throws GateError `git-failed` */
export async function pushBranch(repository: Repository, remote: string, branch: string): Promise<void> {
  await runAsUser(repository, ['push', '--quiet', '--set-upstream', remote, branch])
}

/** Switches to another branch, and deletes the one that was checked out. @throws GateError `git-failed` */
export async function leaveBranch(repository: Repository, branch: string, other: string): Promise<void> {
  await runAsUser(repository, ['switch', '--quiet', other])
  await runAsUser(repository, ['branch', '--quiet', '--delete', '--force', branch])
}

/** Moves the present branch and the working tree forward to a commit on top of it. */
export async function moveTo(repository: Repository, commit: Sha): Promise<void> {
  await runAsUser(repository, ['merge', '--quiet', '--ff-only', commit])
}

/** Returns whether a local branch has this name. */
export async function hasBranch(repository: Repository, branch: string): Promise<boolean> {
  const ref = ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/heads/${branch}`]
  return (await repository.run(ref)).code === 0
}

/** Returns the folder of the worktree that has the branch checked out; null when none has. */
export async function findWorktree(repository: Repository, branch: string): Promise<string | null> {
  const listed = (await repository.git(['worktree', 'list', '--porcelain'])).toString().split('\n\n')
  const found = listed.find((entry) => entry.split('\n').includes(`branch refs/heads/${branch}`))
  return found?.split('\n')[0]?.replace(/^worktree /, '') ?? null
}

/**
 * Commits what is staged, or else the whole working tree, as the user would: with their identity, signing and hooks.
 * @param pending its tree may be committed: a change since then is refused
 * @throws GateError `git-failed`
 */
export async function commitPending(
  repository: Repository,
  message: string,
  { tree, isStaged, chosen }: Judged,
): Promise<Sha> {
  await refuseAnonymous(repository)
  if (chosen) return commitChosen(repository, message, tree, chosen)
  const git = (...args: readonly string[]) => runAsUser(repository, args)
  const commit = async () => {
    if (!isStaged) await git('add', '--all', '--', ':/')
    if ((await git('write-tree')) !== tree) throw changedWhileJudged()
    await runAsUser(repository, ['commit', '--quiet', '--file=-'], message)
  }
  await (isStaged ? commit() : restoringIndex(repository, commit))
  return git('rev-parse', 'HEAD')
}

interface Judged {
  readonly tree: Sha
  readonly isStaged: boolean
  /** The paths that it alone takes; null or absent without a choice. */
  readonly chosen?: readonly string[] | null
}

/** Commits some changed paths. Other staged ones stay staged. */
async function commitChosen(
  repository: Repository,
  message: string,
  tree: Sha,
  chosen: readonly string[],
): Promise<Sha> {
  const git = (...args: readonly string[]) => runAsUser(repository, args)
  const paths = toPathList(chosen)
  const stage = () => runAsUser(repository, ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], paths)
  await restoringIndex(repository, async () => {
    const old = await git('rev-parse', 'HEAD^{tree}')
    const staged = await git('write-tree')
    if (staged !== old) await git('read-tree', old)
    await stage()
    if ((await git('write-tree')) !== tree) throw changedWhileJudged()
    await runAsUser(repository, ['commit', '--quiet', '--file=-'], message)
    if (staged === old) return
    await git('read-tree', staged)
    await stage()
  })
  return git('rev-parse', 'HEAD')
}

/**
 * Commits a tree that differs from the working tree, as the user would. What is staged, and the working tree, stay as they
 * are for the commit after it.
 * @throws GateError `git-failed`
 */
export async function commitTree(repository: Repository, message: string, tree: Sha): Promise<Sha> {
  await refuseAnonymous(repository)
  const git = (...args: readonly string[]) => runAsUser(repository, args)
  await restoringIndex(repository, async () => {
    const old = await git('rev-parse', 'HEAD^{tree}')
    const staged = await git('write-tree')
    await git('read-tree', tree)
    await runAsUser(repository, ['commit', '--quiet', '--file=-'], message)
    if (staged === old) return
    await git('read-tree', '--empty')
    await git(...JOIN, old, tree, staged)
  })
  return git('rev-parse', 'HEAD')
}

/** Joins, in an empty index, the changes from the first tree to each of two others. */
export const JOIN: readonly string[] = ['read-tree', '-i', '-m', '--aggressive']

/** A rejected commit leaves nothing staged: the next one would take these files as they are now. */
async function restoringIndex({ gitDir }: Repository, act: () => Promise<void>): Promise<void> {
  const index = join(gitDir, 'index')
  const before = existsSync(index) ? { content: readFileSync(index), stat: statSync(index) } : null
  try {
    await act()
  } catch (error) {
    if (before !== null) replaceIndex(index, before)
    throw error
  }
}

/**
 * Takes the lock that git takes. Where another process has it, that one decides what is staged. The time stays: git reads
 * a file again that changed in the second of its index.
 */
function replaceIndex(index: string, { content, stat }: { readonly content: Uint8Array; readonly stat: Stats }): void {
  try {
    writeFileSync(`${index}.lock`, content, { flag: 'wx' })
    utimesSync(`${index}.lock`, stat.atime, stat.mtime)
    renameSync(`${index}.lock`, index)
  } catch {
    // The files stay staged, which `git status` shows.
  }
}

/** Returns the folder that git runs hooks from, with the user's settings: `core.hooksPath` may name another one. */
export async function getHooksFolder(top: string): Promise<string> {
  return resolve(top, await runAsUser({ top }, ['rev-parse', '--git-path', 'hooks']))
}

async function runAsUser(
  { top }: Pick<Repository, 'top'>,
  args: readonly string[],
  input: string | Buffer = '',
): Promise<string> {
  const running = promisify(execFile)('git', args, {
    cwd: top ?? '.',
    env: withSearchablePath(process.env),
    windowsHide: true,
  })
  if (input !== '') running.child.stdin?.end(input)
  try {
    return (await running).stdout.trim()
  } catch (error) {
    const message = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw gitRefusedUser(args[0] ?? '', message, error)
  }
}
