import type { Rule } from './rule.ts'

export const mergeIsClean: Rule = {
  code: 'merge-is-clean',
  about: "A merge brings the base branch and equals git's own merge, except for conflicts that a person resolved.",
  why: 'No ordinary diff shows edits inside a merge commit, and a merged side branch brings unjudged commits.',
  choices: 'Rebase instead of the merge. Or merge again without further changes, and commit those after the merge.',
  phases: ['merge'],
  level: 'error',
  needsEvidence: false,
  check({ commit }) {
    if (commit.merge?.isFromBase && (commit.merge.isClean || commit.merge.solved)) return null
    const isForeign = commit.merge?.isFromBase === false
    return {
      message: isForeign
        ? 'The merge brings commits from outside of the base branch'
        : "The merge contains changes that git's own merge of its parents lacks",
      paths: isForeign ? [] : commit.changes.slice(0, 20).map(({ path }) => path),
    }
  },
}
