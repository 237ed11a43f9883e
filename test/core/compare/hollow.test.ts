/** Which drivers need no production code, by runs with its functions emptied. */
import { expect, test } from 'vitest'
import { refusedDrivers, reportHollow } from '../../../src/core/compare/hollow.ts'
import { getEmptied } from '../support.ts'

const drivers = { passing: ['a', 'b', 'c'], missing: [] }

test.each([
  ['every driver notices', {}, []],
  ['one passes whatever the code does', { hollow: ['b'] }, ['b']],
  ['one only asks that nothing throws', { weak: ['b'] }, []],
  ['all only ask that nothing throws', { noticed: 0, weak: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
  [
    'some ask for nothing, the others that nothing throws',
    { noticed: 0, hollow: ['c'], weak: ['a', 'b'] },
    ['a', 'b', 'c'],
  ],
  ['what passed before does not count', { noticed: 0, weak: ['a'] }, ['a']],
  ['one could not be tried', { untried: ['b'] }, []],
  ['one could not be tried, the others ask for nothing', { noticed: 0, untried: ['b'], weak: ['a', 'c'] }, []],
  ['data changed too', { hollow: ['b'], notEmptied: ['src/a.json'] }, []],
  ['nothing could be emptied', { hollow: ['b'], functions: 0 }, []],
  ['tests that are no drivers', { hollow: ['z'] }, []],
])('%s', (_, seen, refused) => {
  expect(refusedDrivers(reportHollow({}, drivers, getEmptied(seen)))).toEqual(refused)
})

test('a driver that was refused by an assertion at RED asked for something', () => {
  const report = reportHollow(
    { asserting: ['a', 'b'] },
    drivers,
    getEmptied({ noticed: 0, hollow: ['a', 'c'], weak: ['b'] }),
  )
  expect(report).toMatchObject({ hollow: ['c'], weak: [] })
  expect(refusedDrivers(report)).toEqual(['c'])
})

const NAMES_ONLY = [
  ['none', { weak: ['a'], untried: ['b'] }, [], []],
  ['one that ran and one that did not', { weak: ['a'], untried: ['b'], namesOnly: ['a', 'b'] }, ['a'], ['b']],
  ['a test that is no driver of the cycle', { weak: ['z'], namesOnly: ['z'] }, [], []],
  ['a driver whose own assertion did not fail at RED', { weak: ['c'], namesOnly: ['c'] }, [], []],
] as const
test.each(NAMES_ONLY)(
  'drivers that asked for a name only are told apart, and refuse nothing: %s',
  (_, seen, weak, untried) => {
    const report = reportHollow({ asserting: ['a', 'b', 'z'] }, drivers, getEmptied({ noticed: 0, ...seen }))
    expect(report.namesOnly).toEqual({ weak, untried })
    expect(report.isNothingAsserted).toBe(false)
    expect(refusedDrivers(report)).toEqual([])
  },
)
