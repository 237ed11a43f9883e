import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../src/reports/detect.ts'
import { LIMITS, ReportError } from '../../src/reports/format.ts'
import { type FormatName, reportFormats } from '../../src/reports/index.ts'
import { BROKEN, READABLE, REFUSED, utf8, utf16le } from '../support/hostile-xml.ts'

type DotnetName = 'xunit-net' | 'nunit2' | 'nunit3' | 'trx'
const read = (format: DotnetName, text: string) => reportFormats[format].parse([utf8(text)])
const getOutcomes = (format: DotnetName, text: string) =>
  read(format, text).cases.map(({ name, outcome, mark }) => [name, outcome, mark])

const xunit = (inner: string, about = '') =>
  `<assemblies><assembly name="a.dll"${about}><collection>${inner}</collection></assembly></assemblies>`
const nunit2 = (inner: string, about = '') =>
  `<test-results name="a.dll"${about}><test-suite type="Assembly" name="a.dll"><results>${inner}</results></test-suite></test-results>`
const nunit3 = (inner: string, about = '') =>
  `<test-run id="2"${about}><test-suite type="Assembly" name="a.dll">${inner}</test-suite></test-run>`
const trx = (results: string, summary = '<ResultSummary outcome="Completed"/>', definitions = '') =>
  `<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>${results}</Results><TestDefinitions>${definitions}</TestDefinitions>${summary}</TestRun>`

describe('what is no verdict is never a pass', () => {
  test.each([
    ['Pass', 'passed'],
    ['Fail', 'failed'],
    ['Skip', 'skipped'],
    ['NotRun', 'skipped'],
    ['Sideways', 'errored'],
    ['', 'errored'],
  ])('xUnit.net: %s is %s', (result, outcome) => {
    expect(getOutcomes('xunit-net', xunit(`<test name="n" result="${result}"/>`))).toEqual([['n', outcome, null]])
  })

  test.each([
    ['result="Passed"', 'passed'],
    ['result="Failed"', 'failed'],
    ['result="Failed(Child)"', 'failed'],
    ['result="Failed" label="Error"', 'errored'],
    ['result="Failed" label="Invalid"', 'errored'],
    ['result="Failed" label="Cancelled"', 'errored'],
    ['result="Skipped"', 'skipped'],
    ['result="Inconclusive"', 'skipped'],
    ['result="Warning"', 'skipped'],
    ['runstate="NotRunnable" result="Passed"', 'errored'],
    ['result="Sideways"', 'errored'],
    ['', 'errored'],
  ])('NUnit 3: %s is %s', (attributes, outcome) => {
    expect(getOutcomes('nunit3', nunit3(`<test-case name="n" ${attributes}/>`))).toEqual([['n', outcome, null]])
  })

  test.each([
    ['result="Success"', 'passed'],
    ['executed="True" success="True"', 'passed'],
    ['executed="true" success="false"', 'failed'],
    ['executed="False" success="False"', 'skipped'],
    ['result="Failure"', 'failed'],
    ['result="Error"', 'errored'],
    ['result="Cancelled"', 'errored'],
    ['result="NotRunnable" executed="False"', 'errored'],
    ['result="Ignored"', 'skipped'],
    ['result="Skipped"', 'skipped'],
    ['result="Inconclusive"', 'skipped'],
    ['result="Success" success="False"', 'errored'],
    ['result="Success" success="True" executed="False"', 'skipped'],
    ['result="Success" executed="True"', 'passed'],
    ['result="Failure" executed="False"', 'failed'],
    ['result="Sideways"', 'errored'],
    ['', 'errored'],
  ])('NUnit 2: %s is %s', (attributes, outcome) => {
    expect(getOutcomes('nunit2', nunit2(`<test-case name="n" ${attributes}/>`))).toEqual([['n', outcome, null]])
  })

  test.each([
    ['Passed', 'passed', null],
    ['PassedButRunAborted', 'passed', null],
    ['Failed', 'failed', 'assertion'],
    ['Error', 'errored', 'error'],
    ['Timeout', 'errored', 'timeout'],
    ['Aborted', 'errored', 'crash'],
    ['InProgress', 'errored', 'crash'],
    ['Disconnected', 'errored', 'infrastructure'],
    ['NotRunnable', 'errored', 'error'],
    ['NotExecuted', 'skipped', null],
    ['Inconclusive', 'skipped', null],
    ['Pending', 'skipped', null],
    ['Warning', 'skipped', null],
    ['Completed', 'skipped', null],
    ['Sideways', 'errored', 'infrastructure'],
    ['', 'errored', 'error'],
  ])('TRX: %s is %s', (said, outcome, kind) => {
    const [only] = read('trx', trx(`<UnitTestResult testName="n" outcome="${said}"/>`)).cases
    expect([only?.outcome, only?.failure?.kind ?? null]).toEqual([outcome, kind])
  })

  test.each(['Failed', 'Error'])('NUnit 3: a pass that holds an assertion that is %s is a failure', (result) => {
    const assertion = `<assertion result="${result}"><message>Expected: 3</message><stack-trace>at A.cs:line 4</stack-trace></assertion>`
    const { cases } = read(
      'nunit3',
      nunit3(`<test-case name="n" result="Passed"><assertions>${assertion}</assertions></test-case>`),
    )
    expect(cases).toMatchObject([{ outcome: 'failed', failure: { message: 'Expected: 3' } }])
  })

  test('NUnit 3: of a test that failed its own words come before those of its assertions', () => {
    const inner =
      '<failure><message>all of it</message></failure><assertions><assertion result="Failed"><message>one</message></assertion><assertion result="Passed"><message>two</message></assertion></assertions>'
    expect(read('nunit3', nunit3(`<test-case name="n" result="Failed">${inner}</test-case>`)).cases).toMatchObject([
      { failure: { message: 'all of it' } },
    ])
    const passed = '<assertions><assertion result="Passed"><message>fine</message></assertion></assertions>'
    expect(getOutcomes('nunit3', nunit3(`<test-case name="n" result="Passed">${passed}</test-case>`))).toEqual([
      ['n', 'passed', null],
    ])
  })

  test('TRX: a test that passed in a run that was aborted is no run that passed', () => {
    const [passed, aborted] = ['Passed', 'PassedButRunAborted'].map(
      (outcome) => `<UnitTestResult testId="1" testName="n" outcome="${outcome}"/>`,
    ) as [string, string]
    const counters = '<ResultSummary outcome="Completed"><Counters passedButRunAborted="1"/></ResultSummary>'
    for (const report of [read('trx', trx(aborted)), read('trx', trx(passed, counters))])
      expect(report).toMatchObject({
        cases: [{ outcome: 'passed' }],
        runErrors: ['the report says that the run was aborted after 1 test of it had passed'],
      })
    expect(read('trx', trx(passed)).runErrors).toEqual([])
  })

  test('a pass that holds a failure is a failure', () => {
    const failure = '<failure><message>oh</message></failure>'
    expect(getOutcomes('xunit-net', xunit(`<test name="n" result="Pass">${failure}</test>`))[0]?.[1]).toBe('failed')
    expect(getOutcomes('nunit3', nunit3(`<test-case name="n" result="Passed">${failure}</test-case>`))[0]?.[1]).toBe(
      'failed',
    )
    expect(getOutcomes('nunit2', nunit2(`<test-case name="n" result="Success">${failure}</test-case>`))[0]?.[1]).toBe(
      'failed',
    )
    const info = '<Output><ErrorInfo><Message>oh</Message></ErrorInfo></Output>'
    expect(
      getOutcomes('trx', trx(`<UnitTestResult testName="n" outcome="Passed">${info}</UnitTestResult>`))[0]?.[1],
    ).toBe('failed')
  })
})

