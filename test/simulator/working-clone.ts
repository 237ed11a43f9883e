/** What a person has on the own machine: a clone with real git, pushed over HTTP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run as start } from '../support/starter.ts'
import { GIT_ENV } from './git.ts'

export interface WorkingClone {
  readonly folder: string
  /** Gives git's trimmed output; throws with its own words, those of GitHub among them. */
  readonly git: (...args: readonly string[]) => Promise<string>
  /** Writes the files, commits everything, and gives the SHA; null removes a file. */
  readonly commit: (message: string, files?: Readonly<Record<string, string | null>>) => Promise<string>
  /** Writes the files; null removes a file. */
  readonly write: (files: Readonly<Record<string, string | null>>) => Promise<void>
  /** Makes a branch at HEAD and checks it out. */
  readonly branch: (name: string) => Promise<void>
  /** Pushes HEAD to the branch of the same name; what else git push takes may be added. */
  readonly push: (...args: readonly string[]) => Promise<string>
}

export interface Remote {
  /** With a token in it. */
  readonly url: string
  readonly login: string
}

/** Clones below a folder; commits are those of the person. */
export async function cloneRepository(below: string, { url, login }: Remote): Promise<WorkingClone> {
  await mkdir(below, { recursive: true })
  const folder = await mkdtemp(join(below, 'clone-'))
  const person = { GIT_AUTHOR_NAME: login, GIT_AUTHOR_EMAIL: `${login}@example.com` }
  const committer = { GIT_COMMITTER_NAME: login, GIT_COMMITTER_EMAIL: `${login}@example.com` }
  const env = { ...GIT_ENV, ...person, ...committer, GIT_TERMINAL_PROMPT: '0' }
  const git = (...args: readonly string[]) => run(folder, args, env)
  await git('clone', '--quiet', url, '.')
  const writeAll: WorkingClone['write'] = async (files) => {
    for (const [path, text] of Object.entries(files)) await write(join(folder, path), text)
  }
  return {
    folder,
    git,
    write: writeAll,
    commit: async (message, files = {}) => {
      await writeAll(files)
      await git('add', '--all')
      await git('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', `--message=${message}`)
      return git('rev-parse', 'HEAD')
    },
    branch: async (name) => void (await git('checkout', '--quiet', '-b', name)),
    push: (...args) => git('push', '--quiet', ...args, 'origin', 'HEAD'),
  }
}

async function write(path: string, text: string | null): Promise<void> {
  if (text === null) return rm(path, { force: true })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await start('git', args, { cwd, env })
  if (code !== 0) throw new Error(`git ${args[0]}: ${stderr.toString() || `exit code ${code}`}`)
  return stdout.toString().trim()
}
