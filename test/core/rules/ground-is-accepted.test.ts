import { groundIsAccepted } from '../../../src/core/rules/ground-is-accepted.ts'
import { change } from '../support.ts'
import { aCycle, holdsRule, setOf } from './support.ts'

const unapproved = setOf(change('src/a.ts', 'production', { before: 'v0' }))

holdsRule(groundIsAccepted, [
  { title: 'nothing was refused before', changes: [change('a.test.ts', 'test')], says: null },
  {
    title: 'production code that a refused commit left behind',
    changes: [change('a.test.ts', 'test')],
    state: { unapproved },
    says: 'Builds on changes of rejected commits: src/a.ts',
  },
  {
    title: 'tests that a refused RED left behind are run and judged by this one',
    changes: [change('b.test.ts', 'test')],
    state: { unapproved: setOf(change('a.test.ts', 'test')) },
    says: null,
  },
  {
    title: 'production code of a refused commit, taken back here',
    changes: [change('a.test.ts', 'test'), change('src/a.ts', 'production', { before: 'v1', after: 'v0' })],
    state: { unapproved },
    says: null,
  },
  {
    title: 'a RED with production code of its own has enough to fix',
    changes: [change('a.test.ts', 'test'), change('src/b.ts')],
    state: { unapproved },
    says: null,
  },
  {
    title: 'a GREEN whose RED was rejected',
    phase: 'green',
    changes: [change('src/b.ts')],
    state: { unapproved: setOf(change('a.test.ts', 'test'), change('src/a.ts')) },
    says: 'Builds on changes of rejected commits: a.test.ts, src/a.ts',
  },
  {
    title: 'a GREEN of an open cycle answers for all before it',
    phase: 'green',
    cycle: aCycle(),
    changes: [change('src/b.ts')],
    state: { unapproved },
    says: null,
  },
  {
    title: 'a lump of tests and code is refused for itself',
    phase: 'green',
    changes: [change('src/b.ts'), change('b.test.ts', 'test')],
    state: { unapproved },
    says: null,
  },
])
