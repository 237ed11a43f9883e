/** Pull requests that follow a plan: what is next, what is not planned, and what is still missing. */
import { describe, expect, test } from 'vitest'
import { aPlan, aSubtask } from '../rules/support.ts'
import { expectHelpful, openPull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const ROUNDS = 'price.test.ts > rounds'
const plan = aPlan(
  aSubtask('42.1', { title: 'Add items', acceptance: ['adds an item'], testStrategy: 'unit tests' }),
  aSubtask('42.2', {
    title: 'Round prices',
    dependencies: ['42.1'],
    cycle: { tests: 1, names: ['rounds'], coverage: null },
  }),
)

describe('the plan says what is next', () => {
  test('at the start: the first subtask, with everything that is needed to begin', () => {
    const { next, conclusion, subtasks } = openPull({ plan }).decision()
    expect(conclusion).toBe('in_progress')
    expect(subtasks.map(({ id, status }) => [id, status])).toEqual([
      ['42.1', 'pending'],
      ['42.2', 'pending'],
    ])
    expect(next).toMatchObject({
      action: 'write-failing-test',
      phase: 'red',
      subtask: '42.1',
      title: 'Write a failing test for 42.1: Add items',
      acceptance: ['adds an item'],
      suggestion: { commands: ['tdd-gate commit', 'tdd-gate verify'] },
    })
    expect(next?.suggestion.text).toContain('Test strategy: unit tests')
    expect(next?.suggestion.text).toContain('Change test files alone.')
  })

  test('after RED: what to make pass, in words of the plan, and what stays', () => {
    const pull = openPull({ plan })
    pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: '42.1' })
    const { next } = pull.decision()
    expect(next).toMatchObject({
      action: 'make-tests-pass',
      title: 'Make the failing tests of 42.1 pass: Add items',
      drivers: [ADDS],
      files: ['cart.test.ts'],
    })
    expect(next?.suggestion.text).toContain('Leave test and harness files exactly as they are.')
  })

  test('commits without a task follow its order to the end', () => {
    const pull = openPull({ plan })
    pull.commit({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' })
    pull.commit({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' })
    expect(pull.decision()).toMatchObject({ conclusion: 'in_progress', next: { subtask: '42.2' } })
    expect(pull.decision().next?.suggestion.text).toContain('Planned tests: rounds.')
    pull.commit({ 'price.test.ts': 'v1' }, { [ROUNDS]: 'failed' })
    pull.commit({ 'src/price.ts': 'v1' }, { [ROUNDS]: 'passed' })
    expect(pull.lines()).toEqual([
      'red 42.1: accepted',
      'green 42.1: accepted',
      'red 42.2: accepted',
      'green 42.2: accepted',
    ])
    expect(pull.decision()).toMatchObject({ conclusion: 'success', next: null })
  })

  test('a trailer that names the task leaves the subtask to the plan', () => {
    const pull = openPull({ plan })
    pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: '42' })
    expect(pull.lines()).toEqual(['red 42.1: accepted'])
  })
})

describe('what the plan does not allow', () => {
  test('a subtask that is not in it', () => {
    const pull = openPull({ plan })
    pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: '42.9' })
    expect(pull.lines()).toEqual(['red 42.9: rejected (task-is-planned)'])
    expect(pull.decision().subtasks.map(({ id }) => id)).toEqual(['42.1', '42.2'])
    expectHelpful(pull.decision())
  })

  test('a subtask before what it needs', () => {
    const pull = openPull({ plan })
    pull.red({ 'price.test.ts': 'v1' }, { [ROUNDS]: 'failed' }, { task: '42.2' })
    expect(pull.lines()).toEqual(['red 42.2: rejected (task-is-planned)'])
  })

  test('other tests than planned, even where a load error hid them at RED', () => {
    const pull = openPull({ plan: aPlan(aSubtask('1', { cycle: { tests: 2, names: [], coverage: null } })) })
    pull.red({ 'cart.test.ts': 'v1' }, {}, { unloadable: ['cart.test.ts'] })
    pull.green({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' })
    expect(pull.lines()).toEqual(['red 1: accepted', 'green 1: rejected (red-matches-plan)'])
  })
})

test('an open cycle that the plan does not know keeps the gate shut', () => {
  const pull = openPull({ plan: aPlan(), policy: { rules: { 'task-is-planned': 'warn' } } })
  pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: 'extra' })
  expect(pull.decision()).toMatchObject({ conclusion: 'in_progress', subtasks: [{ id: 'extra', status: 'red' }] })
})
