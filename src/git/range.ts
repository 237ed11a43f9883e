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
  notStarted,
} from '../core/errors/git.ts'
import type { Sha } from '../core/model/commit.ts'
import type { GateError } from '../core/model/errors.ts'
import { advise } from '../core/model/suggestion.ts'
import { getObjects } from './cat-file.ts'
import { getCurrentBranch } from './local-refs/head.ts'
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
  if (options.base === ROOT) {
    const head = await resolveHead(repo, options.head)
    await refuseTruncation(repo, [head.id])
    const baseTree = EMPTY_TREES[repo.objectFormat]
    return { base: null, baseTip: null, baseTree, baseName: ROOT, head: head.id, headTree: head.tree }
  }
  const named = options.base === undefined ? await defaultBase(repo, options.head) : { name: options.base }
  const revision = 'ref' in named ? named.ref : named.name
  const [found = null, tip = null] = await findCommits(repo, [options.head ?? 'HEAD', revision])
  const head = found ?? (await resolveHead(repo, options.head))
  if (tip === null) throw noCommitNamed(shown(revision), repo.isShallow)
  const base = await mergeBase(repo, tip.id, head.id)
  await refuseTruncation(repo, [head.id, tip.id, `^${base}`])
  if (base === head.id && !options.isEmptyAllowed) throw await nothingSince(repo, options, named.name)
  const fork = [tip, head].find(({ id }) => id === base) ?? (await resolveCommit(repo, base))
  return { base, baseTip: tip.id, baseTree: fork.tree, baseName: named.name, head: head.id, headTree: head.tree }
}

/** A new branch is where its work belongs; elsewhere the work needs a branch, or another base. */
async function nothingSince(
  repo: Repository,
  { base: named, head }: { readonly base?: string; readonly head?: string },
  base: string,
): Promise<GateError> {
  const branch = nameOfRef(await getFullName(repo, head))
  if (branch === '' || branch === 'HEAD' || branch === base) return nothingToJudge(shown(base))
  if (!(await isDefaultBranch(repo, branch))) return notStarted(branch, OR_COMPLETE)
  return nothingToJudge(shown(base), named === undefined ? shown(branch) : null)
}

const OR_COMPLETE = advise('Or judge what is not committed', 'tdd-gate complete')

interface NamedCommit {
  readonly id: Sha
  /** As the commit names it: in a partial clone the tree itself may be missing. */
  readonly tree: Sha
}

/** Asks for the commits that revisions name in one process. Null: none. */
async function findCommits(repo: Repository, revisions: readonly string[]): Promise<readonly (NamedCommit | null)[]> {
  const isLine = (revision: string) => !/[\n\0]/.test(revision)
  const names = revisions.map((revision) => (isLine(revision) ? `${revision}^{commit}` : NO_OBJECT))
  const objects = await getObjects(repo.readObjects, names)
  return objects.map((object) => {
    const tree = object && /^tree ([0-9a-f]{40,64})\n/.exec(object.content.toString('latin1', 0, MAX_TREE_LINE))?.[1]
    return object && tree ? { id: object.id, tree } : null
  })
}

const NO_OBJECT = '-'
/** Characters of the first line of a commit. */
const MAX_TREE_LINE = 80

/**
 * Returns the commit that a revision names.
 * @throws GateError `unknown-revision`
 */
async function resolveCommit(repo: Repository, revision: string): Promise<NamedCommit> {
  const [found = null] = await findCommits(repo, [revision])
  if (found !== null) return found
  throw noCommitNamed(shown(revision), repo.isShallow)
}

async function resolveHead(repo: Repository, head: string | undefined): Promise<NamedCommit> {
  if (head !== undefined) return resolveCommit(repo, head)
  const { code } = await repo.run(['rev-parse', '--verify', '--quiet', 'HEAD'])
  if (code === 0) return resolveCommit(repo, 'HEAD')
  throw firstCommitNeeded()
}

async function defaultBase(
  repo: Repository,
  head: string | undefined,
): Promise<{ readonly name: string; readonly ref: string }> {
  const listed = (await repo.git(['for-each-ref', '--format=%(refname)', ...BRANCHES])).toString().trim().split('\n')
  const ref = chooseBase(listed, await getFullName(repo, head))
  if (ref !== null) return { ref, name: nameOfRef(ref) }
  await resolveHead(repo, head)
  if (repo.isShallow || listed.some((one) => one.startsWith('refs/remotes/')))
    throw defaultBranchNotFetched(repo.isShallow)
  throw noOtherBranch(await findStart(repo, head ?? 'HEAD'))
}

/** Returns the ref that a revision is the name of; empty for another revision, and for a HEAD without a branch. */
async function getFullName(repo: Repository, revision: string | undefined): Promise<string> {
  if (revision === undefined) {
    const branch = await getCurrentBranch(repo)
    return branch === null ? '' : `refs/heads/${branch}`
  }
  const symbolic = ['rev-parse', '--symbolic-full-name', '--verify', '--quiet', '--end-of-options', revision]
  return (await repo.run(symbolic)).stdout.toString().trim()
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
