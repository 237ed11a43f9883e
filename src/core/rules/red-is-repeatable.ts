import { thenAmend } from './correct.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redIsRepeatable: Rule = {
  code: 'red-is-repeatable',
  about: 'The changed tests give the same outcomes every time they run.',
  why: 'A test that fails by chance passes by chance: its GREEN proves nothing. The changed test files run several times (`test.reruns`), and ids and outcomes must agree. Tests that failed on the base are no part of RED.',
  phases: ['red'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence(({ state, commit }, { watched: tracked }) => {
    const own = tracked.filter(({ id }) => !state.knownFailing.has(id))
    const wavering = own.filter(({ outcomes }) => outcomes.some((outcome) => outcome !== outcomes[0]))
    if (wavering.length === 0) return null
    return {
      message: `Not the same every time: ${list(wavering.map(({ id, outcomes }) => `${id} (${outcomes.join(', ')})`))}`,
      suggestion: {
        text: thenAmend(
          commit,
          'Remove time, chance, network and order from the test (fixed values, fixed clock, a name that does not change)',
        ),
        needsHead: true,
      },
      tests: wavering.map(({ id }) => id),
    }
  }),
}
