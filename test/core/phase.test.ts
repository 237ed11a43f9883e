import { describe, expect, test } from 'vitest'
import { phaseOf } from '../../src/core/phase.ts'
import { aCommit, change } from './support.ts'

const production = change('src/a.ts')
const tests = change('a.test.ts', 'test')
const docs = change('README.md', 'docs')
const harness = change('package.json', 'harness')

describe('without trailers the phase follows from what changed', () => {
  test.each([
    ['tests only', [tests], 'red'],
    ['tests and documents', [tests, docs], 'red'],
    ['tests and harness', [tests, harness], 'red'],
    ['production', [production], 'green'],
    ['production and tests', [production, tests], 'green'],
    ['documents', [docs], 'neutral'],
    ['harness', [harness], 'neutral'],
    ['nothing', [], 'neutral'],
  ])('%s', (_, changes, phase) => {
    expect(phaseOf(aCommit({ changes }))).toEqual({ phase, isCharacterization: false, unknown: null })
  })
})

describe('a stated phase counts', () => {
  test.each([
    ['red', 'red'],
    [' GREEN ', 'green'],
    ['Refactor', 'refactor'],
    ['neutral', 'neutral'],
  ])('Phase: %s', (stated, phase) => {
    expect(phaseOf(aCommit({ phase: stated, changes: [production] }))).toMatchObject({ phase, unknown: null })
  })

  test('characterize is a RED of its own kind', () => {
    expect(phaseOf(aCommit({ phase: 'characterize', changes: [tests] }))).toEqual({
      phase: 'red',
      isCharacterization: true,
      unknown: null,
    })
  })

  test.each(['gren', 'merge', ''])('"%s" names no phase: it is kept, and the changes decide', (stated) => {
    expect(phaseOf(aCommit({ phase: stated, changes: [tests] }))).toMatchObject({ phase: 'red', unknown: stated })
  })
})

describe('the start of a task', () => {
  test.each([
    ['by its subject', aCommit({ subject: 'chore(task-42): start' })],
    ['by its trailer', aCommit({ phase: 'start' })],
  ])('is an empty commit, known %s', (_, commit) => {
    expect(phaseOf(commit).phase).toBe('start')
  })

  test.each([
    ['by its subject', { subject: 'chore(task-42): start' }],
    ['by its trailer', { phase: 'start' }],
  ])('is an ordinary chore once it changes a file, known %s', (_, given) => {
    expect(phaseOf(aCommit({ ...given, changes: [harness] })).phase).toBe('neutral')
  })
})

test('two parents make a merge, whatever is stated', () => {
  expect(phaseOf(aCommit({ parents: ['a', 'b'], phase: 'green', changes: [production] })).phase).toBe('merge')
})
