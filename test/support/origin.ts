/** The repository acme/shop on a server of tests: branches and refs of a pull request as GitHub keeps them, and checkouts of jobs. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export type Git = (...args: readonly string[]) => string

export interface Origin {
  readonly git: Git
  /** Takes every branch over as it is, whatever was there, as a push by force does. */
  readonly push: (options?: { readonly isFork?: boolean }) => Ends
  /** As `actions/checkout` with `persist-credentials: false`: all branches, or so many commits; a detached head. */
  readonly checkOut: (workspace: string, checkout: { readonly rev: string; readonly depth: number }) => void
  /** A full id, or null when there is no such thing. */
  readonly find: (rev: string) => string | null
  /** Returns the differences in a checkout; empty without any. */
  readonly statusOf: (workspace: string) => string
  readonly listTree: (commit: string) => readonly Entry[] | null
}

export interface Ends {
  readonly base: string
  readonly head: string
}

interface Entry {
  readonly path: string
  readonly type: string
  readonly sha: string
}

/** The only pull request: `work` into `main`. */
export const PULL_REQUEST = 7
/** The workflow that gates it. */
export const WORKFLOW = '.github/workflows/tdd-gate.yml'
const PULL = `refs/pull/${PULL_REQUEST}`
const ENV = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const GITHUB = ['-c', 'user.name=GitHub', '-c', 'user.email=noreply@github.com']

/** @param folder the one above acme/shop.git @param source the repository that is pushed */
export function createOrigin(folder: string, source: string): Origin {
  const bare = join(folder, 'acme/shop.git')
  mkdirSync(bare, { recursive: true })
  const git = gitIn(bare)
  git('init', '--quiet', '--bare', '--initial-branch=main')
  git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const find = (rev: string) => findIn(git, rev)
  return {
    git,
    find,
    push: ({ isFork = false } = {}) => {
      git('fetch', '--quiet', '--force', '--prune', source, '+refs/heads/*:refs/heads/*')
      const ends = { base: git('rev-parse', 'main'), head: git('rev-parse', 'work') }
      git('update-ref', `${PULL}/head`, ends.head)
      if (isFork) git('update-ref', '-d', 'refs/heads/work')
      updateMerge(git, ends)
      return ends
    },
    checkOut: (workspace, { rev, depth }) => {
      const own = gitIn(workspace)
      own('init', '--quiet', '--initial-branch=main')
      own('remote', 'add', 'origin', 'https://github.com/acme/shop')
      const extent = depth > 0 ? [`--depth=${depth}`] : []
      const branches = depth > 0 ? [] : ['+refs/heads/*:refs/remotes/origin/*']
      own('fetch', '--quiet', '--no-tags', ...extent, `file://${bare}`, ...branches, `+${rev}:refs/remotes/checkout`)
      own('checkout', '--quiet', '--detach', 'refs/remotes/checkout')
    },
    statusOf: (workspace) => gitIn(workspace)('status', '--porcelain', '--ignored'),
    listTree: (commit) => listTree(git, commit),
  }
}

export function gitIn(cwd: string): Git {
  return (...args) =>
    execFileSync('git', args, { cwd, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

/** The entries of a commit's tree, as GitHub lists them; null for one that is not there. */
export function listTree(git: Git, commit: string): readonly Entry[] | null {
  return findIn(git, `${commit}^{tree}`) === null ? null : parseTree(git('ls-tree', '-z', commit))
}

function findIn(git: Git, rev: string): string | null {
  const [first = ''] = tryGit(git, 'rev-parse', '--verify', '--quiet', rev).split('\n')
  return first === '' ? null : first
}

function tryGit(git: Git, ...args: readonly string[]): string {
  try {
    return git(...args)
  } catch {
    return ''
  }
}

/** GitHub makes the merge of a pull request that has no conflicts, and lets jobs check it out. */
function updateMerge(git: Git, { base, head }: Ends): void {
  const tree = tryGit(git, 'merge-tree', '--write-tree', base, head)
  if (tree === '') return void git('update-ref', '-d', `${PULL}/merge`)
  const merge = git(...GITHUB, 'commit-tree', tree, '-p', base, '-p', head, '-m', 'Merge')
  git('update-ref', `${PULL}/merge`, merge)
}

function parseTree(text: string): readonly Entry[] {
  const entries = text.split('\0').filter((entry) => entry !== '')
  return entries.map((entry) => {
    const [about = '', path = ''] = entry.split('\t')
    const [, type = '', sha = ''] = about.split(' ')
    return { path, type, sha }
  })
}
