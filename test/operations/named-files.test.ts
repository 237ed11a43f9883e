import { expect, test } from 'vitest'
import { namedFiles } from '../../src/operations/named-files.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { parsedReport } from '../support/parsed.ts'

const reportOf = (files: readonly (string | null)[]) => parsedReport(files.map((file) => ({ file })))
const filesOf = (...words: readonly (string | null)[]) => {
  const reports = words.map((word) => reportOf([word]))
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
] as const)('%j is told as %j', (words, files) => {
  expect(filesOf(...words)).toEqual(files)
})

test('one file in the words of two reports is one file', () => {
  for (const other of ['/ci/shop/src/a.test.js', '/work/shop/src/a.test.js', 'src\\a.test.js', './src/a.test.js'])
    expect(filesOf('src/a.test.js', other)).toEqual(['src/a.test.js'])
})

test('a report that names more files than any run has names none', () => {
  const many = reportOf(Array.from({ length: 100_001 }, (_, n) => `src/${n}.test.js`))
  expect(namedFiles([many], '/work/shop')).toHaveLength(0)
  expect(namedFiles([reportOf(['a/'.repeat(3_000)])], '/work/shop')).toEqual([])
})
