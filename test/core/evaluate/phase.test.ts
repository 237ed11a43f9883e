import { describe, expect, test } from 'vitest'
import { getPhase } from '../../../src/core/evaluate/phase.ts'
import { aCommit, change } from '../support.ts'

const production = change('src/a.ts')
const tests = change('a.test.ts', 'test')
const docs = change('README.md', 'docs')
const harness = change('package.json', 'harness')

describe('without trailers the phase follows from what changed', () => {
  test.each([
    ['tests only', [tests], 'red'],
    ['tests and documents', [tests, docs], 'red'],
    ['tests and harness', [tests, harness], 'red'],
    ['comments of production', [{ ...production, edit: 'layout' }], 'refactor'],
    ['comments of tests', [{ ...tests, edit: 'layout' }], 'refactor'],
    ['imports of both', [{ ...production, edit: 'imports' }, { ...tests, edit: 'imports' }, docs], 'refactor'],
    [
      'a file that moved',
      [change('src/b.ts', 'production', { before: 'v1', after: null }), { ...production, from: 'src/b.ts' }],
      'refactor',
    ],
    ['styles and translations', [{ ...production, edit: 'content' }], 'refactor'],
    [
      'what was taken out',
      [
        { ...production, edit: 'removal' },
        { ...tests, edit: 'removal' },
      ],
      'refactor',
    ],
    ['a file taken out', [change('src/b.ts', 'production', { before: 'v1', after: null })], 'refactor'],
    ['comments and code', [{ ...production, edit: 'layout' }, change('src/b.ts')], 'green'],
    ['a test that is gone', [change('b.test.ts', 'test', { before: 'v1', after: null })], 'red'],
    ['assertions taken out', [{ ...tests, edit: 'removal' }], 'red'],
    ['production', [production], 'green'],
    ['production and tests', [production, tests], 'green'],
    ['documents', [docs], 'neutral'],
    ['harness', [harness], 'neutral'],
    ['nothing', [], 'neutral'],
  ] as const)('%s', (_, changes, phase) => {
    expect(getPhase(aCommit({ changes }))).toEqual({ phase, isCharacterization: false, unknown: null })
  })
})

describe('a stated phase counts', () => {
  test.each([
    ['red', 'red'],
    [' GREEN ', 'green'],
    ['Refactor', 'refactor'],
    ['neutral', 'neutral'],
  ])('Phase: %s', (stated, phase) => {
    expect(getPhase(aCommit({ phase: stated, changes: [production] }))).toMatchObject({ phase, unknown: null })
  })

  test.each([
    ['docs', [docs], 'neutral'],
    ['chore', [harness], 'neutral'],
    ['build', [harness, docs], 'neutral'],
    ['Style', [production], 'refactor'],
    ['chore', [production, tests], 'refactor'],
    ['docs', [tests], 'red'],
  ] as const)('Phase: %s counts like this type in the subject', (stated, changes, phase) => {
    expect(getPhase(aCommit({ phase: stated, changes }))).toEqual({ phase, isCharacterization: false, unknown: null })
  })

  test('a word that is neither a phase nor a type of commit is unknown', () => {
    expect(getPhase(aCommit({ phase: 'doc', changes: [docs] }))).toMatchObject({ phase: 'neutral', unknown: 'doc' })
  })

  test('characterize is a RED of its own kind', () => {
    expect(getPhase(aCommit({ phase: 'characterize', changes: [tests] }))).toEqual({
      phase: 'red',
      isCharacterization: true,
      unknown: null,
    })
  })

  test.each(['gren', 'merge', ''])('"%s" names no phase: it is kept, and the changes decide', (stated) => {
    expect(getPhase(aCommit({ phase: stated, changes: [tests] }))).toMatchObject({ phase: 'red', unknown: stated })
  })
})

describe('the start of a task', () => {
  test.each([
    ['by its subject', aCommit({ subject: 'chore(task-42): start' })],
    ['by its trailer', aCommit({ phase: 'start' })],
  ])('is an empty commit, known %s', (_, commit) => {
    expect(getPhase(commit).phase).toBe('start')
  })

  test.each([
    ['by its subject', { subject: 'chore(task-42): start' }],
    ['by its trailer', { phase: 'start' }],
  ])('is an ordinary chore once it changes a file, known %s', (_, given) => {
    expect(getPhase(aCommit({ ...given, changes: [harness] })).phase).toBe('neutral')
  })
})

test('two parents make a merge, whatever is stated', () => {
  expect(getPhase(aCommit({ parents: ['a', 'b'], phase: 'green', changes: [production] })).phase).toBe('merge')
})

describe('the subject counts when there is no trailer', () => {
  test.each([
    ['refactor: split the cart', 'refactor'],
    ['refactor m56', 'refactor'],
    ['Refactory for carts', 'green'],
    ['refactor(cart)!: split', 'refactor'],
    ['style: format', 'refactor'],
    ['chore(deps): bump lodash', 'refactor'],
    ['build: another compiler', 'refactor'],
    ['ci: cache', 'refactor'],
    ['docs: describe the cart', 'refactor'],
    ['perf: one loop less', 'refactor'],
    ['feat: split', 'green'],
    ['refactoring of the cart', 'green'],
    ['Bump lodash from 1.0.0 to 1.1.0', 'green'],
  ])('%s', (subject, phase) => {
    expect(getPhase(aCommit({ subject, changes: [production] })).phase).toBe(phase)
    expect(getPhase(aCommit({ subject, phase: 'green', changes: [production] })).phase).toBe('green')
  })

  test.each([
    ['tests', [tests], 'red'],
    ['documents', [docs], 'neutral'],
    ['harness', [harness], 'neutral'],
    ['tests with production', [production, tests], 'refactor'],
  ] as const)('chore: %s', (_, changes, phase) => {
    expect(getPhase(aCommit({ subject: 'chore: tidy', changes })).phase).toBe(phase)
  })
})

test.each([
  ['refactor: a fixture for all tests', [tests, harness], 'refactor'],
  ['test: a fixture for all tests', [tests, harness], 'red'],
  ['refactor: tests alone', [tests], 'red'],
] as const)('tests and harness of %s', (subject, changes, phase) => {
  expect(getPhase(aCommit({ subject, changes })).phase).toBe(phase)
})

test('names that production and tests changed together need no subject', () => {
  const renamed = [production, tests].map((change) => ({ ...change, edit: 'rename' as const }))
  expect(getPhase(aCommit({ changes: renamed })).phase).toBe('refactor')
})

describe('while a cycle waits for its GREEN', () => {
  test.each([
    ['content may be what it waits for', 'content', 'green'],
    ['so may a removal', 'removal', 'green'],
    ['comments are not', 'layout', 'refactor'],
  ] as const)('%s', (_, edit, phase) => {
    expect(getPhase(aCommit({ changes: [{ ...production, edit }] }), true).phase).toBe(phase)
  })
})

test('an exact revert of a commit of the base is a chore, whatever it changes', () => {
  expect(getPhase(aCommit({ reverts: 'a'.repeat(40), changes: [production, tests] })).phase).toBe('neutral')
})
