import { refactorKeepsApart } from '../../../src/core/rules/refactor-keeps-apart.ts'
import { change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(refactorKeepsApart, [
  { title: 'production alone', phase: 'refactor', changes: [change('src/a.ts')], says: null },
  { title: 'tests alone', phase: 'refactor', changes: [change('a.test.ts', 'test')], says: null },
  {
    title: 'tests and production at once',
    phase: 'refactor',
    changes: [change('src/a.ts'), change('a.test.ts', 'test')],
    says: 'REFACTOR changes tests (a.test.ts) and production (src/a.ts) in one commit',
  },
  {
    title: 'tests that follow production with their imports, and test files that moved with them',
    phase: 'refactor',
    changes: [
      change('src/a.ts'),
      { ...change('a.test.ts', 'test'), edit: 'imports' },
      change('b.test.ts', 'test', { before: 'v1', after: null }),
      { ...change('c.test.ts', 'test'), from: 'b.test.ts' },
    ],
    says: null,
  },
  {
    title: 'one renaming of production and tests',
    phase: 'refactor',
    changes: [
      { ...change('src/a.ts'), edit: 'rename' },
      { ...change('src/b.ts'), edit: 'imports' },
      { ...change('a.test.ts', 'test'), edit: 'rename' },
    ],
    says: null,
  },
  {
    title: 'a renaming while production changes otherwise too',
    phase: 'refactor',
    changes: [
      { ...change('src/a.ts'), edit: 'rename' },
      change('src/b.ts'),
      { ...change('a.test.ts', 'test'), edit: 'rename' },
    ],
    says: 'REFACTOR changes tests (a.test.ts) and production (src/a.ts, src/b.ts) in one commit',
  },
  {
    title: 'a feature taken out with its tests',
    phase: 'refactor',
    changes: [
      change('src/a.ts', 'production', { before: 'v1', after: null }),
      { ...change('src/b.ts'), edit: 'removal' },
      change('a.test.ts', 'test', { before: 'v1', after: null }),
      { ...change('b.test.ts', 'test'), edit: 'removal' },
    ],
    says: null,
  },
  {
    title: 'tests taken out while production changes otherwise',
    phase: 'refactor',
    changes: [change('src/b.ts'), change('a.test.ts', 'test', { before: 'v1', after: null })],
    says: 'REFACTOR changes tests (a.test.ts) and production (src/b.ts) in one commit',
  },
  {
    title: 'comments in a project without the phase',
    phase: 'refactor',
    policy: { refactor: 'off' },
    changes: [{ ...change('src/a.ts'), edit: 'layout' }],
    says: null,
  },
  {
    title: 'a project without the phase',
    phase: 'refactor',
    policy: { refactor: 'off' },
    changes: [change('src/a.ts')],
    says: 'The policy of this project has no REFACTOR phase',
    step: 'as part of a RED-GREEN cycle',
  },
])
