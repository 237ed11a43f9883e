/** Finds the commits to judge: those since the head left its base. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cutHistory,
  defaultBranchNotFetched,
  firstCommitNeeded,
  noCommitNamed,
  noMergeBase,
  noOtherBranch,
  nothingToJudge,
} from '../core/errors/git.ts'
import type { Sha } from '../core/model/commit.ts'
import type { ObjectFormat, Repository } from './repository.ts'

export interface Range {
  /** The merge base of head and base; commits reachable from it are not judged. Null: the whole history is judged. */
  readonly base: Sha | null
  /** Tree of `base`, or the empty tree. */
  readonly baseTree: Sha
  /** The commit that the base's name points to now: merges of its ancestors are merges from base. */
  readonly baseTip: Sha | null
  readonly baseName: string
  readonly head: Sha
  readonly headTree: Sha
}

/** The value of `--base` that means: from the first commit on. */
export const ROOT = 'root'

/** The empty tree is known to every git, stored or not. */
const EMPTY_TREES: Readonly<Record<ObjectFormat, Sha>> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}
/** Names of default branches, tried in this order when neither `--base` nor a remote names one. */
const DEFAULT_NAMES = ['HEAD', 'main', 'master', 'trunk']
const MAX_SHOWN = 200

/**
 * Resolves `--base` and `--head` to a range. Without a base it searches for the default branch of the remote.
 * `isEmptyAllowed`: a branch without commits is a range too.
 * @throws GateError `unknown-revision`, `no-merge-base`, `no-commits`, `shallow-clone`; each with the next command
 */
export async function resolveRange(
  repo: Repository,
  options: { readonly base?: string; readonly head?: string; readonly isEmptyAllowed?: true } = {},
): Promise<Range> {
  const head = await resolveHead(repo, options.head)
  if (options.base === ROOT) {
    await refuseTruncation(repo, [head])
    const [headTree = ''] = await getTrees(repo, [head])
    return { base: null, baseTip: null, baseTree: EMPTY_TREES[repo.objectFormat], baseName: ROOT, head, headTree }
  }
  const named = options.base === undefined ? await defaultBase(repo, options.head ?? 'HEAD') : { name: options.base }
  const baseTip = await resolveCommit(repo, 'ref' in named ? named.ref : named.name)
  const base = await mergeBase(repo, baseTip, head)
  await refuseTruncation(repo, [head, baseTip, `^${base}`])
  if (base === head && !options.isEmptyAllowed) throw nothingToJudge(shown(named.name))
  // git prints a commit that is named twice only once.
  const [baseTree = '', headTree = baseTree] = await getTrees(repo, base === head ? [base] : [base, head])
  return { base, baseTip, baseTree, baseName: named.name, head, headTree }
}

/** Reads the trees from the commits: in a partial clone the trees themselves may be missing. */
async function getTrees(repo: Repository, commits: readonly Sha[]): Promise<readonly Sha[]> {
  const args = ['rev-list', '--no-walk=unsorted', '--format=%T', '--end-of-options', ...commits, '--']
  const lines = (await repo.git(args)).toString().split('\n')
  return lines.filter((line) => /^[0-9a-f]{40,64}$/.test(line))
}

/**
 * Returns the commit that a revision names.
 * @throws GateError `unknown-revision`
 */
async function resolveCommit(repo: Repository, revision: string): Promise<Sha> {
  const sha = await findCommit(repo, revision)
  if (sha !== null) return sha
  throw noCommitNamed(shown(revision), repo.isShallow)
}

async function findCommit(repo: Repository, revision: string): Promise<Sha | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { code, stdout } = await repo.run(args)
  const sha = stdout.toString().trim()
  // `^main` also resolves to a commit, but means "leave out".
  return code === 0 && /^[0-9a-f]{40,64}$/.test(sha) ? sha : null
}

async function resolveHead(repo: Repository, head: string | undefined): Promise<Sha> {
  if (head !== undefined) return resolveCommit(repo, head)
  const sha = await findCommit(repo, 'HEAD')
  if (sha !== null) return sha
  const { code } = await repo.run(['rev-parse', '--verify', '--quiet', 'HEAD'])
  if (code === 0) return resolveCommit(repo, 'HEAD')
  throw firstCommitNeeded()
}

