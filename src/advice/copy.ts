/** Opens a copy of a repository, with objects of its own, in which commands are tried as a shell would paste them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sha } from '../core/model/commit.ts'
import { CAT_FILE } from '../git/cat-file.ts'
import { type GitOptions, getCall, git, runGit } from '../git/git.ts'
import { getCurrentBranch, type RefPlace } from '../git/local-refs/head.ts'
import { AS_GATE } from '../git/pending.ts'
import type { Repository } from '../git/repository.ts'
import { runProcess } from '../test-runner/process/process.ts'

export interface Copy {
  /** The author's repository, in which the commits of the copy exist. */
  readonly repository: Repository
  /** Checks a commit out, as the branch has it, and removes what was tried before. */
  readonly begin: (head: Sha) => Promise<void>
  /** Pastes a line. @returns the new head; null where the line fails, or leaves anything uncommitted */
  readonly paste: (line: string) => Promise<Sha | null>
}

/** A line runs only git, on a copy. */
const LINE_TIMEOUT_MS = 60_000

/** No hook, no editor, no network, nothing that the author's configuration starts; names as a shell gives them. */
const PASTING: GitOptions = {
  env: { ...AS_GATE, GIT_EDITOR: 'false', GIT_LITERAL_PATHSPECS: undefined, GIT_OPTIONAL_LOCKS: undefined },
  config: [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ],
}

/** What git keeps while it is in the middle of something. */
const UNFINISHED: readonly (readonly [string, readonly string[]])[] = [
  ['rebase', ['rebase-merge', 'rebase-apply']],
  ['cherry-pick', ['sequencer', 'CHERRY_PICK_HEAD']],
]

/** @param folder does not exist yet @param branch null where no branch is checked out */
export async function openCopy(repository: Repository, folder: string, branch: string | null): Promise<Copy> {
  const gitDir = join(folder, '.git')
  for (const one of ['objects/info', 'refs/heads']) mkdirSync(join(gitDir, one), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
  writeFileSync(join(gitDir, 'objects/info/alternates'), `${JSON.stringify(repository.objectsDir)}\n`)
  const format = ['[extensions]', `objectformat = ${repository.objectFormat}`]
  writeFileSync(join(gitDir, 'config'), `${['[core]', 'repositoryformatversion = 1', ...format].join('\n')}\n`)
  const call = getCall([], PASTING)
  const run = (...args: readonly string[]) => git(folder, args, PASTING)
  const at: RefPlace = { gitDir, commonDir: gitDir, run: (args) => runGit(folder, args, PASTING) }
  return {
    repository: seeCopy(repository, join(gitDir, 'objects')),
    begin: async (head) => {
      // What an earlier line left in the middle of something is no state to begin from.
      for (const [what, kept] of UNFINISHED)
        if (kept.some((name) => existsSync(join(gitDir, name)))) await at.run([what, '--quit'])
      await run('checkout', '--quiet', '--force', ...(branch === null ? ['--detach'] : ['-B', branch]), head)
      await run('clean', '-ffdxq')
    },
    paste: async (line) => {
      const { exitCode } = await runProcess({
        command: ['sh', '-c', line],
        directory: folder,
        env: call.env,
        timeoutMs: LINE_TIMEOUT_MS,
      })
      if (exitCode !== 0) return null
      const status = await run('status', '--porcelain')
      const isBack = (await getCurrentBranch(at)) === branch
      return status.length === 0 && isBack ? (await run('rev-parse', 'HEAD')).toString().trim() : null
    },
  }
}

/** The author's repository with the objects of the copy: what stands on its disk, such as packages, is the author's. */
function seeCopy(repository: Repository, objectsDir: string): Repository {
  const own = { GIT_OBJECT_DIRECTORY: objectsDir }
  const withOwn = (options: GitOptions = {}): GitOptions => ({ ...options, env: { ...own, ...options.env } })
  const see: Pick<Repository, 'git' | 'run'> = {
    git: (args, options) => repository.git(args, withOwn(options)),
    run: (args, options) => repository.run(args, withOwn(options)),
  }
  return { ...repository, ...see, objectsDir, readObjects: (commands) => see.git(CAT_FILE, { input: commands }) }
}
