import { greenKeepsHarness } from '../../../src/core/rules/green-keeps-harness.ts'
import { change } from '../support.ts'
import { aCycle, holdsRule, setOf } from './support.ts'

holdsRule(greenKeepsHarness, [
  { title: 'production only', phase: 'green', cycle: aCycle(), changes: [change('src/a.ts')], says: null },
  {
    title: 'a retry switched on in the runner configuration',
    phase: 'green',
    cycle: aCycle(),
    changes: [change('src/a.ts'), change('vitest.config.ts', 'harness')],
    says: 'The harness changed together with code: vitest.config.ts',
  },
  {
    title: 'a conftest.py that a refused try left behind',
    phase: 'green',
    cycle: aCycle(),
    changes: [change('src/a.py')],
    state: { sinceRed: setOf(change('conftest.py', 'harness')) },
    says: 'An earlier commit changed the harness together with code: conftest.py',
    step: 'Correct the first rejected commit',
  },
  {
    title: 'a dependency and the code that needs it, with every test as it was: that cannot be split',
    phase: 'refactor',
    changes: [change('src/a.ts'), change('package-lock.json', 'harness')],
    says: null,
  },
])
