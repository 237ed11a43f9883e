import type { Rule } from './rule.ts'
import { list } from './text.ts'

const WRITE = 'Write a test that fails without this code'
const KEEPS = 'If all behaviour stays, state the phase `refactor`.'

export const redBeforeGreen: Rule = {
  code: 'red-before-green',
  about: 'Every GREEN commit follows an accepted RED of its subtask.',
  why: 'Code without a failing test first was never proved. Change production only in a GREEN after its RED, or in a REFACTOR that keeps all tests green.',
  choices: `${WRITE}, and commit it first. ${KEEPS}`,
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { cycle, subtask, state, commit, evidence, policy } = context
    if (cycle) return null
    const tests = commit.changes.filter((change) => change.class === 'test').map(({ path }) => path)
    const open = [...state.cycles.keys()]
    const known = (evidence?.comparison.fixed ?? []).filter((id) => state.knownFailing.has(id))
    const isKnown = tests.length === 0 && known.length > 0
    const paths = commit.changes.filter((change) => change.class === 'production').map(({ path }) => path)
    const what = paths.length > 0 ? 'Production changed with' : `GREEN${subtask === null ? '' : ` ${subtask}`} has`
    const isWhole = policy.sequence === 'pull-request' && paths.length > 0
    const unasked = isWhole
      ? 'Production changed, and no test of the pull request fails without it'
      : `${what} no accepted RED before it`
    const isReopened = subtask !== null && state.reopened.has(subtask)
    return {
      message: isReopened
        ? `A person reopened subtask ${subtask}: it needs a new RED first`
        : open.length > 0
          ? `Subtask ${subtask} has no accepted RED; open: ${open.join(', ')}`
          : `${unasked}${isKnown ? `. On the base this test fails already: ${list(known)}` : ''}`,
      ...(isWhole ? { suggestion: `${WRITE}. ${KEEPS}` } : {}),
      paths,
      tests: [],
    }
  },
}
