/** What `red-fails-for-the-right-reason` says to honest work and to what it is for. */
import type { Evidence } from '../../../src/core/evidence.ts'
import { redFailsForTheRightReason } from '../../../src/core/rules/red-fails-for-the-right-reason.ts'
import { change, evidenceOf, failing, notLoaded } from '../support.ts'
import { holdsRule } from './support.ts'

const ID = 'a.test.ts > adds'
const changes = [change('a.test.ts', 'test')]
const red = (seen: Partial<Pick<Evidence, 'failing' | 'loadFailures'>>) => ({
  changes,
  evidence: evidenceOf({ ...seen, comparison: { newlyFailing: seen.failing?.map(({ id }) => id) ?? [] } }),
})

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
  {
    title: 'a typo in the test file',
    ...red({
      loadFailures: [
        notLoaded('a.test.ts', {
          kind: 'error',
          message: 'SyntaxError: Unexpected token',
          missing: null,
          isMissingOurs: false,
        }),
      ],
    }),
    says: 'Fails for another reason than missing behaviour: a.test.ts did not load (error: SyntaxError: Unexpected token)',
    step: '`git add <test file> && git commit --amend --no-edit`',
  },
  {
    title: 'a package that is not installed',
    ...red({
      loadFailures: [notLoaded('a.test.ts', { message: "Cannot find package 'lodash'", isMissingOurs: false })],
    }),
    says: "Fails for another reason than missing behaviour: a.test.ts did not load (missing-symbol: Cannot find package 'lodash')",
    step: 'A package the tests need is installed in a commit of its own before RED',
  },
  {
    title: 'a missing fixture',
    ...red({
      failing: [failing(ID, { kind: 'error', message: 'ENOENT: fixture.json', at: 'a.test.ts', atClass: 'test' })],
    }),
    says: 'Fails for another reason than missing behaviour: a.test.ts > adds (error: ENOENT: fixture.json)',
    step: 'mend the test file',
  },
  ...(['timeout', 'crash', 'infrastructure'] as const).map((kind) => ({
    title: `a ${kind}`,
    ...red({ failing: [failing(ID, { kind, message: 'gone' })] }),
    says: `Fails for another reason than missing behaviour: a.test.ts > adds (${kind}: gone)`,
    step: 'Make the test reach its assertion',
  })),
  {
    title: 'a project that takes assertions only',
    ...red({
      failing: [failing(ID, { kind: 'missing-symbol', isMissingOurs: true, message: 'add is not a function' })],
    }),
    policy: { red: { accept: ['assertion'], stubs: [], maxNewTests: null } },
    says: 'Fails for another reason than missing behaviour: a.test.ts > adds (missing-symbol: add is not a function)',
    step: 'Make the test reach its assertion',
  },
  {
    title: 'failures of the base do not matter',
    changes,
    evidence: evidenceOf({
      failing: [failing('old.test.ts > x', { kind: 'timeout' })],
      loadFailures: [notLoaded('dead.test.ts', { kind: 'error' })],
    }),
    state: { knownLoadFailures: new Set(['dead.test.ts']) },
    says: null,
  },
])
