import { describe, expect, test } from 'vitest'
import { planMeasurement, redFiles } from '../../../src/core/evaluate/measurement-plan.ts'
import type { Phase } from '../../../src/core/evaluate/phase.ts'
import type { Commit } from '../../../src/core/model/commit.ts'
import type { Cycle, GateState } from '../../../src/core/model/state.ts'
import { aCycle, getState, setOf } from '../rules/support.ts'
import { aCommit, change } from '../support.ts'

const plan = (phase: Phase, changes: Commit['changes'], cycle: Cycle | null = null, given: Partial<GateState> = {}) =>
  planMeasurement({
    state: getState({ cycles: new Map(cycle ? [['1', cycle]] : []), ...given }),
    commit: aCommit({ changes }),
    phase,
    cycle,
    reruns: 3,
  })
const tests = change('b.test.ts', 'test')
const code = change('src/a.ts', 'production', { before: 'v0' })
const NOTHING = { scope: 'none', files: [], repeat: 0, counterfactual: null }

describe('RED runs its test files, again and again', () => {
  test('the changed ones', () => {
    expect(plan('red', [tests])).toEqual({ scope: 'files', files: ['b.test.ts'], repeat: 3, counterfactual: null })
  })

  test('those of its cycle from before', () => {
    expect(plan('red', [tests], aCycle()).files).toEqual(['a.test.ts', 'b.test.ts'])
  })

  test('those that refused commits left behind', () => {
    expect(plan('red', [tests], null, { unapproved: setOf(change('c.test.ts', 'test')) }).files).toEqual([
      'b.test.ts',
      'c.test.ts',
    ])
  })

  test('a removed file cannot run, even when its cycle watched it', () => {
    const removed = change('a.test.ts', 'test', { before: 'v1', after: null })
    expect(redFiles(setOf(removed, tests), aCycle())).toEqual(['b.test.ts'])
    expect(plan('red', [removed])).toEqual(NOTHING)
  })
})

describe('GREEN runs the suite, and the drivers once more', () => {
  const cycle = aCycle({ otherChanges: setOf(tests) })
  const afterRed = { otherChanges: setOf(tests) }

  test('nothing is taken back when only production changed', () => {
    expect(plan('green', [code], cycle, afterRed)).toEqual({
      scope: 'suite',
      files: ['a.test.ts'],
      repeat: 2,
      counterfactual: null,
    })
  })

  test('production is taken back, file by file, when anything else changed too', () => {
    const added = change('src/new.ts')
    const { counterfactual } = plan('green', [code, added, change('a.md', 'docs')], cycle, afterRed)
    expect(counterfactual).toEqual([
      { path: 'src/a.ts', blob: code.before },
      { path: 'src/new.ts', blob: null },
    ])
  })

  test('production is taken back when another open cycle was seen failing on another tree', () => {
    const other = aCycle({ subtask: '2', watch: ['z.test.ts'], isPristine: false })
    const cycles = new Map([
      ['1', cycle],
      ['2', other],
    ])
    const { counterfactual, files } = plan('green', [code], cycle, { ...afterRed, cycles })
    expect(counterfactual).toEqual([{ path: 'src/a.ts', blob: code.before }])
    expect(files).toEqual(['a.test.ts', 'z.test.ts'])
  })

  test('without a RED before it there are no drivers to run again', () => {
    expect(plan('green', [code])).toEqual({ scope: 'suite', files: [], repeat: 1, counterfactual: null })
  })
})

describe('everything else runs the suite once, or nothing', () => {
  test.each([
    ['refactor', [code]],
    ['merge', []],
    ['neutral', [change('package.json', 'harness')]],
    ['neutral', [code]],
  ] as const)('%s runs the suite and looks at what waits', (phase, changes) => {
    expect(plan(phase, changes, aCycle())).toEqual({
      scope: 'suite',
      files: ['a.test.ts'],
      repeat: 1,
      counterfactual: null,
    })
  })

  test.each([
    ['neutral', [change('README.md', 'docs')]],
    ['neutral', []],
    ['start', []],
  ] as const)('%s of documents or nothing runs nothing', (phase, changes) => {
    expect(plan(phase, changes, aCycle())).toEqual(NOTHING)
  })
})
