import { greenKeepsTests } from '../../../src/core/rules/green-keeps-tests.ts'
import { change } from '../support.ts'
import { aCycle, holdsRule, setOf } from './support.ts'

const cycle = aCycle()
const layout = { ...change('a.test.ts', 'test', { before: 'v1', after: 'v2' }), edit: 'layout' } as const
const weaker = change('a.test.ts', 'test', { before: 'v0', after: 'v1' })

holdsRule(greenKeepsTests, [
  { title: 'production only', phase: 'green', cycle, changes: [change('src/a.ts')], says: null },
  {
    title: 'a weakened assertion (`toBe` becomes `toBeDefined`)',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts'), change('a.test.ts', 'test', { before: 'v1', after: 'v2' })],
    says: 'Tests changed after RED: a.test.ts',
  },
  {
    title: 'a weakened test beside the code of its file',
    phase: 'green',
    cycle,
    changes: [
      {
        ...change('src/a.rs', 'test', { before: 'v1', after: 'v2' }),
        parts: { code: ['c1', 'c1'], tests: ['t1', 't2'] },
      },
      {
        ...change('src/a.rs', 'production', { before: 'v2', after: 'v3' }),
        parts: { code: ['c1', 'c2'], tests: ['t2', 't2'] },
      },
    ],
    says: 'Tests changed after RED: src/a.rs',
  },
  {
    title: 'code beside tests that stay',
    phase: 'green',
    cycle,
    changes: [
      {
        ...change('src/a.rs', 'production', { before: 'v1', after: 'v2' }),
        parts: { code: ['c1', 'c2'], tests: ['t1', 't1'] },
      },
    ],
    says: null,
  },
  {
    title: 'a deleted test',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts'), change('a.test.ts', 'test', { before: 'v1', after: null })],
    says: 'Tests changed after RED: a.test.ts',
  },
  {
    title: 'a snapshot of RED that was written anew, and a fixture that is new',
    phase: 'green',
    cycle: aCycle({ watch: ['a.test.ts', 'a.snap'] }),
    changes: [change('src/a.ts'), change('a.snap', 'test', { before: 'v1', after: 'v2' }), change('new.json', 'test')],
    says: 'Tests changed after RED: a.snap, new.json',
  },
  {
    title: 'a snapshot that GREEN wrote for a new test belongs into its RED',
    phase: 'green',
    cycle,
    state: { cycles: new Map([['1', cycle]]) },
    changes: [change('src/a.ts'), change('a.snap', 'test')],
    says: 'Tests changed after RED: a.snap',
  },
  {
    title: 'a test file that moved at GREEN belongs into its RED',
    phase: 'green',
    cycle,
    state: { cycles: new Map([['1', cycle]]) },
    changes: [
      change('src/a.ts'),
      change('a.test.ts', 'test', { before: 'v1', after: null }),
      { ...change('b/a.test.ts', 'test', { after: 'v1' }), from: 'a.test.ts' },
    ],
    says: 'Tests changed after RED: a.test.ts, b/a.test.ts',
  },
  {
    title: 'an old test that GREEN edits, which is no driver, belongs into RED',
    phase: 'green',
    cycle,
    state: { cycles: new Map([['1', cycle]]) },
    changes: [change('src/a.ts'), change('old.test.ts', 'test', { before: 'v1', after: 'v2' })],
    says: 'Tests changed after RED: old.test.ts',
  },
  {
    title: 'a test that a refused commit weakened and this one left weak',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts')],
    state: { sinceRed: setOf(change('a.test.ts', 'test', { before: 'v1', after: 'v2' })) },
    says: 'An earlier commit changed tests after RED: a.test.ts',
    step: 'Correct the first rejected commit. This one is judged after it.',
  },
  {
    title: 'a test that a refused commit added, beside one that this commit weakened',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts'), change('a.test.ts', 'test', { before: 'v1', after: 'v2' })],
    state: { sinceRed: setOf(change('pad.test.ts', 'test')) },
    says: 'Tests changed after RED: a.test.ts',
  },
  {
    title: 'a test that a refused commit added and this one edited: the test stays in git',
    phase: 'green',
    cycle: aCycle({ watch: ['pad.test.ts'] }),
    changes: [change('src/a.ts'), change('pad.test.ts', 'test', { before: 'v1', after: 'v2' })],
    state: { sinceRed: setOf(change('pad.test.ts', 'test', { before: null, after: 'v1' })) },
    says: 'Tests changed after RED: pad.test.ts',
  },
  {
    title: 'a test that a refused commit weakened and this one put back',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts'), change('a.test.ts', 'test', { before: 'v2', after: 'v1' })],
    state: { sinceRed: setOf(change('a.test.ts', 'test', { before: 'v1', after: 'v2' })) },
    says: null,
  },
  {
    title: 'a file name that would start another command',
    phase: 'green',
    cycle,
    changes: [change('x` `git push --force', 'test', { before: 'v1', after: 'v2' })],
    says: 'Tests changed after RED: x` `git push --force',
  },
  {
    title: 'a new test with its code, and no RED: nothing is frozen, and red-before-green splits them',
    phase: 'green',
    changes: [change('src/a.ts'), change('a.test.ts', 'test')],
    says: null,
  },
  {
    title: 'tests restructured while nothing waits',
    phase: 'refactor',
    changes: [change('a.test.ts', 'test')],
    says: null,
  },
  {
    title: 'tests "restructured" between RED and GREEN',
    phase: 'refactor',
    state: { cycles: new Map([['1', cycle]]) },
    changes: [change('a.test.ts', 'test', { before: 'v1', after: 'v2' })],
    says: 'Tests changed after RED: a.test.ts',
  },
  {
    title: 'a comment in a frozen test, between RED and GREEN',
    phase: 'refactor',
    state: { cycles: new Map([['1', cycle]]) },
    changes: [layout],
    says: null,
  },
  {
    title: 'a comment in a frozen test, with the production',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts'), layout],
    says: null,
  },
  {
    title: 'other imports in a frozen test',
    phase: 'refactor',
    state: { cycles: new Map([['1', cycle]]) },
    changes: [{ ...layout, edit: 'imports' }],
    says: 'Tests changed after RED: a.test.ts',
  },
  {
    title: 'a comment in a test that a refused commit weakened',
    phase: 'green',
    cycle,
    changes: [change('src/a.ts'), layout],
    state: { sinceRed: setOf(weaker) },
    says: 'Tests changed after RED: a.test.ts',
  },
  {
    title: 'a test that is weakened after a comment was refused in it',
    phase: 'refactor',
    state: { cycles: new Map([['1', cycle]]), unapproved: setOf({ ...weaker, edit: 'layout' }) },
    changes: [change('a.test.ts', 'test', { before: 'v1', after: 'v2' })],
    says: 'Tests changed after RED: a.test.ts',
  },
])
