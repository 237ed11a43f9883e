import { describe, expect, test } from 'vitest'
import type { FileChange } from '../../../src/core/model/commit.ts'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { DEFAULT_POLICY, type Policy } from '../../../src/core/model/policy.ts'
import { redBeforeGreen } from '../../../src/core/rules/red-before-green.ts'
import { aCommit, change, getEvidence, tracked } from '../support.ts'
import { aContext, aCycle, getAdvice, holdsRule } from './support.ts'

holdsRule(redBeforeGreen, [
  { title: 'GREEN of an open cycle', phase: 'green', cycle: aCycle(), changes: [change('src/a.ts')], says: null },
  {
    title: 'code without a test that asked for it',
    phase: 'green',
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it',
    step: '`git reset --soft HEAD~1 && git restore --staged .`',
  },
  {
    title: 'code that may keep all behaviour',
    phase: 'green',
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it',
    step: 'If all behaviour stays, run this instead of the other commands: `git commit --amend --no-edit --trailer "Phase: refactor"`',
  },
  {
    title: 'code of a pull request without tests',
    phase: 'green',
    policy: { ...DEFAULT_POLICY, sequence: 'pull-request' },
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it',
    step: 'Commit a test that fails on the base. If all',
  },
  {
    title: 'code whose test comes in a later commit goes behind them',
    phase: 'green',
    commit: aCommit({ sha: 'feed'.padEnd(40, '0'), changes: [change('src/a.ts')] }),
    laterTests: new Map([['feed'.padEnd(40, '0'), 'beef'.padEnd(40, '0')]]),
    says: 'Production changed with no accepted RED before it',
    step: "GIT_SEQUENCE_EDITOR=\"sed -i.bak -e '/^p[a-z]* feed00000000/,/^p[a-z]* beef00000000/{'",
  },
  {
    title: 'test and code in one commit',
    phase: 'green',
    changes: [change('src/a.ts'), change('a.test.ts', 'test')],
    says: 'Production changed with no accepted RED before it',
    step: '`git reset --soft HEAD~1 && git restore --staged . && git add a.test.ts && git commit -m "test: ..." --trailer "Phase: red" && git add src/a.ts && git commit -m \'a change\' --trailer "Phase: green"`',
  },
  {
    title: 'code that a test of the base failed for',
    phase: 'green',
    state: { knownFailing: new Set(['test/a.test.js > cart > adds (up)', 'test/b.test.js > other']) },
    evidence: getEvidence({ comparison: { fixed: ['test/a.test.js > cart > adds (up)'] } }),
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it. On the base this test fails already: test/a.test.js > cart > adds (up)',
    step: `\`git reset --soft HEAD~1 && git restore --staged . && sed -i.bak 's/\\([^[:alnum:]_]\\)adds (up)\\([^[:alnum:]_]\\)/\\1adds (up) again\\2/' test/a.test.js && rm test/a.test.js.bak && git add test/a.test.js && git commit -m "test: ..." --trailer "Phase: red" && git add src/a.ts && git commit -m 'a change' --trailer "Phase: green"\``,
  },
  {
    title: 'code that a test of the base failed for, outside of the project',
    phase: 'green',
    state: { knownFailing: new Set(['../a.test.js > it is']) },
    evidence: getEvidence({ comparison: { fixed: ['../a.test.js > it is'] } }),
    changes: [change('src/a.ts')],
    says: 'Production changed with no accepted RED before it. On the base this test fails already: ../a.test.js > it is',
    step: 'give the test another name',
  },
  {
    title: 'GREEN of another subtask than the open one',
    phase: 'green',
    subtask: '2',
    state: { cycles: new Map([['1', aCycle()]]) },
    changes: [change('src/a.ts')],
    says: 'Subtask 2 has no accepted RED; open: 1',
    step: '`git reset --soft HEAD~1',
  },
  {
    title: 'GREEN of another subtask than the one whose tests it makes pass',
    phase: 'green',
    task: '2',
    subtask: '2',
    state: { cycles: new Map([['1', aCycle()]]) },
    evidence: getEvidence({ watched: [tracked('a.test.ts > adds')] }),
    changes: [change('src/a.ts')],
    says: 'Subtask 2 has no accepted RED; open: 1',
    step: 'This commit makes the tests of 1 pass: state it, `git -c trailer.ifexists=replace commit --amend --no-edit --trailer "Task: 1"`.',
  },
  {
    title: 'a moved file whose test follows it',
    phase: 'green',
    changes: [
      change('src/a.ts', 'production', { before: 'v1', after: null }),
      { ...change('src/b/a.ts', 'production', { after: 'v1' }), from: 'src/a.ts' },
      change('src/b/index.ts'),
      { ...change('a.test.ts', 'test', { before: 'v1' }), edit: 'imports' },
    ],
    says: 'Production changed with no accepted RED before it',
    step: 'If all behaviour stays, run this instead of the other commands: `git commit --amend --no-edit --trailer "Phase: refactor"`.',
  },
  {
    title: 'a test that is stated as GREEN',
    phase: 'green',
    changes: [change('a.test.ts', 'test')],
    says: 'GREEN 1 has no accepted RED before it',
    step: '--trailer "Phase: red"',
  },
])

describe('a request that may be a refactoring', () => {
  const sequence = 'pull-request' as const
  const ask = (evidence: Evidence | null, changes: readonly FileChange[], policy: Partial<Policy> = {}) => {
    const given = { phase: 'green', evidence, changes, policy: { ...DEFAULT_POLICY, sequence, ...policy } } as const
    return getAdvice(redBeforeGreen.check(aContext(given))).requestCommands
  }
  const STATE = ['git commit --amend --no-edit --trailer "Phase: refactor"']
  const inside = [change('src/a.ts')]

  test('is stated by one command when the suite stays as it was', () => {
    expect(ask(getEvidence(), inside)).toEqual(STATE)
  })

  test.each([
    ['nothing was measured', null, inside, {}],
    ['a test fails', getEvidence({ comparison: { newlyFailing: ['a.test.ts > a'] } }), inside, {}],
    ['a test is turned', getEvidence({ comparison: { fixed: ['a.test.ts > a'] } }), inside, {}],
    ['it exports a new name', getEvidence(), [{ ...change('src/a.ts'), exports: ['tax'] }], {}],
    ['the policy knows no refactoring', getEvidence(), inside, { refactor: 'off' as const }],
  ])('is stated by no command when %s', (_, evidence, changes, policy) => {
    expect(ask(evidence, changes, policy)).toBeUndefined()
  })
})
