import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveCoveragePaths } from '../../../src/reports/coverage/coverage.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { jacoco } from '../../../src/reports/formats/jacoco.ts'
import { getJsonTree } from '../../../src/reports/json/tree.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'
import { inChunks } from '../../support/hostile-xml.ts'
import { shareOf } from '../../support/property-runs.ts'

const DOCTYPE = '<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">'
const read = (inner: string) => parseCoverage('jacoco', `${DOCTYPE}<report name="r">${inner}</report>`)
const line = (nr: number, mi: number, ci: number, mb = 0, cb = 0) =>
  `<line nr="${nr}" mi="${mi}" ci="${ci}" mb="${mb}" cb="${cb}"/>`
const source = (name: string, inner: string) =>
  `<package name="com/acme"><sourcefile name="${name}">${inner}</sourcefile></package>`

test('a recorded report has the counts of its CSV', () => {
  const coverage = parseCoverage('jacoco', recordedCoverage('jacoco.xml'))
  expect(totalsText(coverage)).toEqual({ lines: '2/4', branches: '1/2', functions: '1/2' })
  expect(coverage.files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
    ['com/example/Calc.java', '7:1 8:0 10:1 14:0'],
  ])
  const tree = getJsonTree(['src/main/java/com/example/Calc.java', 'src/test/java/com/example/CalcTest.java'])
  expect(resolveCoveragePaths(coverage, tree).files[0]?.path).toBe('src/main/java/com/example/Calc.java')
})

test('a recorded report of two groups has the counts of its CSV, and of Cobertura on the same run', () => {
  const coverage = parseCoverage('jacoco', recordedCoverage('ant-jacoco.xml'))
  expect(totalsText(coverage)).toEqual({ lines: '9/17', branches: '5/9', functions: '4/10' })
  expect(totalsText(parseCoverage('cobertura', recordedCoverage('cobertura/cobertura-java.xml')))).toEqual(
    totalsText(coverage),
  )
  expect(coverage.files.map(({ path }) => path)).toEqual(['shop/Cart.java', 'shop/Never.java', 'shop/tax/Tax.java'])
})

test('the XML of gcovr lists lines without saying whether they ran: its counters count them', () => {
  const counters = (lines: string, branches: string) =>
    `<counter type="LINE" ${lines}/><counter type="BRANCH" ${branches}/><counter type="METHOD" missed="1" covered="2"/>`
  const coverage = parseCoverage(
    'jacoco',
    `<?xml version='1.0' encoding='utf-8'?><!DOCTYPE report SYSTEM 'https://www.jacoco.org/jacoco/trunk/coverage/report.dtd'><report name="GCOVR report"><package name="src.shop"><sourcefile name="cart.cpp"><line nr="3"/><line nr="5" mb="1" cb="1"/><line nr="7"/>${counters('missed="1" covered="2"', 'missed="1" covered="1"')}</sourcefile></package>${counters('missed="1" covered="2"', 'missed="1" covered="1"')}</report>`,
  )
  expect(totalsText(coverage)).toEqual({ lines: '2/3', branches: '1/2', functions: '2/3' })
  expect(coverage.files.map(({ path, hits }) => [path, hits])).toEqual([['src/shop/cart.cpp', undefined]])
  expect(coverage.warnings).toBeUndefined()
})

