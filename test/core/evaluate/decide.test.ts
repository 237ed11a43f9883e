/** Pull requests from their first commit to their conclusion: what honest work, mistakes and cheats come to. */
import { describe, expect, test } from 'vitest'
import type { Commit } from '../../../src/core/model/commit.ts'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { expectHelpful, openPull, type Pull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const SUBTRACTS = 'cart.test.ts > subtracts'
const PRICES = 'price.test.ts > rounds'
const TEST = { 'cart.test.ts': 'v1' }
const CODE = { 'src/cart.ts': 'v1' }

function expectStory(pull: Pull, conclusion: string, lines: readonly string[]): void {
  const decision = pull.decision()
  expect(pull.lines()).toEqual(lines)
  expect(decision.conclusion).toBe(conclusion)
  expectHelpful(decision)
}

function redGreen(pull: Pull): void {
  pull.red(TEST, { [ADDS]: 'failed' })
  pull.green(CODE, { [ADDS]: 'passed' })
}

/** Adds three failed attempts; returns their RED. */
function pausedAt(pull: Pull): Commit {
  const red = pull.red(TEST, { [ADDS]: 'failed' })
  for (const version of ['v1', 'v2', 'v3']) pull.green({ 'src/cart.ts': version })
  return red
}

describe('honest work', () => {
  test('RED, then GREEN is accepted', () => {
    const pull = openPull()
    redGreen(pull)
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted'])
    expect(pull.decision().subtasks).toEqual([
      { id: '1', title: 'commit 1', status: 'done', attempts: 0, drivers: [ADDS] },
    ])
  })

  test('without trailers the phases follow from what changed', () => {
    const pull = openPull()
    pull.commit(TEST, { [ADDS]: 'failed' })
    pull.commit(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted'])
  })

  test('RED alone waits for its GREEN', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    expectStory(pull, 'in_progress', ['red 1: accepted'])
    expect(pull.decision().next).toMatchObject({
      action: 'make-tests-pass',
      subtask: '1',
      drivers: [ADDS],
      files: ['cart.test.ts'],
      suggestion: { commands: ['tdd-gate commit', 'tdd-gate verify'] },
    })
  })

  test('two REDs and one GREEN are accepted', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' })
    expect(pull.decision().subtasks[0]?.drivers).toEqual([ADDS, PRICES])
    pull.green(CODE, { [ADDS]: 'passed', [PRICES]: 'passed' })
    expectStory(pull, 'success', ['red 1: accepted', 'red 1: accepted', 'green 1: accepted'])
  })

  test('the next step after an attempt names the drivers that still fail, not those that pass', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed', [SUBTRACTS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed', [SUBTRACTS]: 'failed' })
    expect(pull.decision().next).toMatchObject({ action: 'make-tests-pass', drivers: [SUBTRACTS] })
  })

  test('a try that does not work yet is an attempt, and counted', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE)
    expectStory(pull, 'in_progress', ['red 1: accepted', 'green 1: attempt (green-passes-drivers)'])
    expect(pull.decision().next?.limits).toEqual({ attempts: 1, maxAttempts: 3 })
    pull.green({ 'src/cart.ts': 'v2' }, { [ADDS]: 'passed' })
    expectStory(pull, 'success', [
      'red 1: accepted',
      'green 1: attempt (green-passes-drivers), superseded',
      'green 1: accepted',
    ])
    expect(pull.decision().subtasks[0]).toMatchObject({ status: 'done', attempts: 1 })
  })

  test('a file that asks for a module to come drives by all its tests', () => {
    const pull = openPull()
    pull.red(TEST, {}, { unloadable: ['cart.test.ts'] })
    expect(pull.decision().subtasks[0]?.drivers).toEqual(['cart.test.ts'])
    pull.green(CODE, { [ADDS]: 'passed', [SUBTRACTS]: 'failed' })
    pull.green({ 'src/cart.ts': 'v2' }, { [SUBTRACTS]: 'passed' })
    expectStory(pull, 'success', [
      'red 1: accepted',
      'green 1: attempt (green-passes-drivers), superseded',
      'green 1: accepted',
    ])
    expect(pull.decision().subtasks[0]?.drivers).toEqual([ADDS, SUBTRACTS])
  })

  test('such a file must hold a test in the end', () => {
    const pull = openPull()
    pull.red(TEST, {}, { unloadable: ['cart.test.ts'] })
    pull.green(CODE)
    expectStory(pull, 'in_progress', ['red 1: accepted', 'green 1: attempt (green-passes-drivers)'])
  })

  test('documents and empty commits need no measurement', () => {
    const pull = openPull()
    pull.commit({}, {}, { subject: 'chore(task-42): start' })
    pull.commit({ 'README.md': 'v1' })
    pull.commit({})
    expectStory(pull, 'success', ['start: accepted', 'neutral: accepted', 'neutral: accepted'])
    expect(pull.facts().evidence.size).toBe(1)
  })

  test('a refactoring between cycles', () => {
    const pull = openPull()
    redGreen(pull)
    pull.refactor({ 'src/cart.ts': 'v2' })
    pull.refactor({ 'cart.test.ts': 'v2' })
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted', 'refactor: accepted', 'refactor: accepted'])
  })

  test('interleaved subtasks, each closed by its own GREEN', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' }, { task: 'b' })
    pull.green(CODE, { [ADDS]: 'passed' }, { task: 'a' })
    pull.green({ 'src/price.ts': 'v1' }, { [PRICES]: 'passed' }, { task: 'b' })
    expectStory(pull, 'success', ['red a: accepted', 'red b: accepted', 'green a: accepted', 'green b: accepted'])
  })

  test('two subtasks that do not load, in one file', () => {
    const pull = openPull()
    const unloadable = ['cart.test.ts']
    pull.red(TEST, {}, { task: 'a', unloadable })
    pull.red({ 'cart.test.ts': 'v2' }, {}, { task: 'b', unloadable })
    pull.green(CODE, { [ADDS]: 'passed', [SUBTRACTS]: 'passed' }, { task: 'a', without: {} })
    expectStory(pull, 'success', ['red a: accepted', 'red b: accepted', 'green a: accepted'])
  })

  test('an unstated GREEN belongs to the cycle whose drivers it turns', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' }, { task: 'b' })
    pull.commit(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'in_progress', ['red a: accepted', 'red b: accepted', 'green a: accepted'])
  })

  test('a GREEN that changes a document too proves that its tests need the code', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green({ ...CODE, 'README.md': 'v1' }, { [ADDS]: 'passed' }, { without: { [ADDS]: 'failed' } })
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted'])
  })

  test('failures of the base are not blamed on the branch', () => {
    const pull = openPull({ base: { 'old.test.ts > broken': 'failed' }, unloadable: [] })
    redGreen(pull)
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted'])
  })
})

