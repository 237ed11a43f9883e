/** Reading the bare repositories. */
import * as place from '../git.ts'

/** Trimmed output. @throws Error with git's own words */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  return (await place.git({ folder }, args)).trim()
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
    const sha = await place.findCommit({ folder }, ref)
    if (sha !== null) return { sha, ref }
  }
  return null
}

/** The text of a file at a commit; null when there is none. */
export const readFileAt = (folder: string, sha: string, path: string): Promise<string | null> =>
  tryGit(folder, 'show', `${sha}:${path}`)
