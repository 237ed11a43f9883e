/** Pull requests whose measurements are missing, worthless, of something else, or contradict what is claimed. */
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { DEFAULT_POLICY } from '../../../src/core/model/policy.ts'
import { expectHelpful, openPull, type Pull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const TEST = { 'cart.test.ts': 'v1' }
const CODE = { 'src/cart.ts': 'v1' }
const TIMEOUT = { problems: [{ code: 'timeout' as const, message: 'The tests took longer than 300 seconds' }] }

function expectStory(pull: Pull, conclusion: string, lines: readonly string[]): void {
  const decision = pull.decision()
  expect(pull.lines()).toEqual(lines)
  expect(decision.conclusion).toBe(conclusion)
  expectHelpful(decision)
}

describe('a commit that was not measured', () => {
  test('never passes and is never RED', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, TIMEOUT)
    expectStory(pull, 'unmeasurable', ['red 1: unmeasured (measurement-agrees)'])
    expect(pull.decision().next).toMatchObject({ action: 'measure-again', phase: 'red' })
    expect(pull.decision().next?.suggestion.text).toContain('The tests took longer than 300 seconds')
  })

  test('has no evidence at all', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { evidence: null })
    expectStory(pull, 'unmeasurable', ['red 1: unmeasured (measurement-agrees)'])
    expect(pull.decision().commits[0]?.findings[0]?.message).toBe('This commit was not measured yet')
  })

  test('stays unmeasured although the policy turned the rule off', () => {
    const pull = openPull({ policy: { rules: { 'measurement-agrees': 'off', 'evidence-is-bound': 'off' } } })
    pull.red(TEST, { [ADDS]: 'failed' }, TIMEOUT)
    expectStory(pull, 'unmeasurable', ['red 1: unmeasured'])
    expect(pull.decision().next?.suggestion.text).toContain('was not measured. Run `tdd-gate verify`')
  })

  test.each([
    ['commit', { commit: 'elsewhere' }],
    ['tree', { tree: 'elsewhere' }],
    ['policy', { policyDigest: 'weaker' }],
    ['comparison', { comparedWith: 'elsewhere' }],
  ])('has evidence of another %s', (_, other) => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { evidence: (evidence) => ({ ...evidence, ...other }) })
    expectStory(pull, 'unmeasurable', ['red 1: unmeasured (evidence-is-bound)'])
  })

  test('has evidence of some files where the suite had to run', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' }, { evidence: (evidence) => ({ ...evidence, scope: 'files' }) })
    expectStory(pull, 'unmeasurable', ['red 1: accepted', 'green 1: unmeasured (evidence-is-bound)'])
  })

  test('a commit that was not measured decides before the commits that build on it', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' }, TIMEOUT)
    pull.red({ 'price.test.ts': 'v1' }, { 'price.test.ts > rounds': 'failed' }, { task: '2' })
    expectStory(pull, 'unmeasurable', [
      'red 1: accepted',
      'green 1: unmeasured (measurement-agrees)',
      'red 2: unmeasured (measurement-agrees)',
    ])
  })

  test('is not taken apart for what git alone shows, where it or its base could not run', () => {
    const command = [{ code: 'command' as const, message: '`mvn` is not installed here' }]
    for (const more of [{ evidence: null }, { problems: command }]) {
      const pull = openPull()
      pull.red({ ...TEST, ...CODE }, {}, more)
      expectStory(pull, 'unmeasurable', ['red 1: unmeasured (measurement-agrees)'])
    }
  })

  test('is rejected for what git alone shows, where its own run went wrong', () => {
    const pull = openPull()
    pull.red({ ...TEST, ...CODE }, {}, TIMEOUT)
    expectStory(pull, 'failure', ['red 1: rejected (measurement-agrees, red-changes-tests-only)'])
  })

  test('is fixed by a measured RED or GREEN', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, TIMEOUT)
    pull.red({ 'cart.test.ts': 'v2' })
    pull.green(CODE, { [ADDS]: 'passed' }, TIMEOUT)
    pull.green({ 'src/cart.ts': 'v2' })
    expectStory(pull, 'success', [
      'red 1: unmeasured (measurement-agrees), superseded',
      'red 1: accepted',
      'green 1: unmeasured (measurement-agrees), superseded',
      'green 1: accepted',
    ])
  })
})

describe('what the base knows counts only if it is of the base', () => {
  test('evidence of another commit excuses no failure', () => {
    const pull = openPull({ base: { 'old.test.ts > broken': 'failed' } })
    pull.commit({ 'package.json': 'v1' })
    const facts = pull.facts()
    expect(pull.decision().conclusion).toBe('success')
    const base = facts.evidence.get(facts.base)
    if (base) (facts.evidence as Map<string, typeof base>).set(facts.base, { ...base, commit: 'elsewhere' })
    expect(pull.lines()).toEqual(['neutral: rejected (suite-is-green)'])
  })
})

