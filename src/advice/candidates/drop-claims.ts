/** Takes numbers out of a message that the tests do not show. */
import { claimsAreTrue } from '../../core/rules/claims-are-true.ts'
import { type Candidate, getBlocked } from '../situation.ts'

const DROP =
  "git log -1 --format=%B | sed -E '/^([Tt]ests?|TESTS?|[Cc]overage|COVERAGE):/d' | git commit --quiet --amend --only --file=-"

export const dropClaims: Candidate = {
  code: 'drop-claims',
  about: 'Take the wrong numbers out of the message',
  propose: (situation) => {
    const { at, blocked } = situation
    const commit = getBlocked(situation)
    const isWrong = blocked.findings.some(({ rule }) => rule === claimsAreTrue.code)
    return commit === undefined || commit.parents.length > 1 || !isWrong
      ? null
      : { first: at, last: at, commands: [DROP] }
  },
}
