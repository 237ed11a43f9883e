import { redFailsInChangedFiles } from '../../../src/core/rules/red-fails-in-changed-files.ts'
import { change, failing, getEvidence, notLoaded } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const changes = [change('a.test.ts', 'test')]
const fails = (...ids: string[]) =>
  getEvidence({ failing: ids.map((id) => failing(id)), comparison: { newlyFailing: ids } })

holdsRule(redFailsInChangedFiles, [
  { title: 'the changed file', changes, evidence: fails('a.test.ts > adds'), says: null },
  {
    title: 'a package of which a file changed, where reports know packages only',
    changes: [change('cart/cart_test.go', 'test')],
    evidence: fails('cart > TestAdd'),
    says: null,
  },
  { title: 'a test of an unknown file', changes, evidence: fails('TestAdd'), says: null },
  {
    title: 'a test of its own cycle from before',
    changes,
    cycle: aCycle({ watch: ['b.test.ts'] }),
    evidence: fails('b.test.ts > x'),
    says: null,
  },
  {
    title: 'tests elsewhere, broken through a shared helper',
    changes: [change('a.test.ts', 'test'), change('test/helper.ts', 'test')],
    evidence: fails('a.test.ts > adds', 'b.test.ts > x'),
    says: 'RED breaks tests in files it did not change: b.test.ts > x',
  },
  {
    title: 'tests elsewhere that read the data which is all that changed',
    changes: [change('test/fixtures/rows.js', 'test')],
    evidence: fails('test/rows.js > all', 'test/rows.js > second'),
    says: null,
  },
  {
    title: 'a file elsewhere that no longer loads',
    changes,
    evidence: getEvidence({ loadFailures: [notLoaded('a.test.ts'), notLoaded('b.test.ts')] }),
    says: 'RED breaks tests in files it did not change: b.test.ts (does not load)',
    step: 'Restore the shared helpers and fixtures',
  },
  {
    title: 'the tests of a whole pull request, laid over the base',
    changes,
    policy: { sequence: 'pull-request' },
    evidence: fails('b.test.ts > x'),
    says: null,
  },
])
