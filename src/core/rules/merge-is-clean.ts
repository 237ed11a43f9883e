import type { Rule } from './rule.ts'

export const mergeIsClean: Rule = {
  code: 'merge-is-clean',
  about: "A merge brings the base branch and equals git's own merge, except for conflicts that a person resolved.",
  why: 'No ordinary diff shows edits inside a merge commit, and a merged side branch brings unjudged commits.',
  choices: 'Merge again without further changes, and commit those after the merge.',
  phases: ['merge'],
  level: 'error',
  needsEvidence: false,
  check({ commit }) {
    if (commit.merge?.isFromBase && (commit.merge.isClean || commit.merge.solved)) return null
    const isForeign = commit.merge?.isFromBase === false
    const onto = commit.parents[isForeign ? 0 : 1]?.slice(0, 12) ?? '<base>'
    const rebase = `git rebase ${onto}`
    return {
      message: isForeign
        ? 'The merge brings commits from outside of the base branch'
        : "The merge contains changes that git's own merge of its parents lacks",
      suggestion: {
        text: isForeign
          ? `Rebase instead of this merge, so that each commit of the side branch is judged: \`${rebase}\`.`
          : `Rebase instead of this merge: \`${rebase}\`. Or merge again, and put your own edits into a commit of their own.`,
        commands: [rebase],
      },
      paths: isForeign ? [] : commit.changes.slice(0, 20).map(({ path }) => path),
    }
  },
}
