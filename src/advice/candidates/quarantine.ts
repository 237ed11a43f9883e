/** States why tests are skipped from now on, in the words of the commit. */
import { shellWords } from '../../core/rules/text.ts'
import { type Candidate, getBlocked, REPLACING } from '../situation.ts'

export const quarantine: Candidate = {
  code: 'quarantine',
  about: 'Keep the skipped tests in quarantine, with the reason that the subject gives',
  propose: (situation) => {
    const { at, blocked } = situation
    const commit = getBlocked(situation)
    const isSilenced = blocked.findings.some(({ rule }) => rule === 'no-test-silenced')
    if (commit === undefined || !isSilenced || commit.parents.length > 1) return null
    const reason = shellWords([`Quarantine: ${commit.subject}`], '')
    if (reason === '') return null
    return { first: at, last: at, commands: [`${REPLACING} --amend --only --no-edit --trailer ${reason}`] }
  },
}
