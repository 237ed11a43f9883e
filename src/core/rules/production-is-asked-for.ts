import type { UnneededLines } from '../model/evidence.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { formatLines, list } from './text.ts'

export const productionIsAskedFor: Rule = {
  code: 'production-is-asked-for',
  about: 'A test needs each production file that GREEN changes, and each part of it.',
  why: 'Code that no test needs is unproved. The gate reverts one piece of the change at a time, and runs the drivers. Then it reverts everything that no driver missed, and runs the whole suite once. The list may contain calls that no test reaches: a reviewer should read them.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((_context, { unasked = [], unaskedLines = [] }) => {
    if (unasked.length + unaskedLines.length === 0) return null
    const paths = [...new Set([...unasked, ...unaskedLines.map(({ path }) => path)])]
    return {
      message: `No test needs ${list([...unasked, ...unaskedLines.map(sayUnneeded)])}: without this change every test passes as well`,
      suggestion: 'Write a separate RED for it, or leave it out.',
      paths,
      lines: unaskedLines,
    }
  }),
}

function sayUnneeded(lines: UnneededLines): string {
  if (lines.code !== undefined) return `the removed \`${lines.code}\` at ${formatLines(lines)}`
  return `${lines.isRemoved ? 'the lines removed at ' : ''}${formatLines(lines)}`
}
