import { describe, expect, test } from 'vitest'
import { COVERAGE_METRICS } from '../../../src/core/model/coverage.ts'
import { detectCoverage } from '../../../src/reports/detect.ts'
import type { CoverageName } from '../../../src/reports/index.ts'
import { linesOfTree, parseCoverage, ratioText, recordedCoverage } from '../../support/coverage.ts'

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
  monocart: {
    tracked: JS,
    reports: [
      ['istanbul-json', 'monocart.final.json'],
      ['lcov', 'monocart.lcov'],
      ['clover', 'monocart.clover.xml'],
      ['cobertura', 'cobertura/monocart.xml'],
      ['istanbul-summary', 'monocart.summary.json'],
    ],
  },
  'jest with v8': {
    tracked: JS,
    reports: [
      ['istanbul-json', 'jest-v8.final.json'],
      ['lcov', 'jest-v8.lcov'],
    ],
  },
  'coverage.py 7': {
    tracked: ['src/calc.py', 'src/lost.py'],
    reports: [
      ['coverage-py', 'coverage-py-7.json'],
      ['lcov', 'coverage-py-7.lcov'],
      ['cobertura', 'cobertura/coverage-py-7.xml'],
    ],
  },
  'coverage.py 6': {
    tracked: ['src/calc.py', 'src/lost.py'],
    reports: [
      ['coverage-py', 'coverage-py-6.json'],
      ['cobertura', 'cobertura/coverage-py.xml'],
    ],
  },
  gcovr: {
    tracked: ['calc.cpp', 'calc.h', 'main.cpp'],
    reports: [
      ['gcovr-json', 'gcovr.json'],
      ['cobertura', 'cobertura/gcovr.xml'],
      ['lcov', 'gcc.lcov'],
      ['gcovr-json', 'gcovr.summary.json'],
    ],
  },
  grcov: {
    tracked: ['calc.cpp', 'calc.h', 'main.cpp'],
    reports: [
      ['lcov', 'grcov.lcov'],
      ['cobertura', 'cobertura/grcov.xml'],
    ],
  },
  llvm: {
    tracked: ['calc.cpp', 'calc.h', 'main.cpp'],
    reports: [
      ['llvm-json', 'llvm.json'],
      ['lcov', 'llvm.lcov'],
      ['llvm-json', 'llvm.summary.json'],
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
const DIFFERENT: Readonly<Record<string, string>> = {
  'gcovr lcov functions': 'gcc tells lcov of templates, gcovr 5 leaves them out',
  'llvm lcov functions': 'lcov lists each instantiation of a template as a function',
}

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
