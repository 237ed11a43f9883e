/** What `characterization-is-approved` says to honest work and to what it is for. */
import { characterizationIsApproved } from '../../../src/core/rules/characterization-is-approved.ts'
import { aCommit, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const commit = aCommit({ sha: 'feed'.padEnd(40, '0') })

holdsRule(characterizationIsApproved, [
  { title: 'an ordinary RED', evidence: getEvidence({ newPassing: ['a.test.ts > adds'] }), says: null },
  {
    title: 'tests that are green at once',
    commit,
    isCharacterization: true,
    evidence: getEvidence({ newPassing: ['a.test.ts > adds'] }, commit),
    says: 'Tests for behaviour that exists, which nobody saw fail: a.test.ts > adds',
    step: 'Read them: `git show feed00000000`',
  },
  {
    title: 'tests that were there under other names',
    commit,
    isCharacterization: true,
    evidence: getEvidence(
      { newPassing: ['b.test.ts > is'], answered: [{ id: 'a.test.ts > is', by: 'rename', to: 'b.test.ts > is' }] },
      commit,
    ),
    says: 'Tests have other names or places, and the same bodies: b.test.ts > is',
    step: 'Read them: `git show feed00000000`',
  },
  {
    title: 'tests that were edited, and do what they did',
    commit,
    isCharacterization: true,
    evidence: getEvidence({}, commit),
    says: 'Tests changed, and nobody saw them fail',
    step: '`policy.rules.characterization-is-approved: error`',
  },
])
