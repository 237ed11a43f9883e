/** Drivers that accept another value, told by how they end with values altered and with values dropped. */
import { expect, test } from 'vitest'
import type { RunIndex } from '../../src/core/compare/compare.ts'
import type { Outcome, TestCase, TestId } from '../../src/core/model/test-run.ts'
import { assertsItself, findUnpinned } from '../../src/trials/emptied/unpinned.ts'

const DRIVER = 'test/total.test.js > adds up' as TestId

interface Runs {
  readonly altered: Outcome
  /** Null where the driver did not run. */
  readonly dropped: Outcome | null
}

const toIndex = (outcome: Outcome | null): RunIndex =>
  new Map(outcome ? [[DRIVER, { id: DRIVER, outcome }]] : []) as unknown as RunIndex
const find = ({ altered, dropped }: Runs) =>
  findUnpinned([DRIVER], {
    functions: ['sum'],
    run: async (way) => toIndex(way === 'altered' ? altered : dropped),
    runWithData: async () => null,
  })

test.each<readonly [title: string, runs: Runs, found: readonly TestId[]]>([
  ['demands the value', { altered: 'failed', dropped: 'failed' }, []],
  ['demands an effect, and no value at all', { altered: 'passed', dropped: 'passed' }, []],
  ['demands a value of the type', { altered: 'passed', dropped: 'failed' }, [DRIVER]],
  [
    'calls old code that fails without a value, and asserts nothing',
    { altered: 'passed', dropped: 'errored' },
    [DRIVER],
  ],
  ['does not run without a value', { altered: 'passed', dropped: null }, []],
])('a driver that %s', async (_, runs, found) => {
  expect(await find(runs)).toEqual(found)
})

test('a driver that is made of data of the commit is another one with other data', async () => {
  const other = new Map([['test/total.test.js > adds 2', { outcome: 'failed' }]]) as unknown as RunIndex
  const made = (withData: RunIndex) =>
    findUnpinned([DRIVER], {
      functions: ['sum'],
      run: async () => toIndex('failed'),
      runWithData: async () => withData,
    })
  expect(await made(other)).toEqual([DRIVER])
  expect(await made(new Map())).toEqual([])
})

const failing = (more: object) =>
  new Map([[DRIVER, { id: DRIVER, file: 'test/total.test.js', outcome: 'failed', ...more }]]) as unknown as ReadonlyMap<
    TestId,
    TestCase
  >

test.each([
  ['its own assertion', { failure: { kind: 'assertion', at: 'test/total.test.js' } }, true],
  ['an assertion of the code', { failure: { kind: 'assertion', at: 'src/total.js' } }, false],
  ['an exception', { failure: { kind: 'error', at: 'test/total.test.js' } }, false],
  ['nothing', { outcome: 'passed', failure: null }, false],
])('a driver that fails with values altered by %s needs no run with empty functions: %o, %s', (_, more, is) => {
  expect(assertsItself(failing(more), DRIVER)).toBe(is)
})
