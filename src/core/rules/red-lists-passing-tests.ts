import { newAndRenamed } from '../model/evidence.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

/** Drivers. */
const FEW = 2
/** Tests that pass for each of several drivers. */
const MOST = 3

export const redListsPassingTests: Rule = {
  code: 'red-lists-passing-tests',
  about: 'The gate shows new tests that pass at once.',
  why: 'They are not evidence, because they never failed. A RED may contain them beside a real driver, and the gate says nothing of fewer than it has drivers, or of up to three for each of several drivers. A reviewer should check whether they only swell the numbers.',
  phases: ['red'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ statement, state }, evidence) => {
    const { comparison, loadFailures, omitted } = evidence
    const fresh = newAndRenamed(evidence).fresh.filter((id) => !state.shown.has(id))
    // Without any failure `red-has-driver` names them.
    const failures = comparison.newlyFailing.length + loadFailures.length
    if (statement.isCharacterization || failures === 0 || fresh.length < failures) return null
    // Beside several drivers they say what stays as it is.
    if (failures > FEW && fresh.length <= MOST * failures) return null
    return {
      message: `Passed without ever failing: ${list(fresh, 3, omitted?.newPassing)}`,
      suggestion: 'This commit needs no change. A separate cycle would prove them.',
      tests: fresh,
    }
  }),
}
