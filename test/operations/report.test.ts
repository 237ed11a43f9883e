import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { report } from '../../src/operations/report.ts'
import { readersWithin, reportTools } from '../../src/operations/report-tools.ts'
import { folderOf, sharedFolderOf } from '../support/folder.ts'
import { createRepository } from '../support/repository.ts'
import { BIN, runCli, STAGE } from '../support/run-cli.ts'
import { TOOLS } from '../support/test-run.ts'

const dir = sharedFolderOf({
  'a.txt': 'passed adds\nfailed removes\n',
  'green.txt': 'passed adds\n',
  'out/b.xml': 'passed pays\n',
  'out/deep/c.json': 'skipped waits\n',
  'out/notes.json': '{}',
  'out/deep/image.png': 'passed as an image\n',
  'empty.txt': '',
  'broken.txt': 'passed a\nnonsense\n',
})
symlinkSync(join(dir, 'out'), join(dir, 'link'))
symlinkSync(join(dir, 'green.txt'), join(dir, 'link.txt'))

const read = async (inputs: readonly string[], format?: string) =>
  (
    await report(
      { inputs, cwd: dir, stdin: ['passed from a pipe\n'], ...(format === undefined ? {} : { format }) },
      TOOLS,
    )
  ).run.cases.map(({ id }) => id)

describe('inputs', () => {
  test.each([
    [['a.txt'], ['adds', 'removes']],
    [
      ['a.txt', 'out/b.xml'],
      ['adds', 'removes', 'pays'],
    ],
    [
      ['a.txt', './a.txt'],
      ['adds', 'removes'],
    ],
    [['out'], ['pays', 'waits']],
    [
      ['out/**/*.json', 'out/*.xml'],
      ['waits', 'pays'],
    ],
    [['-'], ['from a pipe']],
    [['-', '-'], ['from a pipe']],
    [['link.txt'], ['adds']],
    [[join(dir, 'a.txt')], ['adds', 'removes']],
  ])('%j', async (inputs, ids) => {
    expect(await read(inputs)).toEqual(ids)
  })
})

