/** Helpers run what was announced beside the caller; only what a run alone would say counts. */

import { expect, test } from 'vitest'
import { noSpaceLeft } from '../../src/core/errors/files.ts'
import { EMPTY_RUN, type TestRun } from '../../src/core/model/test-run.ts'
import type { Execution, ExecutionRequest } from '../../src/test-runner/execution.ts'
import { EMPTY, type Measurer } from '../../src/test-runner/measurer.ts'
import { type SideOptions, sideBySide } from '../../src/test-runner/side-by-side.ts'

const WHOLE: ExecutionRequest = { files: null, coverage: true, repeat: 1, withCanary: false }
const ENDED = Promise.resolve()

function getRun(failing: readonly string[]): TestRun {
  const failed = { file: 'a.test.ts', outcome: 'failed', failure: null, attempts: [], retries: 0, mark: null } as const
  return { ...EMPTY_RUN, cases: failing.map((id) => ({ ...failed, id }) as never) }
}

interface Machine {
  /** Failing tests of each tree, alone and beside another run, and the times. */
  readonly alone?: Readonly<Record<string, readonly string[]>>
  readonly beside?: Readonly<Record<string, readonly string[]>>
  readonly besideMs?: number
  readonly aloneMs?: number
}

/** A machine with one cache and one helper, and the order in which runs begin on it. */
function createMachine(machine: Machine, options: Partial<SideOptions> = {}) {
  const { alone = {}, beside = {}, aloneMs = 1_000, besideMs = 1_000 } = machine
  const cache = new Map<string, Execution>()
  const ran: string[] = []
  const open = (name: string, given: Machine['alone'], durationMs: number): Measurer => ({
    notes: () => [],
    execute: async (tree, { files, repeat, onStart, isKept }) => {
      const key = JSON.stringify([tree, files, repeat])
      const known = cache.get(key)
      if (known) return { ...known, isCached: true }
      onStart?.()
      ran.push([name, tree, ...(files ?? [])].join(' '))
      await ENDED
      const execution: Execution = { ...EMPTY, run: getRun(given?.[tree] ?? []), durationMs }
      if (isKept?.(execution) !== false) cache.set(key, execution)
      return execution
    },
  })
  const openHelper = () =>
    Promise.resolve({ measurer: open('helper', beside, besideMs), [Symbol.asyncDispose]: () => ENDED })
  const caller = open('caller', alone, aloneMs)
  return { measurer: sideBySide(caller, { helpers: 1, isTrial: true, openHelper, ...options }), ran }
}

