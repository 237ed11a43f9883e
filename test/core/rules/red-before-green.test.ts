/** What `red-before-green` says to honest work and to what it is for. */
import { redBeforeGreen } from '../../../src/core/rules/red-before-green.ts'
import { change } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

holdsRule(redBeforeGreen, [
  { title: 'GREEN of an open cycle', phase: 'green', cycle: aCycle(), changes: [change('src/a.ts')], says: null },
  {
    title: 'code without a test that asked for it',
    phase: 'green',
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it',
    step: '`git reset --soft HEAD~1 && git restore --staged .`',
  },
  {
    title: 'test and code in one commit',
    phase: 'green',
    changes: [change('src/a.ts'), change('a.test.ts', 'test')],
    says: 'Production changed with no accepted RED before it',
    step: '`git reset --soft HEAD~1 && git restore --staged . && git add a.test.ts && git commit -m "test: ..." --trailer "Phase: red" && git add -A && git commit -m "feat: ..." --trailer "Phase: green"`',
  },
  {
    title: 'GREEN of another subtask than the open one',
    phase: 'green',
    subtask: '2',
    state: { cycles: new Map([['1', aCycle()]]) },
    changes: [change('src/a.ts')],
    says: 'Subtask 2 has no accepted RED; open: 1',
    step: '`git reset --soft HEAD~1',
  },
])
