/** What `refactor-keeps-apart` says to honest work and to what it is for. */
import { refactorKeepsApart } from '../../../src/core/rules/refactor-keeps-apart.ts'
import { change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(refactorKeepsApart, [
  { title: 'production alone', phase: 'refactor', changes: [change('src/a.ts')], says: null },
  { title: 'tests alone', phase: 'refactor', changes: [change('a.test.ts', 'test')], says: null },
  {
    title: 'tests and production at once',
    phase: 'refactor',
    changes: [change('src/a.ts'), change('a.test.ts', 'test')],
    says: 'REFACTOR changes tests (a.test.ts) and production (src/a.ts) in one commit',
    step: '`git reset --soft HEAD~1 && git restore --staged .`',
  },
  {
    title: 'a project without the phase',
    phase: 'refactor',
    policy: { refactor: 'off' },
    changes: [change('src/a.ts')],
    says: 'The policy of this project has no REFACTOR phase',
    step: 'as part of a RED-GREEN cycle',
  },
])