/** Lets everything that can run beside the caller end. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await ENDED
}

const TREES = ['base', 'a', 'b', 'c']
const ALONE = ['caller base', 'caller a', 'caller b', 'caller c']

const CASES: readonly (readonly [
  title: string,
  machine: Machine,
  options: Partial<SideOptions>,
  ran: readonly string[],
])[] = [
  [
    'the first runs alone, the helper runs those behind it',
    {},
    {},
    ['caller base', 'helper a', 'helper b', 'helper c'],
  ],
  ['without helpers the caller runs all', {}, { helpers: 0 }, ALONE],
  ['a suite that takes no time gets no helper', { aloneMs: 100 }, {}, ALONE],
  [
    'a new failure beside another run ends the trial, and the caller runs that tree again',
    { beside: { a: ['x'] } },
    {},
    ['caller base', 'helper a', 'caller a', 'caller b', 'caller c'],
  ],
  [
    'a test that fails on the base too is no reason to run again',
    { alone: { base: ['x'] }, beside: { a: ['x'] } },
    {},
    ['caller base', 'helper a', 'helper b', 'helper c'],
  ],
  [
    'a run that takes longer than alone is the last of the helper',
    { besideMs: 1_700 },
    {},
    ['caller base', 'helper a', 'caller b', 'caller c'],
  ],
  [
    'without a trial the helper begins at once, and goes on',
    { besideMs: 1_700 },
    { isTrial: false },
    ['caller base', 'helper a', 'helper b', 'helper c'],
  ],
]

test.each(CASES)('whole suites run side by side: %s', async (_, machine, options, ran) => {
  const { measurer, ran: seen } = createMachine(machine, options)
  await using side = measurer
  for (const tree of TREES) await side.execute(tree, { ...WHOLE, isEarly: true })
  const failing: unknown[] = []
  for (const tree of TREES) {
    const { run } = await side.execute(tree, WHOLE)
    failing.push([...run.cases].map(({ id }) => id))
    await settle()
  }
  expect(seen).toEqual(ran)
  expect(failing).toEqual(machine.alone ? [['x'], ['x'], [], []] : [[], [], [], []])
})

test('while a helper runs the tree of the caller, the caller runs the next one', async () => {
  const { measurer, ran } = createMachine({}, { isTrial: false })
  await using side = measurer
  for (const tree of TREES) await side.execute(tree, { ...WHOLE, isEarly: true })
  for (const tree of TREES) await side.execute(tree, WHOLE)
  expect(ran.filter((one) => one.startsWith('caller')).length).toBe(2)
  expect(ran.map((one) => one.slice(7)).toSorted()).toEqual(TREES.toSorted())
})

test('a failure of the caller beside a helper is repeated while no helper runs', async () => {
  const { measurer, ran } = createMachine({ alone: { b: ['x'] } })
  await using side = measurer
  for (const tree of ['base', 'a']) await side.execute(tree, { ...WHOLE, isEarly: true })
  await side.execute('base', WHOLE)
  await settle()
  const { run } = await side.execute('b', WHOLE)
  expect(ran).toEqual(['caller base', 'helper a', 'caller b', 'caller b'])
  expect(run.cases.map(({ id }) => id)).toEqual(['x'])
})

const CHANGED: ExecutionRequest = { ...WHOLE, files: ['a.test.ts'], coverage: false, original: 'base' }
const BESIDE: readonly (readonly [title: string, beside: Machine['beside'], ran: readonly string[]])[] = [
  [
    'where the unchanged code passes there, its failures count',
    { m1: ['x'] },
    ['helper base a.test.ts', 'helper m1 a.test.ts', 'helper m2 a.test.ts'],
  ],
  [
    'where the unchanged code fails there, the caller runs it alone',
    { base: ['x'] },
    ['helper base a.test.ts', 'caller m1 a.test.ts', 'caller m2 a.test.ts'],
  ],
]

test.each(BESIDE)('changed code runs beside other runs: %s', async (_, beside, ran) => {
  const { measurer, ran: seen } = createMachine({ alone: beside?.['m1'] ? { m1: ['x'] } : {}, beside: beside ?? {} })
  await using side = measurer
  await side.execute('base', { ...WHOLE, isEarly: true })
  await side.execute('a', { ...WHOLE, isEarly: true })
  await side.execute('base', WHOLE)
  await settle()
  for (const tree of ['m1', 'm2']) await side.execute(tree, { ...CHANGED, isEarly: true })
  await settle()
  for (const tree of ['m1', 'm2']) await side.execute(tree, CHANGED)
  expect(seen.slice(2)).toEqual(ran)
})

test('runs that were not announced stay with the caller', async () => {
  const { measurer, ran } = createMachine({})
  await using side = measurer
  await side.execute('base', { ...WHOLE, files: ['a.test.ts'] })
  await side.execute('a', { ...WHOLE, files: ['b.test.ts'] })
  expect(ran).toEqual(['caller base a.test.ts', 'caller a b.test.ts'])
})

test.each([
  ['for want of space', noSpaceLeft('There is no space left', null)],
  ['for want of files', Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' })],
])('a helper that cannot open %s leaves everything to the caller', async (_, error) => {
  const openHelper = () => Promise.reject(error)
  const { measurer, ran } = createMachine({}, { openHelper })
  await using side = measurer
  for (const tree of TREES) await side.execute(tree, { ...WHOLE, isEarly: true })
  for (const tree of TREES) await side.execute(tree, WHOLE)
  expect(ran).toEqual(ALONE)
})

test.each([
  ['at the next run of the caller', 'a'],
  ['at the end', null],
])('a helper that fails by a mistake of the program ends the run with its reason: %s', async (_, next) => {
  const openHelper = () => Promise.reject(new TypeError('x is not a function'))
  const { measurer } = createMachine({}, { openHelper })
  const measure = async () => {
    await using side = measurer
    for (const tree of TREES) await side.execute(tree, { ...WHOLE, isEarly: true })
    await side.execute('base', WHOLE)
    await settle()
    if (next !== null) await side.execute(next, WHOLE)
  }
  await expect(measure()).rejects.toThrow(new TypeError('x is not a function'))
})
