import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayLines, shellWords } from './text.ts'

export const productionIsAskedFor: Rule = {
  code: 'production-is-asked-for',
  about: 'Each production file that GREEN changes, and each part of it, is needed by a test.',
  why: 'What no test asks for rides along unproved. Changed files of code, and separate hunks and declarations in them, are taken back alone, the largest first, and the drivers run; what no driver misses is taken back together, and the whole suite runs once. What a driver file names at the top of a production file counts as asked for; comments, formats, imports and types are not tried. Calls that no test reaches may be listed, too: a reviewer should read them.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence(({ state }, { unasked = [], unaskedLines = [] }) => {
    if (unasked.length + unaskedLines.length === 0) return null
    const paths = [...new Set([...unasked, ...unaskedLines.map(({ path }) => path)])]
    // Attempts before this commit may have brought it already.
    const from = state.production.size > 0 ? state.settled.slice(0, 12) : 'HEAD~1'
    const files = `\`git restore --source ${from} --staged --worktree -- ${shellWords(unasked, '<paths>')} && git commit --amend --no-edit\``
    const lines = 'take these lines out, then `git commit --all --amend --no-edit`'
    return {
      message: `No test asks for ${list([...unasked, ...unaskedLines.map(sayLines)])}: without this change every test passes as well`,
      suggestion: `Give it a RED of its own, or leave it out: ${unaskedLines.length > 0 ? lines : files}.`,
      needsHead: true,
      paths,
    }
  }),
}
