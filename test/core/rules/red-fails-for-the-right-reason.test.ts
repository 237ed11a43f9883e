import type { Evidence } from '../../../src/core/model/evidence.ts'
import type { FailureKind } from '../../../src/core/model/test-run.ts'
import { redFailsForTheRightReason } from '../../../src/core/rules/red-fails-for-the-right-reason.ts'
import { change, failing, getEvidence, notLoaded } from '../support.ts'
import { holdsRule } from './support.ts'

const ID = 'a.test.ts > adds'
const changes = [change('a.test.ts', 'test')]
const red = (seen: Partial<Pick<Evidence, 'failing' | 'loadFailures'>>) => ({
  changes,
  evidence: getEvidence({ ...seen, comparison: { newlyFailing: seen.failing?.map(({ id }) => id) ?? [] } }),
})

const narrow = (...accept: FailureKind[]) => ({ red: { accept, stubs: [], maxNewTests: null } })

holdsRule(redFailsForTheRightReason, [
  { title: 'an assertion', ...red({ failing: [failing(ID)] }), says: null },
  {
    title: 'a call of what does not exist yet',
    ...red({
      failing: [failing(ID, { kind: 'missing-symbol', missing: { kind: 'symbol', name: 'add' }, isMissingOurs: true })],
    }),
    says: null,
  },
  {
    title: "an error thrown by the project's own code",
    ...red({ failing: [failing(ID, { kind: 'error', at: 'src/cart.ts', atClass: 'production' })] }),
    says: null,
  },
  { title: 'a file that asks for a module to come', ...red({ loadFailures: [notLoaded('a.test.ts')] }), says: null },
  ...(['error', 'timeout', 'crash', 'unknown'] as const).map((kind) => ({
    title: `any other failure, which GREEN must prove: ${kind}`,
    ...red({
      failing: [failing(ID, { kind, message: 'gone' })],
      loadFailures: [notLoaded('a.test.ts', { kind, missing: null, isMissingOurs: false })],
    }),
    says: null,
  })),
  {
    title: 'a package that is not installed: no production code can turn it, so GREEN refuses it',
    ...red({
      loadFailures: [notLoaded('a.test.ts', { message: "Cannot find package 'lodash'", isMissingOurs: false })],
    }),
    says: null,
  },
  ...(['no-tests', 'infrastructure'] as const).map((kind) => ({
    title: `what is no failure of a test: ${kind}`,
    ...red({ failing: [failing(ID, { kind, message: 'gone' })] }),
    says: `Fails in a way that does not count as RED: a.test.ts > adds (${kind}: gone)`,
  })),
  {
    title: 'a project that takes assertions only',
    ...red({
      failing: [failing(ID, { kind: 'missing-symbol', isMissingOurs: true, message: 'add is not a function' })],
    }),
    policy: narrow('assertion'),
    says: 'Fails in a way that does not count as RED: a.test.ts > adds (missing-symbol: add is not a function)',
    step: 'The policy accepts: assertion (`policy.red.accept`)',
  },
  {
    title: 'a project that takes what is missing of its own only',
    ...red({
      failing: [failing(ID, { kind: 'error', message: 'ENOENT: fixture.json', at: 'a.test.ts', atClass: 'test' })],
      loadFailures: [
        notLoaded('a.test.ts', {
          message: "Cannot find package 'lodash'",
          missing: { kind: 'module', name: 'lodash' },
          isMissingOurs: false,
        }),
      ],
    }),
    policy: narrow('assertion', 'missing-symbol'),
    says: "Fails in a way that does not count as RED: a.test.ts did not load (missing-symbol: Cannot find package 'lodash'), a.test.ts > adds (error: ENOENT: fixture.json)",
    step: 'The policy accepts: assertion, missing-symbol (`policy.red.accept`)',
  },
  {
    title: 'failures of the base do not matter',
    changes,
    evidence: getEvidence({
      failing: [failing('old.test.ts > x', { kind: 'no-tests' })],
      loadFailures: [notLoaded('dead.test.ts', { kind: 'no-tests' })],
    }),
    state: { knownLoadFailures: new Set(['dead.test.ts']) },
    says: null,
  },
])