describe('rules', () => {
  test('a line ran when one of its instructions did; how often is not known', () => {
    const { files } = read(source('A.java', line(1, 5, 1, 3, 1) + line(2, 0, 9) + line(3, 4, 0)))
    expect(formatHits(files[0]?.hits)).toBe('1:1 2:1 3:0')
    expect(files[0]?.branches).toEqual({ covered: 1, total: 4 })
  })

  test('classes of one file are functions of one file', () => {
    const method = (name: string, covered: number) =>
      `<method name="${name}" desc="()V" line="3"><counter type="INSTRUCTION" missed="9" covered="0"/><counter type="METHOD" missed="${1 - covered}" covered="${covered}"/></method>`
    const coverage = read(
      `<package name=""><class name="A" sourcefilename="A.kt">${method('f', 1)}${method('g', 0)}</class><class name="A$B" sourcefilename="A.kt">${method('h', 1)}<counter type="METHOD" missed="7" covered="7"/></class><sourcefile name="A.kt">${line(1, 0, 1)}<counter type="METHOD" missed="8" covered="8"/></sourcefile></package>`,
    )
    expect(coverage.files).toHaveLength(1)
    expect(totalsText(coverage)).toEqual({ lines: '1/1', functions: '2/3' })
  })

  test('methods of two classes are two, though they have one name and stand on one line', () => {
    const of = (name: string, covered: number) =>
      `<class name="${name}" sourcefilename="A.java"><method name="run" desc="()V" line="3"><counter type="METHOD" missed="${1 - covered}" covered="${covered}"/></method></class>`
    const inner = `${of('A$1', 1)}${of('A$2', 0)}<sourcefile name="A.java"><counter type="METHOD" missed="1" covered="1"/></sourcefile>`
    const coverage = read(`<package name="">${inner}</package>`)
    expect(totalsText(coverage)).toEqual({ functions: '1/2' })
    expect(coverage.warnings).toBeUndefined()
  })

  test('without debug symbols a file has counts and no lines', () => {
    const counters =
      '<counter type="INSTRUCTION" missed="9" covered="1"/><counter type="METHOD" missed="1" covered="2"/><counter type="BRANCH" missed="1" covered="3"/>'
    const coverage = read(source('A.java', counters))
    expect(totalsText(coverage)).toEqual({ branches: '3/4', functions: '2/3' })
    expect(coverage.files[0]?.hits).toBeUndefined()
  })

  test('counters that are greener than the lines are noted, of a file and of the report', () => {
    const counter = (type: string, missed: number, covered: number) =>
      `<counter type="${type}" missed="${missed}" covered="${covered}"/>`
    const inner = line(1, 0, 3, 1, 1) + line(2, 4, 0) + counter('LINE', 0, 2) + counter('BRANCH', 1, 1)
    const coverage = read(source('A.java', inner) + counter('LINE', 0, 9) + counter('METHOD', 0, 2))
    expect(totalsText(coverage)).toEqual({ lines: '1/2', branches: '1/2' })
    expect(coverage.warnings).toEqual([
      'com/acme/A.java: its header says 2 of 2 lines, 1 of 2 are listed',
      'the report: its header says 9 of 9 lines, 1 of 2 are listed',
      'the report: its header says 2 of 2 functions, 0 of 0 are listed',
    ])
    for (const name of ['jacoco.xml', 'ant-jacoco.xml'])
      expect(parseCoverage('jacoco', recordedCoverage(name)).warnings, name).toBeUndefined()
  })

  test('one name in two modules is two files, which cannot be assigned', () => {
    const inner = source('A.java', line(1, 0, 1))
    const coverage = read(
      `<group name="core">${inner}</group><group name="apps"><group name="web">${inner}</group></group>`,
    )
    expect(coverage.files.map(({ path, roots }) => [path, roots])).toEqual([
      ['com/acme/A.java', ['core']],
      ['com/acme/A.java', ['apps/web']],
    ])
    const both = getJsonTree(['core/src/com/acme/A.java', 'web/src/com/acme/A.java'])
    expect(resolveCoveragePaths(coverage, both).files).toEqual([])
    const single = getJsonTree(['core/src/main/java/com/acme/A.java'])
    expect(resolveCoveragePaths(read(`<group name="core">${inner}</group>`), single).files[0]).toMatchObject({
      path: 'core/src/main/java/com/acme/A.java',
    })
  })

  test('several reports in one are one', () => {
    const text = `${DOCTYPE}<report name="r">${source('A.java', line(1, 1, 0))}</report>`
    expect(totalsText(parseCoverage('jacoco', text + text.replace('mi="1" ci="0"', 'mi="0" ci="1"')))).toEqual({
      lines: '1/1',
    })
  })

  test.each([
    ['with its DOCTYPE', `<?xml version="1.0"?>${DOCTYPE}<report name="r">`, true],
    ['without', '<report name="r"><sessioninfo id="a" start="1" dump="2"/>', true],
    ['of groups', '<report name="r">\n  <group name="a">', true],
    ['another report', '<report version="1"><test/></report>', false],
  ])('a head %s', (_, head, isOne) => {
    expect(jacoco.looksLike(head)).toBe(isOne)
  })
})

describe('bad input', () => {
  test('a cut or foreign document is refused, and its DTD is not asked for', () => {
    const whole = recordedCoverage('jacoco.xml')
    for (const part of [0, 0.2, 0.5, 0.9])
      expect(() => jacoco.parse([whole.subarray(0, Math.floor(whole.length * part))])).toThrow(ReportError)
    expect(() => parseCoverage('jacoco', '<coverage/>')).toThrow('the report holds no <report> of JaCoCo')
    const entity = '<!DOCTYPE report [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    const { files } = parseCoverage(
      'jacoco',
      `${entity}<report><package name="&x;"><sourcefile name="A"/></package></report>`,
    )
    expect(files[0]?.path).toBe('&x;/A')
  })

  test('odd numbers never make anything covered', () => {
    const odd =
      '<line nr="1" ci="-5" mb="1" cb="x"/><line nr="0" ci="1"/><line nr="x" ci="1" mb="0" cb="1"/><line nr="2"/>'
    const { files } = read(source('__proto__', odd))
    expect(files.map(({ hits, branches }) => [formatHits(hits), branches])).toEqual([['1:0', { covered: 0, total: 1 }]])
  })

  test.each([
    ['<counter type="LINE" covered="5"/>', 'a counter has no `missed` or no `covered`'],
    ['<counter type="METHOD" missed="5"/>', 'a counter has no `missed` or no `covered`'],
    ['<line nr="1" mi="0" ci="1" cb="2"/>', 'a line has no `mb` or no `cb`'],
  ])('%s is half a count, which is none', (half, message) => {
    expect(() => read(source('A.java', half))).toThrow(message)
  })

  test('how the bytes are cut never changes the result', () => {
    const whole = recordedCoverage('jacoco.xml')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
        expect(jacoco.parse(inChunks(whole, [size]))).toEqual(jacoco.parse([whole]))
      }),
      { numRuns: shareOf(30) },
    )
  })
})
