/** Builds the demo's repository: a branch per story, with real commits, in a folder of its own. */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type DemoCommit, type Files, SHOP } from './project.ts'

const run = promisify(execFile)
const IDENTITY = { name: 'Mona', email: 'mona@example.com' }

interface DemoRepository {
  readonly folder: string
  /** Builds a branch off main from a story's commits. */
  readonly branch: (name: string, commits: readonly DemoCommit[]) => Promise<void>
}

/**
 * Builds the repository.
 * @param folder an existing empty folder; everything happens below it
 */
export async function buildRepository(folder: string): Promise<DemoRepository> {
  const git = (...args: readonly string[]) => run('git', args, { cwd: folder, env: environment() })
  const commit = async ({ message, files, merge }: DemoCommit) => {
    if (merge) await git('merge', '--quiet', '--no-ff', '--no-commit', merge)
    await writeFiles(folder, files)
    await git('add', '--all')
    await git('commit', '--quiet', '--message', message)
  }
  await git('init', '--quiet', '--template=', '--initial-branch=main')
  await commit({ message: 'A small shop', files: SHOP })
  await git('checkout', '--quiet', '-b', 'main-moved')
  await commit({ message: 'docs: opening hours', files: { 'HOURS.md': 'Nine to five.\n' } })
  return {
    folder,
    branch: async (name, commits) => {
      const needsMoved = commits.some(({ merge }) => merge !== undefined)
      await git('checkout', '--quiet', '-b', name, 'main')
      for (const one of commits) await commit(one)
      if (needsMoved) await git('branch', '--force', 'main', 'main-moved')
    },
  }
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, path)
    if (text === null) await rm(target, { force: true })
    else {
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text)
    }
  }
}

/** Excludes the user's git configuration. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: IDENTITY.name,
    GIT_AUTHOR_EMAIL: IDENTITY.email,
    GIT_COMMITTER_NAME: IDENTITY.name,
    GIT_COMMITTER_EMAIL: IDENTITY.email,
  }
}
