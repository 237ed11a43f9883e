import type { Rule } from './rule.ts'

export const mergeIsClean: Rule = {
  code: 'merge-is-clean',
  about: "A merge brings the base branch and equals git's own merge, except for conflicts that a person resolved.",
  why: 'No ordinary diff shows edits inside a merge commit, and a merged side branch brings unjudged commits.',
  phases: ['merge'],
  level: 'error',
  needs: 'git',
  check({ commit }) {
    if (commit.merge?.isFromBase && (commit.merge.isClean || commit.merge.solved)) return null
    const isForeign = commit.merge?.isFromBase === false
    return {
      message: isForeign
        ? 'The merge brings commits from outside of the base branch'
        : "The merge contains changes that git's own merge of its parents lacks",
      suggestion: isForeign
        ? 'Rebase the side branch instead, so that its commits are judged: `git rebase --onto <this branch> <base> <side branch>`.'
        : 'Use a rebase instead of this merge (`git rebase <base>`), or merge again and put your own edits into a commit of their own.',
      paths: isForeign ? [] : commit.changes.slice(0, 20).map(({ path }) => path),
    }
  },
}
