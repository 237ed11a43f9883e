import { expect, test } from 'vitest'
import { detectCoverage, detectFormat } from '../../src/reports/detect.ts'

test.each([
  [
    'vitest-json',
    '{"numTotalTestSuites":1,"numPassedTests":1,"testResults":[{"assertionResults":[],"startTime":1,"endTime":2,"status":"passed","message":"","name":"/a.test.ts"}],"success":true,"startTime":1}',
  ],
  ['node-events', '{"type":"tdd-gate:node-events","version":1}\n'],
  ['go-json', '{"Time":"2026-01-01T00:00:00Z","Action":"run","Package":"example.com/a","Test":"TestA"}\n'],
  ['junit', '<testsuites><testsuite name="a"/></testsuites>'],
  ['tap', 'TAP version 14\nok 1 - a\n1..1\n'],
])('a head of %s is recognised among all formats', (name, head) => {
  expect(detectFormat(head)).toBe(name)
})

test.each([
  ['lcov', 'TN:\nSF:src/a.js\nDA:1,1\nend_of_record\n'],
  ['istanbul-summary', '{"total":{"lines":{"total":1,"covered":1,"skipped":0,"pct":100}}}'],
])('a head of %s is recognised among all coverage formats', (name, head) => {
  expect(detectCoverage(head)).toBe(name)
})
