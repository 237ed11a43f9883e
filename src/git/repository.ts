/** Opens the user's repository from any folder in it. Reads it and never writes to it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { notARepository } from '../core/errors/git.ts'
import { CAT_FILE, type ReadObjects } from './cat-file.ts'
import { type GitOptions, type GitOutput, git, gitFailure, runGit } from './git.ts'
import { decodePath, splitFields } from './paths.ts'

/** A repository with git objects: the user's, or a scratch repository that also sees the user's objects. */
export interface Objects {
  /**
   * Runs git in the repository.
   * @throws GateError when git fails
   */
  readonly git: (args: readonly string[], options?: GitOptions) => Promise<Buffer>
  /** Runs git for commands whose exit code is the answer. */
  readonly run: (args: readonly string[], options?: GitOptions) => Promise<GitOutput>
  /** Asks for objects, in one process where the repository is closed at some time. */
  readonly readObjects: ReadObjects
}

export type ObjectFormat = 'sha1' | 'sha256'

export interface Repository extends Objects {
  /** The top of the working tree; null without one. */
  readonly top: string | null
  readonly gitDir: string
  /** The folder of objects and refs; differs from `gitDir` in a linked worktree. */
  readonly commonDir: string
  /** The folder of its objects. */
  readonly objectsDir: string
  readonly objectFormat: ObjectFormat
  readonly isShallow: boolean
}

/**
 * Finds the repository that contains `dir`.
 * @throws GateError `not-a-repository`; `git-failed` with the command that trusts a repository of another user
 */
export async function openRepository(dir: string): Promise<Repository> {
  const { config, answers } = await queryTrusted(dir)
  const [format, shallow, gitDir = '', commonDir = '', , top = ''] = answers
  // Not `top`: the repository's configuration may claim any folder as its top.
  const at = resolve(dir)
  return {
    top: top === '' ? null : top,
    gitDir,
    commonDir,
    objectsDir: join(commonDir, 'objects'),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: shallow === 'true',
    git: (args, options) => git(at, args, { ...options, config: [...config, ...(options?.config ?? [])] }),
    run: (args, options) => runGit(at, args, { ...options, config: [...config, ...(options?.config ?? [])] }),
    readObjects: (commands) => git(at, CAT_FILE, { input: commands, config }),
  }
}

type Config = NonNullable<GitOptions['config']>

/** The last question fails outside of a working tree, so it comes last. */
const QUESTIONS = [
  ...['--show-object-format', '--is-shallow-repository', '--absolute-git-dir', '--git-common-dir'],
  ...['--is-inside-work-tree', '--show-toplevel'],
]

interface Answered {
  readonly output: GitOutput
  /** One answer per question, or null; the last one is empty without a working tree. */
  readonly answers: readonly string[] | null
}

/**
 * Asks all questions in one process. Paths may contain newlines, so an unguessable mark follows each answer: git prints
 * arguments that it does not know.
 */
async function queryGit(dir: string, config: Config): Promise<Answered> {
  const mark = `--${randomUUID()}`
  const args = ['rev-parse', '--path-format=absolute', ...QUESTIONS.flatMap((question) => [question, mark])]
  const output = await runGit(dir, args, { config })
  const answers = output.stdout.toString().split(`${mark}\n`).map(line)
  const isInside = answers.at(QUESTIONS.indexOf('--is-inside-work-tree')) === 'true'
  const isWhole = answers.length > QUESTIONS.length || (answers.length === QUESTIONS.length && !isInside)
  return { output, answers: isWhole ? answers : null }
}

/**
 * Returns the answers, and the user's `safe.directory` settings that `dir` needs. No other configuration of the user is
 * read.
 */
async function queryTrusted(dir: string): Promise<{ readonly config: Config; readonly answers: readonly string[] }> {
  const { output, answers } = await queryGit(dir, [])
  if (answers !== null) return { config: [], answers }
  if (/not a git repository/.test(output.stderr)) throw notARepository(dir)
  const config = await trustedByUser(dir)
  const again = await queryGit(dir, config)
  if (again.answers === null) throw gitFailure(['rev-parse'], again.output.code, again.output.stderr)
  return { config, answers: again.answers }
}

async function trustedByUser(dir: string): Promise<Config> {
  const env = {
    GIT_CONFIG_GLOBAL: process.env['GIT_CONFIG_GLOBAL'],
    GIT_CONFIG_NOSYSTEM: undefined,
    GIT_DIR: '/dev/null',
  }
  const { stdout } = await runGit(dir, ['config', '-z', '--get-all', 'safe.directory'], { env })
  const values = stdout.toString().split('\0').slice(0, -1)
  return values.map((value) => ['safe.directory', value] as const)
}

/** A path that differs from HEAD. Git's letters say how the index differs from HEAD, and the file from the index. */
interface ChangedPath {
  readonly path: string
  readonly letters: string
}

/**
 * Asks how the working tree differs from HEAD. It neither runs the repository's filters nor refreshes its index, so a
 * line-end filter can cause a false alarm.
 */
export async function readChangedPaths(repo: Repository): Promise<readonly ChangedPath[]> {
  if (repo.top === null) return []
  const config = await withoutFilters(repo)
  const status = await repo.git(['status', '--porcelain', '-z', '--ignore-submodules=all', '--no-renames'], { config })
  return [...splitFields(status)]
    .filter((field) => field.length > 3)
    .map((field) => ({ path: decodePath(field.subarray(3)), letters: field.toString('latin1', 0, 2) }))
}

/** Returns paths of the working tree that differ from every commit, to tell the user that they are not judged. */
export async function readHeadSha(repo: Repository): Promise<string> {
  return (await repo.git(['rev-parse', 'HEAD'])).toString().trim()
}

export async function uncommittedPaths(repo: Repository): Promise<readonly string[]> {
  return (await readChangedPaths(repo)).map(({ path }) => path)
}

/**
 * Returns settings that disable the repository's filters. git has no switch for filters; an empty command disables one.
 * Git is not asked where no file of the repository can name a filter.
 */
async function withoutFilters(repo: Repository): Promise<Config> {
  if (!(await mayHaveFilters(repo))) return []
  const { stdout } = await repo.run(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
  const names = new Set(stdout.toString().split('\0').slice(0, -1))
  return [...names].map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const)
}

const CONFIG_FILES = ['config', 'config.worktree']

/** Returns whether a configuration names filters itself, or includes a file that may. */
async function mayHaveFilters({ commonDir, gitDir }: Repository): Promise<boolean> {
  const paths = new Set([commonDir, gitDir].flatMap((dir) => CONFIG_FILES.map((name) => join(dir, name))))
  const texts = await Promise.all([...paths].map((path) => readFile(path, 'latin1').catch(() => '')))
  return texts.some((text) => /filter|include/i.test(text))
}

function line(answer: string): string {
  return answer.replace(/\r?\n$/, '')
}
