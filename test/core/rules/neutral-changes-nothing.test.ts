import { neutralChangesNothing } from '../../../src/core/rules/neutral-changes-nothing.ts'
import { aCommit, change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(neutralChangesNothing, [
  {
    title: 'documents and configuration',
    phase: 'neutral',
    changes: [change('a.md', 'docs'), change('ci.yml', 'harness')],
    says: null,
  },
  {
    title: 'comments of production and tests, formats',
    phase: 'neutral',
    changes: [
      { ...change('src/a.ts'), edit: 'layout' },
      { ...change('a.test.ts', 'test'), edit: 'layout' },
    ],
    says: null,
  },
  {
    title: 'an exact revert of a commit of the base',
    phase: 'neutral',
    commit: aCommit({ reverts: 'a'.repeat(40), changes: [change('src/a.ts'), change('a.test.ts', 'test')] }),
    says: null,
  },
  { title: 'an empty start', phase: 'start', says: null },
  {
    title: 'production code hidden in a chore',
    phase: 'neutral',
    changes: [change('src/a.ts'), change('a.md', 'docs')],
    says: 'A commit without a phase changes src/a.ts',
  },
  {
    title: 'production code in the first commit of all, which has none before it',
    phase: 'neutral',
    commit: aCommit({ parents: [], changes: [change('src/a.ts')] }),
    says: 'A commit without a phase changes src/a.ts',
  },
  {
    title: 'a test changed in a chore',
    phase: 'neutral',
    changes: [change('a.test.ts', 'test')],
    says: 'A commit without a phase changes a.test.ts',
  },
])
