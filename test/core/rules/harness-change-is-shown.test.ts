import { harnessChangeIsShown } from '../../../src/core/rules/harness-change-is-shown.ts'
import { aCommit, change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(harnessChangeIsShown, [
  { title: 'documents', phase: 'neutral', changes: [change('a.md', 'docs')], says: null },
  {
    title: 'a set-up file that can wait for a later commit',
    phase: 'neutral',
    commit: aCommit({ sha: 'feed'.padEnd(40, '0'), changes: [change('test/setup.ts', 'harness')] }),
    says: 'The harness changed: test/setup.ts',
    step: '`git show feed00000000`',
  },
  {
    title: 'a dependency with the code that needs it',
    phase: 'refactor',
    changes: [change('src/a.ts'), change('package-lock.json', 'harness')],
    says: 'The harness changed: package-lock.json',
    step: 'Read it: `git show',
  },
  {
    title: 'beside a test: another rule refuses it',
    phase: 'red',
    changes: [change('a.test.ts', 'test'), change('ci.yml', 'harness')],
    says: null,
  },
  {
    title: 'in a whole pull request',
    phase: 'red',
    policy: { sequence: 'pull-request' },
    changes: [change('ci.yml', 'harness')],
    says: 'The harness changed: ci.yml',
    step: 'Read it: `git show',
  },
])