describe('headers are held against what the report shows', () => {
  test.each<[string, DotnetName, string, string]>([
    ['xUnit.net', 'xunit-net', xunit('<test name="n" result="Pass"/>', ' failed="1"'), '1 failure'],
    ['xUnit.net errors', 'xunit-net', xunit('<test name="n" result="Pass"/>', ' errors="2"'), '2 failures'],
    ['NUnit 3', 'nunit3', nunit3('<test-case name="n" result="Passed"/>', ' failed="3"'), '3 failures'],
    ['NUnit 3 result', 'nunit3', nunit3('<test-case name="n" result="Passed"/>', ' result="Failed"'), 'failed'],
    ['NUnit 2', 'nunit2', nunit2('<test-case name="n" result="Success"/>', ' errors="1" invalid="1"'), '2 failures'],
    [
      'TRX',
      'trx',
      trx(
        '<UnitTestResult testName="n" outcome="Passed"/>',
        '<ResultSummary outcome="Completed"><Counters failed="1" timeout="1"/></ResultSummary>',
      ),
      '2 failures',
    ],
    [
      'TRX outcome',
      'trx',
      trx('<UnitTestResult testName="n" outcome="Passed"/>', '<ResultSummary outcome="Failed"/>'),
      'failed',
    ],
  ])('%s: a failure that nothing shows keeps the run from being green', (_what, format, text, said) => {
    expect(read(format, text).runErrors.join()).toContain(said)
  })

  test('TRX: an aborted run is an error of the run even beside failing tests', () => {
    for (const outcome of ['Aborted', 'Timeout', 'Error', 'Disconnected', 'InProgress'])
      expect(
        read('trx', trx('<UnitTestResult testName="n" outcome="Failed"/>', `<ResultSummary outcome="${outcome}"/>`))
          .runErrors,
      ).toEqual([`the report says of the run: ${outcome}`])
  })

  test('TRX: what only repeats the failures of tests is no error of the run', () => {
    const echo = (text: string) =>
      `<ResultSummary outcome="Failed"><RunInfos><RunInfo outcome="Error"><Text>${text}</Text></RunInfo></RunInfos></ResultSummary>`
    const failed = '<UnitTestResult testName="n" outcome="Failed"/>'
    for (const text of ['[xUnit.net 00:00:00.74]     A.n [FAIL]', "Exit code indicates failure: '2'. See log"]) {
      expect(read('trx', trx(failed, echo(text))).runErrors).toEqual([])
      expect(read('trx', trx('', echo(text))).runErrors).not.toEqual([])
    }
  })

  test('fewer tests than the header counts is a warning', () => {
    expect(read('xunit-net', xunit('<test name="n" result="Pass"/>', ' total="2"')).warnings).toEqual([
      'the report claims 2 tests, its elements are 1',
    ])
  })
})

