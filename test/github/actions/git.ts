/** Reading the bare repositories. */
import { execFile } from 'node:child_process'

const MAX_OUTPUT = 64 * 1024 * 1024

/** Trimmed output. @throws Error with git's own words */
export function git(folder: string, ...args: readonly string[]): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
  }
  return new Promise((resolve, reject) => {
    execFile('git', [...args], { cwd: folder, env, maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      if (error) reject(new Error(`git ${args.join(' ')}: ${stderr || error.message}`))
      else resolve(stdout.trim())
    })
  })
}

/** Null where git says no. */
export const tryGit = (folder: string, ...args: readonly string[]): Promise<string | null> =>
  git(folder, ...args).catch(() => null)

export interface FoundRef {
  readonly sha: string
  /** `refs/tags/v1`, `refs/heads/main`; a commit id as it is. */
  readonly ref: string
}

const COMMIT = /^[0-9a-f]{40}$/

/** What `@ref` of an action or a workflow names: a commit, else a tag, else a branch. */
export async function findRef(folder: string, name: string): Promise<FoundRef | null> {
  const candidates = COMMIT.test(name) ? [name] : [name, `refs/tags/${name}`, `refs/heads/${name}`]
  for (const ref of candidates.filter((each) => COMMIT.test(each) || each.startsWith('refs/'))) {
    const sha = await tryGit(folder, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
    if (sha !== null) return { sha, ref }
  }
  return null
}

/** The text of a file at a commit; null when there is none. */
export const readFileAt = (folder: string, sha: string, path: string): Promise<string | null> =>
  tryGit(folder, 'show', `${sha}:${path}`)
