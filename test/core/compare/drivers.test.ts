import { describe, expect, test } from 'vitest'
import { isFinished, newLoadFailures, ownPaths, reportDrivers } from '../../../src/core/compare/drivers.ts'
import { aCycle, setOf, stateOf } from '../rules/support.ts'
import { change, evidenceOf, notLoaded, watched } from '../support.ts'

describe('the drivers of a cycle in a measurement', () => {
  const cycle = { tests: ['a.test.ts > adds', 'a.test.ts > subtracts'], files: [] }

  test.each([
    ['pass every time', [watched('a.test.ts > adds'), watched('a.test.ts > subtracts')], []],
    [
      'waver',
      [watched('a.test.ts > adds', 'passed', 'failed'), watched('a.test.ts > subtracts')],
      ['a.test.ts > adds'],
    ],
    ['are skipped', [watched('a.test.ts > adds', 'skipped'), watched('a.test.ts > subtracts')], ['a.test.ts > adds']],
    ['are absent', [watched('a.test.ts > subtracts')], ['a.test.ts > adds']],
    ['never ran', [], ['a.test.ts > adds', 'a.test.ts > subtracts']],
  ])('%s', (_, tests, missing) => {
    const report = reportDrivers(cycle, evidenceOf({ watched: tests }))
    expect(report.missing).toEqual(missing)
    expect(report.passing.length).toBe(2 - missing.length)
  })

  test('of a file that could not load are all its tests, and there must be one', () => {
    const file = { tests: [], files: ['a.test.ts'] }
    const loaded = evidenceOf({ watched: [watched('a.test.ts > adds'), watched('a.test.ts > old', 'failed')] })
    expect(reportDrivers(file, loaded)).toEqual({ passing: ['a.test.ts > adds'], missing: ['a.test.ts > old'] })
    expect(reportDrivers(file, evidenceOf())).toEqual({ passing: [], missing: ['a.test.ts'] })
  })

  describe('of a file whose tests the report gives no file', () => {
    const file = { tests: [], files: ['a.test.ts'] }
    const seen = (given: Parameters<typeof evidenceOf>[0]) => reportDrivers(file, evidenceOf(given))
    const both = [watched('adds'), watched('works')]

    test('are the new tests without a file, and all of them', () => {
      expect(seen({ watched: both, newPassing: ['adds'] })).toEqual({ passing: ['adds'], missing: [] })
      const wavering = [watched('adds', 'passed', 'failed'), watched('works')]
      expect(seen({ watched: wavering, newPassing: ['adds', 'works'] })).toEqual({
        passing: ['works'],
        missing: ['adds'],
      })
      const skipped = { watched: [watched('adds', 'skipped'), watched('works')], newSkipped: ['adds'] }
      expect(seen({ ...skipped, newPassing: ['works'] })).toEqual({ passing: ['works'], missing: ['adds'] })
      const failed = { watched: [watched('adds', 'failed')], comparison: { newlyFailing: ['adds'] } }
      expect(seen(failed)).toEqual({ passing: [], missing: ['adds'] })
    })

    test.each<[string, Parameters<typeof evidenceOf>[0]]>([
      ['no new test', { watched: both }],
      ['tests that have files', { watched: [...both, watched('b.test.ts > x')], newPassing: ['adds'] }],
      ['the file still not loading', { watched: both, newPassing: ['adds'], loadFailures: [notLoaded('a.test.ts')] }],
      ['some file not loading', { watched: both, newPassing: ['adds'], loadFailures: [notLoaded(null)] }],
    ])('are not there with %s', (_, given) => {
      expect(seen(given)).toEqual({ passing: [], missing: ['a.test.ts'] })
    })
  })

  test('are named once when both the test and its file drive', () => {
    const both = { tests: ['a.test.ts > adds'], files: ['a.test.ts'] }
    const report = reportDrivers(both, evidenceOf({ watched: [watched('a.test.ts > adds')] }))
    expect(report).toEqual({ passing: ['a.test.ts > adds'], missing: [] })
  })

  test('finish a cycle only where the measurement is worth something and there is a driver at all', () => {
    const passing = { watched: [watched('a.test.ts > adds')] }
    expect(isFinished(aCycle(), evidenceOf(passing))).toBe(true)
    expect(isFinished(aCycle(), evidenceOf({ ...passing, problems: [{ code: 'crash', message: 'died' }] }))).toBe(false)
    expect(isFinished(aCycle({ tests: [] }), evidenceOf(passing))).toBe(false)
  })
})

describe('files that a RED keeps from loading', () => {
  const changes = setOf(change('cart/cart_test.go', 'test'))
  const others = new Map([['2', aCycle({ subtask: '2', files: ['b.test.ts', 'cart'] })]])
  const known = stateOf({ knownLoadFailures: new Set(['old.test.ts', '']), cycles: others })

  test.each([
    ['its own file', 'cart/cart_test.go', stateOf(), 1],
    ['the package of its file', 'cart', stateOf(), 1],
    ['a file that no report names', null, stateOf(), 1],
    ['a file of the base that did not load before', 'old.test.ts', known, 0],
    ['an unnamed file, as at the base', null, known, 0],
    ['a file that another cycle waits for', 'b.test.ts', known, 0],
    ['a package that another cycle waits for and this RED changed too', 'cart', known, 1],
    ['a foreign file', 'c.test.ts', stateOf(), 1],
  ])('%s', (_, file, state, count) => {
    const evidence = evidenceOf({ loadFailures: [notLoaded(file)] })
    expect(newLoadFailures({ state, cycle: null, changes }, evidence).length).toBe(count)
  })

  test('a RED answers for its changes, the tests of its cycle, and the folders of both', () => {
    const cycle = aCycle({ watch: ['top.test.ts'] })
    expect([...ownPaths({ changes, cycle })].toSorted()).toEqual(['.', 'cart', 'cart/cart_test.go', 'top.test.ts'])
  })
})