describe('shapes of other writers', () => {
  test('TRX: rows of a data-driven test stand for it, nested or beside it', () => {
    const row = (n: number, outcome: string) =>
      `<UnitTestResult testId="p" testName="Rows (Data Row ${n})" outcome="${outcome}" resultType="DataDrivenDataRow"/>`
    const sum = (inner: string) =>
      `<UnitTestResult testId="p" testName="Rows" outcome="Failed" resultType="DataDrivenTest">${inner}</UnitTestResult>`
    const rows = row(0, 'Passed') + row(1, 'Failed')
    const names = (text: string) => getOutcomes('trx', trx(text)).map(([name]) => name)
    expect(names(sum('') + rows)).toEqual(['Rows (Data Row 0)', 'Rows (Data Row 1)'])
    expect(names(sum(`<InnerResults>${rows}</InnerResults>`))).toEqual(['Rows (Data Row 0)', 'Rows (Data Row 1)'])
    expect(names(sum(''))).toEqual(['Rows'])
    expect(names(sum(`<InnerResults>${row(0, 'Passed')}</InnerResults>`))).toEqual(['Rows (Data Row 0)', 'Rows'])
  })

  test('TRX: an ordered test and a generic one are tests', () => {
    const text = trx(
      '<TestResultAggregation testName="all" outcome="Passed"><InnerResults><GenericTestResult testName="g" outcome="Passed"/></InnerResults></TestResultAggregation>',
    )
    expect(getOutcomes('trx', text)).toEqual([['g', 'passed', null]])
  })

  test('Unity: a fixture whose set-up failed, without sites on its tests', () => {
    const report = read(
      'nunit3',
      nunit3(
        '<test-suite type="TestFixture" name="F" fullname="N.F" result="Failed" site="SetUp"><failure><message>OneTimeSetUp: no scene</message></failure><test-case name="A" fullname="N.F.A" result="Failed" label="Error"><failure><message>OneTimeSetUp: no scene</message></failure></test-case></test-suite>',
      ),
    )
    expect(report.cases).toMatchObject([{ suite: ['N.F'], name: 'A', outcome: 'skipped', mark: 'not-run' }])
    expect(report.hookFailures).toEqual([{ file: null, suite: ['N.F'], message: 'OneTimeSetUp: no scene' }])
  })

  test('NUnit 3: a failed suite without tests is no green run', () => {
    const report = read(
      'nunit3',
      nunit3('<test-suite type="TestFixture" fullname="N.F" result="Failed" site="Child"/>'),
    )
    expect(report.hookFailures).toMatchObject([{ suite: ['N.F'] }])
  })

  test('xUnit.net 1: classes instead of collections, one assembly as root', () => {
    const text =
      '<assembly name="a.dll" total="1"><class name="N.C"><test name="N.C.M" type="N.C" method="M" result="Pass" time="0.5"/></class></assembly>'
    expect(read('xunit-net', text).cases).toMatchObject([{ suite: ['N.C'], name: 'M', durationMs: 500 }])
  })

  test('UTF-16 is read', () => {
    const report = reportFormats.trx.parse([
      utf16le(`<?xml version="1.0" encoding="utf-16"?>${trx('<UnitTestResult testName="ünï" outcome="Passed"/>')}`),
    ])
    expect(report.cases).toMatchObject([{ name: 'ünï', outcome: 'passed' }])
  })
})

