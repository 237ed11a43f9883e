import { newAndRenamed } from '../model/evidence.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redListsPassingTests: Rule = {
  code: 'red-lists-passing-tests',
  about: 'New tests that pass at once are shown to the reviewer.',
  why: 'They are not evidence, because they never failed. Beside a real driver they are allowed, but a reviewer should check whether they only swell the numbers.',
  phases: ['red'],
  level: 'warn',
  needs: 'evidence',
  check: withEvidence(({ statement, state }, evidence) => {
    const { comparison, loadFailures, omitted } = evidence
    const fresh = newAndRenamed(evidence).fresh.filter((id) => !state.shown.has(id))
    // Without any failure `red-has-driver` names them.
    const hasFailure = comparison.newlyFailing.length + loadFailures.length > 0
    if (fresh.length === 0 || statement.isCharacterization || !hasFailure) return null
    return {
      message: `Passed without ever failing: ${list(fresh, 3, omitted?.newPassing)}`,
      suggestion: 'This commit needs no change; a separate cycle would prove them.',
      tests: fresh,
    }
  }),
}
