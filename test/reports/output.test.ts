/** Output that belongs to the run and to no test: its end is kept, at whatever size. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_OUTPUT } from '../../src/core/model/test-run.ts'
import type { ParsedReport } from '../../src/reports/format.ts'
import { goJson } from '../../src/reports/formats/go-json.ts'
import { junit } from '../../src/reports/formats/junit.ts'
import { nunit3 } from '../../src/reports/formats/nunit3.ts'
import { tap } from '../../src/reports/formats/tap.ts'
import { trx } from '../../src/reports/formats/trx.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { type FormatName, reportFormats } from '../../src/reports/index.ts'
import { endOf, outputEnd } from '../../src/reports/output.ts'
import { utf8 } from '../support/hostile-xml.ts'
import { shareOf } from '../support/property-runs.ts'
import { inPieces, parseText, recorded } from '../support/recorded.ts'

const getOutput = (format: FormatName, path: string) => parseText(reportFormats[format], recorded(path)).output
const xml = (inner: string) => `<testsuites><testsuite name="s">${inner}</testsuite></testsuites>`
const kept = (inner: string) => junit.parse([utf8(xml(inner))]).output

describe('recorded reports', () => {
  test.each([
    ['junit', 'gradle/out/TEST-com.example.CasesTest.xml', 'hello <testcase name="quoted"><failure/></testcase>'],
    ['junit', 'karma/out/junit.xml', '  An error was thrown in afterAll\n  Error: setup exploded\n'],
    ['junit', 'perl-tap/out/junit.xml', 'ok 2 - passes too\n\nDubious, test returned 7 (wstat 1792, 0x700)\n'],
    ['junit', 'bazel/out/fail.xml', 'price_test.sh: 3 is not 4'],
    ['junit', 'junit4/out/gradle/TEST-com.example.CasesTest.xml', 'to stdout: <testcase name="quoted"><failure/>'],
    ['junit', 'bazel-2/out/hangs_test.xml', '-- Test timed out at'],
    ['trx', 'trx/out/mstest.trx', '[MSTest][Discovery] ok'],
    ['nunit3', 'nunit3/out/results.xml', 'output of the fixture'],
    ['go-json', 'go/out/go1.24.json', 'setup exploded'],
    ['go-json', 'go/out/go1.19.json', 'setup exploded'],
    ['tap', 'bats/out/results.tap', "syntax.bats: line 1: syntax error near unexpected token `}'"],
    ['tap', 'node-tap/out/bail.tap', 'Bail out! no database'],
    ['tap', 'mocha/out/results.tap', 'to stdout: <b>&amp;</b> red'],
    ['mocha-stream', 'mocha/out/results-stream.ndjson', 'to stdout: <b>&amp;</b> red'],
    ['mocha-json', 'mocha/out/results-stdout.json', 'to stdout: <b>&amp;</b> red'],
    ['rspec-json', 'rspec/out/results-stdout.json', 'to stdout: <b>&amp;</b>'],
  ] as const)('%s %s', (format, path, words) => {
    expect(getOutput(format, path)).toContain(words)
  })

  test.each([
    ['junit', 'surefire/out/TEST-com.example.CasesTest.xml'],
    ['junit', 'vitest/out/junit.xml'],
    ['junit', 'cargo/out/nextest.xml'],
    ['trx', 'mocha/out/mocha.trx'],
    ['nunit2', 'nunit2/out/results.xml'],
    ['xunit-net', 'xunit-net/out/v3.xml'],
    ['vitest-json', 'vitest/out/results.json'],
    ['go-json', 'go/out/gotestsum-rerun.json'],
    ['tap', 'ava/out/all.tap'],
    ['tap', 'node-test/out/results.tap'],
    ['tap', 'perl-tap/out/bad_plan.tap'],
  ] as const)('%s %s has none', (format, path) => {
    expect(getOutput(format, path)).toBe('')
  })
})

describe('JUnit', () => {
  test('what suites and the run printed, without that of tests', () => {
    expect(
      kept(
        '<system-out>a &lt; b</system-out><testcase name="n"><system-out>of a test</system-out><failure>no<system-out>of a failure</system-out></failure></testcase><system-err><![CDATA[c &lt; d]]></system-err>',
      ),
    ).toBe('a < b\nc &lt; d')
    expect(
      junit.parse([utf8('<testsuites><testcase name="n"/><system-out>last</system-out></testsuites>')]).output,
    ).toBe('last')
  })

  test('comments and elements inside of it are no part of it', () => {
    expect(kept('<system-out>one<!-- two --><b>three</b><?four?> five</system-out><!-- six -->')).toBe('one five')
  })

  test('without colours and control characters', () => {
    expect(kept('<system-out><![CDATA[\u001b[31mred\u001b[0m #x1B[32mgreen#x1B[0m]]></system-out>')).toBe('red green')
  })

  test.each([
    ['a text', '', ''],
    ['a section', '<![CDATA[', ']]>'],
  ])('of %s of many megabytes the end is kept', (_what, open, close) => {
    const line = Buffer.from(`${'line of output €'.repeat(6_000)}\n`)
    function* document() {
      yield utf8(`<testsuite name="s"><testcase name="n"/><system-out>${open}`)
      for (let size = 0; size <= 33_554_432; size += line.length) yield line
      yield utf8(`the end${close}</system-out></testsuite>`)
    }
    const report = junit.parse(document())
    expect(report).toMatchObject({ isComplete: true, cases: [{ name: 'n' }] })
    const whole = `${line.toString().repeat(2)}the end`
    expect(report.output).toBe(whole.slice(-MAX_OUTPUT))
  })

  test('the same in chunks of any size', () => {
    const character = fc.constantFrom('a', 'é', '€', '🎉', '\n', ']', '>')
    const text = fc.array(character, { maxLength: 60 }).map((parts) => parts.join('').replaceAll(']]>', ''))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 1, max: 40 }), (texts, size) => {
        const bytes = utf8(xml(texts.map((one) => `<system-out><![CDATA[${one}]]></system-out>`).join('')))
        const whole = junit.parse([bytes]).output
        expect(junit.parse(inPieces(bytes, size)).output).toBe(whole)
        expect(whole).toBe(texts.join('\n').trim())
      }),
    )
  })
})

describe('TRX', () => {
  const summary = (inner: string) => `<ResultSummary outcome="Failed"><Output>${inner}</Output></ResultSummary>`
  const result = (inner: string) =>
    `<Results><UnitTestResult testName="n" outcome="Failed"><Output>${inner}</Output></UnitTestResult></Results>`
  const read = (inner: string) => parseText(trx, `<TestRun>${inner}</TestRun>`)

  test('the output of the run is kept, without that of tests', () => {
    const said = '<StdOut>one &lt; two</StdOut><StdErr><![CDATA[three &lt; four]]></StdErr>'
    const messages = '<TextMessages><Message>five<b>six</b></Message><Message>seven</Message></TextMessages>'
    const ofTest = '<StdOut>of a test</StdOut><TextMessages><Message>reported of a test</Message></TextMessages>'
    const report = read(`${result(ofTest)}${summary(`${said}<DebugTrace>trace</DebugTrace>${messages}`)}`)
    expect(report.output).toBe('one < two\nthree &lt; four\ntrace\nfive\nseven')
    expect(report.cases).toHaveLength(1)
  })

  test('what stands in it is no part of the report', () => {
    const report = read(summary(`<StdOut>${result('')}<RunInfos><RunInfo outcome="Error"/></RunInfos></StdOut>`))
    expect(report).toMatchObject({ cases: [], output: '', runErrors: [expect.stringContaining('the run failed')] })
  })
})

describe('NUnit', () => {
  const suite = (inner: string) => `<test-suite type="TestFixture" fullname="F" result="Passed">${inner}</test-suite>`
  const passed = '<test-case name="T" result="Passed"><output>of a test</output></test-case>'

  test('what suites and the run printed, without that of tests', () => {
    const inner = `${suite(`<output>one</output>${passed}<output><![CDATA[two]]></output>`)}<output>three</output>`
    expect(parseText(nunit3, `<test-run>${inner}</test-run>`).output).toBe('one\ntwo\nthree')
  })

  test('of any length the end is kept, in chunks of any size', () => {
    const line = 'line of output € 🎉\n'
    const long = line.repeat(Math.ceil((2 * MAX_OUTPUT) / line.length))
    const bytes = utf8(`<test-run>${suite(`<output><![CDATA[${long}the end]]></output>${passed}`)}</test-run>`)
    for (const size of [7, 1_000, bytes.length]) {
      const report = nunit3.parse(inPieces(bytes, size))
      expect(report.output).toBe(endOf(`${long}the end`))
      expect(report.cases).toHaveLength(1)
    }
  })
})

describe('go test -json', () => {
  const read = (...lines: readonly string[]) => parseText(goJson, lines.join('\n')).output
  const output = (Output: string, part: object = {}) =>
    JSON.stringify({ Action: 'output', Package: 'p', Output, ...part })

  test('what a package says outside of its tests, and lines that are no events', () => {
    expect(
      read(
        JSON.stringify({ Action: 'run', Package: 'p', Test: 'TestA' }),
        output('of a test\n', { Test: 'TestA' }),
        output('panic in init\n'),
        'make: *** [test] Error 1',
        ...['PASS\n', 'FAIL\n', 'ok  \tp\t0.01s\n', 'FAIL\tp\t0.01s\n', '?   \tp\t[no test files]\n'].map((one) =>
          output(one),
        ),
        output('exit status 2\n'),
      ),
    ).toBe('panic in init\nmake: *** [test] Error 1\nexit status 2')
  })
})

describe('reports of one event a line', () => {
  const EVENTS = [
    ['dart-json', 'dart/out/results.jsonl'],
    ['libtest-json', 'cargo/out/libtest.json'],
    ['cucumber-messages', 'cucumber-js/out/cucumber.ndjson'],
    ['mocha-stream', 'mocha/out/results-stream.ndjson'],
    ['node-events', 'node-events/out/events.ndjson'],
    ['go-json', 'go/out/gotestsum-rerun.json'],
  ] as const
  const printed = fc.stringMatching(/^[a-z{[]{1,9}$/)
  const getEvents = (path: string) =>
    recorded(path)
      .toString('utf8')
      .split('\n')
      .filter((line) => /^[{[]/.test(line))

  test.each(EVENTS)('%s: lines that are no events are what the run printed, in order', (format, path) => {
    const events = getEvents(path)
    const silent = parseText(reportFormats[format], events.join('\n'))
    const places = fc.array(fc.tuple(fc.integer({ min: 1, max: events.length }), printed), { maxLength: 6 })
    fc.assert(
      fc.property(places, (lines) => {
        const sorted = lines.toSorted(([a], [b]) => a - b)
        const mixed = sorted.reduceRight((all, [at, line]) => all.toSpliced(at, 0, line), events)
        const { warnings, ...report } = parseText(reportFormats[format], `${mixed.join('\n')}\n`)
        expect(report).toMatchObject({ cases: silent.cases, isComplete: silent.isComplete })
        expect(report.output).toBe(sorted.map(([, line]) => line).join('\n'))
        expect(warnings).toHaveLength(silent.warnings.length + Math.min(1, lines.length))
      }),
      { numRuns: 20 },
    )
    expect(silent.output).toBe('')
  })

  test.each(EVENTS)('%s: of many lines the last are kept', (format, path) => {
    const line = 'line of output\n'
    const long = line.repeat(Math.ceil((3 * MAX_OUTPUT) / line.length))
    const { output } = parseText(reportFormats[format], `${getEvents(path).join('\n')}\n${long}error: the end`)
    expect(output).toBe(endOf(`${long}error: the end`))
  })
})

describe('TAP', () => {
  const read = (...lines: readonly string[]) => parseText(tap, lines.join('\n')).output

  test('what is no TAP, why it bailed out, and comments that no result follows', () => {
    expect(
      read(
        'TAP version 13',
        '1..3',
        'starting',
        '# of the first',
        'ok 1 - a',
        '# of the second',
        'not ok 2 - b',
        '# of b',
        'Bail out! no database',
        '# tests 3',
        '# Looks like your test exited with 2',
      ),
    ).toBe('starting\nBail out! no database\nof b\n\nLooks like your test exited with 2')
  })

  test('diagnostics belong to their results', () => {
    expect(read('TAP version 13', '1..1', 'not ok 1 - a', '  ---', '  message: no', '  ...')).toBe('')
  })
})

describe('the end of an output', () => {
  test('is that of all that was added, whatever the pieces', () => {
    const piece = fc
      .tuple(fc.constantFrom('x', 'ü', '🎉', 'line\n'), fc.nat({ max: MAX_OUTPUT }))
      .map(([word, n]) => word.repeat(n))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const { add, text } = outputEnd()
        pieces.forEach(add)
        const said = text()
        expect(said.length).toBeLessThanOrEqual(MAX_OUTPUT)
        expect(said.isWellFormed()).toBe(true)
        const whole = pieces.join('')
        expect(whole.trimEnd().endsWith(said)).toBe(true)
        if (whole.length <= MAX_OUTPUT) expect(said).toBe(whole.trim())
        else expect(said.length).toBeGreaterThan(MAX_OUTPUT - 'line\n'.length - 1)
      }),
      { numRuns: shareOf(50) },
    )
  })

  test('of several reports is theirs in order, without those that say nothing', () => {
    const report = (output: string): ParsedReport => ({ ...parseText(tap, '1..1\nok 1 - a'), output })
    const run = identify(['one', '', 'two'].map(report), treeOf([]))
    expect(run.output).toBe('one\ntwo')
    const long = identify(['x'.repeat(MAX_OUTPUT), 'y'.repeat(MAX_OUTPUT)].map(report), treeOf([]))
    expect(new Set(long.output)).toEqual(new Set('y'))
  })
})
