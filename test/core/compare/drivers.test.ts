import { describe, expect, test } from 'vitest'
import { isFinished, newLoadFailures, ownPaths, reportDrivers } from '../../../src/core/compare/drivers.ts'
import { aCycle, getState, setOf } from '../rules/support.ts'
import { change, getEvidence, notLoaded, tracked } from '../support.ts'

describe('the drivers of a cycle in a measurement', () => {
  const cycle = { tests: ['a.test.ts > adds', 'a.test.ts > subtracts'], files: [] }

  test.each([
    ['pass every time', [tracked('a.test.ts > adds'), tracked('a.test.ts > subtracts')], []],
    [
      'waver',
      [tracked('a.test.ts > adds', 'passed', 'failed'), tracked('a.test.ts > subtracts')],
      ['a.test.ts > adds'],
    ],
    ['are skipped', [tracked('a.test.ts > adds', 'skipped'), tracked('a.test.ts > subtracts')], ['a.test.ts > adds']],
    ['are absent', [tracked('a.test.ts > subtracts')], ['a.test.ts > adds']],
    ['never ran', [], ['a.test.ts > adds', 'a.test.ts > subtracts']],
  ])('%s', (_, tests, missing) => {
    const report = reportDrivers(cycle, getEvidence({ watched: tests }))
    expect(report.missing).toEqual(missing)
    expect(report.passing.length).toBe(2 - missing.length)
  })

  test('all tests of a file that could not load are drivers, and there must be one', () => {
    const file = { tests: [], files: ['a.test.ts'] }
    const loaded = getEvidence({ watched: [tracked('a.test.ts > adds'), tracked('a.test.ts > old', 'failed')] })
    expect(reportDrivers(file, loaded)).toEqual({ passing: ['a.test.ts > adds'], missing: ['a.test.ts > old'] })
    expect(reportDrivers(file, getEvidence())).toEqual({ passing: [], missing: ['a.test.ts'] })
  })

  describe('of a file whose tests the report gives no file', () => {
    const file = { tests: [], files: ['a.test.ts'] }
    const seen = (given: Parameters<typeof getEvidence>[0]) => reportDrivers(file, getEvidence(given))
    const both = [tracked('adds'), tracked('works')]

    test('are the new tests without a file, and all of them', () => {
      expect(seen({ watched: both, newPassing: ['adds'] })).toEqual({ passing: ['adds'], missing: [] })
      const wavering = [tracked('adds', 'passed', 'failed'), tracked('works')]
      expect(seen({ watched: wavering, newPassing: ['adds', 'works'] })).toEqual({
        passing: ['works'],
        missing: ['adds'],
      })
      const skipped = { watched: [tracked('adds', 'skipped'), tracked('works')], newSkipped: ['adds'] }
      expect(seen({ ...skipped, newPassing: ['works'] })).toEqual({ passing: ['works'], missing: ['adds'] })
      const failed = { watched: [tracked('adds', 'failed')], comparison: { newlyFailing: ['adds'] } }
      expect(seen(failed)).toEqual({ passing: [], missing: ['adds'] })
    })

    test.each<[string, Parameters<typeof getEvidence>[0]]>([
      ['no new test', { watched: both }],
      ['tests that have files', { watched: [...both, tracked('b.test.ts > x')], newPassing: ['adds'] }],
      ['the file still not loading', { watched: both, newPassing: ['adds'], loadFailures: [notLoaded('a.test.ts')] }],
      ['some file not loading', { watched: both, newPassing: ['adds'], loadFailures: [notLoaded(null)] }],
    ])('are not there with %s', (_, given) => {
      expect(seen(given)).toEqual({ passing: [], missing: ['a.test.ts'] })
    })
  })

  test('are named once when both the test and its file drive', () => {
    const both = { tests: ['a.test.ts > adds'], files: ['a.test.ts'] }
    const report = reportDrivers(both, getEvidence({ watched: [tracked('a.test.ts > adds')] }))
    expect(report).toEqual({ passing: ['a.test.ts > adds'], missing: [] })
  })

  test('finish a cycle only where the measurement is worth something and there is a driver at all', () => {
    const passing = { watched: [tracked('a.test.ts > adds')] }
    expect(isFinished(aCycle(), getEvidence(passing))).toBe(true)
    expect(isFinished(aCycle(), getEvidence({ ...passing, problems: [{ code: 'crash', message: 'died' }] }))).toBe(
      false,
    )
    expect(isFinished(aCycle({ tests: [] }), getEvidence(passing))).toBe(false)
  })
})

describe('files that a RED keeps from loading', () => {
  const changes = setOf(change('cart/cart_test.go', 'test'))
  const others = new Map([['2', aCycle({ subtask: '2', files: ['b.test.ts', 'cart'] })]])
  const known = getState({ knownLoadFailures: new Set(['old.test.ts', '']), cycles: others })

  test.each([
    ['its own file', 'cart/cart_test.go', getState(), 1],
    ['the package of its file', 'cart', getState(), 1],
    ['a file that no report names', null, getState(), 1],
    ['a file of the base that did not load before', 'old.test.ts', known, 0],
    ['an unnamed file, as at the base', null, known, 0],
    ['a file that another cycle waits for', 'b.test.ts', known, 0],
    ['a package that another cycle waits for and this RED changed too', 'cart', known, 1],
    ['a foreign file', 'c.test.ts', getState(), 1],
  ])('%s', (_, file, state, count) => {
    const evidence = getEvidence({ loadFailures: [notLoaded(file)] })
    expect(newLoadFailures({ state, cycle: null, changes }, evidence).length).toBe(count)
  })

  test('a RED answers for its changes, the tests of its cycle, and the folders of both', () => {
    const cycle = aCycle({ watch: ['top.test.ts'] })
    expect([...ownPaths({ changes, cycle })].toSorted()).toEqual(['.', 'cart', 'cart/cart_test.go', 'top.test.ts'])
  })
})
