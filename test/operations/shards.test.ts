import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { shareOut } from '../support/sharded.ts'

const CONFIG = `version: 1\ntest: { command: 'true', reports: [r.xml] }\npaths: { tests: ['test/**'] }\n`
/** Four test files, of which the last fails and will: they lie in different slices. */
const BASE: Files = {
  '.github/tdd-gate.yml': CONFIG,
  'src/base': 'one two three\n',
  'test/a.test.txt': 'a: one\n',
  'test/c.test.txt': 'c: two\nold: nothing\n',
  'test/e.test.txt': 'e: three\nluck: unlucky lottery\n',
  'test/g.test.txt': 'g: nothing\n',
}

const red = (task: string, file: string, text: string) => ['red', task, { [`test/${file}.test.txt`]: text }] as const
const green = (task: string, files: Files) => ['green', task, files] as const
type Step = readonly [phase: 'red' | 'green' | 'refactor' | 'neutral', task: string | null, files: Files]

async function reportAll(steps: readonly Step[]) {
  await using branch = await createBranch(BASE)
  for (const [phase, task, files] of steps)
    await branch.commit(`${phase}\n\n${task === null ? '' : `Task: ${task}\n`}Phase: ${phase}\n`, files)
  const shared = shareOut(branch)
  return { whole: await shared.whole(), shards: [await shared.inShards(2), await shared.inShards(3)] }
}

const STORIES: readonly (readonly [string, readonly Step[], readonly string[]])[] = [
  [
    'several subtasks, whose tests lie in different slices',
    [
      red('1', 'b', 'b: four\n'),
      green('1', { 'src/b': 'four\n' }),
      red('2', 'd', 'd: five\n'),
      red('3', 'f', 'import six\nf: six\n'),
      green('2', { 'src/d': 'five\n' }),
      green('3', { 'src/f': 'six\n' }),
    ],
    ['red 1 accepted', 'green 1 accepted', 'red 2 accepted', 'red 3 accepted', 'green 2 accepted', 'green 3 accepted'],
  ],
  [
    'a failure by chance, in a file that the change does not reach',
    [red('1', 'b', 'b: four\n'), green('1', { 'src/b': 'four lottery\n' })],
    ['red 1 accepted', 'green 1 accepted'],
  ],
  [
    'known failures of the base, in a file that a cycle works on and in others',
    [red('1', 'c', 'c: two\nold: nothing\nnew: four\n'), green('1', { 'src/b': 'four\n' }), red('2', 'b', 'b: five\n')],
    ['red 1 accepted', 'green 1 accepted', 'red 2 accepted'],
  ],
  [
    'a GREEN that breaks a test of another slice, and is fixed',
    [
      red('1', 'b', 'b: four\n'),
      green('1', { 'src/b': 'four\n', 'src/base': 'one two\n' }),
      green('1', { 'src/base': 'one two three\n' }),
      red('2', 'd', 'd: five\n'),
      green('2', { 'src/d': 'five\n', 'src/base': 'two three\n' }),
      green('2', { 'src/base': 'one two three\n' }),
    ],
    [
      'red 1 accepted',
      'green 1 rejected superseded',
      'green 1 accepted',
      'red 2 accepted',
      'green 2 rejected superseded',
    ],
  ],
  [
    'new files in front, which move all others to other slices, known failures too',
    [
      red('1', '0', '0: four\n'),
      green('1', { 'src/b': 'four\n' }),
      red('2', '1', '1: five\n'),
      green('2', { 'src/d': 'five\n' }),
      ['refactor', null, { 'src/b': '\nfour\n' }],
    ],
    ['red 1 accepted', 'green 1 accepted', 'red 2 accepted', 'green 2 accepted', 'refactor null accepted'],
  ],
]

/** Dozens of walks over real commits, on a machine that may be busy. */
const LONG = 300_000

describe('what shards measured is judged as if one job had measured everything', () => {
  test.each(STORIES)('%s', { timeout: LONG }, async (_, steps, verdicts) => {
    const { whole, shards } = await reportAll(steps)
    expect(whole.slice(0, verdicts.length).map((line) => line.split(':')[0])).toEqual(verdicts)
    for (const result of shards) expect(result).toEqual(whole)
  })

  test('whatever the commits do', { timeout: LONG }, async () => {
    const property = fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 7 }), async (steps) => {
      const { whole, shards } = await reportAll(steps)
      for (const outcome of shards) expect(outcome).toEqual(whole)
    })
    await fc.assert(property, { numRuns: RUNS })
  })
})

/** Each takes seconds; raise it to look for longer. */
const RUNS = Number(process.env['SHARD_LAW_RUNS'] ?? 2)
const WORDS = ['one', 'two', 'four', 'four', 'five', 'five', 'nothing', 'skip'] as const
const anyWord = fc.constantFrom(...WORDS)
const anyTests = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(anyWord, { minLength: 1, maxLength: 2 })
      .map((words) => words.map((word, n) => `t${n}: ${word}\n`).join('')),
  },
  { weight: 1, arbitrary: anyWord.map((word) => `import ${word}\nloaded: one\n`) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const anyTestFile = fc.constantFrom('a', 'b', 'c', 'd', 'e').map((name) => `test/${name}.test.txt`)
const ALL = ['one', 'two', 'three', 'four', 'five']
/** Mostly everything that tests want, so that branches get somewhere; a number makes it a change. */
const anyProduction = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: fc.constant(ALL) }, fc.subarray(ALL, { minLength: 3 })), fc.nat(99))
  .map(([words, n]): Files => ({ 'src/base': `${words.join(' ')} ${n}\n` }))
const anyTask = fc.constantFrom('1', '2')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant('red' as const),
      anyTask,
      fc.dictionary(anyTestFile, anyTests, { minKeys: 1, maxKeys: 2 }),
    ),
  },
  { weight: 5, arbitrary: fc.tuple(fc.constant('green' as const), anyTask, anyProduction) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('refactor' as const), fc.constant(null), anyProduction) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('neutral' as const), fc.constant(null), fc.constant<Files>({ Makefile: 'all:\n' })),
  },
)