describe('recognised by the root, not by what is quoted', () => {
  test('a root of NUnit 3 around other elements is of another format, and the first of them is named', () => {
    const read = (text: string) => reportFormats.nunit3.parse([Buffer.from(text)])
    expect(() => read('<test-run><case name="n"/></test-run>')).toThrow(
      'it holds no <test-case> but <case>, which this format does not have: it is of another format',
    )
    expect(read('<test-run><filter/><environment/></test-run>').cases).toEqual([])
    expect(read('<test-run result="Failed" failed="1"><case/></test-run>').runErrors).not.toEqual([])
    expect(read('<test-run><case>').isComplete).toBe(false)
  })

  test.each<[string, FormatName | null]>([
    ['<?xml version="1.0"?>\n<!-- a <testsuite> --><assemblies>', 'xunit-net'],
    ['\ufeff<assembly name="a" run-date="2026-11-21">', 'xunit-net'],
    ['<test-run id="2"><command-line><![CDATA[<testsuite ]]></command-line>', 'nunit3'],
    ['<?xml version="1.0"?><!DOCTYPE x [<!ELEMENT y>]><test-results>', 'nunit2'],
    ['<TestRun id="1" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><testsuite >', 'trx'],
    ['<testsuites><testsuite name="&lt;assemblies>"/>', 'junit'],
    ['<assembly><metadata/></assembly>', null],
    ['<TestRunner/>', null],
    ['<html><test-run></html>', null],
  ])('%s', (head, format) => {
    expect(detectFormat(head)).toBe(format)
  })
})

/** The hostile documents of JUnit in the words of the other formats. */
const WORDS: Readonly<Record<DotnetName, readonly (readonly [RegExp, string])[]>> = {
  'xunit-net': [
    [/testsuites/g, 'assemblies'],
    [/testsuite\b/g, 'collection'],
    [/testcase classname/g, 'test result="Fail" type'],
    [/testcase/g, 'test'],
  ],
  nunit2: [
    [/testsuites/g, 'test-results'],
    [/testsuite\b/g, 'test-suite'],
    [/testcase classname/g, 'test-case result="Error" class'],
    [/testcase/g, 'test-case'],
  ],
  nunit3: [
    [/testsuites/g, 'test-run'],
    [/testsuite\b/g, 'test-suite'],
    [/testcase classname/g, 'test-case result="Failed" classname'],
    [/testcase/g, 'test-case'],
  ],
  trx: [
    [/testsuites/g, 'TestRun'],
    [/testsuite\b/g, 'Results'],
    [/testcase classname="c" name/g, 'UnitTestResult outcome="Failed" testName'],
    [/testcase/g, 'UnitTestResult'],
    [/failure/g, 'ErrorInfo'],
  ],
}
const NAMES = Object.keys(WORDS) as DotnetName[]

function inWordsOf(format: DotnetName, bytes: Uint8Array): Uint8Array {
  const text = WORDS[format].reduce((said, [from, to]) => said.replace(from, to), Buffer.from(bytes).toString('latin1'))
  return Buffer.from(text, 'latin1')
}

describe.each(NAMES)('hostile documents: %s', (format) => {
  const parse = (bytes: Uint8Array) => reportFormats[format].parse([inWordsOf(format, bytes)])

  test.each(Object.keys(READABLE).filter((name) => name !== 'UTF-16'))('%s is read whole', (name) => {
    const report = parse(READABLE[name] ?? new Uint8Array())
    expect(report.isComplete).toBe(true)
    expect(report.cases.length).toBeGreaterThan(0)
    expect(report.cases[0]).toMatchObject({ name: 'n', outcome: expect.stringMatching(/failed|errored/) })
    expect(JSON.stringify(report)).not.toMatch(/lollol|aaaaaaaa/)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test.each(Object.keys(BROKEN))('%s is never complete', (name) => {
    try {
      expect(parse(BROKEN[name] ?? new Uint8Array())).toMatchObject({
        isComplete: false,
        runErrors: expect.arrayContaining([expect.stringMatching(/./)]),
      })
    } catch (error) {
      expect(error).toBeInstanceOf(ReportError)
    }
  })

  test.each(Object.entries(REFUSED))('%s is refused, and the limit is named', (_name, [limit, make]) => {
    expect(() => parse(make())).toThrow(limit)
  })

  test('another document is refused', () => {
    expect(() => parse(utf8('<html><body/></html>'))).toThrow(ReportError)
  })

  test('kept text is bounded', () => {
    const size = Math.ceil(LIMITS.keptText / 4_000) + 50
    const said = `<failure><message>${'wrong total '.repeat(420)}</message></failure>`
    const words = format === 'trx' ? said.replaceAll('message>', 'Message>') : said
    const piece = inWordsOf(format, utf8(`<testcase classname="c" name="n">${words}</testcase>`))
    const pieces = [
      inWordsOf(format, utf8('<testsuites><testsuite name="s">')),
      ...Array.from({ length: size }, () => piece),
      inWordsOf(format, utf8('</testsuite></testsuites>')),
    ]
    const { cases } = reportFormats[format].parse(pieces)
    expect(cases.length).toBe(size)
    expect(cases[0]?.failure?.message.length).toBe(4_000)
    expect(cases.at(-1)?.failure?.message.length).toBe(200)
  })
})
