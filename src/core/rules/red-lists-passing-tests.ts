import { newAndRenamed } from '../model/evidence.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redListsPassingTests: Rule = {
  code: 'red-lists-passing-tests',
  about: 'The gate shows new tests that pass at once.',
  why: 'They are not evidence, because they never failed. A RED may contain them beside a real driver, and the gate says nothing of fewer than it has drivers. A reviewer should check whether they only swell the numbers.',
  phases: ['red'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ statement, state }, evidence) => {
    const { comparison, loadFailures, omitted } = evidence
    const fresh = newAndRenamed(evidence).fresh.filter((id) => !state.shown.has(id))
    // Without any failure `red-has-driver` names them.
    const failures = comparison.newlyFailing.length + loadFailures.length
    if (statement.isCharacterization || failures === 0 || fresh.length < failures) return null
    return {
      message: `Passed without ever failing: ${list(fresh, 3, omitted?.newPassing)}`,
      suggestion: 'This commit needs no change. A separate cycle would prove them.',
      tests: fresh,
    }
  }),
}
