/** Criterion and cmocka write JUnit XML and TAP of one run: both tell the same. */
import { describe, expect, test } from 'vitest'
import type { ParsedReport } from '../../src/reports/format.ts'
import { junit } from '../../src/reports/formats/junit.ts'
import { tap } from '../../src/reports/formats/tap.ts'
import { differences, getTruth } from '../support/corpus.ts'
import { obeysTheLaws } from '../support/laws.ts'
import { parseText, recorded } from '../support/recorded.ts'

const read = (path: string) => parseText(path.endsWith('.tap') ? tap : junit, recorded(path))
const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)
const getFailures = ({ cases }: ParsedReport) =>
  Object.fromEntries(cases.flatMap(({ name, failure }) => (failure ? [[name, [failure.kind, failure.message]]] : [])))

describe.each(['xml', 'tap'])('Criterion: %s', (format) => {
  const report = read(`criterion/out/results.${format}`)

  test('has the tests and outcomes of the console', () => {
    expect(differences(getTruth('criterion'), report.cases, 'full')).toEqual([])
    expect(report.isComplete).toBe(true)
    expect(report.cases[4]).toMatchObject({ suite: ['basic'], name: 'times_out' })
  })

  test('says why a test failed', () => {
    expect(getFailures(report)).toMatchObject({
      fails: ['assertion', expect.stringMatching(/not <3> & "no"$/)],
      fails_twice: ['assertion', expect.stringMatching(/second/)],
      squares: ['assertion', expect.stringMatching(/3 is too much$/)],
      times_out: ['timeout', expect.stringContaining('timed out')],
      crashes: ['crash', expect.stringMatching(/crashed|unexpected signal/)],
      is_kept: ['crash', expect.stringMatching(/crashed|unexpected signal/)],
      exits: ['crash', expect.stringMatching(/no assertion failed/)],
    })
  })
})

describe.each(['xml', 'tap'])('cmocka: %s', (format) => {
  const report = read(`cmocka/out/results.${format}`)

  test('has the tests and outcomes of the console', () => {
    const title = format === 'xml' ? 'full' : 'name'
    expect(differences(getTruth('cmocka'), report.cases, title)).toEqual([])
  })

  test('says why a test failed', () => {
    expect(getFailures(report)).toMatchObject({
      crashes: ['crash', expect.anything()],
      is_kept: ['error', expect.stringContaining('Test setup failed')],
    })
  })
})

test('TAP of cmocka tells the set-up of a group that failed, which is no test', () => {
  const { hookFailures } = read('cmocka/out/results.tap')
  expect(hookFailures).toEqual([{ file: null, suite: ['kept <all>'], message: 'group setup failed' }])
})

describe('each group of cmocka has a plan of its own', () => {
  test('what passes is a whole run', () => {
    const report = read('cmocka/out/groups.tap')
    expect(report).toMatchObject({ runErrors: [], isComplete: true, warnings: [] })
    expect(report.cases.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual(Array(3).fill('adds: passed'))
  })

  test('a group that breaks off is incomplete, and one without an entry has not begun', () => {
    expect(lines('1..1', 'ok 1 - a', '1..2', 'ok 1 - b')).toMatchObject({ runErrors: [], isComplete: false })
    expect(lines('1..1', 'ok 1 - a', '1..1')).toMatchObject({ runErrors: [], isComplete: true })
  })

  test('results beyond a plan that none follows are an error of the run', () => {
    expect(lines('1..1', 'ok 1 - a', 'ok 2 - b', '1..1').runErrors).toEqual([
      'the plan says 1 tests, the report holds 2',
    ])
  })
})

describe('what only begins like them keeps its name', () => {
  const getNames = (...text: readonly string[]) => lines(...text).cases.map(({ name }) => name)

  test.each([
    [
      ['1..2', 'ok - a::b  (0.00s)', 'ok - adds two'],
      ['a::b  (0.00s)', 'adds two'],
    ],
    [['1..1', 'ok - a::b'], ['a::b']],
    [['1..1', 'not ok 1 - a [  FAILED  ] GROUP'], ['a [  FAILED  ] GROUP']],
    [
      ['1..2', 'ok 1 # skip no_network', 'not ok 2 # SKIP no network'],
      ['1', '2'],
    ],
  ])('%j', (text, names) => {
    expect(getNames(...text)).toEqual(names)
  })
})

obeysTheLaws(tap, recorded('criterion/out/results.tap'))
