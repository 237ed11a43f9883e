import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COVERAGE_METRICS, type Coverage } from '../../../src/core/model/coverage.ts'
import { mergeCoverage, resolveCoveragePaths } from '../../../src/reports/coverage/coverage.ts'
import { detectCoverage } from '../../../src/reports/detect.ts'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'
import { type CoverageName, coverageFormats } from '../../../src/reports/index.ts'
import { getJsonTree } from '../../../src/reports/json/tree.ts'
import { parseCoverage } from '../../support/coverage.ts'
import { shareOf } from '../../support/property-runs.ts'

const FIXTURES = join(import.meta.dirname, '../..', 'fixtures')
const seeds = globSync(['coverage/*', 'cobertura/*'], { cwd: FIXTURES })
  .toSorted()
  .map((path) => readFileSync(join(FIXTURES, path), 'utf8'))
  .flatMap((text) => {
    const name = detectCoverage(text)
    return name === null ? [] : [[name, text] as const]
  })
const anySeed = fc.constantFrom(...seeds)

/** A coverage, or null where the report was refused in the one way that is foreseen. */
function tryToRead(name: CoverageName, text: string): Coverage | null {
  try {
    return parseCoverage(name, text)
  } catch (error) {
    expect(error).toBeInstanceOf(ReportError)
    return null
  }
}

function expectSound({ files, totals, warnings = [] }: Coverage): void {
  for (const { covered, total } of [...files, { ...totals, path: '' }].flatMap((of) =>
    COVERAGE_METRICS.flatMap((metric) => of[metric] ?? []),
  )) {
    expect(Number.isSafeInteger(covered) && Number.isSafeInteger(total)).toBe(true)
    expect(covered >= 0 && covered <= total).toBe(true)
  }
  for (const [line, hits] of files.flatMap((file) => [...(file.hits ?? [])])) {
    expect(Number.isInteger(line) && line >= 1 && line <= LIMITS.sourceLine).toBe(true)
    expect(Number.isSafeInteger(hits) && hits >= 0).toBe(true)
  }
  expect(warnings.length).toBeLessThan(30)
}

const ODD = [
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  'null',
  '"',
  '__proto__',
  '<',
  '{}',
  '[',
  '\n',
  '&x;',
  '\u0000',
]

describe('whatever happens to a report, it is refused or makes sense', () => {
  test('a report with an odd value is refused or makes sense', () => {
    fc.assert(
      fc.property(anySeed, fc.nat(), fc.constantFrom(...ODD), ([name, text], where, odd) => {
        const words = [...text.matchAll(/[\w.-]+/g)]
        const { 0: word = '', index = 0 } = words[where % words.length] ?? {}
        const coverage = tryToRead(name, text.slice(0, index) + odd + text.slice(index + word.length))
        if (coverage !== null) expectSound(coverage)
      }),
      { numRuns: shareOf(400) },
    )
  })

  test('a report with a repeated, lost or foreign piece is refused or makes sense', () => {
    fc.assert(
      fc.property(anySeed, anySeed, fc.nat(), fc.nat(400), fc.nat(2), ([name, text], [, other], where, size, what) => {
        const at = where % text.length
        const piece = [text.slice(at, at + size), '', other.slice(at, at + size)][what] ?? ''
        const coverage = tryToRead(name, text.slice(0, at) + piece + text.slice(what === 0 ? at : at + size))
        if (coverage !== null) expectSound(coverage)
      }),
      { numRuns: shareOf(400) },
    )
  })

  test('read as another format it is refused, or empty', () => {
    for (const [name, text] of seeds) {
      for (const other of Object.keys(coverageFormats) as CoverageName[]) {
        if (other === name) continue
        const coverage = tryToRead(other, text)
        if (coverage !== null)
          expect(
            coverage.files.every(({ hits }) => !hits || hits.size === 0),
            `${name} as ${other}`,
          ).toBe(true)
      }
    }
  })
})

describe('a report that was cut', () => {
  test('is never read as a whole one, unless its parts have no end but their own', () => {
    fc.assert(
      fc.property(anySeed, fc.nat(), ([name, text], where) => {
        const whole = text.trimEnd()
        const cut = whole.slice(0, where % whole.length)
        const isBetween = name === 'lcov' ? /end_of_record\s*$/.test(cut) : name === 'go-cover' && cut.endsWith('\n')
        fc.pre(!isBetween)
        expect(() => parseCoverage(name, cut)).toThrow(ReportError)
      }),
      { numRuns: shareOf(400) },
    )
  })
})

test('merging is sound, and in any order the same', () => {
  const tracked = getJsonTree([
    'src/calc.js',
    'src/lost.js',
    'calc.cpp',
    'calc.h',
    'main.cpp',
    'src/calc.py',
    'lib/calc.rb',
  ])
  fc.assert(
    fc.property(fc.array(anySeed, { maxLength: 4 }), (some) => {
      const all = some.map(([name, text]) => parseCoverage(name, text))
      const merged = resolveCoveragePaths(mergeCoverage(all), tracked)
      expectSound(merged)
      const getHits = ({ files }: Coverage) => Object.fromEntries(files.map(({ path, hits }) => [path, hits]))
      expect(getHits(merged)).toEqual(getHits(resolveCoveragePaths(mergeCoverage(all.toReversed()), tracked)))
    }),
    { numRuns: shareOf(60) },
  )
})
