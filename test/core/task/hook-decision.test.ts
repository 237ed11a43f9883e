import { describe, expect, test } from 'vitest'
import type { FileClass } from '../../../src/core/model/commit.ts'
import type { WorkUnit } from '../../../src/core/model/finding.ts'
import { judgeCommand, judgeEdit, judgeMessage, judgeStop, readPushed } from '../../../src/core/task/hook-decision.ts'

const UNIT: WorkUnit = {
  action: 'make-tests-pass',
  phase: 'green',
  subtask: '1.1',
  title: 'Make the failing tests of 1.1 pass',
  suggestion: { text: '', commands: [] },
  acceptance: [],
  drivers: [],
  files: ['test/a.test.js'],
  limits: { attempts: 0, maxAttempts: 3 },
}
const RED: WorkUnit = { ...UNIT, action: 'write-failing-test', phase: 'red', files: [] }
const file = (path: string, fileClass: FileClass, isStub = false) => ({ path, fileClass, isStub })

test.each([
  ['a frozen test at GREEN', file('test/a.test.js', 'test'), UNIT, 'ask', 'RED froze test/a.test.js'],
  ['another test at GREEN', file('test/b.test.js', 'test'), UNIT, 'ask', 'GREEN changes production only'],
  ['configuration at GREEN', file('vitest.config.js', 'harness'), UNIT, 'ask', 'configures test runs'],
  ['configuration at RED', file('vitest.config.js', 'harness'), RED, 'ask', 'configures test runs'],
  ['production at RED', file('src/a.js', 'production'), RED, 'ask', 'RED changes tests only'],
  ['a stub at RED', file('src/a.d.ts', 'production', true), RED, 'allow', ''],
  ['code with tests beside it at RED', { ...file('src/a.rs', 'production'), isBesideTests: true }, RED, 'allow', ''],
  [
    'code at GREEN, whose file has frozen tests',
    { ...file('src/a.rs', 'production'), isBesideTests: true },
    { ...UNIT, files: ['src/a.rs'] },
    'allow',
    '',
  ],
  ['a test at RED', file('test/a.test.js', 'test'), RED, 'allow', ''],
  ['production at GREEN', file('src/a.js', 'production'), UNIT, 'allow', ''],
  ['a document', file('README.md', 'docs'), UNIT, 'allow', ''],
  ['anything without a step', file('src/a.js', 'production'), null, 'allow', ''],
] as const)('an edit of %s', (_, facts, unit, decision, reason) => {
  expect(judgeEdit(facts, unit)).toMatchObject({ decision, reason: expect.stringContaining(reason) })
})

test.each([
  ['git commit --no-verify -m x', 'deny'],
  ['cd a && git push origin HEAD --no-verify', 'deny'],
  ['git commit -m x', 'allow'],
  ['npx tdd-gate commit --no-verify', 'deny'],
  ['gh tdd commit -m x --no-verify', 'deny'],
  ['tdd-gate commit', 'allow'],
  ['git commit -m x && npm publish --no-verify', 'allow'],
])('the command %s', (command, decision) => {
  expect(judgeCommand(command).decision).toBe(decision)
})

test('an agent goes on while its next step is open, unless a person stopped the task', () => {
  expect(judgeStop({ next: UNIT })).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('tdd-gate next'),
  })
  expect(judgeStop({ next: null }).decision).toBe('allow')
  expect(judgeStop({ next: { ...UNIT, action: 'wait' } }).decision).toBe('allow')
})

describe('a commit message', () => {
  const test1 = file('test/a.test.js', 'test')
  const source = file('src/a.js', 'production')
  test.each([
    ['Phase: red', [test1], false, 'allow', ''],
    ['Phase: red', [test1, source], false, 'deny', 'git restore --staged -- src/a.js'],
    ['Phase: red', [{ ...file('src/a.rs', 'production'), isBesideTests: true }], false, 'allow', ''],
    ['Phase: red', [test1, file('src/a.d.ts', 'production', true)], false, 'allow', ''],
    ['Phase: green', [source, test1], false, 'deny', 'git restore --staged -- test/a.test.js'],
    ['Phase: characterize', [test1, source], false, 'deny', 'git restore --staged -- src/a.js'],
    ['Phase: refactor', [source, test1], false, 'allow', ''],
    ['phase: GREEN', [source], false, 'allow', ''],
    ['Phase: gren', [source], false, 'deny', 'Phase: gren is unknown'],
    ['Phase: docs', [], true, 'allow', ''],
    ['Phase: red', [test1], true, 'deny', 'default branch'],
    ['no phase', [source, test1], true, 'allow', ''],
  ] as const)('with %s', (message, files, isOnDefaultBranch, decision, reason) => {
    const verdict = judgeMessage({ message: `feat: x\n\n${message}\n`, files, isOnDefaultBranch })
    expect(verdict).toMatchObject({ decision, reason: expect.stringContaining(reason) })
  })
  test.each([
    ['feat: x', [test1, source], 'deny', 'git restore --staged -- src/a.js'],
    ['refactor(cart): x', [test1, source], 'allow', ''],
    ['fixup! feat: x', [test1, source], 'allow', ''],
    ['feat: x', [source], 'allow', ''],
    ['feat: x', [test1, file('src/a.d.ts', 'production', true)], 'allow', ''],
  ] as const)('`%s` without a phase, with %j, is answered by %s', (message, files, decision, reason) => {
    const verdict = judgeMessage({ message, files, isOnDefaultBranch: false, isStep: true })
    expect(verdict).toMatchObject({ decision, reason: expect.stringContaining(reason) })
    expect(judgeMessage({ message, files, isOnDefaultBranch: false }).decision).toBe('allow')
  })
})

test('the pushed branches are those that git names, without tags and deletions', () => {
  const [id, other, none] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)]
  const lines = [
    `refs/heads/work ${id} refs/heads/work ${none}`,
    `HEAD ${other} refs/heads/copy ${none}`,
    `refs/tags/v1 ${id} refs/tags/v1 ${none}`,
    `(delete) ${none} refs/heads/old ${id}`,
  ]
  expect(readPushed(`${lines.join('\n')}\n`)).toEqual([
    { name: 'work', sha: id },
    { name: 'copy', sha: other },
  ])
})
