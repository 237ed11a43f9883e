/** Tests `red-is-proved-at-green` for a RED of unknown cause. */
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { redIsProvedAtGreen } from '../../../src/core/rules/red-is-proved-at-green.ts'
import { UNPARSED } from '../../support/unparsed.ts'
import { change, failing, getEvidence, notLoaded } from '../support.ts'
import { holdsRule } from './support.ts'

const ID = 'a.test.ts > adds'
const changes = [change('a.test.ts', 'test')]
const red = (seen: Partial<Pick<Evidence, 'failing' | 'loadFailures'>>) => ({
  changes,
  evidence: getEvidence({ ...seen, comparison: { newlyFailing: seen.failing?.map(({ id }) => id) ?? [] } }),
})
const noSymbol = { missing: null, isMissingOurs: false } as const

holdsRule(redIsProvedAtGreen, [
  { title: 'an assertion speaks for itself', ...red({ failing: [failing(ID)] }), says: null },
  {
    title: 'what does not exist yet in the project speaks for itself',
    ...red({
      failing: [failing(ID, { kind: 'missing-symbol', isMissingOurs: true })],
      loadFailures: [notLoaded('a.test.ts')],
    }),
    says: null,
  },
  {
    title: 'an exception of production code speaks for itself',
    ...red({ failing: [failing(ID, { kind: 'error', at: 'src/a.ts', atClass: 'production' })] }),
    says: null,
  },
  {
    title: 'an exception in the test file',
    ...red({
      failing: [failing(ID, { kind: 'error', message: 'ENOENT: prices.json', at: 'a.test.ts', atClass: 'test' })],
    }),
    says: 'RED for now: a.test.ts > adds (error: ENOENT: prices.json)',
    step: 'GREEN must prove that production code alone makes it pass',
  },
  {
    title: 'a time-out',
    ...red({ failing: [failing(ID, { kind: 'timeout', message: 'too slow' })] }),
    says: 'RED for now: a.test.ts > adds (timeout: too slow)',
    step: 'GREEN must prove',
  },
  {
    title: 'a test file that no production code can repair',
    ...red({
      loadFailures: [notLoaded('a.test.ts', { ...noSymbol, kind: 'error', message: 'SyntaxError: Unexpected token' })],
    }),
    says: 'RED for now: a.test.ts did not load (error: SyntaxError: Unexpected token)',
    step: 'Production code cannot fix a test file that does not parse',
  },
  ...UNPARSED.map(([tool, message], n) => ({
    title: `a file that does not parse, as ${tool} reports it (${n})`,
    ...red({ loadFailures: [notLoaded('a.test.ts', { ...noSymbol, kind: 'error', message })] }),
    says: `RED for now: a.test.ts did not load (error: ${message.split('\n', 1)[0]})`,
    step: 'Production code cannot fix a test file that does not parse',
  })),
  {
    title: 'a package that production code cannot install',
    ...red({
      loadFailures: [
        notLoaded('a.test.ts', {
          message: "Cannot find package 'lodash'",
          missing: { kind: 'module', name: 'lodash' },
          isMissingOurs: false,
        }),
      ],
    }),
    says: "RED for now: a.test.ts did not load (missing-symbol: Cannot find package 'lodash')",
    step: 'Production code cannot install a package',
  },
  {
    title: 'failures of the base do not matter',
    changes,
    evidence: getEvidence({
      failing: [failing('old.test.ts > x', { kind: 'timeout' })],
      loadFailures: [notLoaded('dead.test.ts', { ...noSymbol, kind: 'error' })],
    }),
    state: { knownLoadFailures: new Set(['dead.test.ts']) },
    says: null,
  },
])
