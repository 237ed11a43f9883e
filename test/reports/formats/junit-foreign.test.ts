/** XML of others that resembles JUnit, and words for an ending that JUnit does not have: neither is ever green. */
import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { junit } from '../../../src/reports/formats/junit.ts'
import { utf8 } from '../../support/hostile-xml.ts'

const read = (text: string) => junit.parse([utf8(text)])
const kase = (attributes: string, inner = '') =>
  read(`<testsuite name="s"><testcase name="n" ${attributes}>${inner}</testcase></testsuite>`).cases[0]

describe('only testsuites, testsuite and testcase are roots', () => {
  const foreign: readonly [who: string, text: string][] = [
    [
      'gtester',
      '<?xml version="1.0"?>\n<gtester>\n<testbinary path="./t"><testcase path="/cart/adds"><status exit-status="0" result="success"/></testcase></testbinary></gtester>',
    ],
    ['TestLink', '<?xml version="1.0"?><results><testcase external_id="a-1"><result>f</result></testcase></results>'],
    ['the configuration of PHPUnit', '<phpunit><testsuites><testsuite name="unit"/></testsuites></phpunit>'],
    ['a report in an envelope', '<report><testsuites><testcase name="n"/></testsuites></report>'],
    ['an empty one', '<gtester/>'],
  ]
  test.each(foreign)('%s is of no known format', (_who, text) => {
    expect(detectFormat(text)).toBeNull()
    expect(() => read(text)).toThrow('the report holds no <testsuites>, <testsuite> or <testcase>')
  })

  test.each([
    ['a suite', '<testsuite><testcase name="n"/></testsuite>'],
    ['a case', '<testcase name="n"/>'],
    ['a prefix', '<j:testsuites xmlns:j="u"><j:testcase name="n"/></j:testsuites>'],
    ['a comment before it', '<!-- <gtester> --><testsuites><testcase name="n"/></testsuites>'],
    ['output before it', 'log of <b>a</b> page\n<testsuites><testcase name="n"/></testsuites>'],
  ])('%s is JUnit', (_what, text) => {
    expect(detectFormat(text)).toBe('junit')
    expect(read(text).cases).toHaveLength(1)
  })

  test('a source that holds a template of JUnit is of no known format', () => {
    expect(detectFormat('def write(io) do\n  IO.puts(io, ["<testsuite name=", name])\nend\n')).toBeNull()
  })

  test.each([
    ['<testsuite name="s"><test name="n" result="pass"/></testsuite>', '<test>'],
    ['<testsuites><suite><case name="n"/></suite></testsuites>', '<suite>'],
    ['<testsuites><testsuite name="s"><properties/><tests><test/></tests></testsuite></testsuites>', '<tests>'],
  ])('a root of JUnit around other elements is of another format, and the first of them is named: %s', (text, name) => {
    expect(() => read(text)).toThrow(`no <testcase> but ${name}, which JUnit does not have: it is of another format`)
  })

  test.each([
    '<testsuites/>',
    '<testsuite><properties><property name="a" value="b"/></properties><system-out>x</system-out></testsuite>',
    '<testsuite><failure/><note/></testsuite>',
    '<testsuite><test/>',
  ])('a report without a test stays JUnit when nothing else is in it, or it failed, or is cut: %s', (text) => {
    expect(read(text).cases).toEqual([])
  })

  test('a foreign document beside JUnit adds no test', () => {
    expect(read('<gtester><testcase path="/a"/></gtester>\n<testsuite><testcase name="n"/></testsuite>').cases).toEqual(
      [expect.objectContaining({ name: 'n' })],
    )
  })
})

describe('a failing word is a failure, wherever the case says it', () => {
  const bad = [
    ...['state="failed"', 'verdict="fail"', 'passed="false"', 'state="Broken"', 'verdict="inconc"', 'passed="0"'],
  ]
  test.each(bad)('as attribute: %s', (attributes) => {
    expect(kase(attributes)).toMatchObject({ outcome: 'errored', failure: { message: expect.stringContaining('«') } })
  })

  const inside = [
    ...['<status>failed</status>', '<result>FAIL</result>', '<state>error</state>', '<verdict> failed\n</verdict>'],
    ...['<outcome>Failed</outcome>', '<passed>false</passed>', '<success>no</success>', '<Result>f</Result>'],
    ...['<result status="failed"/>', '<status value="failed"/>', '<result success="False" executed="True"/>'],
    ...[
      '<status>7</status>',
      '<properties/><result outcome="passed">failed</result>',
      '<result><![CDATA[KO]]></result>',
    ],
  ]
  test.each(inside)('as element: %s', (inner) => {
    expect(kase('', inner)).toMatchObject({ outcome: 'errored', failure: { message: expect.stringContaining('«') } })
  })

  test.each([
    ...['<status>passed</status>', '<result>OK</result>', '<passed>true</passed>', '<executed>true</executed>'],
    ...['<status/>', '<result success="True" executed="1"/>', '<state value="finished"/>'],
    ...['<result>the cart has the goods that were put into it, in their order</result>'],
  ])('a pass stays one: %s', (inner) => {
    expect(kase('', inner)).toMatchObject({ outcome: 'passed', failure: null })
  })

  test.each([
    ...[
      '<status>skipped</status>',
      '<executed>false</executed>',
      '<result executed="False"/>',
      '<state>not run</state>',
    ],
  ])('what did not run is skipped: %s', (inner) => {
    expect(kase('', inner)).toMatchObject({ outcome: 'skipped', failure: null })
  })

  test('numbers of assertions that passed are a pass, and a case that was not executed is skipped', () => {
    expect(kase('passed="3" executed="4"')?.outcome).toBe('passed')
    expect(kase('executed="false"')?.outcome).toBe('skipped')
  })

  test('the failure itself precedes a note about it', () => {
    expect(kase('', '<status>failed</status><failure message="1 is not 2"/>')?.failure?.message).toBe('1 is not 2')
    expect(kase('', '<skipped/><status>skipped</status>')?.outcome).toBe('skipped')
  })
})
