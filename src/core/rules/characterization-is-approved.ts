import type { Rule } from './rule.ts'

export const characterizationIsApproved: Rule = {
  code: 'characterization-is-approved',
  about: "Tests for behaviour that exists already (green at once) need a person's word.",
  why: "Such tests never failed, so nothing is measured about them. A maintainer allows them by setting this rule to `warn` in the base branch's policy, or by an override.",
  phases: ['red'],
  level: 'error',
  needs: 'git',
  check({ statement }) {
    if (!statement.isCharacterization) return null
    return {
      message: 'This commit characterizes existing behaviour: its tests never failed',
      suggestion:
        'Ask a maintainer to allow it (`policy.rules.characterization-is-approved: warn` in .github/tdd-gate.yml of the base branch), or send these tests as a change of their own.',
    }
  },
}
