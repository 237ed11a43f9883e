/** The stories that every test runner must pass: one project per runner, one branch per story, one verdict each. */
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { detectSuites } from '../../src/test-runner/runners/detect.ts'
import { type Branch, createBranch, type Judged } from './branch.ts'
import type { Body, Dialect, Spec, StoryName, Subject } from './dialect.ts'
import type { Files } from './repository.ts'

/** Long enough for the runner on a busy machine; the story that hangs waits for it to the end, and uses no processor. */
const TIMEOUT = '25s'
/** While this file is there, the guarded command ends without a report. */
const MARK = 'test/fixtures/mute.txt'

const KEEPS: Spec = { name: 'keeps five', input: 5, output: 5 }
const ZERO: Spec = { name: 'keeps zero', input: 0, output: 0 }
const TENTH: Spec = { name: 'takes a tenth', input: 200, output: 20 }
const NEW: Spec = { name: 'is new', input: 1, output: 2 }
const PRICE: Subject = { module: 'price' }
const DISCOUNT: Subject = { module: 'discount' }
const ROWS = [
  [100, 10],
  [200, 20],
] as const

interface Step {
  readonly phase: 'red' | 'green' | 'refactor'
  readonly files: Files
}

interface Story {
  readonly name: string
  readonly key?: StoryName
  readonly steps: (dialect: Dialect) => readonly Step[]
  /** The last verdict, unless the dialect says another. */
  readonly last: string
  /** Every verdict before; accepted unless it is said. */
  readonly before?: string
  /** Words of the last finding, where its rule alone does not say why. */
  readonly because?: string
  readonly isGuarded?: boolean
  /** Covered by each runner's own story or a recorded report; slow runners repeat it only where the verdict differs. */
  readonly isQuickOnly?: boolean
}

const red = (files: Files): Step => ({ phase: 'red', files })
const green = (files: Files): Step => ({ phase: 'green', files })
const testFile = (dialect: Dialect, subject: Subject, specs: readonly Spec[]): Files => ({
  [dialect.testPath(subject.module)]: dialect.tests(subject, specs),
})
const text = (dialect: Dialect, content: string): Files => ({ [dialect.testPath('discount')]: content })
const source = (dialect: Dialect, module: string, body: Body, symbol = module): Files => ({
  [dialect.sourcePath(module)]: dialect.source(symbol, body),
})
const rows = (dialect: Dialect, count: number): Files => text(dialect, dialect.rows(DISCOUNT, ROWS.slice(0, count)))
const STILL_FAILING = 'green attempt: green-passes-drivers'

