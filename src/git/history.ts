/** Reads the commits to judge, oldest first, as git stores them. Recomputes merges. */

import { tooManyCommits } from '../core/errors/git.ts'
import type { Commit, Sha } from '../core/model/commit.ts'
import { LOG_ARGUMENTS, type LoggedCommit, parseLog, proveChain } from './commit-log.ts'
import { gitFailure } from './git.ts'
import { findHandResolved } from './hand-merge.ts'
import type { Range } from './range.ts'
import { revertedBy } from './reverts.ts'
import type { Scratch } from './scratch.ts'
import type { Classify } from './trees.ts'

export { MAX_MESSAGE_LENGTH } from './commit-log.ts'

/** More than a person would review; each costs at least one run of the tests. */
export const MAX_COMMITS = 1_000

/**
 * Reads the commits of a range along first parents, oldest first. Commits that a merge brought from base are left out;
 * a side branch counts as the one merge that brought it. Reads in the scratch repository, where no configuration,
 * attribute or replaced object of the user's repository applies.
 * @throws GateError `too-many-commits`, `git-failed`
 */
export async function readCommits(scratch: Scratch, range: Range, classify: Classify): Promise<readonly Commit[]> {
  const until = range.base === null ? [] : [`^${range.base}`]
  const log = [...LOG_ARGUMENTS, `--max-count=${MAX_COMMITS + 1}`, '--end-of-options', range.head, ...until, '--']
  const logged = parseLog(await scratch.git(log), classify).toReversed()
  if (logged.length > MAX_COMMITS) {
    throw tooManyCommits(MAX_COMMITS, range.baseName)
  }
  proveChain(logged, range.head)
  const commits: Commit[] = []
  for (const commit of logged) {
    const reverts = await revertedBy(scratch, range.base, commit)
    const merge = await getMerge(scratch, range.baseTip, commit)
    commits.push({ ...commit, merge, ...(reverts === null ? {} : { reverts }) })
  }
  return commits
}

async function getMerge(
  scratch: Scratch,
  baseTip: Sha | null,
  { tree, parents }: LoggedCommit,
): Promise<Commit['merge']> {
  const [first, second, ...more] = parents
  if (first === undefined || second === undefined) return null
  const areFromBase = await Promise.all([second, ...more].map((parent) => isAncestor(scratch, parent, baseTip)))
  // A merge of more than two parents depends on their order and on who resolved it, so it is never clean.
  const isClean = more.length === 0 && (await scratch.mergeTree(first, second)) === tree
  const isFromBase = areFromBase.every(Boolean)
  const solved = isClean || more.length > 0 ? null : await findHandResolved(scratch, first, second, tree)
  return solved === null ? { isClean, isFromBase } : { isClean, isFromBase, solved }
}

async function isAncestor(scratch: Scratch, commit: Sha, tip: Sha | null): Promise<boolean> {
  if (tip === null) return false
  const args = ['merge-base', '--is-ancestor', '--end-of-options', commit, tip]
  const { code, stderr } = await scratch.run(args)
  if (code > 1) throw gitFailure(args, code, stderr)
  return code === 0
}
