/** The user's repository: found from any folder in it, read and never written. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { GateError } from '../core/model/errors.ts'
import { type GitOptions, type GitOutput, git, gitFailure, runGit } from './git.ts'
import { decodePath, getFields } from './paths.ts'

/** A place with git objects: the user's repository, or a scratch repository that also sees the user's objects. */
export interface Objects {
  /** Runs git there. @throws GateError when git fails. */
  readonly git: (args: readonly string[], options?: GitOptions) => Promise<Buffer>
  /** The same, for commands whose exit code is an answer. */
  readonly run: (args: readonly string[], options?: GitOptions) => Promise<GitOutput>
}

export type ObjectFormat = 'sha1' | 'sha256'

export interface Repository extends Objects {
  /** Top of the working tree; null without one. */
  readonly top: string | null
  readonly gitDir: string
  /** Where objects and refs are: differs from `gitDir` in a further worktree. */
  readonly commonDir: string
  readonly objectFormat: ObjectFormat
  readonly isShallow: boolean
}

/**
 * Finds the repository that `dir` is in.
 * @throws GateError `not-a-repository`; `git-failed` with the command that trusts a repository of another user.
 */
export async function openRepository(dir: string): Promise<Repository> {
  const { config, answers } = await askTrusted(dir)
  const [format, shallow, gitDir = '', commonDir = '', , top = ''] = answers
  // Not in `top`: the repository's configuration may claim any folder to be that.
  const at = resolve(dir)
  return {
    top: top === '' ? null : top,
    gitDir,
    commonDir,
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: shallow === 'true',
    git: (args, options) => git(at, args, { ...options, config: [...config, ...(options?.config ?? [])] }),
    run: (args, options) => runGit(at, args, { ...options, config: [...config, ...(options?.config ?? [])] }),
  }
}

type Config = NonNullable<GitOptions['config']>

/** The last one fails outside of a working tree, so it is the last. */
const QUESTIONS = [
  ...['--show-object-format', '--is-shallow-repository', '--absolute-git-dir', '--git-common-dir'],
  ...['--is-inside-work-tree', '--show-toplevel'],
]

interface Answered {
  readonly output: GitOutput
  /** As many as there are questions, or none; the last one is empty without a working tree. */
  readonly answers: readonly string[] | null
}

/** All in one process. Paths may hold newlines: a mark that nobody can guess stands behind each answer, as git hands on what it does not know. */
async function ask(dir: string, config: Config): Promise<Answered> {
  const mark = `--${randomUUID()}`
  const args = ['rev-parse', '--path-format=absolute', ...QUESTIONS.flatMap((question) => [question, mark])]
  const output = await runGit(dir, args, { config })
  const answers = output.stdout.toString().split(`${mark}\n`).map(line)
  const isInside = answers.at(QUESTIONS.indexOf('--is-inside-work-tree')) === 'true'
  const isWhole = answers.length > QUESTIONS.length || (answers.length === QUESTIONS.length && !isInside)
  return { output, answers: isWhole ? answers : null }
}

/** Answers, and the `safe.directory` settings that `dir` needs: those of the user, whose other configuration is not read. */
async function askTrusted(dir: string): Promise<{ readonly config: Config; readonly answers: readonly string[] }> {
  const { output, answers } = await ask(dir, [])
  if (answers !== null) return { config: [], answers }
  if (/not a git repository/.test(output.stderr))
    throw new GateError(
      'not-a-repository',
      `${dir} is not in a git repository.`,
      'Name one: tdd-gate verify --repo <dir>',
    )
  const config = await trustedByUser(dir)
  const again = await ask(dir, config)
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

/**
 * True when the working tree holds what no commit does: only to tell the user that it is not judged.
 * Neither runs the filters of the repository nor refreshes its index, so a line-end filter can make it cry wolf.
 */
export async function uncommittedPaths(repo: Repository): Promise<readonly string[]> {
  if (repo.top === null) return []
  const config = await withoutFilters(repo)
  const status = await repo.git(['status', '--porcelain', '-z', '--ignore-submodules=all', '--no-renames'], { config })
  return [...getFields(status)].filter((field) => field.length > 3).map((field) => decodePath(field.subarray(3)))
}

/** git has no switch for filters; an empty command is none. Where no file of the repository can name one, git is not asked. */
async function withoutFilters(repo: Repository): Promise<Config> {
  if (!(await mayHaveFilters(repo))) return []
  const { stdout } = await repo.run(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
  const names = new Set(stdout.toString().split('\0').slice(0, -1))
  return [...names].map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const)
}

const CONFIG_FILES = ['config', 'config.worktree']

/** A configuration names filters itself, or has others included that do. */
async function mayHaveFilters({ commonDir, gitDir }: Repository): Promise<boolean> {
  const paths = new Set([commonDir, gitDir].flatMap((dir) => CONFIG_FILES.map((name) => join(dir, name))))
  const texts = await Promise.all([...paths].map((path) => readFile(path, 'latin1').catch(() => '')))
  return texts.some((text) => /filter|include/i.test(text))
}

function line(answer: string): string {
  return answer.replace(/\r?\n$/, '')
}