describe('merges', () => {
  const fromBase = { isClean: true, isFromBase: true }

  test('a clean merge of the base is the new base state', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.commit({ 'base.test.ts': 'v1', 'src/base.ts': 'v1' }, { 'base.test.ts > new': 'failed' }, { merge: fromBase })
    pull.green(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'success', ['red 1: accepted', 'merge: accepted', 'green 1: accepted'])
  })

  test('a merge that brings the implementation leaves nothing to prove', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.commit(CODE, { [ADDS]: 'passed' }, { merge: fromBase })
    pull.green({ 'src/cart.ts': 'v2' }, {}, { without: { [ADDS]: 'passed' } })
    expect(pull.lines()[2]).toBe('green 1: rejected (counterfactual-fails)')
  })

  test('an evil merge and a side branch are refused', () => {
    for (const merge of [{ isClean: false, isFromBase: true }, { isClean: true, isFromBase: false }, null]) {
      const pull = openPull()
      pull.commit(CODE, {}, { merge: merge ?? { isClean: false, isFromBase: false } })
      expectStory(pull, 'failure', ['merge: rejected (merge-is-clean)'])
    }
  })

  test('what a merge breaks is owed, and a later green suite pays it', () => {
    const pull = openPull()
    pull.commit({ 'src/base.ts': 'v1' }, { 'old.test.ts > works': 'failed' }, { merge: fromBase })
    expectStory(pull, 'failure', ['merge: rejected (suite-is-green)'])
    pull.commit({ 'README.md': 'v1' })
    expect(pull.decision().conclusion).toBe('failure')
    pull.refactor({ 'src/old.ts': 'v1' }, { 'old.test.ts > works': 'passed' })
    expectStory(pull, 'success', [
      'merge: rejected (suite-is-green), superseded',
      'neutral: accepted',
      'refactor: accepted',
    ])
  })

  test('what a merge breaks is still owed when a cycle follows', () => {
    const pull = openPull()
    pull.commit({ 'src/base.ts': 'v1' }, { 'old.test.ts > works': 'failed' }, { merge: fromBase })
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', [
      'merge: rejected (suite-is-green)',
      'red 1: accepted',
      'green 1: rejected (suite-is-green)',
    ])
  })
})

