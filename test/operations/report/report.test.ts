import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { report } from '../../../src/operations/report/report.ts'
import { readersWithin, reportTools } from '../../../src/operations/report/tools.ts'
import { toReportChunks } from '../../../src/render/test-report/report-json.ts'
import { toReportText } from '../../../src/render/test-report/report-text.ts'
import { getFolder, getSharedFolder } from '../../support/folder.ts'
import { createRepository } from '../../support/repository.ts'
import { BIN, runCli, STAGE } from '../../support/run-cli.ts'
import { TOOLS } from '../../support/test-run.ts'

const dir = getSharedFolder({
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
    [['/a.txt'], ['adds', 'removes']],
  ])('%j', async (inputs, ids) => {
    expect(await read(inputs.map((path) => (path.startsWith('/') ? join(dir, path) : path)))).toEqual(ids)
  })
})

describe('refusals', () => {
  test.each([
    [['none.txt'], undefined, 'unreadable-report', 'none.txt does not exist'],
    [['*.none'], undefined, 'unreadable-report', '*.none matches no file'],
    [['empty.txt'], undefined, 'unreadable-report', 'empty.txt: the file is empty.'],
    [['out/notes.json'], undefined, 'unreadable-report', 'out/notes.json is of no known format'],
    [['broken.txt'], undefined, 'unreadable-report', 'broken.txt: line 2: no outcome'],
    [['a.txt'], 'wrods', 'unknown-format', 'no report format is called `wrods`; did you mean `words`?'],
    [[], undefined, 'bad-usage', 'no report named'],
  ])('%j as %s', async (inputs, format, code, message) => {
    await expect(read(inputs, format)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('XML that holds words of JUnit and is none is of no known format', async () => {
    const cwd = getFolder({ 'phpunit.xml': '<phpunit><testsuites><testsuite name="unit"/></testsuites></phpunit>' })
    const said = ask(cwd, ['phpunit.xml'])
    await expect(said).rejects.toMatchObject({ message: 'phpunit.xml is of no known format' })
  })

  test('the format can be said where the content does not tell', async () => {
    await expect(read(['out/notes.json'], 'words')).rejects.toMatchObject({ code: 'unreadable-report' })
    expect(await read(['a.txt'], 'words')).toEqual(['adds', 'removes'])
  })
})

/** A report with this many passing tests, none of which shares its class with a neighbour. */
const getJunit = (tests: number) =>
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
    const cwd = getFolder({ 'big.xml': getJunit(200_000) })
    await expect(ask(cwd, ['big.xml'], within(limits))).rejects.toMatchObject({
      code: 'unreadable-report',
      exit: 3,
      message,
    })
  })

  test('a large pipe is read in a thread too', async () => {
    await expect(ask(getFolder({}), ['-'], within({ memoryMb: 24 }), [getJunit(200_000)])).rejects.toMatchObject({
      code: 'unreadable-report',
      message: '-: reading it takes more memory than the limit of 24 MB.',
    })
  })

  test('what fits says what it says to any reader', async () => {
    const cwd = getFolder({ 'big.xml': getJunit(20_000) })
    const inThread = await ask(cwd, ['big.xml'], within({}))
    const here = await ask(cwd, ['big.xml'])
    const toText = ({ run }: typeof here) => [...toReportChunks(run, [])].join('') + toReportText(run, [], {})
    expect(toText(inThread)).toBe(toText(here))
  })

  test('an interruption ends the reading', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const cwd = getFolder({ 'big.xml': getJunit(20_000) })
    await expect(report({ inputs: ['big.xml'], cwd, stdin: [], signal }, within({}))).rejects.toThrow('enough')
  })
})

const LCOV = 'TN:\nSF:src/a.js\nDA:1,1\nDA:2,0\nLF:9\nLH:1\nend_of_record\n'

