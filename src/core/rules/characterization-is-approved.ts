import { newAndRenamed } from '../model/evidence.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const characterizationIsApproved: Rule = {
  code: 'characterization-is-approved',
  about: 'The gate shows tests that pass at once, and edits that keep tests green.',
  why: 'Such tests describe existing behaviour and never failed. They prove no subtask, so a reviewer should read them. The gate leaves out tests that notice a small change of the branch which no test noticed before. A project that wants a person to decide sets this rule to `error`.',
  phases: ['red'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ statement, commit, state, policy }, evidence) => {
    if (!statement.isCharacterization) return null
    const { noticedLate = [] } = evidence
    const proved =
      policy.rules['characterization-is-approved'] === 'error' ? [] : noticedLate.flatMap(({ tests }) => tests)
    const edited = commit.changes.filter((change) => change.class === 'test').map(({ path }) => path)
    const { fresh: passing, renamed } = newAndRenamed(evidence)
    const fresh = passing.filter((id) => !state.shown.has(id) && !proved.includes(id))
    if (fresh.length + renamed.length === 0 && proved.length > 0) return null
    return {
      message:
        fresh.length > 0
          ? `New tests pass at once, so they describe behaviour that exists: ${list(fresh, 3, evidence.omitted?.newPassing)}`
          : renamed.length > 0
            ? `Tests have another name or place, and the same body: ${list(renamed, 3, evidence.omitted?.newPassing)}`
            : `Edited tests pass as before, and no commit saw them fail: ${list(edited)}`,
      suggestion: `Read them: \`git show ${commit.sha.slice(0, 12)}\`. A project can refuse them: \`policy.rules.characterization-is-approved: error\` in .github/tdd-gate.yml of the base branch.`,
      tests: fresh.length > 0 ? fresh : renamed,
      paths: edited,
    }
  }),
}
