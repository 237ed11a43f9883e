import { lostTests } from '../compare/lost-tests.ts'
import type { Commit } from '../model/commit.ts'
import { amend, previous, restore, undo } from './correct.ts'
import { type Rule, type RuleAdvice, withEvidence } from './rule.ts'
import { list, shellWords } from './text.ts'

export const noTestVanished: Rule = {
  code: 'no-test-vanished',
  about: 'Every test that ran at the baseline commit still runs.',
  why: 'A deleted, renamed, commented out, filtered or excluded test cannot fail. A test file that moves unchanged keeps its tests. After a load error the tests of that file are unknown, not vanished. A merge may remove tests of the base, never those that this task proved.',
  choices: 'Bring the tests back under their names. Where code goes for good, a maintainer can excuse the commit.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { comparison, omitted }) => {
    const { commit, state } = context
    const unloadable = commit.changes.flatMap(({ path, after }) =>
      after === null && state.knownLoadFailures.has(path) ? [path] : [],
    )
    const vanished = lostTests(context, comparison.vanished)
    if (vanished.length + unloadable.length === 0) return null
    return {
      message: `No longer run: ${list([...vanished, ...unloadable], 3, omitted?.vanished)}`,
      suggestion: bringBack(commit),
      tests: vanished,
      paths: unloadable,
    }
  }),
}

/** Restores test files that are gone, or reverts a commit that only removed them. */
function bringBack(commit: Commit): RuleAdvice {
  const { changes, merge } = commit
  const removed = changes.filter((change) => change.class === 'test' && change.after === null).map(({ path }) => path)
  if (removed.length > 0 && removed.length === changes.length && merge === null) {
    const command = undo(commit)
    return { text: `Bring the tests back: \`${command}\`. ${REMOVED_FOR_GOOD}`, commands: [command] }
  }
  const advice = `Restore the tests under the same names: \`${getCheckout(commit, '<test file>')}\`. ${REMOVED_FOR_GOOD}`
  const names = merge === null ? shellWords(removed, '', 40) : ''
  return { text: advice, needsHead: true, ...(names === '' ? {} : { commands: [getCheckout(commit, names)] }) }
}

const REMOVED_FOR_GOOD =
  'If the code is removed for good, a maintainer can excuse this commit: `/tdd override no-test-vanished <reason>`.'

function getCheckout(commit: Commit, names: string): string {
  return amend(commit, restore(commit, previous(commit), names))
}
