import { supportChangeIsShown } from '../../../src/core/rules/support-change-is-shown.ts'
import { change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(supportChangeIsShown, [
  {
    title: 'a GREEN that changes what production uses is not shown',
    phase: 'green',
    changes: [change('src/a.ts')],
    says: null,
  },
  {
    title: 'a GREEN that changes a helper of tests is shown',
    phase: 'green',
    changes: [change('src/a.ts'), { ...change('src/check.ts'), support: 3 }],
    says: 'Code that only tests use changed outside of a RED: src/check.ts:3',
    step: 'move it to a test folder',
  },
])
