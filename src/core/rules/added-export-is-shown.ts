import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const addedExportIsShown: Rule = {
  code: 'added-export-is-shown',
  about: 'The gate shows new names that a REFACTOR exports, and new parameters that callers may leave out.',
  why: 'A refactoring keeps behaviour. A name that no changed file had before, or another optional parameter of an exported function, may be new behaviour without a test, so a reviewer should check it. The gate finds names in JavaScript, TypeScript, Python, Go and Rust.',
  phases: ['refactor'],
  level: 'warn',
  needsEvidence: false,
  check({ changes }) {
    const added = [...changes.values()].filter(({ exports = [], edit }) => exports.length > 0 && edit !== 'rename')
    if (added.length === 0) return null
    const names = added.flatMap(({ path, exports = [] }) => exports.map((name) => `${name} (${path})`))
    return {
      message: `REFACTOR adds exports: ${list(names)}`,
      suggestion: 'If it is new behaviour, remove it and write a separate RED for it.',
      paths: added.map(({ path }) => path),
    }
  },
}
