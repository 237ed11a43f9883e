import { describe, expect, test } from 'vitest'
import { COVERAGE_METRICS } from '../../src/core/coverage.ts'
import { detectCoverage } from '../../src/reports/detect.ts'
import type { CoverageName } from '../../src/reports/index.ts'
import { linesOfTree, parseCoverage, ratioText, recordedCoverage } from '../support/coverage.ts'

const JS = ['src/calc.js', 'src/lost.js', 'src/with space & ünï.js']

/** Reports of one run each, by one tool: the first is what the others are held against. */
const RUNS: Readonly<Record<string, { tracked: readonly string[]; reports: readonly [CoverageName, string][] }>> = {
  nyc: {
    tracked: JS,
    reports: [
      ['istanbul-json', 'nyc.final.json'],
      ['lcov', 'nyc.lcov'],
      ['clover', 'nyc.clover.xml'],
      ['cobertura', 'cobertura/nyc.xml'],
      ['istanbul-summary', 'nyc.summary.json'],
    ],
  },
  jest: {
    tracked: JS,
    reports: [
      ['istanbul-json', 'jest.final.json'],
      ['lcov', 'jest.lcov'],
      ['clover', 'jest.clover.xml'],
      ['cobertura', 'cobertura/jest.xml'],
      ['istanbul-summary', 'jest.summary.json'],
    ],
  },
  c8: {
    tracked: JS,
    reports: [
      ['istanbul-json', 'c8.final.json'],
      ['lcov', 'c8.lcov'],
      ['clover', 'c8.clover.xml'],
      ['cobertura', 'cobertura/c8.xml'],
      ['istanbul-summary', 'c8.summary.json'],
    ],
  },
  vitest: {
    tracked: JS,
    reports: [
      ['istanbul-json', 'vitest.final.json'],
      ['lcov', 'vitest.lcov'],
      ['clover', 'vitest.clover.xml'],
      ['cobertura', 'cobertura/vitest-v8.xml'],
      ['istanbul-summary', 'vitest.summary.json'],
    ],
  },
  'jest with v8': {
    tracked: JS,
    reports: [
      ['istanbul-json', 'jest-v8.final.json'],
      ['lcov', 'jest-v8.lcov'],
    ],
  },
  phpunit: {
    tracked: ['src/Calc.php'],
    reports: [
      ['clover', 'phpunit-9.clover.xml'],
      ['cobertura', 'cobertura/phpunit-9.xml'],
    ],
  },
}

/** What two formats of one run tell differently, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {}

describe.each(Object.entries(RUNS))('%s', (run, { tracked, reports }) => {
  const [[firstName, firstPath], ...others] = reports as [[CoverageName, string], ...[CoverageName, string][]]
  const first = parseCoverage(firstName, recordedCoverage(firstPath))

  test.each(reports)('%s of %s is recognised by its content', (name, path) => {
    expect(detectCoverage(recordedCoverage(path).toString('utf8'))).toBe(name)
  })

  test.each(others)(`%s (%s) has the line hits and the counts of ${firstName}`, (name, path) => {
    const other = parseCoverage(name, recordedCoverage(path))
    if (other.files.every(({ hits }) => hits !== undefined))
      expect(linesOfTree(other, tracked)).toEqual(linesOfTree(first, tracked))
    for (const metric of COVERAGE_METRICS) {
      const [mine, theirs] = [first.totals[metric], other.totals[metric]]
      if (!mine || !theirs || DIFFERENT[`${run} ${name} ${metric}`]) continue
      expect(`${metric} ${ratioText(theirs)}`).toBe(`${metric} ${ratioText(mine)}`)
    }
  })
})