const STORIES: readonly Story[] = [
  {
    name: 'a test that hangs is not measured, and never RED',
    key: 'hang',
    steps: (d) => [red(text(d, d.texts.hang))],
    last: 'red unmeasured: measurement-agrees',
    because: 'The test command was still running after its time limit',
  },
  {
    name: 'a command that writes no report is not measured, whatever its exit code, and never RED',
    key: 'mute',
    steps: (d) => [red({ ...testFile(d, DISCOUNT, [TENTH]), [MARK]: 'exit 1' }), red({ [MARK]: 'exit 0' })],
    last: 'red unmeasured: measurement-agrees',
    before: 'red unmeasured: measurement-agrees',
    because: 'The test command ended with exit code 0 and wrote no report',
    isGuarded: true,
    isQuickOnly: true,
  },
  {
    name: 'one row of a parametrised test dropped later has vanished',
    key: 'rows',
    steps: (d) => [
      red(rows(d, 2)),
      green(source(d, 'discount', 'tenth')),
      red({ ...rows(d, 1), ...testFile(d, PRICE, [KEEPS, ZERO, NEW]) }),
    ],
    last: 'red rejected: no-test-vanished',
    isQuickOnly: true,
  },
  {
    name: 'a test skipped by a later commit is silenced',
    key: 'skip',
    steps: (d) => [red(testFile(d, PRICE, [KEEPS, { ...ZERO, mode: 'skip' }, NEW]))],
    last: 'red rejected: no-test-silenced',
    isQuickOnly: true,
  },
  {
    name: 'a test that is only announced drives nothing',
    key: 'todo',
    steps: (d) => [red(testFile(d, DISCOUNT, [{ ...TENTH, mode: 'todo' }]))],
    last: 'red rejected: red-has-driver',
    isQuickOnly: true,
  },
  {
    name: 'a test that runs alone silences the others',
    key: 'only',
    steps: (d) => [red(testFile(d, PRICE, [KEEPS, ZERO, { ...NEW, mode: 'only' }]))],
    last: 'red rejected: no-test-silenced',
    isQuickOnly: true,
  },
  {
    name: 'two tests of one name in one file are told apart by their number',
    key: 'duplicates',
    steps: (d) => [
      red(testFile(d, DISCOUNT, [TENTH, { ...TENTH, input: 300, output: 30 }])),
      green(source(d, 'discount', 'tenth')),
    ],
    last: 'green accepted',
    isQuickOnly: true,
  },
  {
    name: 'production code that ends the process with success is never GREEN',
    key: 'exit',
    steps: (d) => [red(testFile(d, DISCOUNT, [TENTH])), green(source(d, 'discount', 'exit'))],
    last: 'green unmeasured: measurement-agrees',
  },
  {
    name: 'an unhandled rejection, after all tests passed, is not green',
    key: 'rejection',
    steps: (d) => [red(testFile(d, DISCOUNT, [TENTH])), green(source(d, 'discount', 'rejection'))],
    last: 'green rejected: suite-is-green',
  },
  {
    name: 'an empty test file is not RED',
    key: 'empty',
    steps: (d) => [red(text(d, d.texts.empty))],
    last: 'red rejected: red-has-driver',
    isQuickOnly: true,
  },
  {
    name: 'production code turns no syntax error of a test file',
    key: 'syntax',
    steps: (d) => [red(text(d, d.texts.syntaxError)), green(source(d, 'discount', 'tenth'))],
    last: STILL_FAILING,
    isQuickOnly: true,
  },
  {
    name: 'production code installs no package',
    key: 'package',
    steps: (d) => [red(text(d, d.texts.missingPackage)), green(source(d, 'discount', 'tenth'))],
    last: STILL_FAILING,
    isQuickOnly: true,
  },
]

/** All cycles on one branch, so that each tree is measured once. */
const cycles = (d: Dialect): readonly Step[] => [
  red(testFile(d, DISCOUNT, [TENTH])),
  green(source(d, 'discount', 'twentieth')),
  green(source(d, 'discount', 'tenth')),
  ...(d.pace === 'quick' ? furtherCycles(d) : []),
]

/** The own stories of slow runners cover their messages about missing code; the consequences are the same for all. */
const furtherCycles = (d: Dialect): readonly Step[] => [
  { phase: 'refactor', files: source(d, 'discount', 'tenth-otherwise') },
  red(testFile(d, { module: 'tax' }, [TENTH])),
  green(source(d, 'tax', 'tenth')),
  red(testFile(d, { module: 'stock', symbol: 'missing' }, [TENTH])),
  green(source(d, 'stock', 'tenth', 'missing')),
]
const FURTHER = ['refactor accepted', 'red accepted', 'green accepted', 'red accepted', 'green accepted']

