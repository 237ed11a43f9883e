import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { HEAD_CHARACTERS, LIMITS, type ParsedReport, ReportError } from '../../../src/reports/format.ts'
import { type FormatName, reportFormats } from '../../../src/reports/index.ts'
import { isGreen } from '../../support/laws.ts'
import { shareOf } from '../../support/property-runs.ts'
import { recorded } from '../../support/recorded.ts'

const SEEDS = [
  'mocha/out/results.json',
  'mocha/out/results-stream.ndjson',
  'playwright/out/results.json',
  'pytest-7/out/json-report.json',
  'rspec/out/results.json',
  'cargo/out/libtest.json',
  'dart/out/results.jsonl',
  'cucumber-js/out/cucumber.json',
  'cucumber-js/out/cucumber.ndjson',
  'ctrf/out/jest.json',
  'xcresult/out/tests.json',
].map((path) => {
  const text = recorded(path).toString('utf8')
  return [detectFormat(text.slice(0, HEAD_CHARACTERS)) as FormatName, text] as const
})
const anySeed = fc.constantFrom(...SEEDS)

function tryToRead(name: FormatName, text: string): ParsedReport | null {
  try {
    return reportFormats[name].parse([Buffer.from(text)])
  } catch (error) {
    expect(error).toBeInstanceOf(ReportError)
    return null
  }
}

function expectSound({ cases, warnings }: ParsedReport): void {
  for (const { name, suite, outcome, mark, failure, durationMs, retries } of cases) {
    expect([typeof name, suite.every((part) => typeof part === 'string')]).toEqual(['string', true])
    expect(failure !== null).toBe(outcome === 'failed' || outcome === 'errored')
    if (mark === 'flaky' || mark === 'expected-failure') expect(outcome).toBe('passed')
    expect(durationMs === null || (Number.isFinite(durationMs) && durationMs >= 0)).toBe(true)
    expect(Number.isSafeInteger(retries) && retries >= 0).toBe(true)
  }
  expect(warnings.length).toBeLessThan(30)
}

const ODD = ['0', '-1', '1e999', 'null', '"', '[]', '{}', '__proto__', 'true', '[', '\n', '\u0000', '\\ud800']

describe('whatever happens to a report, it is refused or makes sense', () => {
  test('a report with an odd value is refused or makes sense', () => {
    fc.assert(
      fc.property(anySeed, fc.nat(), fc.constantFrom(...ODD), ([name, text], where, odd) => {
        const words = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[\w.-]+/g)]
        const { 0: word = '', index = 0 } = words[where % words.length] ?? {}
        const report = tryToRead(name, text.slice(0, index) + odd + text.slice(index + word.length))
        if (report !== null) expectSound(report)
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('a report with a repeated, lost or foreign piece is refused or makes sense', () => {
    fc.assert(
      fc.property(anySeed, anySeed, fc.nat(), fc.nat(400), fc.nat(2), ([name, text], [, other], where, size, what) => {
        const at = where % text.length
        const piece = [text.slice(at, at + size), '', other.slice(at, at + size)][what] ?? ''
        const report = tryToRead(name, text.slice(0, at) + piece + text.slice(what === 0 ? at : at + size))
        if (report !== null) expectSound(report)
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('read as another format it is refused, or holds no test that passed', () => {
    for (const [name, text] of SEEDS)
      for (const other of new Set(SEEDS.map(([known]) => known)))
        if (other !== name) expect(isGreen(reportFormats[other], Buffer.from(text)), `${name} as ${other}`).toBe(false)
  })

  test('with its whole content in lists that are far too deep it is refused', () => {
    const deep = '['.repeat(LIMITS.depth + 1) + ']'.repeat(LIMITS.depth + 1)
    for (const [name, text] of SEEDS) {
      const at = text.lastIndexOf(':') + 1
      const report = tryToRead(name, `${text.slice(0, at)}${deep}${text.slice(at).replace(/^\s*[^,}\]]*/, '')}`)
      expect(report).toBeNull()
    }
  })
})
