import { taskIsPlanned } from '../../../src/core/rules/task-is-planned.ts'
import { aPlan, aSubtask, holdsRule } from './support.ts'

const plan = aPlan(aSubtask('42.1'), aSubtask('42.2', { dependencies: ['42.1'] }))

holdsRule(taskIsPlanned, [
  { title: 'no plan: any subtask will do', subtask: 'anything', says: null },
  { title: 'a planned subtask', plan, subtask: '42.1', says: null },
  { title: 'a commit of no subtask', plan, subtask: null, phase: 'refactor', says: null },
  {
    title: 'a subtask that is not planned',
    plan,
    subtask: '42.9',
    task: '42.9',
    says: 'Subtask 42.9 is not in the plan of task 42',
  },
  {
    title: 'a plan whose ids could end the command',
    plan: aPlan(aSubtask('`x`"')),
    subtask: '42.9',
    task: '42.9',
    says: 'Subtask 42.9 is not in the plan of task 42',
  },
  {
    title: 'a RED before what it needs is proved',
    plan,
    subtask: '42.2',
    says: 'Subtask 42.2 needs 42.1 first',
  },
  {
    title: 'a RED after what it needs is proved',
    plan,
    subtask: '42.2',
    state: { proved: new Map([['42.1', { drivers: [], attempts: 0 }]]) },
    says: null,
  },
  {
    title: 'a dependency that a person skipped holds nothing up',
    plan,
    subtask: '42.2',
    state: { skipped: new Set(['42.1']) },
    says: null,
  },
  {
    title: 'a GREEN: its RED was held against the dependencies already',
    plan,
    phase: 'green',
    subtask: '42.2',
    says: null,
  },
])
