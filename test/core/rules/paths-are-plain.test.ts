import { pathsArePlain } from '../../../src/core/rules/paths-are-plain.ts'
import { change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(pathsArePlain, [
  { title: 'ordinary files', changes: [change('a.test.ts', 'test'), change('src/a.ts')], says: null },
  {
    title: 'a test that is a symbolic link to production code',
    changes: [change('a.test.ts', 'test', { mode: '120000' })],
    says: 'Not plain files: a.test.ts',
  },
  {
    title: 'fixtures as a submodule',
    changes: [change('test/fixtures', 'test', { mode: '160000' })],
    says: 'Not plain files: test/fixtures',
  },
  {
    title: 'a link in production code',
    phase: 'green',
    changes: [change('bin/run', 'production', { mode: '120000' })],
    says: null,
  },
  {
    title: 'a link out of the tree: what it leads to is in no commit',
    phase: 'green',
    changes: [{ ...change('src/b.js', 'production', { mode: '120000' }), isOutside: true }],
    says: 'Not plain files: src/b.js',
  },
  {
    title: 'a test and a file that differ in case only',
    changes: [change('F.test.js', 'test'), change('f.test.js', 'production')],
    says: 'Not plain files: F.test.js, f.test.js',
    step: 'give every file a unique name',
  },
  {
    title: 'such names in production only, as kernels have them',
    phase: 'green',
    changes: [change('xt_MARK.c'), change('xt_mark.c')],
    says: null,
  },
  {
    title: 'a test renamed to another case',
    changes: [change('A.test.ts', 'test', { before: 'v1', after: null }), change('a.test.ts', 'test')],
    says: null,
  },
])
