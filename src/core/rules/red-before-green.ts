import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const redBeforeGreen: Rule = {
  code: 'red-before-green',
  about: 'Every GREEN commit follows an accepted RED of its subtask.',
  why: 'Code without a failing test first was never proved. Change production only in a GREEN after its RED, or in a REFACTOR that keeps all tests green.',
  choices:
    'Write a test that fails without this code, and commit it first. If all behaviour stays, state the phase `refactor`.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { cycle, subtask, state, commit, evidence } = context
    if (cycle) return null
    const tests = commit.changes.filter((change) => change.class === 'test').map(({ path }) => path)
    const open = [...state.cycles.keys()]
    const known = (evidence?.comparison.fixed ?? []).filter((id) => state.knownFailing.has(id))
    const isKnown = tests.length === 0 && known.length > 0
    const paths = commit.changes.filter((change) => change.class === 'production').map(({ path }) => path)
    const what = paths.length > 0 ? 'Production changed with' : `GREEN${subtask === null ? '' : ` ${subtask}`} has`
    const isReopened = subtask !== null && state.reopened.has(subtask)
    return {
      message: isReopened
        ? `A person reopened subtask ${subtask}: it needs a new RED first`
        : open.length > 0
          ? `Subtask ${subtask} has no accepted RED; open: ${open.join(', ')}`
          : `${what} no accepted RED before it${isKnown ? `. On the base this test fails already: ${list(known)}` : ''}`,
      paths,
      tests: [],
    }
  },
}