describe('mistakes and how they are fixed', () => {
  test('a refused RED, then a good one', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', ['red 1: rejected (red-has-driver)'])
    expect(pull.decision().next).toMatchObject({ action: 'fix', phase: 'red', drivers: [ADDS] })
    pull.red({ 'cart.test.ts': 'v2' }, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'success', [
      'red 1: rejected (red-has-driver), superseded',
      'red 1: accepted',
      'green 1: accepted',
    ])
  })

  test('a wrong test goes back to RED, where it must fail again', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE)
    pull.red({ 'cart.test.ts': 'v2' })
    expect(pull.decision().subtasks[0]).toMatchObject({ status: 'red', attempts: 1, drivers: [ADDS] })
    pull.green({ 'src/cart.ts': 'v2' }, { [ADDS]: 'passed' }, { without: { [ADDS]: 'failed' } })
    expectStory(pull, 'success', [
      'red 1: accepted',
      'green 1: attempt (green-passes-drivers), superseded',
      'red 1: accepted',
      'green 1: accepted',
    ])
  })

  test('after three failed attempts the task pauses; a revert forgets none of them, and a GREEN that passes still counts', () => {
    const pull = openPull()
    const red = pausedAt(pull)
    expect(pull.decision().conclusion).toBe('failure')
    expect(pull.decision().next).toMatchObject({
      title: 'Subtask 1 is paused',
      suggestion: { commands: [] },
      limits: { attempts: 3, maxAttempts: 3 },
    })
    pull.backTo(red)
    expect(pull.decision()).toMatchObject({ conclusion: 'failure', subtasks: [{ status: 'red', attempts: 3 }] })
    expect(pull.decision().next).toMatchObject({
      action: 'write-failing-test',
      phase: 'red',
      title: 'Subtask 1 is paused',
      suggestion: { commands: ['tdd-gate commit', 'tdd-gate verify'] },
    })
    pull.green({ 'src/cart.ts': 'v4' })
    expect(pull.decision().subtasks).toMatchObject([{ attempts: 4 }])
    pull.green({ 'src/cart.ts': 'v5' }, { [ADDS]: 'passed' })
    expect(pull.decision()).toMatchObject({ conclusion: 'success', subtasks: [{ attempts: 4 }] })
  })

  test('the same RED again is no new cycle, however it comes back', () => {
    const ways: readonly ((pull: Pull, red: Commit) => unknown)[] = [
      (pull, red) => [pull.backTo(null), pull.backTo(red)],
      (pull) => [pull.backTo(null), pull.commit({ 'README.md': 'v1' }), pull.red(TEST, { [ADDS]: 'failed' })],
      (pull, red) => [pull.backTo(red), pull.red({ 'cart.test.ts': 'v2' }, { [ADDS]: 'failed' })],
    ]
    for (const again of ways) {
      const pull = openPull()
      again(pull, pausedAt(pull))
      expect(pull.decision().subtasks).toMatchObject([{ status: 'red', attempts: 3 }])
      expect(pull.decision().next).toMatchObject({ title: 'Subtask 1 is paused' })
    }
  })

  test('a RED with a new test is a new cycle, and the attempts of the old one come back with it', () => {
    const pull = openPull()
    const red = pausedAt(pull)
    pull.backTo(red)
    pull.red({ 'cart.test.ts': 'v2' }, { [ADDS]: null, 'cart.test.ts > is empty at first': 'failed' })
    expect(pull.decision()).toMatchObject({
      conclusion: 'in_progress',
      subtasks: [{ status: 'red', attempts: 0 }],
      next: { action: 'make-tests-pass', limits: { attempts: 0 } },
    })
    pull.green({ 'src/cart.ts': 'v4' })
    expect(pull.decision().next).toMatchObject({ limits: { attempts: 1 } })
    pull.backTo(red)
    expect(pull.decision().next).toMatchObject({ title: 'Subtask 1 is paused' })
  })

  test('tests of a file that does not load are new with the file, because their names are unknown', () => {
    const pull = openPull()
    const unloadable = ['cart.test.ts']
    const red = pull.red(TEST, {}, { unloadable })
    for (const version of ['v1', 'v2', 'v3']) pull.green({ 'src/cart.ts': version }, {}, { unloadable })
    pull.backTo(red)
    expect(pull.decision().next).toMatchObject({ title: 'Subtask 1 is paused' })
    pull.red({ 'cart.test.ts': 'v2' }, {}, { unloadable })
    expect(pull.decision().next).toMatchObject({ action: 'make-tests-pass', limits: { attempts: 0 } })
  })

  test('a refused GREEN, then a good one', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green({ ...CODE, 'cart.test.ts': 'weak' }, { [ADDS]: 'passed' }, { without: { [ADDS]: 'passed' } })
    expectStory(pull, 'failure', ['red 1: accepted', 'green 1: rejected (green-keeps-tests, counterfactual-fails)'])
    pull.green({ 'cart.test.ts': 'v1' })
    expectStory(pull, 'success', [
      'red 1: accepted',
      'green 1: rejected (green-keeps-tests, counterfactual-fails), superseded',
      'green 1: accepted',
    ])
  })

  test('a lump of tests and code, taken back and done in order', () => {
    const pull = openPull()
    pull.commit({ ...TEST, ...CODE }, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', ['green 1: rejected (red-before-green)'])
    expect(pull.decision().next?.suggestion.commands).toEqual(['tdd-gate verify'])
    pull.backTo(null)
    redGreen(pull)
    expectStory(pull, 'success', [
      'green 1: rejected (red-before-green), superseded',
      'neutral: accepted',
      'red 1: accepted',
      'green 1: accepted',
    ])
  })

  test('a chore that breaks the suite, and the chore that fixes it', () => {
    const pull = openPull()
    pull.commit({ 'package.json': 'v1' }, { 'old.test.ts > works': 'failed' })
    pull.commit({ 'package.json': 'v2' }, { 'old.test.ts > works': 'passed' })
    expectStory(pull, 'success', ['neutral: rejected (suite-is-green), superseded', 'neutral: accepted'])
  })

  test('a GREEN that was accepted and taken back leaves its RED open', () => {
    const pull = openPull()
    const red = pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' })
    pull.backTo(red)
    expectStory(pull, 'in_progress', ['red 1: accepted', 'green 1: accepted, superseded', 'neutral: accepted'])
    expect(pull.decision().subtasks[0]).toMatchObject({ status: 'red' })
  })

  test('a whole cycle taken back leaves nothing to do', () => {
    const pull = openPull()
    redGreen(pull)
    pull.backTo(null)
    expect(pull.decision()).toMatchObject({ conclusion: 'success', subtasks: [] })
  })

  test('a revert that is taken back brings the proof back', () => {
    const pull = openPull()
    const red = pull.red(TEST, { [ADDS]: 'failed' })
    const green = pull.green(CODE, { [ADDS]: 'passed' })
    pull.backTo(red)
    pull.backTo(green)
    expect(pull.decision()).toMatchObject({ conclusion: 'success', subtasks: [{ status: 'done' }] })
  })

  test('a misspelt phase is reported, not guessed', () => {
    const pull = openPull()
    pull.commit(TEST, { [ADDS]: 'failed' }, { phase: 'rde' })
    expectStory(pull, 'failure', ['red 1: rejected (trailer-is-known)'])
  })
})

