import type { Sha } from '../model/commit.ts'
import type { LineRange } from '../model/evidence.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { formatLines, list } from './text.ts'

export const unrunLinesAreShown: Rule = {
  code: 'unrun-lines-are-shown',
  about: 'The gate shows changed lines, and new branches in them, that no test runs.',
  why: 'No test can demand code that it does not run. The gate makes new branches of JavaScript, TypeScript, Python, Go, Ruby, PHP and Rust fail as soon as they run. An error that code drops is a branch, too: `n, _ := f()` in Go, a write that an async function does not wait for. If every test still passes, no test runs them. So the gate shows code that behaves differently outside of tests, however it recognises a test. It ignores a branch that only throws. It also shows a branch that a REFACTOR drops and that no test ran before. It also shows lines that a report of `test.coverage` marks as not run.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ commit }, { unrun = [], dropped = [] }) => {
    if (unrun.length === 0) return dropped.length === 0 ? null : reportDropped(dropped, commit.sha)
    return {
      message: [
        `No test runs these changed lines, or a branch in them: ${list(unrun.map(formatLines))}`,
        ...sayDropped(dropped),
      ].join('; '),
      suggestion: 'Test these lines and branches in a separate RED, or remove what no test needs.',
      paths: getPaths([...unrun, ...dropped]),
      lines: [...unrun, ...dropped],
    }
  }),
}

const getPaths = (lines: readonly LineRange[]) => [...new Set(lines.map(({ path }) => path))]

function sayDropped(dropped: readonly LineRange[]): readonly string[] {
  if (dropped.length === 0) return []
  return [`No test ran these lines, which the commit removes or rewrites: ${list(dropped.map(formatLines))}`]
}

function reportDropped(dropped: readonly LineRange[], sha: Sha) {
  return {
    message: sayDropped(dropped).join(''),
    suggestion: `Read whether something still needs them: \`git show ${sha.slice(0, 12)}\`.`,
    paths: getPaths(dropped),
    lines: dropped,
  }
}
