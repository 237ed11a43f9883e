import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { HEAD_CHARACTERS, ReportError } from '../../../src/reports/format.ts'
import { type FormatName, reportFormats } from '../../../src/reports/index.ts'
import { inPieces, parseText, recorded } from '../../support/recorded.ts'

const BEFORE = '\n> shop@1.0.0 test\n> run\n\n[1/2] {braces} and "quotes\n{"level":"info"}\n'
const BEHIND = '\nCoverage report generated for RSpec. 1 / 2 LOC (50.0%) covered.\n'

describe.each([
  ['mocha-json', 'mocha/out/results.json'],
  ['rspec-json', 'rspec/out/results.json'],
  ['vitest-json', 'vitest/out/results.json'],
  ['jest-json', 'jest/out/results.json'],
  ['playwright-json', 'playwright/out/results.json'],
  ['pytest-json', 'pytest-7/out/json-report.json'],
  ['ctrf', 'ctrf/out/jest.json'],
  ['cucumber-json', 'cucumber-js/out/cucumber.json'],
  ['xcresult-json', 'xcresult/out/tests.json'],
] as const)('%s', (name, path) => {
  const document = recorded(path).toString('utf8').trim()
  const format = reportFormats[name as FormatName]
  const alone = parseText(format, document)
  const head = (text: string) => detectFormat(text.slice(0, HEAD_CHARACTERS))

  test('text before and behind the document is the output of the run, with a warning', () => {
    const text = `${BEFORE}${document}${BEHIND}`
    expect(head(text)).toBe(name)
    const { output, warnings, ...report } = parseText(format, text)
    const { output: _output, warnings: known, ...same } = alone
    expect(report).toEqual(same)
    expect(output).toContain('> run')
    expect(output).toContain('LOC (50.0%) covered.')
    expect(warnings).toEqual([...known, 'text around the report is no part of it'])
  })

  test('no such text is no warning, and the size of the pieces does not matter', () => {
    expect(parseText(format, `\n${document}\n`)).toEqual(alone)
    const whole = parseText(format, `${BEFORE}${document}${BEHIND}`)
    for (const size of [7, 1_000]) {
      const bytes = Buffer.from(`${BEFORE}${document}${BEHIND}`)
      expect(format.parse(inPieces(bytes, size))).toEqual(whole)
    }
  })

  test('two documents are refused, and so is one that was cut', () => {
    for (const text of [
      `${document}\n${document}\n`,
      `${document}${document}`,
      `${document}\nprinted\n{"tests": 1}\n`,
      `${document}\n[{"tests": 1}]`,
      `${BEFORE}${document.slice(0, -1)}`,
      `${BEFORE}${document.slice(0, -1)}\n${BEHIND}`,
    ])
      expect(() => parseText(format, text)).toThrow(ReportError)
  })

  test('much text before it is passed by', () => {
    const before = 'a line that a test printed\n'.repeat(10_000)
    expect(parseText(format, `${before}${document}`).cases).toEqual(alone.cases)
  })
})