describe('cheats', () => {
  test('code without a test is refused', () => {
    const pull = openPull()
    pull.commit(CODE)
    expectStory(pull, 'failure', ['green 1: rejected (red-before-green)'])
  })

  test('a weakened, deleted or skipped driver', () => {
    for (const [files, tests] of [
      [{ 'cart.test.ts': 'weak' }, { [ADDS]: 'passed' }],
      [{ 'cart.test.ts': null }, { [ADDS]: null }],
      [{ 'cart.test.ts': 'skip' }, { [ADDS]: 'skipped' }],
    ] as const) {
      const pull = openPull()
      pull.red(TEST, { [ADDS]: 'failed' })
      pull.green({ ...CODE, ...files }, tests, { without: { [ADDS]: 'passed' } })
      expect(pull.decision().conclusion).toBe('failure')
      expect(pull.lines()[1]).toMatch(/^green 1: rejected \(green-keeps-tests/)
    }
  })

  test('a RED that only deletes tests', () => {
    const pull = openPull()
    pull.red({ 'old.test.ts': null }, { 'old.test.ts > works': null })
    expectStory(pull, 'failure', ['red 1: rejected (red-has-driver)'])
  })

  test('an old test deleted beside a driver', () => {
    const pull = openPull()
    pull.red({ ...TEST, 'old.test.ts': null }, { [ADDS]: 'failed', 'old.test.ts > works': null })
    expectStory(pull, 'failure', ['red 1: rejected (no-test-vanished)'])
  })

  test('an old test that failed, fixed by deletion', () => {
    const pull = openPull({ base: { 'old.test.ts > broken': 'failed', 'old.test.ts > works': 'passed' } })
    pull.red({ 'old.test.ts': 'v1' }, { 'old.test.ts > broken': null, 'old.test.ts > new': 'failed' })
    expectStory(pull, 'failure', ['red 1: rejected (no-test-vanished)'])
  })

  test('an old failure as the driver is refused', () => {
    const pull = openPull({ base: { 'old.test.ts > broken': 'failed' } })
    pull.red({ 'old.test.ts': 'v1' })
    expectStory(pull, 'failure', ['red 1: rejected (red-has-driver)'])
  })

  test('a test that is deleted while a file of an open cycle does not load is refused', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red({ 'price.test.ts': 'v1' }, {}, { task: 'b', unloadable: ['price.test.ts'] })
    pull.green(CODE, { [ADDS]: 'passed', 'old.test.ts > works': null }, { task: 'a', unloadable: ['price.test.ts'] })
    expect(pull.lines()[2]).toBe('green a: rejected (no-test-vanished)')
  })

  test('a test of chance is refused', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { again: { [ADDS]: 'passed' } })
    expectStory(pull, 'failure', ['red 1: rejected (red-is-repeatable)'])
  })

  test('a driver that passes once in two at GREEN leaves an attempt', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' }, { again: { [ADDS]: 'failed' } })
    expectStory(pull, 'in_progress', ['red 1: accepted', 'green 1: attempt (green-passes-drivers)'])
  })

  test('production code in a chore stays blamed, whatever chores follow', () => {
    const pull = openPull()
    pull.red({ ...TEST, ...CODE }, { [ADDS]: 'failed' })
    pull.commit({ 'package.json': 'v1' }, { [ADDS]: null }, { phase: 'neutral' })
    pull.red({ 'cart.test.ts': 'v2' }, { [ADDS]: 'failed' })
    expect(pull.lines()[2]).toBe('red 1: rejected (ground-is-accepted)')
    expect(pull.decision().conclusion).toBe('failure')
  })

  test('a start with files in it', () => {
    const pull = openPull()
    pull.commit({ 'package.json': 'v1' }, { 'old.test.ts > works': 'failed' }, { phase: 'start' })
    expectStory(pull, 'failure', ['neutral: rejected (suite-is-green)'])
  })

  test('a refusal does not vanish with the revert of something later', () => {
    const pull = openPull()
    pull.commit(CODE)
    const docs = pull.commit({ 'README.md': 'v1' })
    pull.commit({ 'README.md': 'v2' })
    pull.backTo(docs)
    expectStory(pull, 'failure', [
      'green 1: rejected (red-before-green)',
      'neutral: accepted',
      'neutral: accepted, superseded',
      'neutral: accepted',
    ])
  })

  test('a configuration that turns the driver', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.commit({ 'vitest.config.ts': 'v1' }, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', ['red 1: accepted', 'neutral: rejected (only-green-turns-drivers)'])
  })

  test('a driver weakened by the RED of another subtask', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red({ 'cart.test.ts': 'weak' }, { [ADDS]: 'passed', [SUBTRACTS]: 'failed' }, { task: 'b' })
    expect(pull.lines()[1]).toBe('red b: rejected (only-green-turns-drivers)')
  })

  test('a helper that weakens the drivers of another subtask is found out without the code', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red(
      { 'price.test.ts': 'v1', 'test/helper.ts': 'weak' },
      { [PRICES]: 'failed', [ADDS]: 'passed' },
      { task: 'b' },
    )
    pull.green({ 'src/price.ts': 'v1' }, { [PRICES]: 'passed' }, { task: 'b', without: { [ADDS]: 'passed' } })
    expectStory(pull, 'in_progress', ['red a: accepted', 'red b: accepted', 'green b: accepted'])
    expect(pull.decision().subtasks[0]).toMatchObject({ id: 'a', status: 'red' })
    pull.green(CODE, {}, { task: 'a', without: { [ADDS]: 'passed' } })
    expect(pull.lines()[3]).toBe('green a: rejected (counterfactual-fails)')
  })

  test('new behaviour that calls itself a refactoring', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.refactor(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', ['red 1: accepted', 'refactor: rejected (only-green-turns-drivers)'])
  })

  test('drivers "refactored" before they are met', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.refactor({ 'cart.test.ts': 'weak' })
    expectStory(pull, 'failure', ['red 1: accepted', 'refactor: rejected (green-keeps-tests)'])
  })

  test('the harness changed together with the code', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green({ ...CODE, 'package.json': 'v1' }, { [ADDS]: 'passed' }, { without: { [ADDS]: 'failed' } })
    expectStory(pull, 'failure', ['red 1: accepted', 'green 1: rejected (green-keeps-harness)'])
  })

  test('drivers that pass without the code', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.commit({ 'data.md': 'v1' })
    pull.green(CODE, { [ADDS]: 'passed' }, { without: { [ADDS]: 'passed' } })
    expect(pull.lines()[2]).toBe('green 1: rejected (counterfactual-fails)')
  })

  test('a change that breaks other behaviour is refused', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed', 'old.test.ts > works': 'failed' })
    expectStory(pull, 'failure', ['red 1: accepted', 'green 1: rejected (suite-is-green)'])
  })
})

