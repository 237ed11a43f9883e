/** The user's repository: found from any folder in it, read and never written. */
import { resolve } from 'node:path'
import { GateError } from '../core/errors.ts'
import { type GitOptions, type GitOutput, git, gitFailure, runGit } from './git.ts'

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
  const config = await trustOf(dir)
  const ask = async (option: string) =>
    line(await git(dir, ['rev-parse', '--path-format=absolute', option], { config }))
  const [format, shallow, top, gitDir, commonDir] = await Promise.all([
    ask('--show-object-format'),
    ask('--is-shallow-repository'),
    ask('--is-inside-work-tree').then((inside) => (inside === 'true' ? ask('--show-toplevel') : null)),
    ask('--absolute-git-dir'),
    ask('--git-common-dir'),
  ])
  // Not in `top`: the repository's configuration may claim any folder to be that.
  const at = resolve(dir)
  return {
    top,
    gitDir,
    commonDir,
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: shallow === 'true',
    git: (args, options) => git(at, args, { ...options, config: [...config, ...(options?.config ?? [])] }),
    run: (args, options) => runGit(at, args, { ...options, config: [...config, ...(options?.config ?? [])] }),
  }
}

type Config = NonNullable<GitOptions['config']>

/** The `safe.directory` settings that `dir` needs: those of the user, whose other configuration is not read. */
async function trustOf(dir: string): Promise<Config> {
  const args = ['rev-parse', '--git-dir']
  const found = await runGit(dir, args)
  if (found.code === 0) return []
  if (/not a git repository/.test(found.stderr))
    throw new GateError(
      'not-a-repository',
      `${dir} is not in a git repository.`,
      'Name one: tdd-gate verify --repo <dir>',
    )
  const config = await trustedByUser(dir)
  const again = await runGit(dir, args, { config })
  if (again.code !== 0) throw gitFailure(args, again.code, again.stderr)
  return config
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
export async function isDirty(repo: Repository): Promise<boolean> {
  if (repo.top === null) return false
  const config = await withoutFilters(repo)
  const status = await repo.git(['status', '--porcelain', '-z', '--ignore-submodules=all', '--no-renames'], { config })
  return status.length > 0
}

/** git has no switch for filters; an empty command is none. */
async function withoutFilters(repo: Repository): Promise<Config> {
  const { stdout } = await repo.run(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
  const names = new Set(stdout.toString().split('\0').slice(0, -1))
  return [...names].map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const)
}

function line(output: Buffer): string {
  return output.toString().replace(/\r?\n$/, '')
}
