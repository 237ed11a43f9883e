/** Commits and merges in a bare repository, as pushes of a small world leave them. */
import { execFileSync } from 'node:child_process'
import type { Files } from '../../support/repository.ts'
import type { Issue } from '../world.ts'

/** Runs git there and gives its trimmed output. */
export type Git = (...args: readonly string[]) => string

const ENV = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const PERSON = ['-c', 'user.name=Mona', '-c', 'user.email=mona@example.com']

export const gitIn =
  (folder: string): Git =>
  (...args) =>
    execFileSync('git', [...args], {
      cwd: folder,
      env: ENV,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()

/** Builds the tree in an index of its own: a bare repository has no work tree. */
export function commit(git: Git, parent: string | null, files: Files, message: string): string {
  if (parent === null) git('read-tree', '--empty')
  else git('read-tree', parent)
  for (const [path, content] of Object.entries(files)) {
    if (content === null) git('update-index', '--force-remove', path)
    else git('update-index', '--add', '--cacheinfo', `100644,${blobOf(git, String(content))},${path}`)
  }
  const parents = parent === null ? [] : ['-p', parent]
  return git(...PERSON, 'commit-tree', git('write-tree'), ...parents, '-m', message)
}

function blobOf(git: Git, content: string): string {
  const folder = git('rev-parse', '--absolute-git-dir')
  return execFileSync('git', ['hash-object', '-w', '--stdin'], {
    cwd: folder,
    env: ENV,
    input: content,
    encoding: 'utf8',
  }).trim()
}

/** `refs/pull/N/merge` as GitHub tries it; null with a conflict. */
export function tryMerge(git: Git, { number, pull }: Issue): void {
  if (pull === null) return
  pull.baseSha = git('rev-parse', pull.baseBranch)
  git('update-ref', `refs/pull/${number}/head`, pull.headSha)
  const tree = tryText(() => git('merge-tree', '--write-tree', pull.baseSha, pull.headSha))
  pull.testMergeSha =
    tree === null ? null : git(...PERSON, 'commit-tree', tree, '-p', pull.baseSha, '-p', pull.headSha, '-m', 'Merge')
  if (pull.testMergeSha !== null) git('update-ref', `refs/pull/${number}/merge`, pull.testMergeSha)
}

export function tryText(run: () => string): string | null {
  try {
    return run()
  } catch {
    return null
  }
}