describe('what cannot be read takes nothing else away', () => {
  const PASSED = '<testsuite><testcase name="adds"/></testsuite>'
  const FAILED = '<testsuite><testcase name="pays"><failure message="no"/></testcase></testsuite>'
  const CUT_JSON =
    '{"numTotalTestSuites": 1, "numTotalTests": 1,\n"testResults": [{"name": "/a.test.js", "assertionResults": ['
  const cwd = getSharedFolder({
    'good/a.xml': FAILED,
    'mixed/a.xml': FAILED,
    'mixed/b.xml': '<testsuite><testcase name="x"/><testcase na',
    'mixed/c.json': CUT_JSON,
    'mixed/lcov.info': LCOV,
    'deep.xml': `<testsuite>${'<testsuite>'.repeat(300)}`,
  })

  test('the others are reported, and every refusal names its file and its fix', async () => {
    const { run, coverage, refusals } = await ask(cwd, ['none.xml', 'mixed', 'deep.xml'])
    expect(run).toMatchObject({
      isComplete: false,
      cases: [{ name: 'pays', outcome: 'failed' }, { name: 'x' }],
      runErrors: [expect.stringMatching(/^mixed\/b\.xml: line 1: the report ends inside/)],
    })
    expect(coverage).toHaveLength(1)
    expect(refusals).toMatchObject([
      { code: 'unreadable-report', message: 'none.xml does not exist' },
      { code: 'unreadable-report', message: expect.stringMatching(/^mixed\/c\.json: not valid JSON/) },
      {
        code: 'unreadable-report',
        message: expect.stringMatching(/^deep\.xml: .*nested deeper than limit depth \(256\)/),
        suggestion: expect.objectContaining({ text: expect.stringContaining('Split the report') }),
      },
    ])
    expect(refusals[1]?.suggestion.text).toContain('Run the tests again')
  })

  test('a broken report that quotes the words of a limit is no report beyond a limit', async () => {
    const quoting = getSharedFolder({
      'a.json':
        '{"numTotalTestSuites": 1, "numTotalTests": 1, "testResults": [], "than the limit": 1, "than the limit": 2}',
    })
    await expect(ask(quoting, ['a.json'])).rejects.toMatchObject({
      message: expect.stringContaining('than the limit'),
      suggestion: expect.objectContaining({ text: expect.stringContaining('Run the tests again') }),
    })
  })

  test('where all can be read nothing is refused', async () => {
    const { run, refusals } = await ask(cwd, ['good', 'mixed/lcov.info'])
    expect([run.isComplete, refusals]).toEqual([true, []])
  })

  test('where none can be read the refusal tells them all', async () => {
    await expect(ask(cwd, ['none.xml', 'mixed/c.json'])).rejects.toMatchObject({
      code: 'unreadable-report',
      exit: 3,
      message: expect.stringMatching(/^none\.xml does not exist\nmixed\/c\.json: not valid JSON/),
    })
  })

  test('what a report warns of names its file as well', async () => {
    const folder = getFolder({ 'a.xml': PASSED, 'b.xml': '<testsuite tests="9"><testcase name="x"/></testsuite>' })
    const { run } = await ask(folder, ['a.xml', 'b.xml'])
    expect(run.warnings).toEqual([expect.stringMatching(/^b\.xml: /)])
  })

  test('the command prints what was read, then what was not, and exits as what could not be measured', async () => {
    const args = ['report', 'mixed', 'none.xml']
    const [text, json] = await Promise.all([args, [...args, '--json']].map((words) => runCli(words, { cwd })))
    expect(text).toMatchObject({ code: 3, stdout: expect.stringContaining('✗ ? > pays') })
    expect(text?.stderr).toMatch(
      /^error \[unreadable-report\] none\.xml does not exist\n {2}-> .*\nerror \[unreadable-report\] mixed\/c\.json: /,
    )
    expect(json).toMatchObject({ code: 3, stderr: '' })
    const result = JSON.parse(json?.stdout ?? '')
    expect(result).toMatchObject({
      totals: { failed: 1 },
      isComplete: false,
      errors: [{ code: 'unreadable-report', message: 'none.xml does not exist' }, { code: 'unreadable-report' }],
    })
  })
})

