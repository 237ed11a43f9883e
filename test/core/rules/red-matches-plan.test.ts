import { redMatchesPlan } from '../../../src/core/rules/red-matches-plan.ts'
import { change, getEvidence, notLoaded, tracked } from '../support.ts'
import { aCycle, aPlan, aSubtask, holdsRule } from './support.ts'

const changes = [change('a.test.ts', 'test')]
const plan = aPlan(aSubtask('1', { cycle: { tests: 2, names: ['adds', 'refuses negative prices'], coverage: null } }))
const fails = (...ids: string[]) => getEvidence({ comparison: { newlyFailing: ids } })

holdsRule(redMatchesPlan, [
  { title: 'no plan', evidence: fails('a.test.ts > adds'), says: null },
  {
    title: 'number and names as planned',
    plan,
    evidence: fails('a.test.ts > Adds', 'a.test.ts > refuses negative prices'),
    says: null,
  },
  {
    title: 'one vacuous test instead of the planned ones',
    plan,
    evidence: fails('a.test.ts > adds'),
    says: 'The plan demands 2 failing tests; there are 1',
  },
  {
    title: 'the right number of other tests',
    plan,
    evidence: fails('a.test.ts > adds', 'a.test.ts > nothing'),
    says: 'Planned tests are not among the drivers: refuses negative prices',
  },
  {
    title: 'a file that does not load yet: its tests are unknown',
    plan,
    changes,
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts')] }),
    says: null,
  },
  {
    title: 'the GREEN after it, where they are counted',
    plan,
    phase: 'green',
    cycle: aCycle({ tests: [], files: ['a.test.ts'] }),
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds')] }),
    says: 'The plan demands 2 failing tests; there are 1',
  },
  {
    title: 'a GREEN after a RED that was counted already',
    plan,
    phase: 'green',
    cycle: aCycle(),
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds')] }),
    says: null,
  },
  {
    title: 'more tests at a time than the policy allows',
    policy: { red: { accept: ['assertion'], stubs: [], maxNewTests: 1 } },
    evidence: fails('a.test.ts > adds', 'a.test.ts > subtracts'),
    says: 'RED adds 2 failing tests; the policy allows 1 at a time',
    step: 'move the others to later cycles',
  },
  { title: 'existing behaviour characterized', plan, isCharacterization: true, evidence: getEvidence(), says: null },
])
