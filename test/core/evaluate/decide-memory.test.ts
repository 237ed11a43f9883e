/** What is remembered from commit to commit, and what is not: neither blame nor excuses may get lost or grow. */
import { describe, expect, test } from 'vitest'
import { openPull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const ROUNDS = 'price.test.ts > rounds'
const TEST = { 'cart.test.ts': 'v1' }
const CODE = { 'src/cart.ts': 'v1' }
const PRICE = { 'price.test.ts': 'v1' }

test('one failed attempt is reported as one', () => {
  const pull = openPull({ policy: { green: { maxAttempts: 1 } } })
  pull.red(TEST, { [ADDS]: 'failed' })
  pull.green(CODE)
  const { next } = pull.decision()
  expect(next?.suggestion.text).toContain('1 attempt has failed: the task is paused')
})

describe('blame', () => {
  test('blame for a test changed after RED outlives a chore', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green({ ...CODE, 'cart.test.ts': 'weak' }, {}, { without: {} })
    pull.commit({ 'package.json': 'v1' })
    pull.green({ 'src/cart.ts': 'v2' }, { [ADDS]: 'passed' }, { without: {} })
    expect(pull.lines().slice(2)).toEqual(['neutral: accepted', 'green 1: rejected (green-keeps-tests)'])
  })

  test('blame for a harness changed with code ends where a chore reverts the change', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green({ ...CODE, 'package.json': 'v1' }, {}, { without: {} })
    pull.commit({ 'package.json': null })
    pull.green({ 'src/cart.ts': 'v2' }, { [ADDS]: 'passed' }, { without: {} })
    expect(pull.lines()).toEqual([
      'red 1: accepted',
      'green 1: rejected (green-keeps-harness, green-passes-drivers), superseded',
      'neutral: accepted',
      'green 1: accepted',
    ])
  })

  test('blame for an evil merge stays although its tree was accepted before', () => {
    const pull = openPull()
    const before = pull.commit({ 'README.md': 'v1' })
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.commit({ 'cart.test.ts': null }, { [ADDS]: null }, { merge: { isClean: false, isFromBase: true } })
    expect(pull.facts().commits.at(-1)?.tree).toBe(before.tree)
    expect(pull.lines()[2]).toBe('merge: rejected (merge-is-clean)')
  })
})

describe('an excuse', () => {
  test('an excuse for a file that does not load yet ends with its cycle', () => {
    const pull = openPull()
    const unloadable = ['price.test.ts']
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red(PRICE, {}, { task: 'b', unloadable })
    pull.green(CODE, { [ADDS]: 'passed' }, { task: 'a', unloadable })
    pull.red({ 'price.test.ts': 'v2' }, {}, { task: 'b', unloadable })
    pull.green({ 'src/price.ts': 'v1' }, { [ROUNDS]: 'passed' }, { task: 'b' })
    expect(pull.decision().conclusion).toBe('success')
  })

  test('an excuse for an error of the run ends with the cycle that caused it', () => {
    const pull = openPull()
    const runErrors = ['Unhandled rejection: boom']
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red(PRICE, { [ROUNDS]: 'failed' }, { task: 'b' })
    pull.green(CODE, { [ADDS]: 'passed' }, { task: 'a', runErrors })
    expect(pull.lines().at(-1)).toBe('green a: accepted')
    pull.green({ 'src/price.ts': 'v1' }, { [ROUNDS]: 'passed' }, { task: 'b' })
    expect(pull.decision().conclusion).toBe('success')
    pull.refactor({ 'src/price.ts': 'v2' }, {}, { runErrors })
    expect(pull.lines().at(-1)).toBe('refactor: rejected (suite-is-green)')
  })

  test('an excused error of the run is not known from then on', () => {
    const pull = openPull()
    const runErrors = ['Unhandled rejection: boom']
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.red(PRICE, { [ROUNDS]: 'failed' }, { task: 'b' })
    pull.green(CODE, { [ADDS]: 'passed' }, { task: 'a', runErrors })
    pull.green({ 'src/price.ts': 'v1' }, { [ROUNDS]: 'passed' }, { task: 'b', runErrors })
    expect(pull.lines().slice(2)).toEqual(['green a: accepted', 'green b: rejected (suite-is-green)'])
  })
})

test('a load error that names no file may be of any test file of its RED', () => {
  const pull = openPull()
  pull.red(
    TEST,
    {},
    {
      unloadable: ['cart.test.ts'],
      evidence: (evidence) => ({
        ...evidence,
        loadFailures: evidence.loadFailures.map((failure) => ({ ...failure, file: null })),
      }),
    },
  )
  expect(pull.decision().subtasks[0]).toMatchObject({ status: 'red', drivers: ['cart.test.ts'] })
  pull.green(CODE, { [ADDS]: 'passed' })
  expect(pull.decision()).toMatchObject({ conclusion: 'success', subtasks: [{ drivers: [ADDS] }] })
})