describe('coverage says what it holds', () => {
  test('beside tests, with its warnings', async () => {
    const cwd = getFolder({ 'junit.xml': getJunit(1), 'lcov.info': LCOV })
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

  test('coverage of each file is shown, for files of a folder too', async () => {
    const cwd = getFolder({
      'out/a.xml': '<coverage line-rate="1"><packages/></coverage>',
      'out/b.json': '{"total":{"lines":{"total":4,"covered":3}}}',
    })
    const { coverage } = await ask(cwd, ['out'])
    expect(coverage.map(({ name, format }) => `${name} ${format}`)).toEqual([
      'out/a.xml cobertura',
      'out/b.json istanbul-summary',
    ])
  })

  test('and all together: hits of a line add up, and no file counts twice', async () => {
    const cwd = getFolder({
      'a.info': 'SF:a.js\nDA:1,1\nDA:2,0\nend_of_record\n',
      'b.info': 'SF:a.js\nDA:1,0\nDA:2,1\nend_of_record\n',
    })
    const { coverage, merged } = await ask(cwd, ['a.info', 'b.info'])
    expect(coverage.map((one) => one.coverage.totals.lines)).toEqual([
      { covered: 1, total: 2 },
      { covered: 1, total: 2 },
    ])
    expect(merged?.totals).toEqual({ lines: { covered: 2, total: 2 } })
    expect(merged?.files.map(({ path }) => path)).toEqual(['a.js'])
  })

  test('in a repository two names of one tracked file are one file', async () => {
    await using repository = await createRepository()
    await repository.commit('first', { 'src/a.js': 'a' })
    const cwd = getFolder({
      'a.info': 'SF:/app/src/a.js\nDA:1,1\nDA:2,0\nend_of_record\n',
      'b.info': 'SF:src/a.js\nDA:2,1\nend_of_record\n',
    })
    const { merged } = await ask(repository.dir, [join(cwd, 'a.info'), join(cwd, 'b.info')])
    expect(merged?.files.map(({ path, lines }) => [path, lines])).toEqual([['src/a.js', { covered: 2, total: 2 }]])
    expect(merged?.totals).toEqual({ lines: { covered: 2, total: 2 } })
  })

  test('in a repository an untracked file keeps its own name, with a note that its lines are ignored', async () => {
    await using repository = await createRepository()
    await repository.commit('first', { 'src/a.js': 'a' })
    const cwd = getFolder({
      'a.info': 'SF:src/a.js\nDA:1,1\nend_of_record\nSF:gone.js\nDA:1,1\nDA:2,0\nend_of_record\n',
      'b.info': 'SF:gone.js\nDA:2,1\nend_of_record\n',
    })
    const { merged, coverage } = await ask(repository.dir, [join(cwd, 'a.info'), join(cwd, 'b.info')])
    expect(merged?.files.map(({ path, lines }) => [path, lines])).toEqual([
      ['src/a.js', { covered: 1, total: 1 }],
      ['gone.js', { covered: 2, total: 2 }],
    ])
    expect(merged?.totals).toEqual({ lines: { covered: 3, total: 3 } })
    expect(merged?.warnings).toEqual(['gone.js is no tracked file: its lines are not looked at'])
    expect(coverage.map((one) => one.coverage.files.length)).toEqual([2, 1])
  })

  test('one relative path of two packages is two files, and one that may be both has no number', async () => {
    const told = (path: string, hits: number) => `SF:${path}\nDA:1,${hits}\nDA:2,${hits}\nend_of_record\n`
    await using repository = await createRepository()
    await repository.commit('first', {
      'packages/foo/src/index.js': 'a',
      'packages/bar/src/index.js': 'b',
      'packages/foo/coverage/lcov.info': told('src/index.js', 1),
      'packages/bar/coverage/lcov.info': told('src/index.js', 0),
    })
    const { merged } = await ask(repository.dir, ['packages'])
    expect(merged?.totals).toEqual({ lines: { covered: 2, total: 4 } })
    const cwd = getFolder({ 'a.info': told('src/index.js', 1) })
    expect((await ask(repository.dir, [join(cwd, 'a.info')])).merged).toMatchObject({ files: [], totals: {} })
    const near = await ask(join(repository.dir, 'packages/bar'), [join(cwd, 'a.info')])
    expect(near.merged?.files.map(({ path }) => path)).toEqual(['packages/bar/src/index.js'])
  })

  test('outside of a repository, the folders of reports tell files apart', async () => {
    const lcov = (hits: number) => `SF:src/index.js\nDA:1,${hits}\nend_of_record\n`
    const { merged } = await ask(getFolder({ 'foo/lcov.info': lcov(1), 'bar/lcov.info': lcov(0) }), ['.'])
    expect(merged?.totals).toEqual({ lines: { covered: 1, total: 2 } })
  })

  test('of tests alone there is none', async () => {
    expect((await ask(getFolder({ 'a.xml': getJunit(1) }), ['a.xml'])).merged).toBeNull()
  })

  test('the command tells one total for people, files and total for machines', async () => {
    const cwd = getFolder({
      'a.info': 'SF:a.js\nDA:1,1\nDA:2,0\nend_of_record\n',
      'b.info': 'SF:a.js\nDA:1,0\nDA:2,1\nend_of_record\n',
    })
    const said = await runCli(['report', 'a.info', 'b.info'], { entry: BIN, cwd })
    expect(said.stdout.match(/^ +lines .*$/gm)).toEqual(['  lines  100.0 %  2 of 2'])
    const json = await runCli(['report', 'a.info', 'b.info', '--json'], { entry: BIN, cwd })
    expect(JSON.parse(json.stdout).mergedCoverage).toMatchObject({
      totals: { lines: { covered: 2, total: 2, percent: 100 } },
      byFile: [{ path: 'a.js', lines: { covered: 2, total: 2, percent: 100 } }],
    })
  })

  test('in a repository, which of its files are no tracked ones, as the gate would see it', async () => {
    await using repository = await createRepository()
    await repository.commit('first', { 'a.txt': 'a' })
    const { coverage } = await ask(repository.dir, [resolve('test/fixtures/coverage/c8.lcov')])
    expect(coverage[0]?.coverage.warnings?.join('\n')).toContain('is no tracked file')
  })

  test('its format can be said', async () => {
    const cwd = getFolder({ 'x.info': LCOV })
    const { coverage } = await report({ inputs: ['x.info'], cwd, stdin: [], format: 'lcov' }, reportTools)
    expect(coverage).toHaveLength(1)
  })

  test('alone it proves no test, which is said, and is read all the same', async () => {
    const cwd = getFolder({ 'lcov.info': LCOV })
    const answer = await runCli(['report', 'lcov.info'], { entry: BIN, cwd })
    expect(answer.stdout).toContain('no test is proved')
    expect(answer.stdout).toContain('lines  50.0 %  1 of 2')
    expect(answer.code).toBe(0)
    const beside = getFolder({ 'lcov.info': LCOV, 'a.xml': getJunit(1) })
    expect((await runCli(['report', 'lcov.info', 'a.xml'], { entry: BIN, cwd: beside })).code).toBe(0)
  })
})

describe('a folder', () => {
  test('is searched for reports of any name, but not what was installed into it', async () => {
    const cwd = getFolder({
      'out/a.junit': getJunit(1),
      'out/lcov.info': LCOV,
      'out/cover.out': 'mode: set\na/b.go:1.1,2.2 1 1\n',
      'out/b.tap13': 'TAP version 13\nok 1 - x\n1..1\n',
      'out/node_modules/p/evil.xml': getJunit(3),
      'out/.git/evil.xml': getJunit(3),
    })
    const { run, coverage } = await ask(cwd, ['out'])
    expect(run.cases).toHaveLength(2)
    expect(coverage.map(({ format }) => format)).toEqual(['go-cover', 'lcov'])
  })

  test('and a glob: a file is read once, by however many names and links it is found', async () => {
    const cwd = getFolder({ 'a.xml': getJunit(1) })
    symlinkSync(join(cwd, 'a.xml'), join(cwd, 'b.xml'))
    symlinkSync(cwd, join(cwd, 'again'))
    for (const inputs of [['a.xml', 'b.xml'], ['.'], ['*.xml'], ['again/b.xml', './a.xml', 'again/again/a.xml']]) {
      const { run } = await ask(cwd, inputs)
      expect([run.cases.length, run.warnings]).toEqual([1, []])
    }
  })

  test.skipIf(process.getuid?.() === 0)('that may not be read is named with the reason', async () => {
    const cwd = getFolder({ 'locked/a.xml': getJunit(1) })
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
    const cwd = getFolder({ 'a.xml': getJunit(1) })
    symlinkSync('self.xml', join(cwd, 'self.xml'))
    await expect(ask(cwd, [input])).rejects.toMatchObject({
      code: 'unreadable-report',
      message: expect.stringContaining(reason),
    })
  })

  test('without a report says what was looked for', async () => {
    const cwd = getFolder({ 'out/notes.txt': 'x' })
    mkdirSync(join(cwd, 'empty'))
    for (const input of ['out', 'empty'])
      await expect(ask(cwd, [input])).rejects.toMatchObject({
        code: 'unreadable-report',
        message: expect.stringContaining(`no report in ${input}: looked for `),
      })
  })
})

describe('files are reported', () => {
  const failing =
    '<testsuite name="s"><testcase file="/ci/work/src/a.test.js" name="n"><failure message="no">Error: no\n    at /ci/work/src/a.test.js:7:3</failure></testcase></testsuite>'

  test('outside of a repository in the words of the reports', async () => {
    const cwd = getFolder({ 'a.xml': failing })
    const { run } = await ask(cwd, ['a.xml'])
    expect(run.cases).toMatchObject([
      { file: 'ci/work/src/a.test.js', failure: { at: 'ci/work/src/a.test.js', line: 7 } },
    ])
    const below = getFolder({})
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
  const cwd = getFolder({})
  writeFileSync(
    join(cwd, 'a.xml'),
    Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${getJunit(1)}`, 'utf16le'),
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
    const cwd = getFolder({ 'a.xml': xml })
    expect((await runCli(['report', 'a.xml'], { entry: BIN, cwd })).code).toBe(code)
  })

  test.each([
    ['testsuites', 'a.xml', '<testsuites/>'],
    ['TAP', 'a.tap', 'TAP version 13\n1..0\n'],
    ['a run of vitest', 'a.json', '{"numTotalTests":0,"numTotalTestSuites":0,"success":true,"testResults":[]}'],
  ])('says of an empty report that there is no test in it, and what to do: %s', async (_, name, content) => {
    const cwd = getFolder({ [name]: content, 'lcov.info': LCOV })
    const answer = await runCli(['report', name, 'lcov.info', '--json'], { entry: BIN, cwd })
    expect(answer.code).toBe(3)
    expect(JSON.parse(answer.stdout).errors).toEqual([
      {
        code: 'no-tests',
        message: `${name}: it contains no test.`,
        reason: 'A report contains no test.',
        suggestion: expect.stringMatching(/./),
      },
    ])
  })

  test('cuts nothing where there is no terminal', async () => {
    const name = `${'a-long-folder/'.repeat(12)}a.xml`
    const cwd = getFolder({ [name]: '<testsuite tests="9"><testcase name="x"/></testsuite>' })
    const { stdout } = await runCli(['report', name], { entry: BIN, cwd })
    expect(stdout).toContain(`warning: ${name}: the report claims 9 tests`)
  })

  test('prints people one page and machines one object', async () => {
    expect((await run(['a.txt'])).stdout).toContain('2 tests: 1 passed, 1 failed')
    expect(JSON.parse((await run(['a.txt', '--json'])).stdout).totals).toMatchObject({ total: 2, failed: 1 })
    expect(JSON.parse((await run(['none.txt', '--json'])).stdout).error.code).toBe('unreadable-report')
  })
})
