import { greenChangesProduction } from '../../../src/core/rules/green-changes-production.ts'
import { change } from '../support.ts'
import { holdsRule, setOf } from './support.ts'

holdsRule(greenChangesProduction, [
  { title: 'production changed', phase: 'green', changes: [change('src/a.ts')], says: null },
  {
    title: 'an empty commit after a try that had all the code',
    phase: 'green',
    state: { production: setOf(change('src/a.ts')) },
    says: null,
  },
  {
    title: 'only a fixture changed',
    phase: 'green',
    changes: [change('fixture.json', 'test')],
    says: 'GREEN changes no production file',
  },
  {
    title: 'nothing changed',
    phase: 'green',
    says: 'GREEN changes no production file',
  },
])