describe('refusals', () => {
  test.each([
    [['none.txt'], undefined, 'unreadable-report', 'none.txt does not exist'],
    [['*.none'], undefined, 'unreadable-report', 'no file is named by *.none'],
    [['empty.txt'], undefined, 'unreadable-report', 'empty.txt: the file is empty.'],
    [['out/notes.json'], undefined, 'unreadable-report', 'out/notes.json is of no known format'],
    [['broken.txt'], undefined, 'unreadable-report', 'broken.txt: line 2: no outcome'],
    [['a.txt'], 'wrods', 'unknown-format', 'no report format is called `wrods`; did you mean `words`?'],
    [[], undefined, 'bad-usage', 'no report is named'],
  ])('%j as %s', async (inputs, format, code, message) => {
    await expect(read(inputs, format)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('the format can be said where the content does not tell', async () => {
    await expect(read(['out/notes.json'], 'words')).rejects.toMatchObject({ code: 'unreadable-report' })
    expect(await read(['a.txt'], 'words')).toEqual(['adds', 'removes'])
  })
})

/** A report that tells so many passing tests, none of which has the class of its neighbour. */
const junitOf = (tests: number) =>
  `<testsuite>${Array.from({ length: tests }, (_, n) => `<testcase classname="com.example.module${n}" name="does thing number ${n}" time="0.001"/>`).join('\n')}</testsuite>`
const ask = (cwd: string, inputs: readonly string[], tools = reportTools, stdin: readonly string[] = []) =>
  report({ inputs, cwd, stdin }, tools)

describe('a large report is read in a thread of its own, within limits', () => {
  const within = (limits: { memoryMb?: number; timeMs?: number }) => ({
    ...reportTools,
    ...readersWithin({ memoryMb: 2_048, timeMs: 120_000, ...limits }, 1_000_000),
  })

  test.each([
    ['the memory', { memoryMb: 24 }, 'big.xml: reading it takes more memory than the limit of 24 MB.'],
    ['the time', { timeMs: 1 }, 'big.xml: reading it takes longer than the limit of 1 ms.'],
  ])('beyond %s it is refused, and the reason names the limit', async (_, limits, message) => {
    const cwd = folderOf({ 'big.xml': junitOf(200_000) })
    await expect(ask(cwd, ['big.xml'], within(limits))).rejects.toMatchObject({
      code: 'unreadable-report',
      exit: 3,
      message,
    })
  })

  test('a pipe as well', async () => {
    await expect(ask(folderOf({}), ['-'], within({ memoryMb: 24 }), [junitOf(200_000)])).rejects.toMatchObject({
      code: 'unreadable-report',
      message: '-: reading it takes more memory than the limit of 24 MB.',
    })
  })

  test('what fits says what it says to any reader', async () => {
    const cwd = folderOf({ 'big.xml': junitOf(20_000) })
    expect(await ask(cwd, ['big.xml'], within({}))).toEqual(await ask(cwd, ['big.xml']))
  })

  test('an interruption ends the reading', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const cwd = folderOf({ 'big.xml': junitOf(20_000) })
    await expect(report({ inputs: ['big.xml'], cwd, stdin: [], signal }, within({}))).rejects.toThrow('enough')
  })
})

const LCOV = 'TN:\nSF:src/a.js\nDA:1,1\nDA:2,0\nLF:9\nLH:1\nend_of_record\n'

describe('coverage says what it holds', () => {
  test('beside tests, with its warnings', async () => {
    const cwd = folderOf({ 'junit.xml': junitOf(1), 'lcov.info': LCOV })
    const { run, coverage } = await ask(cwd, ['junit.xml', 'lcov.info'])
    expect(run.cases).toHaveLength(1)
    expect(coverage).toMatchObject([
      {
        name: 'lcov.info',
        format: 'lcov',
        coverage: { totals: { lines: { covered: 1, total: 2 } }, warnings: [expect.stringContaining('src/a.js')] },
      },
    ])
  })

  test('each file for itself, found in a folder as well', async () => {
    const cwd = folderOf({
      'out/a.xml': '<coverage line-rate="1"><packages/></coverage>',
      'out/b.json': '{"total":{"lines":{"total":4,"covered":3}}}',
    })
    const { coverage } = await ask(cwd, ['out'])
    expect(coverage.map(({ name, format }) => `${name} ${format}`)).toEqual([
      'out/a.xml cobertura',
      'out/b.json istanbul-summary',
    ])
  })

  test('in a repository, which of its files are no tracked ones, as the gate would see it', async () => {
    await using repository = await createRepository()
    await repository.commit('first', { 'a.txt': 'a' })
    const { coverage } = await ask(repository.dir, [resolve('test/fixtures/coverage/c8.lcov')])
    expect(coverage[0]?.coverage.warnings?.join('\n')).toContain('is no tracked file')
  })

  test('its format can be said', async () => {
    const cwd = folderOf({ 'x.info': LCOV })
    const { coverage } = await report({ inputs: ['x.info'], cwd, stdin: [], format: 'lcov' }, reportTools)
    expect(coverage).toHaveLength(1)
  })

  test('alone it proves no test', async () => {
    const cwd = folderOf({ 'lcov.info': LCOV })
    const answer = await runCli(['report', 'lcov.info'], { entry: BIN, cwd })
    expect(answer.stdout).toContain('lines  50.0 %  1 of 2')
    expect(answer.code).toBe(3)
    const beside = folderOf({ 'lcov.info': LCOV, 'a.xml': junitOf(1) })
    expect((await runCli(['report', 'lcov.info', 'a.xml'], { entry: BIN, cwd: beside })).code).toBe(0)
  })
})

describe('a folder', () => {
  test('is searched for reports of any name, but not what was installed into it', async () => {
    const cwd = folderOf({
      'out/a.junit': junitOf(1),
      'out/lcov.info': LCOV,
      'out/cover.out': 'mode: set\na/b.go:1.1,2.2 1 1\n',
      'out/b.tap13': 'TAP version 13\nok 1 - x\n1..1\n',
      'out/node_modules/p/evil.xml': junitOf(3),
      'out/.git/evil.xml': junitOf(3),
    })
    const { run, coverage } = await ask(cwd, ['out'])
    expect(run.cases).toHaveLength(2)
    expect(coverage.map(({ format }) => format)).toEqual(['go-cover', 'lcov'])
  })

  test('and a glob: a file is read once, by however many names and links it is found', async () => {
    const cwd = folderOf({ 'a.xml': junitOf(1) })
    symlinkSync(join(cwd, 'a.xml'), join(cwd, 'b.xml'))
    symlinkSync(cwd, join(cwd, 'again'))
    for (const inputs of [['a.xml', 'b.xml'], ['.'], ['*.xml'], ['again/b.xml', './a.xml', 'again/again/a.xml']]) {
      const { run } = await ask(cwd, inputs)
      expect([run.cases.length, run.warnings]).toEqual([1, []])
    }
  })

  test.skipIf(process.getuid?.() === 0)('that may not be read is named with the reason', async () => {
    const cwd = folderOf({ 'locked/a.xml': junitOf(1) })
    chmodSync(join(cwd, 'locked'), 0)
    try {
      for (const input of ['locked', 'locked/a.xml'])
        await expect(ask(cwd, [input])).rejects.toMatchObject({
          code: 'unreadable-report',
          message: expect.stringMatching(/^locked.*EACCES/),
        })
    } finally {
      chmodSync(join(cwd, 'locked'), 0o755)
    }
  })

  test.each([
    ['a name that is too long', `${'x'.repeat(5_000)}.xml`, 'ENAMETOOLONG'],
    ['a path through a file', 'a.xml/b.xml', 'a.xml/b.xml does not exist'],
    ['a link to itself', 'self.xml', 'ELOOP'],
    ['a name with NUL', 'a\0.xml', 'null bytes'],
  ])('%s is refused in words', async (_, input, reason) => {
    const cwd = folderOf({ 'a.xml': junitOf(1) })
    symlinkSync('self.xml', join(cwd, 'self.xml'))
    await expect(ask(cwd, [input])).rejects.toMatchObject({
      code: 'unreadable-report',
      message: expect.stringContaining(reason),
    })
  })

  test('without a report says what was looked for', async () => {
    const cwd = folderOf({ 'out/notes.txt': 'x' })
    mkdirSync(join(cwd, 'empty'))
    for (const input of ['out', 'empty'])
      await expect(ask(cwd, [input])).rejects.toMatchObject({
        code: 'unreadable-report',
        message: expect.stringContaining(`no report in ${input}: looked for `),
      })
  })
})

describe('files are told', () => {
  const failing =
    '<testsuite name="s"><testcase file="/ci/work/src/a.test.js" name="n"><failure message="no">Error: no\n    at /ci/work/src/a.test.js:7:3</failure></testcase></testsuite>'

  test('outside of a repository in the words of the reports', async () => {
    const cwd = folderOf({ 'a.xml': failing })
    const { run } = await ask(cwd, ['a.xml'])
    expect(run.cases).toMatchObject([
      { file: 'ci/work/src/a.test.js', failure: { at: 'ci/work/src/a.test.js', line: 7 } },
    ])
    const below = folderOf({})
    writeFileSync(join(below, 'a.xml'), failing.replaceAll('/ci/work', below))
    expect((await ask(below, ['a.xml'])).run.cases).toMatchObject([
      { file: 'src/a.test.js', id: 'src/a.test.js > s > n' },
    ])
  })

  test('in a repository by the files of the working tree, new ones as well', async () => {
    await using repository = await createRepository()
    await repository.commit('first', { 'a.txt': 'a', '.gitignore': 'out' })
    mkdirSync(join(repository.dir, 'src'))
    writeFileSync(join(repository.dir, 'src/a.test.js'), '')
    mkdirSync(join(repository.dir, 'out'))
    writeFileSync(join(repository.dir, 'out/a.xml'), failing)
    expect((await ask(repository.dir, ['out/a.xml'])).run.cases).toMatchObject([{ file: 'src/a.test.js' }])
  })
})

test('a report in UTF-16 is recognised', async () => {
  const cwd = folderOf({})
  writeFileSync(
    join(cwd, 'a.xml'),
    Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${junitOf(1)}`, 'utf16le'),
  )
  expect((await ask(cwd, ['a.xml'])).run.cases).toHaveLength(1)
})

describe('the command', () => {
  const run = (args: readonly string[], input = '') => runCli(['report', ...args], { entry: STAGE, cwd: dir, input })

  test.each([
    [['a.txt'], '', 1],
    [['green.txt'], '', 0],
    [['-'], 'passed x\n', 0],
    [['none.txt'], '', 3],
    [['a.txt', '--format', 'zebra'], '', 2],
    [[], '', 2],
  ])('%j exits with what the tests say', async (args, input, code) => {
    expect((await run(args, input)).code).toBe(code)
  })

  test.each([
    ['a failing test', '<testsuite><testcase name="n"><failure/></testcase></testsuite>', 1],
    [
      'a failing test of a header that denies it',
      '<testsuite tests="1" failures="0"><testcase name="n"><failure/></testcase></testsuite>',
      1,
    ],
    ['failures that nothing shows', '<testsuite failures="1"><testcase name="n"/></testsuite>', 1],
    ['a report that was cut after a failure', '<testsuite><testcase name="n"><failure/></testcase><testcase', 1],
    ['a report that was cut before any', '<testsuite><testcase name="n"/><testcase', 3],
    ['a report without a test', '<testsuite/>', 3],
    ['a passing test', '<testsuite><testcase name="n"/></testsuite>', 0],
  ])('%s', async (_, xml, code) => {
    const cwd = folderOf({ 'a.xml': xml })
    expect((await runCli(['report', 'a.xml'], { entry: BIN, cwd })).code).toBe(code)
  })

  test('prints people one page and machines one object', async () => {
    expect((await run(['a.txt'])).stdout).toContain('2 tests: 1 passed, 1 failed')
    expect(JSON.parse((await run(['a.txt', '--json'])).stdout).totals).toMatchObject({ total: 2, failed: 1 })
    expect(JSON.parse((await run(['none.txt', '--json'])).stdout).error.code).toBe('unreadable-report')
  })
})