async function defaultBase(repo: Repository, head: string): Promise<{ readonly name: string; readonly ref: string }> {
  const symbolic = ['rev-parse', '--symbolic-full-name', '--verify', '--quiet', '--end-of-options', head]
  const branch = (await repo.run(symbolic)).stdout.toString().trim()
  const listed = (await repo.git(['for-each-ref', '--format=%(refname)', ...BRANCHES])).toString().trim().split('\n')
  const ref = chooseBase(listed, branch)
  if (ref !== null) return { ref, name: nameOfRef(ref) }
  if (repo.isShallow || listed.some((one) => one.startsWith('refs/remotes/')))
    throw defaultBranchNotFetched(repo.isShallow)
  throw noOtherBranch(await findStart(repo, head))
}

/** Finds the parent of the first commit that states its phase; without one, only the author knows the start. */
async function findStart(repo: Repository, head: string): Promise<string | null> {
  const stated = ['--extended-regexp', '--regexp-ignore-case', '--grep=^(task|phase): ']
  const log = await repo.git(['log', '--reverse', '--format=%P', ...stated, '--end-of-options', head, '--'])
  const parents = log.toString().split('\n')[0] ?? ''
  const [parent = ''] = parents.split(' ')
  return parent === '' ? null : parent.slice(0, 12)
}

/** Returns the branch that new branches start from: the default branch, else the present one. */
export async function getStartBase(repo: Repository): Promise<string> {
  const format = '--format=%(refname) %(symref)'
  const lines = (await repo.git(['for-each-ref', format, ...BRANCHES])).toString().trim().split('\n')
  const targets = new Map(lines.map((line) => line.split(' ') as [string, string]))
  const ref = chooseBase([...targets.keys()], '')
  // A clone's `origin/HEAD` is another name of the branch that a pull request goes to.
  return ref === null ? 'HEAD' : targets.get(ref) || ref
}

/** Returns whether new branches start from this branch, or from the one of the same name on a remote. */
export async function isDefaultBranch(repo: Repository, branch: string): Promise<boolean> {
  const base = nameOfRef(await getStartBase(repo))
  return base === branch || base.endsWith(`/${branch}`)
}

/** The refs from which `chooseBase` chooses. */
export const BRANCHES = ['refs/remotes/', 'refs/heads/']

/**
 * Chooses the base of a branch from the names of all branches. Prefers pushed branches over local ones, and `origin`
 * over other remotes. Without a usual name it takes the only other branch. Returns null when there is no clear choice.
 * @param branch the branch that needs a base; empty for any branch that begins here
 */
export function chooseBase(refs: readonly string[], branch: string): string | null {
  const remotes = new Set(refs.flatMap((ref) => /^refs\/remotes\/([^/]+)\//.exec(ref)?.[1] ?? []))
  const sorted = [...remotes].toSorted((a, b) => Number(b === 'origin') - Number(a === 'origin'))
  const usual = [
    ...sorted.flatMap((remote) => DEFAULT_NAMES.map((name) => `refs/remotes/${remote}/${name}`)),
    ...DEFAULT_NAMES.map((name) => `refs/heads/${name}`).filter((ref) => ref !== branch),
  ]
  const found = usual.find((ref) => refs.includes(ref))
  if (found !== undefined || remotes.size > 0 || branch === '') return found ?? null
  const others = refs.filter((ref) => ref.startsWith('refs/heads/') && ref !== branch)
  return others.length === 1 ? (others[0] ?? null) : null
}

/** Shortens `refs/remotes/origin/main` to `origin/main`. */
export function nameOfRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, '')
}

async function mergeBase(repo: Repository, base: Sha, head: Sha): Promise<Sha> {
  const { code, stdout } = await repo.run(['merge-base', '--end-of-options', base, head])
  if (code === 0) return stdout.toString().trim()
  if (repo.isShallow) throw cutHistory('before base and head meet')
  throw noMergeBase()
}

/** Refuses a shallow clone that is cut above the base: the cut hides commits, and may hide a later merge base. */
async function refuseTruncation(repo: Repository, revisions: readonly string[]): Promise<void> {
  if (!repo.isShallow) return
  const cut = new Set((await readFile(join(repo.commonDir, 'shallow'), 'utf8')).split('\n'))
  const reached = (await repo.git(['rev-list', '--end-of-options', ...revisions, '--'])).toString().trim().split('\n')
  const first = reached.find((sha) => sha !== '' && cut.has(sha))
  if (first !== undefined) throw cutHistory(`at ${first}, inside the range to judge`)
}

function shown(revision: string): string {
  return JSON.stringify(revision.slice(0, MAX_SHOWN))
}
