import { expect, test } from 'vitest'
import { namedFiles } from '../../../src/operations/report/named-files.ts'
import { goJson } from '../../../src/reports/formats/go-json.ts'
import { junit } from '../../../src/reports/formats/junit.ts'
import { identify, treeOf } from '../../../src/reports/identity.ts'
import { parsedReport } from '../../support/parsed.ts'
import { parseText } from '../../support/recorded.ts'

const getReport = (files: readonly (string | null)[]) => parsedReport(files.map((file) => ({ file })))
const getFiles = (...words: readonly (string | null)[]) => {
  const reports = words.map((word) => getReport([word]))
  return identify(reports, treeOf(namedFiles(reports, '/work/shop'))).cases.map(({ file }) => file)
}

test.each([
  [['src/a.test.js'], ['src/a.test.js']],
  [['./src/a.test.js'], ['src/a.test.js']],
  [['../shop/src/a.test.js'], ['shop/src/a.test.js']],
  [['src/../src//a.test.js'], ['src/a.test.js']],
  [['/work/shop/src/a.test.js'], ['src/a.test.js']],
  [['file:///work/shop/src/a.test.js'], ['src/a.test.js']],
  [['C:\\ci\\shop\\src\\a.test.js'], ['C:/ci/shop/src/a.test.js']],
  [['/ci/shop/src/a.test.js'], ['ci/shop/src/a.test.js']],
  [['example.com/shop/cart'], ['example.com/shop/cart']],
  [[null], [null]],
  [[''], [null]],
  [['..'], [null]],
] as const)('%j becomes %j', (words, files) => {
  expect(getFiles(...words)).toEqual(files)
})

test('one file in the words of two reports is one file', () => {
  for (const other of ['/ci/shop/src/a.test.js', '/work/shop/src/a.test.js', 'src\\a.test.js', './src/a.test.js'])
    expect(getFiles('src/a.test.js', other)).toEqual(['src/a.test.js'])
})

test('a report that names more files than any run has names none', () => {
  const many = getReport(Array.from({ length: 100_001 }, (_, n) => `src/${n}.test.js`))
  expect(namedFiles([many], '/work/shop')).toHaveLength(0)
  expect(namedFiles([getReport(['a/'.repeat(3_000)])], '/work/shop')).toEqual([])
})

test('a package of Go is no file in any report: its tests keep their ids', () => {
  const event = (Action: string, part: object = {}) => `${JSON.stringify({ Action, Package: 'ex/p', ...part })}\n`
  const passed = event('run', { Test: 'TestA' }) + event('pass', { Test: 'TestA' })
  const gotestsum = (first: string) =>
    `<testsuites><testsuite name="ex/p"><properties><property name="go.version" value="go1.24"/></properties>${first}<testcase classname="ex/p" name="TestA"/></testsuite></testsuites>`
  const main = '<testcase classname="" name="TestMain"><failure message="Failed">setup exploded</failure></testcase>'
  const reports = [
    parseText(goJson, passed + event('pass')),
    parseText(goJson, passed + event('output', { Output: 'exploded\n' }) + event('fail')),
    parseText(junit, gotestsum('')),
    parseText(junit, gotestsum(main)),
  ]
  const runs = reports.map((one) => identify([one], treeOf(namedFiles([one], '/work/shop'))))
  expect(runs.map(({ cases }) => cases.map(({ id }) => id))).toEqual(runs.map(() => ['? > ex/p > TestA']))
  expect(runs[1]?.hookFailures).toEqual([{ file: null, suite: [], message: 'ex/p: exploded' }])
})
