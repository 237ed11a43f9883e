import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectCoverage, detectFormat } from '../../src/reports/detect.ts'
import { coverageFormats, reportFormats } from '../../src/reports/index.ts'

const cobertura = readFileSync(join(import.meta.dirname, '../fixtures/cobertura/c8.xml'), 'utf8')

describe('a report is recognised by what is in it', () => {
  const heads: readonly [what: string, head: string, format: string | null][] = [
    ['JUnit', '<?xml version="1.0"?>\n<testsuites><testsuite name="s">', 'junit'],
    ['JUnit after log lines', 'log\n<testsuite name="s">', 'junit'],
    ['coverage is no test report', cobertura, null],
    ['a web page', '<!doctype html><html></html>', null],
    ['events of go, with blanks', '{"Action": "run", "Package": "ex/h", "Test": "TestA"}\n', 'go-json'],
    ['a build of go that failed, and nothing else', 'FAIL\tex/h [build failed]\n', 'go-json'],
    [
      'the same with the words of the compiler',
      '# ex/h [ex/h.test]\n./h_test.go:3:1: expected }\nFAIL\tex/h [setup failed]\r\n',
      'go-json',
    ],
    ['words about a build of go', 'we saw\nFAIL\tex/h [build failed]\n', null],
    ['TAP with words about a build of go', 'TAP version 13\nok 1 - a\nFAIL\tex/h [build failed]\n1..1\n', 'tap'],
    [
      'events of dart, with blanks',
      '{ "protocolVersion": "0.1.1", "runnerVersion": null, "pid": 1, "type": "start", "time": 0 }\n',
      'dart-json',
    ],
    ['nothing', '', null],
    ['white space', ' \n', null],
  ]
  test.each(heads)('%s', (_what, head, format) => {
    expect(detectFormat(head)).toBe(format)
  })

  test('so is coverage', () => {
    expect(detectCoverage(cobertura)).toBe('cobertura')
    expect(detectCoverage('<testsuites/>')).toBeNull()
    expect(detectCoverage('')).toBeNull()
  })

  test('every format says who writes it', () => {
    for (const { about } of [...Object.values(reportFormats), ...Object.values(coverageFormats)])
      expect(about).toMatch(/\w+.*: \w/)
  })
})