describe('one refused commit', () => {
  test('is reported once: later commits only refer to it, and are not run', () => {
    const pull = openPull()
    pull.commit({ ...TEST, ...CODE }, { [ADDS]: 'passed' })
    pull.red({ 'price.test.ts': 'v1' }, { [ADDS]: 'passed', [PRICES]: 'failed' })
    pull.green({ 'src/price.ts': 'v1' }, { [ADDS]: 'passed', [PRICES]: 'passed' })
    expectStory(pull, 'failure', [
      'green 1: rejected (red-before-green)',
      'red 1: rejected (ground-is-accepted)',
      'green 1: rejected (ground-is-accepted)',
    ])
    expect(pull.decision().commits.map(({ tests }) => tests === null)).toEqual([false, true, true])
  })

  test('does not hide what stands on it where the policy says so: then that is measured and judged', () => {
    const pull = openPull({ policy: { rules: { 'ground-is-accepted': 'off' } } })
    pull.commit({ ...TEST, ...CODE }, { [ADDS]: 'passed' })
    pull.red({ 'price.test.ts': 'v1' }, { [ADDS]: 'passed', [PRICES]: 'failed' })
    expect(pull.lines()[1]).toBe('red 1: rejected (red-changes-tests-only)')
    expect(pull.decision().commits[1]?.tests).not.toBeNull()
  })
})

