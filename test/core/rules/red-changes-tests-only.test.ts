import { redChangesTestsOnly } from '../../../src/core/rules/red-changes-tests-only.ts'
import { change } from '../support.ts'
import { holdsRule, setOf } from './support.ts'

holdsRule(redChangesTestsOnly, [
  { title: 'tests and documents', changes: [change('a.test.ts', 'test'), change('README.md', 'docs')], says: null },
  {
    title: 'production code beside the test (one lump)',
    changes: [change('a.test.ts', 'test'), change('src/a.ts')],
    says: 'RED changes src/a.ts, which is no test',
  },
  {
    title: 'a stub that the policy allows: a declaration without behaviour',
    changes: [change('a.test.ts', 'test'), { ...change('src/a.h'), isStub: true }],
    says: null,
  },
  {
    title: 'a script of package.json beside the test',
    changes: [change('a.test.ts', 'test'), change('package.json', 'harness'), change('src/a.ts')],
    says: 'RED changes package.json, src/a.ts, which are no tests',
  },
  {
    title: 'a fixture beside tests that pass as before',
    changes: [change('test_a.py', 'test'), change('conftest.py', 'harness')],
    isCharacterization: true,
    says: 'RED changes conftest.py, which is no test',
  },
  {
    title: 'the harness of a whole pull request, laid over the base',
    changes: [change('a.test.ts', 'test'), change('package.json', 'harness')],
    policy: { sequence: 'pull-request' },
    says: null,
  },
  {
    title: 'production code of a refused commit, taken back here',
    changes: [change('a.test.ts', 'test'), change('src/a.ts', 'production', { before: 'v1', after: 'v0' })],
    state: { unapproved: setOf(change('src/a.ts', 'production', { before: 'v0' })) },
    says: null,
  },
])
