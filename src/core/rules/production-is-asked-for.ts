import type { UnneededLines } from '../model/evidence.ts'
import { amend, previous, restore, thenAmend } from './correct.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { formatLines, list, shellWords } from './text.ts'

export const productionIsAskedFor: Rule = {
  code: 'production-is-asked-for',
  about: 'A test needs each production file that GREEN changes, and each part of it.',
  why: 'Code that no test needs is unproved. The gate reverts one piece of the change at a time, and runs the drivers. Then it reverts everything that no driver missed, and runs the whole suite once. The list may contain calls that no test reaches: a reviewer should read them.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ state, commit }, { unasked = [], unaskedLines = [] }) => {
    if (unasked.length + unaskedLines.length === 0) return null
    const paths = [...new Set([...unasked, ...unaskedLines.map(({ path }) => path)])]
    // Attempts before this commit may have brought it already.
    const from = state.production.size > 0 ? state.baseline.slice(0, 12) : previous(commit)
    const back = restore(commit, from, shellWords(unasked, '<paths>'))
    const files = `\`${amend(commit, back)}\`.`
    const lines = thenAmend(commit, 'undo the change of these lines', 'git commit --all')
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

function sayUnneeded(lines: UnneededLines): string {
  if (lines.code !== undefined) return `the removed \`${lines.code}\` at ${formatLines(lines)}`
  return `${lines.isRemoved ? 'the lines removed at ' : ''}${formatLines(lines)}`
}
