import { workNamesItsSubtask } from '../../../src/core/rules/work-names-its-subtask.ts'
import { aCommit, change } from '../support.ts'
import { aCycle, aPlan, aSubtask, holdsRule } from './support.ts'

const plan = aPlan(aSubtask('1', { title: 'An order is refunded' }))
const commit = { ...aCommit({ changes: [change('src/tax.ts')] }), unnamed: ['1'] }

holdsRule(workNamesItsSubtask, [
  {
    title: 'a GREEN that names its subtask is not shown',
    phase: 'green',
    commit: aCommit({ changes: [change('src/tax.ts')] }),
    plan,
    cycle: aCycle(),
    says: null,
  },
  {
    title: 'a GREEN that names another subtask is shown',
    phase: 'green',
    commit,
    plan,
    cycle: aCycle({ tests: ['test/tax.test.ts > ten'], watch: ['test/tax.test.ts'] }),
    says: 'Nothing here names what subtask 1 asks for, "An order is refunded": test/tax.test.ts > ten, test/tax.test.ts',
    step: 'Check that the drivers prove this subtask',
  },
  {
    title: 'a driver whose name holds a word of the title is not shown',
    phase: 'green',
    commit,
    plan,
    cycle: aCycle({ tests: ['test/tax.test.ts > refunds'], watch: ['test/tax.test.ts'] }),
    says: null,
  },
  { title: 'a GREEN without a cycle is not shown', phase: 'green', commit, plan, says: null },
  {
    title: 'a GREEN without a plan is not shown',
    phase: 'green',
    commit,
    cycle: aCycle(),
    says: null,
  },
])
