import { expect, test } from 'vitest'
import { detectCoverage } from '../../../src/reports/detect.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'

const sample = recordedCoverage('gcovr.sonar.xml')

test('a recorded report has the counts of the other formats of its run', () => {
  const coverage = parseCoverage('sonar-coverage', sample)
  expect(detectCoverage(sample.toString('utf8'))).toBe('sonar-coverage')
  expect(totalsText(coverage)).toEqual({ lines: '7/9', branches: '6/14' })
  expect(totalsText(coverage)['lines']).toBe(
    totalsText(parseCoverage('gcovr-json', recordedCoverage('gcovr.json')))['lines'],
  )
  expect(coverage.files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
    ['calc.cpp', '3:1 4:1 5:0 7:1 10:1 12:0'],
    ['calc.h', '4:1 5:1'],
    ['main.cpp', '2:1'],
  ])
})

test.each([
  ['another root', '<report version="1"/>'],
  [
    'a line that does not say whether it ran',
    '<coverage version="1"><file path="a"><lineToCover lineNumber="1"/></file></coverage>',
  ],
  [
    'more branches than there are',
    '<coverage version="1"><file path="a"><lineToCover lineNumber="1" covered="true" branchesToCover="1" coveredBranches="2"/></file></coverage>',
  ],
  ['a report that was cut', sample.toString('utf8').slice(0, 300)],
])('%s is an error', (_, text) => {
  expect(() => parseCoverage('sonar-coverage', text)).toThrow(ReportError)
})

test('a line that no file has measures nothing', () => {
  const text =
    '<coverage version="1"><file path="a"><lineToCover lineNumber="0" covered="true"/><lineToCover lineNumber="2" covered="false"/></file></coverage>'
  expect(totalsText(parseCoverage('sonar-coverage', text))).toEqual({ lines: '0/1' })
})