test('a row of shared data drives the tests that read it, and GREEN turns them', () => {
  const rows = (outcome: 'passed' | 'failed') => ({ 'rows.test.ts > all': outcome, 'rows.test.ts > second': outcome })
  const pull = openPull({ base: { 'rows.test.ts > first': 'passed', 'rows.test.ts > all': 'passed' } })
  pull.red({ 'test/rows.js': 'v1' }, { 'rows.test.ts > first': 'passed', ...rows('failed') })
  expect(pull.decision().next?.files).toEqual(['rows.test.ts'])
  pull.green({ 'src/a.ts': 'v1' }, { 'rows.test.ts > first': 'passed', ...rows('passed') })
  expect(pull.lines()).toEqual(['red 1: accepted', 'green 1: accepted'])
  expect(pull.decision().conclusion).toBe('success')
})

describe('advice', () => {
  test('advice for a request that is judged as a whole is about its head', () => {
    const pull = openPull({ policy: { sequence: 'pull-request' } })
    pull.red({ 'a.test.ts': 'v1' }, { [ADDS]: 'passed' })
    pull.green({ 'src/a.ts': 'v1' }, { [ADDS]: 'passed' })
    const { commits, next } = pull.decision()
    expect(commits.map(({ verdict }) => verdict)).toEqual(['rejected', 'rejected'])
    expect(commits.flatMap(({ findings }) => findings.map(({ suggestion }) => suggestion.text)).join()).not.toContain(
      'rebase',
    )
    expect(next?.suggestion.commands.join()).not.toContain('rebase')
  })

  test('holds no command with a placeholder: an agent would run it', () => {
    const pull = openPull()
    pull.commit({ ...TEST, ...CODE }, { [ADDS]: 'passed' })
    for (const command of pull.decision().next?.suggestion.commands ?? []) expect(command).not.toMatch(/<[^>]*>/)
  })
})

