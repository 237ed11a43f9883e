import { skippedTestIsShown } from '../../../src/core/rules/skipped-test-is-shown.ts'
import { change, getEvidence } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const green = (newSkipped: readonly string[]) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts')],
  evidence: getEvidence({ newSkipped }),
})

holdsRule(skippedTestIsShown, [
  { title: 'every new test runs', ...green([]), says: null },
  {
    title: 'a new test is skipped from the start',
    ...green(['a.test.ts > on Windows']),
    says: 'Skipped and never run, so unproved: a.test.ts > on Windows',
    step: 'This commit needs no change',
  },
])
