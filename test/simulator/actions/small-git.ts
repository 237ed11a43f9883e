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

export interface NewCommit {
  readonly branch: string
  readonly parent: string | null
  readonly files: Files
  readonly message: string
}

/** Puts a commit on a branch, whatever number of files in one go. @returns its id */
export function commit(git: Git, folder: string, { branch, parent, files, message }: NewCommit): string {
  const data = (content: string | Uint8Array) => {
    const bytes = Buffer.from(content as Uint8Array)
    return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
  }
  const changes = Object.entries(files).flatMap(([path, content]) =>
    content === null
      ? [Buffer.from(`D ${path}\n`)]
      : [Buffer.from(`M 100644 inline ${path}\n`), data(content instanceof Uint8Array ? content : String(content))],
  )
  const from = Buffer.from(parent === null ? '' : `from ${parent}\n`)
  const head = Buffer.from(`commit refs/heads/${branch}\ncommitter Mona <mona@example.com> now\n`)
  const input = Buffer.concat([head, data(message), from, ...changes, Buffer.from('\n')])
  execFileSync('git', ['fast-import', '--quiet', '--date-format=now'], { cwd: folder, env: ENV, input })
  return git('rev-parse', `refs/heads/${branch}`)
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
