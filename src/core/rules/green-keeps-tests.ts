import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'
import { blamePaths, list } from './text.ts'

export const greenKeepsTests: Rule = {
  code: 'green-keeps-tests',
  about: 'Test files at GREEN equal those frozen at RED, except for layout and unambiguous comments.',
  why: 'A weakened, renamed, skipped or deleted test passes easily. The gate compares the files token for token. It ignores a comment only where no language can read it as code or data. In doubt, and in files without tests, a changed comment counts as a change. A necessary change of a test belongs in a new RED commit, where it must fail again. A REFACTOR must not change tests either while a cycle waits for its GREEN.',
  choices: 'Leave the tests as RED has them, or correct them in a new RED, where they fail again.',
  phases: ['green', 'refactor'],
  level: 'error',
  needsEvidence: false,
  check({ sinceRed, changes, commit, phase, state }) {
    const frozen = [...state.cycles.values()].at(-1)
    // Without a RED nothing is frozen: `red-before-green` says what to do.
    if (!frozen) return null
    const set = phase === 'green' ? sinceRed : changes
    const changed = getPaths(set, 'test').filter((path) => set.get(path)?.edit !== 'layout')
    return blamePaths(
      changed,
      commit,
      (own) => `Tests changed after RED: ${list(own)}`,
      (earlier) => `An earlier commit changed tests after RED: ${earlier}`,
    )
  },
}
