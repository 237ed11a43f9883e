/** What `characterization-is-approved` says to honest work and to what it is for. */
import { characterizationIsApproved } from '../../../src/core/rules/characterization-is-approved.ts'
import { holdsRule } from './support.ts'

holdsRule(characterizationIsApproved, [
  { title: 'an ordinary RED', says: null },
  {
    title: 'tests that are green at once, by their own word',
    isCharacterization: true,
    says: 'This commit characterizes existing behaviour: its tests never failed',
    step: '`policy.rules.characterization-is-approved: warn`',
  },
])
