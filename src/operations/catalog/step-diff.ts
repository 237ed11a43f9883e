/** Reads the changes of the present step: since the last accepted commit, with what is not committed. */
import { findLastAccepted } from '../../core/commands/last-accepted.ts'
import { openPending } from '../../git/pending.ts'
import { openRepository, type Repository } from '../../git/repository.ts'
import type { NextStep } from '../next.ts'

const MAX_CHARACTERS = 200_000
const DIFF = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--end-of-options']

/** @throws GateError `git-failed` */
export async function readStepDiff(
  repo: string,
  { base, decision }: Pick<NextStep, 'base' | 'decision'>,
  opened: Repository | undefined,
): Promise<string> {
  const toTree = (sha: string) => ({ sha, tree: '' })
  const commits = decision.commits.map(({ sha }) => toTree(sha))
  const from = findLastAccepted({ mergeBase: toTree(base), commits }, decision)
  return readDiffSince(opened ?? (await openRepository(repo)), from?.sha ?? base)
}

/** Returns what a commit of the whole working tree would change since a revision. @throws GateError `git-failed` */
export async function readDiffSince(repository: Repository, revision: string): Promise<string> {
  await using pending = await openPending(repository, 'the step so far', { takesAll: true })
  const diff = await pending.repository.git([...DIFF, revision, pending.tree])
  return diff.toString().slice(0, MAX_CHARACTERS)
}
