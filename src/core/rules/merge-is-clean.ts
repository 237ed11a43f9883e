import type { Rule } from './rule.ts'

export const mergeIsClean: Rule = {
  code: 'merge-is-clean',
  about:
    "A merge brings the base branch, and nothing that git's own merge would not give, but for conflicts solved by hand.",
  why: 'Edits inside a merge commit are shown by no ordinary diff, and a merged side branch brings commits that nobody judged.',
  phases: ['merge'],
  level: 'error',
  needs: 'git',
  check({ commit }) {
    if (commit.merge?.isFromBase && (commit.merge.isClean || commit.merge.solved)) return null
    const isForeign = commit.merge?.isFromBase === false
    return {
      message: isForeign
        ? 'The merge brings in commits that are not of the base branch'
        : "The merge holds changes that git's own merge of its parents does not give",
      suggestion: isForeign
        ? 'Rebase the side branch instead, so that its commits are judged: `git rebase --onto <this branch> <base> <side branch>`.'
        : 'Use a rebase instead of this merge (`git rebase <base>`), or merge again and put your own edits into a commit of their own.',
      paths: isForeign ? [] : commit.changes.slice(0, 20).map(({ path }) => path),
    }
  },
}