test('what GREEN had to prove is said at RED, until GREEN has proved it', () => {
  const pull = openPull()
  const dies = (evidence: Evidence): Evidence => ({
    ...evidence,
    failing: evidence.failing.map((test) => ({ ...test, kind: 'error', atClass: 'test' })),
  })
  const said = () => pull.decision().commits[0]?.findings.map(({ rule, level }) => `${level} ${rule}`)
  pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': 'errored' }, { evidence: dies })
  expect(pull.lines()).toEqual(['red 1: accepted'])
  expect(said()).toEqual(['warn red-is-proved-at-green'])
  pull.green({ 'src/a.ts': 'v1' }, { 'a.test.ts > adds': 'passed' })
  expect(pull.lines()).toEqual(['red 1: accepted', 'green 1: accepted'])
  expect(said()).toEqual([])
})

test('a demand that a new driver replaced is not asked for again at GREEN, as long as the driver runs', () => {
  const replaced = (pull: Pull) =>
    pull.red({ 'old.test.ts': 'v1' }, { 'old.test.ts > works': null, 'old.test.ts > works twice': 'failed' })
  const done = openPull()
  replaced(done)
  done.green({ 'src/a.ts': 'v1' }, { 'old.test.ts > works twice': 'passed' })
  expectStory(done, 'success', ['red 1: accepted', 'green 1: accepted'])
  const lost = openPull()
  replaced(lost)
  lost.red(
    { 'old.test.ts': 'v2' },
    { 'old.test.ts > works twice': null, 'old.test.ts > other': 'failed' },
    { task: '2' },
  )
  expect(lost.lines()).toEqual(['red 1: accepted', 'red 2: accepted'])
  lost.red(
    { 'old.test.ts': 'v3', 'b.test.ts': 'v1' },
    { 'old.test.ts > other': null, 'b.test.ts > b': 'failed' },
    { task: '3' },
  )
  expect(lost.lines().at(-1)).toBe('red 3: rejected (no-test-vanished)')
})
