/** Plumbing on the bare repositories of the local GitHub; nothing of the user's own git configuration takes part. */
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run as start } from '../support/starter.ts'
import { GitError, remember } from './git-memory.ts'

export const ZERO = '0'.repeat(40)
export const IS_SHA = /^[0-9a-f]{40}$/
/** Tests on a hosted runner have its variables: git must not see them. */
const INHERITED = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
const GITHUB = { name: 'GitHub', email: 'noreply@github.com' }
export const GIT_ENV: NodeJS.ProcessEnv = {
  ...INHERITED,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C',
  GIT_AUTHOR_NAME: GITHUB.name,
  GIT_AUTHOR_EMAIL: GITHUB.email,
  GIT_COMMITTER_NAME: GITHUB.name,
  GIT_COMMITTER_EMAIL: GITHUB.email,
}

/**
 * Settings of every bare repository: pull requests' refs are GitHub's own, and any commit may be fetched. To compress a release for
 * each job that fetches it would take several times what the rest of the job takes.
 */
const SETTINGS = `[http]
\treceivepack = true
[uploadpack]
\tallowAnySHA1InWant = true
[receive]
\thideRefs = refs/pull
\tadvertisePushOptions = true
\tdenyDeleteCurrent = ignore
\tautogc = false
[gc]
\tauto = 0
[core]
\tcompression = 0
[pack]
\twindow = 0
\tthreads = 1
`

export interface Place {
  readonly folder: string
}

/** What git prints; throws with its own words when it fails. */
export async function git({ folder }: Place, args: readonly string[], input: string | Buffer = ''): Promise<string> {
  return (await run(folder, args, input)).toString('utf8')
}

/** As `git`, for bytes that are no text. */
export function gitBytes({ folder }: Place, args: readonly string[]): Promise<Buffer> {
  return run(folder, args, '')
}

/** What git prints without the end of the line, or null when it fails. */
export async function tryGit(place: Place, args: readonly string[]): Promise<string | null> {
  try {
    return (await git(place, args)).trimEnd()
  } catch {
    return null
  }
}

export async function initBare(folder: string, defaultBranch: string): Promise<void> {
  await run('.', ['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`, folder], '')
  await appendFile(join(folder, 'config'), SETTINGS)
}

/** By folder and SHA: a commit that is there stays there, since nothing is ever collected. */
const knownCommits = new Set<string>()

/** The full SHA of the commit that a name stands for, or null. */
export async function findCommit(place: Place, name: string): Promise<string | null> {
  const key = `${place.folder} ${name}`
  if (knownCommits.has(key)) return name
  if (name.startsWith('-')) return null
  const head = await looseBranch(place, name)
  if (head !== null) return head
  const sha = await tryGit(place, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  if (sha === name) knownCommits.add(key)
  return sha
}

/** A branch as git keeps it in a file of its own; null when it must be asked (packed, symbolic, none). */
async function looseBranch({ folder }: Place, name: string): Promise<string | null> {
  if (!name.startsWith('refs/heads/') || name.includes('..')) return null
  const kept = await readFile(join(folder, name), 'utf8').catch(() => '')
  return IS_SHA.test(kept.trim()) ? kept.trim() : null
}

export async function isAncestor(place: Place, ancestor: string, of: string): Promise<boolean> {
  return (await tryGit(place, ['merge-base', '--is-ancestor', ancestor, of])) !== null
}

/** Commits of head that base (a commit or `refs/heads/...`) has not, oldest first. */
export async function listCommits(place: Place, from: string | null, head: string): Promise<string[]> {
  const base = from?.startsWith('refs/') ? await findCommit(place, from) : from
  const without = base === null ? [] : [`^${base}`]
  return lines(await git(place, ['rev-list', '--reverse', '--topo-order', head, ...without]))
}

export function lines(printed: string): string[] {
  return printed.split('\n').filter((line) => line !== '')
}

function run(cwd: string, args: readonly string[], input: string | Buffer): Promise<Buffer> {
  return remember(cwd, args, () => spawnGit(cwd, args, input))
}

async function spawnGit(cwd: string, args: readonly string[], input: string | Buffer): Promise<Buffer> {
  const { code, stdout, stderr } = await start('git', args, { cwd, env: GIT_ENV, input })
  if (code !== 0) throw new GitError(`git ${args.join(' ')}: ${stderr.toString().trim()}`, code)
  return stdout
}