/** Registers all stories of one runner. */
export function printStories(dialect: Dialect): void {
  const isOwn = ({ key }: Story) => key !== undefined && key in dialect.told
  const stories = STORIES.filter((story) => dialect.pace === 'quick' || isOwn(story) || story.isQuickOnly !== true)
  let branch: Branch
  beforeAll(async () => {
    branch = await createBranch(getBase(dialect))
    if (dialect.isNode)
      await symlink(dialect.packages ?? resolve('node_modules'), join(branch.repo.dir, 'node_modules'))
    await writeFile(guarded(), guardedConfig(dialect))
    await write('cycles', cycles(dialect))
    for (const [index, story] of stories.entries()) await write(`story-${index}`, story.steps(dialect))
    await branch.verify({ head: firstOf(1) })
  })
  afterAll(() => branch[Symbol.asyncDispose]())

  const firstOf = (count: number) => `cycles~${cycles(dialect).length - count}`
  const guarded = () => join(branch.repo.dir, '..', 'guarded.yml')
  const write = async (name: string, steps: readonly Step[]) => {
    await branch.repo.git('checkout', '--quiet', '-b', name, 'main')
    for (const { phase, files } of steps) await branch[phase](files)
  }

  describe.concurrent(`a cycle with ${dialect.name}`, () => {
    test('RED, attempt, GREEN; with quick ones REFACTOR, RED by a missing module and by a missing export', async ({
      expect,
    }) => {
      const attempt = await branch.verify({ head: firstOf(2) })
      expect(attempt).toMatchObject({ conclusion: 'in_progress' })
      const result = await branch.verify({ head: 'cycles' })
      expect(result.verdicts, why(result)).toEqual([
        'red accepted',
        'green attempt: green-passes-drivers (superseded)',
        'green accepted',
        ...(dialect.pace === 'quick' ? FURTHER : []),
      ])
      expect(result.conclusion).toBe('success')
      const drivers = result.decision.commits.map(({ proved }) => proved)
      expect(drivers[0]).toEqual([dialect.idOf('discount', TENTH.name)])
      expect(drivers[2]).toEqual([dialect.idOf('discount', TENTH.name)])
      if (dialect.pace !== 'quick') return
      expect(drivers[5]).toEqual([dialect.idOf('tax', TENTH.name)])
      expect(drivers[7]).toEqual([dialect.idOf('stock', TENTH.name)])
    })

    for (const [index, story] of stories.entries()) {
      const said = story.key && story.key in dialect.told ? dialect.told[story.key] : story.last
      if (said === null) continue
      test(story.name, async ({ expect }) => {
        const options = { head: `story-${index}`, ...(story.isGuarded ? { config: guarded() } : {}) }
        const outcome = await branch.verify(options)
        const before = outcome.verdicts.slice(0, -1)
        expect(outcome.verdicts.at(-1), why(outcome)).toBe(said)
        expect(before.every((verdict) => verdict.endsWith(story.before ?? 'accepted'))).toBe(true)
        expect(why(outcome)).toContain((story.key && dialect.because?.[story.key]) ?? story.because ?? '')
        expect(outcome.conclusion).toBe(concludedBy(said ?? ''))
        if (story.key === 'rows') {
          const [first, second, third] = outcome.decision.commits
          expect([first?.proved, second?.proved]).toEqual([dialect.rowIds('discount'), dialect.rowIds('discount')])
          expect(third?.comparison.vanished).toEqual([dialect.rowIds('discount').at(-1)])
        }
      })
    }
  })
}

/** Returns the conclusion of a branch by its last verdict, when everything before was accepted. */
function concludedBy(verdict: string): Judged['conclusion'] {
  if (verdict.includes('rejected')) return 'failure'
  if (verdict === 'green accepted') return 'success'
  return verdict.includes('unmeasured') ? 'unmeasurable' : 'in_progress'
}

/** Returns the findings, for a reader of a failed story. */
function why(result: Judged): string {
  const found = result.decision.commits.flatMap(({ findings }) =>
    findings.map(({ rule, message }) => `${rule}: ${message}`),
  )
  return [...found, ''].join('\n')
}

function getBase(dialect: Dialect): Files {
  return {
    ...dialect.project,
    '.gitignore': 'node_modules\n__pycache__/\n',
    '.github/tdd-gate.yml': `version: 1\ntest:\n  timeout: ${dialect.timeout ?? TIMEOUT}\n  reruns: 1\n  env: [NODE_COMPILE_CACHE]\n`,
    ...source(dialect, 'price', 'same'),
    ...source(dialect, 'discount', 'same'),
    ...source(dialect, 'stock', 'same'),
    ...testFile(dialect, PRICE, [KEEPS, ZERO]),
  }
}

/** The detected command, which ends before it starts where a commit says so. */
function guardedConfig(dialect: Dialect): string {
  const files = getBase(dialect)
  const read = (path: string) => (typeof files[path] === 'string' ? files[path] : null)
  const [suite] = detectSuites({ files: Object.keys(files), read }).suites
  const command = `test ! -f ${MARK} || . ./${MARK}; ${suite?.command}`
  return JSON.stringify({
    version: 1,
    test: { command, reports: suite?.reports, timeout: dialect.timeout ?? TIMEOUT, reruns: 1 },
  })
}
