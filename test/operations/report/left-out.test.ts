import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { report } from '../../../src/operations/report/report.ts'
import { reportTools } from '../../../src/operations/report/tools.ts'
import { getFolder } from '../../support/folder.ts'
import { BIN, runCli } from '../../support/run-cli.ts'

const GOOD = '<testsuite name="s"><testcase name="n"/></testsuite>'
const FAILING = '<?xml version="1.0" encoding="utf-16"?><testsuite><testcase name="n"><failure/></testcase></testsuite>'
const beside = (name: string, content: string | Uint8Array) => getFolder({ 'good.xml': GOOD, [name]: content })
const ask = (cwd: string, inputs: readonly string[] = ['*']) => report({ inputs, cwd, stdin: [] }, reportTools)

describe('beside a good report, a report that could not be read is an error', () => {
  test.each([
    ['cut in its first tag', 'a.xml', '<testsui'],
    ['cut behind the declaration', 'a.xml', '<?xml version="1.0"?>'],
    ['cut in a comment', 'a.xml', `<!-- ${'x'.repeat(70_000)}`],
    ['of tests, in a format that no reader knows', 'a.xml', '<TestResultLog><TestCase/></TestResultLog>'],
    ['compressed', 'a.xml', gzipSync(GOOD)],
    ['compressed, and named so', 'a.xml.gz', gzipSync(GOOD)],
    ['JSON behind the words of npm', 'a.json', '\n> vitest run\n{"numFailedTests":1,"testResults":[]}'],
    ['JSON that was cut', 'a.json', '{"numFailedTests":1,"testRes'],
    ['JSON of two documents', 'a.json', '{}{}'],
    ['TAP of no version that there is', 'a.tap', 'TAP version 15\nok 1\n'],
    ['words where TAP belongs', 'a.tap', 'Error: Cannot find module tape\n'],
    ['words in TRX', 'a.trx', 'no tests\n'],
    ['a line of no event', 'a.jsonl', '{"event":"x"}\n'],
    ['a line of no event', 'a.ndjson', '{"event":"x"}\n'],
    ['coverage without a record', 'a.info', 'hello\n'],
    ['coverage without a record', 'a.lcov', 'hello\n'],
    ['text where subunit belongs', 'a.subunit', 'hello\n'],
    ['XML by its first bytes, whatever it is called', 'report', '<?xml version="1.0"?>\n<testsui'],
    ['an upper-case name', 'A.XML', '<testsui'],
  ])('%s: %s', async (_, name, content) => {
    const { run, refusals } = await ask(beside(name, content))
    expect(refusals).toMatchObject([
      {
        code: 'unreadable-report',
        exit: 3,
        message: `${name} cannot be read: it matches no known format.`,
        suggestion: expect.objectContaining({
          text: expect.stringMatching(
            /^If it is not a report, name only the reports. Name its format with --format: subunit, /,
          ),
        }),
      },
    ])
    expect(run).toMatchObject({ isComplete: false, cases: [{ name: 'n' }] })
  })

  test('all of them are named, but not without end', async () => {
    const broken = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${10 + n}.xml`, '<testsui']))
    const { refusals } = await ask(getFolder({ ...broken, 'good.xml': GOOD }))
    expect(refusals).toMatchObject([
      { message: expect.stringMatching(/^10\.xml, 11\.xml, .* and 20 more cannot be read: /) },
    ])
  })

  test('and the exit code of the command is that of what could not be read', async () => {
    const answer = await runCli(['report', '.'], { entry: BIN, cwd: beside('a.xml', '<testsui') })
    expect([answer.code, answer.stderr]).toEqual([3, expect.stringContaining('a.xml cannot be read')])
  })
})

describe('a file whose content shows that it is no report is left out with a warning', () => {
  test.each([
    ['JSON', 'package.json', '{"name":"p"}'],
    ['JSON larger than what is looked at first', 'data.json', JSON.stringify({ text: 'x'.repeat(200_000) })],
    ['JSON with a byte order mark', 'a.json', '\ufeff{}'],
    ['JSON with comments', 'tsconfig.json', '// "\n{ /* " */ "a": "// no", "b": [1, 2,], }\n'],
    ['a web page', 'index.html', '<!doctype html><html></html>'],
    ['a web page in XML', 'page.xml', '<?xml version="1.0"?><!DOCTYPE html><html><body/></html>'],
    ['a picture', 'icon.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a project of Maven', 'pom.xml', '<?xml version="1.0"?>\n<project><modelVersion/></project>'],
    ['findings of a linter', 'checkstyle.xml', '<checkstyle version="1"><file name="a"/></checkstyle>'],
    ['an assembly of Maven', 'assembly.xml', '<assembly xmlns="x"><id>bin</id></assembly>'],
    ['inspections of an IDE', 'idea.xml', '<inspections profile="Default"><group/></inspections>'],
    ["TestNG's own plan", 'testng-failed.xml', '<!DOCTYPE suite SYSTEM "x">\n<suite name="Failed suite"/>'],
    ['text', 'notes.txt', 'hello\n'],
    ['a log', 'run.log', '\n> vitest run\n{"a":1}\n'],
    ['a program', 'a.out', '\u007fELF'],
    ['a compressed log', 'run.log.gz', gzipSync('hello')],
  ])('%s: %s', async (_, name, content) => {
    const { run } = await ask(beside(name, content))
    expect(run.cases).toHaveLength(1)
    expect(run.warnings).toEqual([`${name} is of no known format and was left out`])
  })
})

test.each([
  ['little', (bytes: Buffer) => bytes],
  ['big', (bytes: Buffer) => bytes.swap16()],
])('XML in UTF-16 without a byte order mark is read: %s end first', async (_, order) => {
  const cwd = beside('a.xml', order(Buffer.from(FAILING, 'utf16le')))
  expect((await ask(cwd)).run.cases.map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
})

test('a file that was named and has an unknown format is an error', async () => {
  await expect(ask(beside('a.xml', '<testsui'), ['a.xml'])).rejects.toMatchObject({
    message: 'a.xml is of no known format',
  })
})

test.each(['"\\"', '/*', '//', '"', '/**', ',,', '{"a":'])(
  'a file of %j repeated is an unreadable report, and reading it takes less than three seconds of CPU',
  async (piece) => {
    const cwd = beside('a.json', piece.repeat(900_000 / piece.length))
    const begin = process.cpuUsage()
    expect((await ask(cwd)).refusals).toMatchObject([{ code: 'unreadable-report' }])
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(3_000)
  },
)
