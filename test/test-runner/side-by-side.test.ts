/** Helpers run whole suites beside the caller; only what a run alone would say counts. */
import { expect, test } from 'vitest'
import { EMPTY_RUN, type TestRun } from '../../src/core/model/test-run.ts'
import { EMPTY, type Execution, type ExecutionRequest, type Measurer } from '../../src/test-runner/measurer.ts'
import { type HelperOptions, type SideOptions, sideBySide } from '../../src/test-runner/side-by-side.ts'

const WHOLE: ExecutionRequest = { files: null, coverage: true, repeat: 1, withCanary: false }
const ENDED = Promise.resolve()

function getRun(failing: readonly string[]): TestRun {
  const failed = { file: 'a.test.ts', outcome: 'failed', failure: null, attempts: [], retries: 0, mark: null } as const
  return { ...EMPTY_RUN, cases: failing.map((id) => ({ ...failed, id }) as never) }
}

interface Machine {
  /** Failing tests and time of each tree, alone and beside another run. */
  readonly alone?: Readonly<Record<string, readonly string[]>>
  readonly beside?: Readonly<Record<string, readonly string[]>>
  readonly besideMs?: number
  readonly aloneMs?: number
}

/** A machine with one cache and one helper, and the order in which runs end on it. */
function createMachine(machine: Machine, options: Partial<SideOptions> = {}) {
  const { alone = {}, beside = {}, aloneMs = 1_000, besideMs = 1_000 } = machine
  const cache = new Map<string, Execution>()
  const ran: string[] = []
  const open = (
    name: string,
    given: Machine['alone'],
    durationMs: number,
    isKept = (_: TestRun) => true,
  ): Measurer => ({
    folder: name,
    notes: () => [],
    execute: async (tree, { files }) => {
      const known = files === null ? cache.get(tree) : undefined
      if (known) return { ...known, isCached: true }
      await ENDED
      ran.push(`${name} ${files === null ? tree : files.join()}`)
      const execution: Execution = { ...EMPTY, run: getRun(given?.[tree] ?? []), durationMs }
      if (files === null && isKept(execution.run)) cache.set(tree, execution)
      return execution
    },
  })
  const openHelper = async ({ isKept }: HelperOptions) => ({
    measurer: open('helper', beside, besideMs, isKept),
    [Symbol.asyncDispose]: () => ENDED,
  })
  const trees = ['base', 'a', 'b', 'c']
  const measurer = sideBySide(open('caller', alone, aloneMs), {
    trees,
    request: WHOLE,
    helpers: 1,
    isTrial: true,
    openHelper,
    ...options,
  })
  return { measurer, ran }
}

/** Lets everything that can run beside the caller end. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await ENDED
}

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
  ['without helpers the caller runs all', {}, { helpers: 0 }, ['caller base', 'caller a', 'caller b', 'caller c']],
  [
    'a suite that takes no time gets no helper',
    { aloneMs: 100 },
    {},
    ['caller base', 'caller a', 'caller b', 'caller c'],
  ],
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
    'without a trial the helper goes on',
    { besideMs: 1_700 },
    { isTrial: false },
    ['caller base', 'helper a', 'helper b', 'helper c'],
  ],
  [
    'a tree that no caller names beforehand runs alone',
    {},
    { trees: ['base'] },
    ['caller base', 'caller a', 'caller b', 'caller c'],
  ],
]

test.each(CASES)('whole suites run side by side: %s', async (_, machine, options, ran) => {
  const { measurer, ran: seen } = createMachine(machine, options)
  await using side = measurer
  const failing: unknown[] = []
  for (const tree of ['base', 'a', 'b', 'c']) {
    const { run } = await side.execute(tree, WHOLE)
    failing.push([...run.cases].map(({ id }) => id))
    await settle()
  }
  expect(seen).toEqual(ran)
  expect(failing).toEqual(machine.alone ? [['x'], ['x'], [], []] : [[], [], [], []])
})

test('runs of single files, and repeated runs, stay with the caller', async () => {
  const { measurer, ran } = createMachine({})
  await using side = measurer
  await side.execute('base', { ...WHOLE, files: ['a.test.ts'] })
  await side.execute('a', { ...WHOLE, files: ['b.test.ts'] })
  expect(ran).toEqual(['caller a.test.ts', 'caller b.test.ts'])
})

test('a helper that cannot open leaves everything to the caller', async () => {
  const openHelper = () => Promise.reject(new Error('no space'))
  const { measurer, ran } = createMachine({}, { openHelper })
  await using side = measurer
  await side.execute('base', WHOLE)
  await settle()
  await side.execute('a', WHOLE)
  expect(ran).toEqual(['caller base', 'caller a'])
})
