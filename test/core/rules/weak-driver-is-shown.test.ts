import { weakDriverIsShown } from '../../../src/core/rules/weak-driver-is-shown.ts'
import { change, getEmptied, getEvidence, tracked } from '../support.ts'
import { aCycle, holdsRule } from './support.ts'

const [ID, OTHER] = ['a.test.ts > adds', 'a.test.ts > subtracts']
const cycle = aCycle({ tests: [ID, OTHER] })
const ASSERT = { step: 'Assert a value that only this code gives: a missing name at RED proves little.' }
const BREAK = { step: 'Break the code there by hand, and see the drivers fail.' }
const green = (
  seen: Parameters<typeof getEmptied>[0] | null,
  outcome: 'passed' | 'failed' = 'passed',
  asserting: readonly string[] = [],
) => ({
  phase: 'green' as const,
  cycle: { ...cycle, asserting },
  changes: [change('src/a.ts')],
  evidence: getEvidence({
    watched: [tracked(ID, outcome), tracked(OTHER)],
    ...(seen && { emptied: getEmptied(seen) }),
  }),
})

holdsRule(weakDriverIsShown, [
  { title: 'each driver fails with the functions emptied', ...green({}), says: null },
  {
    title: 'one only asks that nothing throws',
    ...green({ weak: [OTHER] }),
    says: `Drivers pass although the functions of this commit do nothing: ${OTHER}`,
    ...ASSERT,
  },
  {
    title: 'one passes whatever the functions do, beside data that changed',
    ...green({ hollow: [OTHER], notEmptied: ['src/rates.json'] }),
    says: `Drivers pass although the functions of this commit do nothing: ${OTHER}`,
    ...ASSERT,
  },
  {
    title: 'one accepts other values than the functions return',
    ...green({ unpinned: [OTHER] }),
    says: `Drivers pass although the functions of this commit return other values: ${OTHER}`,
    ...ASSERT,
  },
  {
    title: 'one accepts any error, and one reads the code',
    ...green({ anyError: [ID], readsCode: [OTHER] }),
    says: `Drivers accept any error: ${ID}; read the code instead of running it: ${OTHER}`,
    step: 'Name the error that they expect. Call the code instead of reading it.',
  },
  {
    title: 'some files did not load',
    ...green({ untried: [ID], weak: [OTHER] }),
    says: `Drivers pass although the functions of this commit do nothing: ${OTHER}; could not run without these functions: ${ID}`,
    ...ASSERT,
  },
  {
    title: 'nothing could be emptied, and each driver fails with other data',
    ...green({ functions: 0, noticed: 2, notEmptied: ['src/rates.json'] }),
    says: null,
  },
  {
    title: 'nothing could be emptied, and one passes with other data',
    ...green({ functions: 0, noticed: 1, unpinned: [OTHER], notEmptied: ['src/rates.json'] }, 'passed', [ID, OTHER]),
    says: `Drivers pass although the data of this commit has other values: ${OTHER}`,
    ...ASSERT,
  },
  {
    title: 'nothing could be emptied, and one did not run with other data',
    ...green({ functions: 0, noticed: 1, untried: [OTHER], notEmptied: ['src/rates.json'] }),
    says: `It is unknown whether the drivers need the code: no function to empty in src/rates.json`,
    ...BREAK,
  },
  {
    title: 'nothing could be emptied',
    ...green({ functions: 0, noticed: 0, notEmptied: ['src/rates.json'] }),
    says: `It is unknown whether the drivers need the code: no function to empty in src/rates.json`,
    ...BREAK,
  },
  {
    title: 'nothing could be emptied, and no file is left to read',
    ...green({ functions: 0, noticed: 0, notEmptied: [] }),
    says: null,
  },
  {
    title: 'nothing could be emptied, and each driver was refused at RED by its own assertion',
    ...green({ functions: 0, noticed: 0, notEmptied: ['src/rates.json'] }, 'passed', [ID, OTHER]),
    says: null,
  },
  {
    title: 'nothing could be emptied, and one driver was not refused at RED by its own assertion',
    ...green({ functions: 0, noticed: 0, notEmptied: ['src/rates.json'] }, 'passed', [ID]),
    says: `It is unknown whether the drivers need the code: no function to empty in src/rates.json`,
    ...BREAK,
  },
  {
    title: 'a file did not load, and its driver was refused at RED by its own assertion',
    ...green({ untried: [ID] }, 'passed', [ID]),
    says: null,
  },
  {
    title: 'its own assertion failed at RED, and it asked for a name only',
    ...green({ weak: [ID], namesOnly: [ID], bodies: [{ path: 'src/a.ts', name: 'add' }] }, 'passed', [ID]),
    says: `Drivers pass although the body of add in src/a.ts is empty: ${ID}`,
    ...ASSERT,
  },
  {
    title: 'its own assertion failed at RED, for what the function did before',
    ...green({ weak: [ID], bodies: [{ path: 'src/a.ts', name: 'add' }] }, 'passed', [ID]),
    says: null,
  },
  {
    title: 'several functions are empty, of which one has no name',
    ...green({ weak: [OTHER], bodies: ['', 'A.add', 'f', 'g'].map((name) => ({ path: 'src/a.ts', name })) }),
    says: `Drivers pass although the bodies of a function in src/a.ts, A.add in src/a.ts, f in src/a.ts and 1 more are empty: ${OTHER}`,
    ...ASSERT,
  },
  {
    title: 'a file did not load, and its driver asked at RED for a name only',
    ...green({ untried: [ID], namesOnly: [ID], bodies: [{ path: 'src/a.ts', name: 'add' }] }, 'passed', [ID]),
    says: `Drivers could not run without add in src/a.ts: ${ID}`,
    ...BREAK,
  },
  {
    title: 'nothing could be emptied, and one did not run with other data, which are new',
    ...green(
      { functions: 0, noticed: 1, untried: [OTHER], namesOnly: [OTHER], notEmptied: ['src/rates.json'] },
      'passed',
      [ID, OTHER],
    ),
    says: 'It is unknown whether the drivers need the code: no function to empty in src/rates.json',
    ...BREAK,
  },
  {
    title: 'nothing could be emptied, and one did not run with other data, of which it refused those of before',
    ...green({ functions: 0, noticed: 1, untried: [OTHER], notEmptied: ['src/rates.json'] }, 'passed', [ID, OTHER]),
    says: null,
  },
  {
    title: 'the change left nothing but an empty body',
    ...green(
      { functions: 0, noticed: 0, weak: [ID], namesOnly: [ID], bodies: [{ path: 'src/a.ts', name: 'same' }] },
      'passed',
      [ID, OTHER],
    ),
    says: `Drivers pass although the body of same in src/a.ts is empty: ${ID}`,
    ...ASSERT,
  },
  { title: 'what another rule refuses', ...green({ hollow: [OTHER] }), says: null },
  { title: 'an attempt', ...green({ weak: [OTHER] }, 'failed'), says: null },
  { title: 'evidence of before', ...green(null), says: null },
])
