/** What went wrong when the tests had ended: the runner fails, and its report shows no test that did. */
import { describe, expect, test } from 'vitest'
import { junit } from '../../../src/reports/formats/junit.ts'
import { fixture, readJunit } from '../../support/corpus.ts'
import { inChunks, utf8 } from '../../support/hostile-xml.ts'

const LATE =
  'Error: A resource generated asynchronous activity after the test ended. This activity created the error "E'
const nodeReport = (comment: string, root = '<testsuites>') =>
  `${root}<testcase name="n" time="0.1" classname="test"/><!-- ${comment} --></testsuites>`
const parse = (xml: string) => junit.parse([utf8(xml)])

test('an error that no test of vitest caught is one of the run, and no test', () => {
  expect(readJunit('vitest/out/junit-unhandled.xml')).toMatchObject({
    cases: [{ name: 'passes' }, { name: 'rejects later' }, { name: 'throws later' }],
    runErrors: ['Uncaught Exception: late', 'Unhandled Rejection: nobody catches <this>'],
    loadErrors: [],
    hookFailures: [],
    warnings: [],
    isComplete: true,
  })
})

test('whatever the run of vitest is called', () => {
  const xml = Buffer.from(fixture('vitest/out/junit-unhandled.xml')).toString().replace('vitest tests', 'my tests')
  expect(parse(xml)).toMatchObject({ cases: { length: 3 }, runErrors: { length: 2 } })
})

test('a test that passes in a suite of that name is a test', () => {
  const name = 'vitest unhandled errors'
  expect(
    parse(`<testsuites><testsuite name="${name}"><testcase classname="${name}" name="n"/></testsuite></testsuites>`),
  ).toMatchObject({ cases: [{ name: 'n' }], runErrors: [] })
})

describe('errors that node tells in a comment', () => {
  test.each(['20', '24'])('of version %s', (version) => {
    const { runErrors, cases } = readJunit(`node-test/out/junit-late-${version}.xml`)
    expect(cases).toHaveLength(6)
    expect(runErrors.toSorted()).toEqual([
      'Error: A resource generated asynchronous activity after the test ended. This activity created the error "Error: of nobody" which triggered an uncaughtException event, caught by the test runner.',
      'Error: Test "leaves work behind" at late.test.mjs:5:1 generated asynchronous activity after the test ended. This activity created the error "Error: too late -- <really>" and would have caused the test to fail, but instead triggered an uncaughtException event.',
      'Error: Test "rejects when it is over" at late.test.mjs:6:1 generated asynchronous activity after the test ended. This activity created the error "Error: rejected" and would have caused the test to fail, but instead triggered an unhandledRejection event.',
    ])
  })

  test('older versions call it a warning', () => {
    expect(parse(nodeReport(LATE.replace('Error:', 'Warning:'))).runErrors).toHaveLength(1)
  })

  test.each(['20', '24'])('of several files, by version %s: what did load is no load error', (version) => {
    const { loadErrors, runErrors, cases } = readJunit(`node-test/out/junit-late-files-${version}.xml`)
    expect(loadErrors).toEqual([])
    expect(runErrors).toHaveLength(3)
    expect(cases.map(({ name }) => name)).not.toContain(expect.stringMatching(/mjs$/))
    expect(cases).toHaveLength(6)
  })

  test.each([
    ['of another file', (xml: string) => xml.replaceAll('at a.test.mjs:', 'at c.test.mjs:'), ['a']],
    ['of none that follows', (xml: string) => xml.replace(/<!-- Error: Test "leaves.*?-->/, ''), ['a']],
    ['of none at all', (xml: string) => xml.replaceAll(/<!-- Error: .*?-->/g, ''), ['a', 'b']],
  ] as const)('a note %s says nothing about a file that failed', (_what, change, files) => {
    const xml = Buffer.from(fixture('node-test/out/junit-late-files-24.xml')).toString()
    expect(parse(change(xml)).loadErrors.map(({ file }) => file)).toEqual(
      files.map((name) => `/home/user/project/test/${name}.test.mjs`),
    )
  })

  test('how the bytes are cut changes nothing', () => {
    const bytes = fixture('node-test/out/junit-late-24.xml')
    for (const size of [1, 7, 100, 1_000]) expect(junit.parse(inChunks(bytes, [size]))).toEqual(junit.parse([bytes]))
    for (const xml of [nodeReport(`${LATE}${'x'.repeat(200_000)}`), `<testsuites><!-- ${LATE}`, '<testsuites><!--'])
      for (const size of [1_000, 65_536])
        expect(junit.parse(inChunks(utf8(xml), [size]))).toEqual(junit.parse([utf8(xml)]))
  })

  test('a report that ends inside of one says so', () => {
    expect(parse(`<testsuites><!-- ${LATE}`).runErrors).toEqual([
      expect.stringMatching(/^line 1: the report ends inside a comment/),
    ])
  })

  test('other comments are none, and none of another writer is', () => {
    for (const comment of ['tests 1', 'Error: only said', `He said: ${LATE}`, ''])
      expect(parse(nodeReport(comment)).runErrors).toEqual([])
    expect(parse(nodeReport(LATE, '<testsuites name="other">')).runErrors).toEqual([])
  })

  test('a long one is cut, and a few are enough', () => {
    const [first = ''] = parse(nodeReport(`${LATE}${'x'.repeat(100_000)}`)).runErrors
    expect(first.length).toBe(4_000)
    expect(parse(nodeReport(`${LATE} -->`.concat(`<!-- ${LATE}-->`.repeat(1_000), '<!--'))).runErrors).toHaveLength(20)
  })
})
