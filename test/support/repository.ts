/** Builds real git repositories for tests: `await using repo = await createRepository()`. Same verbs, same SHAs, every time. */
import { cp, lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run as start } from './starter.ts'

/** Text, bytes, a symlink, an executable, the pointer of a submodule; null removes the path. */
export type Content =
  | string
  | Uint8Array
  | { readonly symlink: string }
  | { readonly executable: string }
  | { readonly submodule: string }
  | null
export type Files = Readonly<Record<string, Content>>

export interface TestRepository extends AsyncDisposable {
  readonly dir: string
  /** Runs git in the repository and gives its trimmed output; throws with git's own words. */
  readonly git: (...args: readonly string[]) => Promise<string>
  readonly write: (files: Files) => Promise<void>
  /** Writes the files, commits everything (an empty commit when nothing changed) and gives the SHA. */
  readonly commit: (message: string, files?: Files) => Promise<string>
  /** How many commits it created: their dates continue from there. */
  readonly commits: () => number
  /** Makes a branch at HEAD and checks it out. */
  readonly branch: (name: string) => Promise<void>
  readonly checkout: (rev: string) => Promise<void>
  /** A merge commit, never a fast-forward; with `files` the merge also holds those (conflicts are resolved by them). */
  readonly merge: (rev: string, options?: { readonly files?: Files; readonly message?: string }) => Promise<string>
}

export interface RepositoryOptions {
  /** Name of the folder inside a fresh temporary folder; odd names welcome. */
  readonly name?: string
  readonly objectFormat?: 'sha1' | 'sha256'
}

const FIRST_COMMIT = Date.UTC(2026, 0, 1) / 1000
/** One program that starts two, because each one costs a test as much as its own memory is large. */
const COMMIT = `git add --all &&
git commit --quiet --allow-empty --allow-empty-message --cleanup=verbatim --message="$1"`
const PERSON = { name: 'Mona', email: 'mona@example.com' }

/** An empty repository on branch `main`; nothing of the user's own git configuration is in it. */
export async function createRepository(options: RepositoryOptions = {}): Promise<TestRepository> {
  const repo = await openFolder(options.name)
  const format = `--object-format=${options.objectFormat ?? 'sha1'}`
  await repo.git('init', '--quiet', '--template=', '--initial-branch=main', format)
  return repo
}

/** The same repository in another place: takes no process, however long its history is. */
export async function copyRepository(repo: Pick<TestRepository, 'dir' | 'commits'>): Promise<TestRepository> {
  const copy = await openFolder(undefined, repo.commits())
  await cp(repo.dir, copy.dir, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function openFolder(name = 'repository', before = 0): Promise<TestRepository> {
  const parent = await mkdtemp(join(tmpdir(), 'tdd-gate-repository-'))
  const dir = join(parent, name)
  await mkdir(dir)
  let commits = before
  const git = (...args: readonly string[]) => run(dir, ['git', ...args], commits)
  const write = (files: Files) => writeFiles(dir, files, git)
  const commit = async (message: string, files: Files = {}) => {
    await write(files)
    commits += 1
    await run(dir, ['sh', '-c', COMMIT, 'sh', message], commits)
    return readHead(dir)
  }
  return {
    dir,
    git,
    write,
    commit,
    commits: () => commits,
    branch: async (called) => void (await git('checkout', '--quiet', '-b', called)),
    checkout: async (rev) => void (await git('checkout', '--quiet', rev)),
    merge: async (rev, { files, message = `Merge ${rev}` } = {}) => {
      const merging = git('merge', '--quiet', '--no-ff', '--no-commit', rev)
      await (files === undefined ? merging : merging.catch((conflict: Error) => conflict))
      return commit(message, files)
    },
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  }
}

/** A commit has just written the ref of the branch, or HEAD itself: no process is needed to read it. */
async function readHead(dir: string): Promise<string> {
  const read = async (name: string) => (await readFile(join(dir, '.git', name), 'utf8')).trim()
  const head = await read('HEAD')
  return head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head
}

/** Without git's own housekeeping, which starts two more programs after each commit. */
const SETTINGS = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'maintenance.auto', GIT_CONFIG_VALUE_0: 'false' }

async function run(dir: string, [program = '', ...args]: readonly string[], commits: number): Promise<string> {
  const date = `${FIRST_COMMIT + commits * 60} +0000`
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...SETTINGS,
    GIT_AUTHOR_NAME: PERSON.name,
    GIT_AUTHOR_EMAIL: PERSON.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: PERSON.name,
    GIT_COMMITTER_EMAIL: PERSON.email,
    GIT_COMMITTER_DATE: date,
    LC_ALL: 'C',
  }
  const { code, stdout, stderr } = await start(program, args, { cwd: dir, env })
  if (code === 0) return stdout.toString().trim()
  throw new Error(`${program} ${args.join(' ')}: ${stderr.toString() || `ended with ${code}`}`)
}

async function writeFiles(dir: string, files: Files, git: TestRepository['git']): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(dir, path)
    const isDirectory = await lstat(target).then(
      (entry) => entry.isDirectory(),
      () => false,
    )
    if (!isDirectory || content === null) await rm(target, { recursive: true, force: true })
    if (content === null) continue
    await mkdir(dirname(target), { recursive: true })
    await writeOne(target, path, content, git)
  }
}

async function writeOne(
  target: string,
  path: string,
  content: Exclude<Content, null>,
  git: TestRepository['git'],
): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) return writeFile(target, content)
  if ('symlink' in content) return symlink(content.symlink, target)
  if ('executable' in content) return writeFile(target, content.executable, { mode: 0o755 })
  await mkdir(target, { recursive: true })
  await git('update-index', '--add', '--cacheinfo', `160000,${content.submodule},${path}`)
}
