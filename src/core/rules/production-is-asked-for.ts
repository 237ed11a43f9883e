import type { UnneededLines } from '../model/evidence.ts'
import { amend, previous, restore, thenAmend } from './correct.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { formatLines, list, shellWords } from './text.ts'

export const productionIsAskedFor: Rule = {
  code: 'production-is-asked-for',
  about: 'Each production file that GREEN changes, and each part of it, is needed by a test.',
  why: 'Code that no test needs is unproved. The gate reverts one piece at a time, the largest first, and runs the drivers. A piece is a changed code file, or a hunk or declaration in it. Then the gate reverts everything that no driver missed, and runs the whole suite once. It reverts pieces together that do not load without each other. It puts back a condition, a call or an exit that GREEN removes. A top-level name that a driver file uses counts as needed. The gate does not try comments, formats, imports and types. The list may contain calls that no test reaches: a reviewer should read them.',
  phases: ['green'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence(({ state, commit }, { unasked = [], unaskedLines = [] }) => {
    if (unasked.length + unaskedLines.length === 0) return null
    const paths = [...new Set([...unasked, ...unaskedLines.map(({ path }) => path)])]
    // Attempts before this commit may have brought it already.
    const from = state.production.size > 0 ? state.baseline.slice(0, 12) : previous(commit)
    const back = restore(commit, from, shellWords(unasked, '<paths>'))
    const files = `\`${amend(commit, back)}\`.`
    const lines = thenAmend(commit, 'remove these lines', 'git commit --all')
    return {
      message: `No test needs ${list([...unasked, ...unaskedLines.map(sayUnneeded)])}: without this change every test passes as well`,
      suggestion: {
        text: `Write a separate RED for it, or leave it out: ${unaskedLines.length > 0 ? lines : files}`,
        needsHead: true,
      },
      paths,
      lines: unaskedLines,
    }
  }),
}

const sayUnneeded = (lines: UnneededLines) => `${lines.isRemoved ? 'the lines removed at ' : ''}${formatLines(lines)}`
