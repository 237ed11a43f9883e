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