describe('what a policy asks for', () => {
  test('a policy can require a refactoring after every GREEN', () => {
    const pull = openPull({ policy: { refactor: 'required' } })
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, { [ADDS]: 'passed' })
    expectStory(pull, 'in_progress', ['red 1: accepted', 'green 1: accepted'])
    expect(pull.decision().next).toMatchObject({
      action: 'refactor',
      phase: 'refactor',
      suggestion: { commands: ['tdd-gate commit', 'tdd-gate verify'] },
    })
    pull.refactor({ 'src/cart.ts': 'v2' })
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted', 'refactor: accepted'])
  })

  test('another cycle of the same subtask needs another refactoring', () => {
    const pull = openPull({ policy: { refactor: 'required' } })
    pull.red(TEST, { [ADDS]: 'failed' }, { task: 'a' })
    pull.green(CODE, { [ADDS]: 'passed' }, { task: 'a' })
    pull.refactor({ 'src/cart.ts': 'v2' })
    pull.red({ 'cart.test.ts': 'v2' }, { 'cart.test.ts > subtracts': 'failed' }, { task: 'a' })
    pull.green({ 'src/cart.ts': 'v3' }, { 'cart.test.ts > subtracts': 'passed' }, { task: 'a' })
    expect(pull.decision().conclusion).toBe('in_progress')
  })

  test('tests for behaviour that exists pass, stated or not, and a policy may refuse them', () => {
    const stated = openPull()
    stated.commit(TEST, { [ADDS]: 'passed' }, { phase: 'characterize' })
    expectStory(stated, 'success', ['red: accepted'])
    const unstated = openPull()
    unstated.commit(TEST, { [ADDS]: 'passed' })
    expectStory(unstated, 'success', ['red: accepted'])
    expect(unstated.decision().commits[0]?.findings).toMatchObject([
      { rule: 'characterization-is-approved', level: 'warn' },
    ])
    const strict = openPull({ policy: { rules: { 'characterization-is-approved': 'error' } } })
    strict.commit(TEST, { [ADDS]: 'passed' })
    expectStory(strict, 'failure', ['red: rejected (characterization-is-approved)'])
  })

  test('a RED that says so must fail', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', ['red 1: rejected (red-has-driver)'])
  })

  test('test data that changes no outcome proves nothing, and is shown', () => {
    const pull = openPull({ base: { 'rows.test.ts > first': 'passed' } })
    pull.commit({ 'test/rows.js': 'v1' }, { 'rows.test.ts > first': 'passed' })
    expectStory(pull, 'success', ['red: accepted'])
  })

  test('a helper of tests that has no test of its own proves nothing, and is shown', () => {
    const pull = openPull({ base: { 'rows.test.ts > first': 'passed' } })
    const evidence = (measured: Evidence) => ({ ...measured, emptyFiles: ['test/rows.js'] })
    pull.commit({ 'test/rows.js': 'v1', 'rows.test.ts': 'v2' }, { 'rows.test.ts > first': 'passed' }, { evidence })
    expectStory(pull, 'success', ['red: accepted'])
  })

  test('a file that does not load, as before, shows no behaviour', () => {
    const unloadable = Object.keys(TEST)
    const evidence = (measured: Evidence) => ({ ...measured, totals: { ...measured.totals, total: 3, passed: 3 } })
    const pull = openPull({ unloadable })
    pull.commit(TEST, {}, { unloadable, evidence })
    expectStory(pull, 'failure', ['red 1: rejected (red-has-driver)'])
    const mixed = openPull({ unloadable })
    mixed.commit({ ...TEST, 'old.test.ts': 'v2' }, {}, { unloadable, evidence })
    expectStory(mixed, 'success', ['red: accepted'])
  })

  test('an open cycle is not ended by a test that passes at once', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.commit({ 'cart.test.ts': 'weaker' }, { [ADDS]: 'passed' })
    expectStory(pull, 'failure', ['red 1: accepted', 'red: rejected (only-green-turns-drivers)'])
  })

  test('characterized behaviour must hold', () => {
    const pull = openPull({ policy: { rules: { 'characterization-is-approved': 'warn' } } })
    pull.commit(TEST, { [ADDS]: 'failed' }, { phase: 'characterize' })
    expectStory(pull, 'failure', ['red: rejected (suite-is-green)'])
  })

  test('coverage that is too low is honest work in progress only while drivers fail', () => {
    const coverage = { totals: { lines: { covered: 1, total: 2 } }, patch: null }
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE, {}, { coverage })
    expect(pull.lines()[1]).toBe('green 1: attempt (green-passes-drivers, coverage-holds)')
    pull.green({ 'src/cart.ts': 'v2' }, { [ADDS]: 'passed' }, { coverage })
    expect(pull.lines()[2]).toBe('green 1: rejected (coverage-holds)')
    pull.green({ 'src/cart.ts': 'v3' }, {}, { coverage: { totals: { lines: { covered: 2, total: 2 } }, patch: null } })
    expect(pull.decision().conclusion).toBe('success')
  })

  test('fewer attempts', () => {
    const pull = openPull({ policy: { green: { maxAttempts: 1 } } })
    pull.red(TEST, { [ADDS]: 'failed' })
    pull.green(CODE)
    expectStory(pull, 'failure', ['red 1: accepted', 'green 1: attempt (green-passes-drivers, attempts-are-limited)'])
  })

  test('a project may tolerate code without RED: nothing is left to do then', () => {
    const pull = openPull({ policy: { ...DEFAULT_POLICY, rules: { 'red-before-green': 'warn' } } })
    pull.commit(CODE)
    expectStory(pull, 'success', ['green 1: accepted'])
  })
})

test('a false claim in the message is a finding', () => {
  const pull = openPull()
  pull.red(TEST, { [ADDS]: 'failed' })
  pull.green(CODE, { [ADDS]: 'passed' }, { subject: 'feat: add\n\nTests: 99 passing' })
  expectStory(pull, 'failure', ['red 1: accepted', 'green 1: rejected (claims-are-true)'])
})

describe('a report that names no file for the tests that pass', () => {
  const opened = () => {
    const pull = openPull({ base: { works: 'passed' } })
    pull.red(TEST, {}, { unloadable: ['cart.test.ts'] })
    return pull
  }

  test('a file that did not load is finished by its new tests', () => {
    const pull = opened()
    pull.green(CODE, { adds: 'passed' })
    expectStory(pull, 'success', ['red 1: accepted', 'green 1: accepted'])
  })

  test('GREEN is an attempt where the report names no test', () => {
    const pull = opened()
    pull.green(CODE)
    expectStory(pull, 'in_progress', ['red 1: accepted', 'green 1: attempt (green-passes-drivers)'])
  })
})
