/** Advice about a commit amends it; the same advice about a working tree names what comes before its commit. */
import { expect, test } from 'vitest'
import {
  amend,
  previous,
  restate,
  restore,
  suggestStrongerTest,
  thenAmend,
  undo,
} from '../../../src/core/rules/correct.ts'
import { greenKeepsTests } from '../../../src/core/rules/green-keeps-tests.ts'
import { redBeforeGreen } from '../../../src/core/rules/red-before-green.ts'
import { getReset } from '../../../src/core/rules/text.ts'
import { aCommit, change } from '../support.ts'
import { aContext, aCycle } from './support.ts'

const commit = aCommit({ changes: [] })
const at = { ...aContext({ commit }), verify: { name: 'complete', options: ' --base main' } }
const pending = { ...at, commit: { ...commit, isPending: true } }

test.each<[string, string, string]>([
  ['restate', restate(at, 'Phase', 'neutral'), 'git commit --amend --no-edit --trailer "Phase: neutral"'],
  [
    'restate',
    restate({ ...at, commit: aCommit({ phase: 'red' }) }, 'Phase', 'characterize'),
    'git -c trailer.ifexists=replace commit --amend --no-edit --trailer "Phase: characterize"',
  ],
  ['restate', restate(pending, 'Phase', 'neutral'), 'tdd-gate commit --base main --phase neutral'],
  ['restate', restate(pending, 'Task', '1.2'), 'tdd-gate commit --base main --subtask 1.2'],
  ['amend', amend(commit, 'git checkout x'), 'git checkout x && git commit --amend --no-edit'],
  ['amend', amend(pending.commit, 'git checkout x'), 'git checkout x'],
  ['thenAmend', thenAmend(commit, 'Rename it'), 'Rename it, then `git commit -a --amend --no-edit`.'],
  ['thenAmend', thenAmend(pending.commit, 'Rename it'), 'Rename it.'],
  ['previous', previous(commit), 'HEAD~1'],
  ['previous', previous(pending.commit), 'HEAD'],
  ['undo', undo(commit), `git revert --no-edit ${commit.sha.slice(0, 12)}`],
  ['undo', undo(pending.commit), 'git stash push --include-untracked'],
  ['restore', restore(commit, 'cafe', 'a.ts'), 'git restore --source cafe --staged --worktree -- a.ts'],
  ['restore', restore(pending.commit, 'HEAD', 'a.ts'), 'git restore --source HEAD -- a.ts'],
  [
    'restore',
    restore({ ...pending.commit, isStaged: true }, 'HEAD', 'a.ts'),
    'git restore --source HEAD --staged --worktree -- a.ts',
  ],
  ['getReset', getReset(pending.commit), 'git restore --staged .'],
])('%s gives the command of its case', (_, written, expected) => {
  expect(written).toBe(expected)
})

test('a weak RED below a working tree is followed by another one, which its author writes first', () => {
  const { commands, text } = suggestStrongerTest(
    pending,
    aCycle({ red: 'cafe'.repeat(10), watch: ['a.test.ts'] }),
    'Assert more.',
  )
  const command = 'git add a.test.ts && git commit -m "test: ..." --trailer "Task: 1" --trailer "Phase: red"'
  expect(commands).toEqual([command])
  expect(text).toContain(`\`${command}\``)
})

test('a weak RED below a commit is edited at its own place, where `complete` judges the edit', () => {
  const { commands } = suggestStrongerTest(at, aCycle({ red: 'cafe'.repeat(10), watch: ['a.test.ts'] }), 'Assert more.')
  expect(commands).toEqual([expect.stringContaining('edit cafecafecafe'), 'tdd-gate complete --base main'])
})

test('a new test beside GREEN is committed as RED before the code, where nothing is committed yet', () => {
  const both = { ...aCommit({ changes: [change('b.test.ts', 'test'), change('src/a.ts')] }), isPending: true }
  expect(greenKeepsTests.check(aContext({ phase: 'green', commit: both, cycle: aCycle() }))).toMatchObject({
    suggestion: {
      commands: ['git add b.test.ts && git commit -m "test: ..." --trailer "Task: 1" --trailer "Phase: red"'],
    },
  })
})

test('advice about a staged change commits its paths alone, so that the rest stays staged', () => {
  const changes = [change('b.test.ts', 'test'), change('src/a.ts')]
  const both = { ...aCommit({ changes }), isPending: true, isStaged: true }
  const command = 'git commit -m "test: ..." --trailer "Task: 1" --trailer "Phase: red" -- b.test.ts'
  const split = redBeforeGreen.check(aContext({ phase: 'green', commit: both, subtask: '1' }))
  const joined = greenKeepsTests.check(aContext({ phase: 'green', commit: both, cycle: aCycle() }))
  expect([split, joined].map((found) => found?.suggestion)).toMatchObject([
    { commands: [command] },
    { commands: [command] },
  ])
})

test('the split of a working tree commits the tests with their subtask, and no code that was not judged as GREEN', () => {
  const both = { ...aCommit({ changes: [change('b.test.ts', 'test'), change('src/a.ts')] }), isPending: true as const }
  expect(redBeforeGreen.check(aContext({ phase: 'green', commit: both, subtask: '1.2' }))).toMatchObject({
    suggestion: {
      commands: [
        'git restore --staged . && git add b.test.ts && git commit -m "test: ..." --trailer "Task: 1.2" --trailer "Phase: red"',
      ],
      text: expect.stringContaining('.git/info/exclude'),
    },
  })
})
