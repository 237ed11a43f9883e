import type { Evidence } from '../../../src/core/model/evidence.ts'
import { productionIsAskedFor } from '../../../src/core/rules/production-is-asked-for.ts'
import { change, getEvidence } from '../support.ts'
import { aCycle, holdsRule, setOf } from './support.ts'

const green = (unasked?: readonly string[], unaskedLines: NonNullable<Evidence['unaskedLines']> = []) => ({
  phase: 'green' as const,
  cycle: aCycle(),
  changes: [change('src/a.ts'), change('src/b.ts')],
  evidence: getEvidence(unasked === undefined ? {} : { unasked, unaskedLines }),
})

holdsRule(productionIsAskedFor, [
  { title: 'every file is needed', ...green([]), says: null },
  { title: 'a trial was not needed', ...green(), says: null },
  {
    title: 'no test needs one file',
    ...green(['src/b.ts']),
    says: 'No test needs src/b.ts: without this change every test passes as well',
  },
  {
    title: 'no test needs a file that an attempt added',
    ...green(['src/b.ts']),
    state: { production: setOf(change('src/b.ts')) },
    says: 'No test needs src/b.ts: without this change every test passes as well',
  },
  {
    title: 'no test needs the removal of some lines',
    ...green([], [{ path: 'src/a.ts', first: 3, last: 3, isRemoved: true }]),
    says: 'No test needs the lines removed at src/a.ts:3: without this change every test passes as well',
  },
  {
    title: 'no test needs some lines of a file',
    ...green(
      [],
      [
        { path: 'src/a.ts', first: 3, last: 7 },
        { path: 'src/b.ts', first: 9, last: 9 },
      ],
    ),
    says: 'No test needs src/a.ts:3-7, src/b.ts:9: without this change every test passes as well',
  },
])
