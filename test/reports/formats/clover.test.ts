import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { clover } from '../../../src/reports/formats/clover.ts'
import { cobertura } from '../../../src/reports/formats/cobertura.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'
import { inChunks } from '../../support/hostile-xml.ts'
import { shareOf } from '../../support/property-runs.ts'

const read = (files: string) =>
  parseCoverage('clover', `<coverage generated="1" clover="4.4.1"><project name="p">${files}</project></coverage>`)

test.each([
  ['nyc', { lines: '7/11', branches: '3/8', functions: '4/6' }],
  ['jest', { lines: '7/11', branches: '3/8', functions: '4/6' }],
  ['c8', { lines: '14/23', branches: '6/10', functions: '4/6' }],
  ['vitest', { lines: '5/11', branches: '3/8', functions: '3/6' }],
  // Its header says that no method is covered: it means covered whole.
  ['phpunit-9', { lines: '2/4', functions: '1/2' }],
])('%s has the totals that it printed', (producer, totals) => {
  const coverage = parseCoverage('clover', recordedCoverage(`${producer}.clover.xml`))
  expect(totalsText(coverage)).toEqual(totals)
  expect(coverage.warnings).toBeUndefined()
})

describe('conditions', () => {
  const line = '<line num="3" count="9" type="cond" truecount="4" falsecount="2"/>'

  test('istanbul writes how many branches ran and how many did not', () => {
    expect(
      totalsText(read(`<file path="/a"><metrics conditionals="6" coveredconditionals="4"/>${line}</file>`)),
    ).toEqual({ lines: '1/1', branches: '4/6' })
  })

  test('Clover writes how often each was true and false, and no count of the line', () => {
    const { files } = read(
      '<file path="/a"><metrics conditionals="4" coveredconditionals="3"/><line num="3" type="cond" truecount="4" falsecount="2"/><line num="4" type="cond" truecount="0" falsecount="1"/></file>',
    )
    expect(files[0]).toMatchObject({ branches: { covered: 3, total: 4 } })
    expect(formatHits(files[0]?.hits)).toBe('3:6 4:1')
  })

  test('where the header decides nothing, methods are Clover’s', () => {
    expect(totalsText(read(`<file path="/a">${line}</file>`))).toMatchObject({ branches: '4/6' })
    expect(
      totalsText(read(`<file path="/a"><line num="2" type="method" signature="f() : int" count="1"/>${line}</file>`)),
    ).toEqual({ lines: '1/1', branches: '2/2', functions: '1/1' })
  })

  test('half a condition is refused', () => {
    expect(() => read('<file path="/a"><line num="3" type="cond" truecount="4"/></file>')).toThrow(
      'a condition has no `truecount` or no `falsecount`',
    )
  })

  test('a header that contradicts itself is refused where nothing else counts', () => {
    const metrics = (attributes: string) => () => read(`<file path="/a"><metrics ${attributes}/></file>`)
    expect(metrics('methods="2" coveredmethods="3"')).toThrow('3 of 2 are covered: more than there are')
    expect(metrics('coveredconditionals="3"')).toThrow('3 of 0 are covered: more than there are')
  })

  test('a header that counts otherwise is noted', () => {
    expect(read(`<file path="/a"><metrics conditionals="9" coveredconditionals="9"/>${line}</file>`).warnings).toEqual([
      '/a: its header counts other branches than its lines',
    ])
  })
})

test('a header that covers more statements than there are lines is noted, and the lines count', () => {
  const coverage = read(
    '<file path="/a"><metrics statements="2" coveredstatements="2"/><line num="1" type="stmt" count="1"/><line num="2" type="stmt" count="0"/></file>',
  )
  expect(totalsText(coverage)).toEqual({ lines: '1/2' })
  expect(coverage.warnings).toEqual(['/a: its header says 2 of 2 statements, 1 of 2 are listed'])
})

test('two statements of one line are two', () => {
  const coverage = read(
    '<file path="/a"><metrics statements="2" coveredstatements="2"/><line num="1" type="stmt" count="1"/><line num="1" type="stmt" count="1"/></file>',
  )
  expect(coverage.warnings).toBeUndefined()
})

describe('rules', () => {
  test('paths of a name, files in packages, the header of a class', () => {
    const { files } = read(
      '<package name="p"><metrics methods="9" coveredmethods="9"/><file name="A.java" path="/src/p/A.java"><class name="A"><metrics methods="7" coveredmethods="7" conditionals="8" coveredconditionals="8"/></class><line num="1" type="stmt" count="1"/></file><file name="/src/B.php"><line num="1" type="stmt" count="0"/></file></package>',
    )
    expect(files.map(({ path, functions, branches }) => [path, functions, branches])).toEqual([
      ['/src/p/A.java', undefined, undefined],
      ['/src/B.php', undefined, undefined],
    ])
  })

  test('a line listed twice has its higher count, a method is no line', () => {
    const { files } = read(
      '<file path="/a"><line num="1" type="method" name="f" count="7"/><line num="1" type="method" name="g" count="0"/><line num="2" type="stmt" count="0"/><line num="2" type="stmt" count="3"/></file>',
    )
    expect(formatHits(files[0]?.hits)).toBe('2:3')
    expect(files[0]?.functions).toEqual({ covered: 1, total: 2 })
  })

  test('tests are not measured', () => {
    const coverage = parseCoverage(
      'clover',
      '<coverage generated="1"><project><file path="/a"/></project><testproject><file path="/t"><line num="1" type="stmt" count="1"/></file></testproject></coverage>',
    )
    expect(coverage.files.map(({ path }) => path)).toEqual(['/a'])
  })

  test('it is recognised by its head, and Cobertura is not', () => {
    for (const producer of ['nyc', 'phpunit-9']) {
      const head = recordedCoverage(`${producer}.clover.xml`).toString('utf8')
      expect([clover.looksLike(head), cobertura.looksLike(head)]).toEqual([true, false])
    }
    expect(clover.looksLike(recordedCoverage('cobertura/phpunit-9.xml').toString('utf8'))).toBe(false)
  })
})

describe('bad input', () => {
  test('a cut or foreign document is refused', () => {
    const whole = recordedCoverage('nyc.clover.xml')
    for (const part of [0, 0.2, 0.5, 0.9])
      expect(() => clover.parse([whole.subarray(0, Math.floor(whole.length * part))])).toThrow(ReportError)
    expect(() => parseCoverage('clover', '<report/>')).toThrow('the report holds no <coverage> of Clover')
  })

  test('odd numbers and names never make anything covered', () => {
    const { files } = read(
      '<file path="__proto__"><line num="1" type="stmt" count="-3"/><line num="2" type="stmt" count="x"/><line num="0" type="stmt" count="1"/><line type="stmt" count="1"/><line num="3" type="cond" truecount="-1" falsecount="NaN"/><line num="4" type="stmt"/></file>',
    )
    expect(files.map(({ path, hits, branches }) => [path, formatHits(hits), branches])).toEqual([
      ['__proto__', '1:0 2:0 3:0 4:0', { covered: 0, total: 0 }],
    ])
  })

  test('how the bytes are cut never changes the result', () => {
    const whole = recordedCoverage('c8.clover.xml')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
        expect(clover.parse(inChunks(whole, [size]))).toEqual(clover.parse([whole]))
      }),
      { numRuns: shareOf(30) },
    )
  })
})
