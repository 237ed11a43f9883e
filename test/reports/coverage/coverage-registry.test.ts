import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '../../../scripts/docs.ts'
import { COVERAGE_METRICS, type Coverage } from '../../../src/core/model/coverage.ts'
import { detectCoverage, detectFormat } from '../../../src/reports/detect.ts'
import { type CoverageFact, HEAD_CHARACTERS } from '../../../src/reports/format.ts'
import { type CoverageName, coverageFormats } from '../../../src/reports/index.ts'
import { parseCoverage } from '../../support/coverage.ts'

const FIXTURES = join(import.meta.dirname, '../..', 'fixtures')
const recorded = globSync(['coverage/*', 'cobertura/*'], { cwd: FIXTURES })
  .filter((path) => !path.endsWith('.md'))
  .toSorted()
  .map((path) => ({ path, content: readFileSync(join(FIXTURES, path)) }))

/** What the name of a recorded report says it is. */
const KINDS: readonly (readonly [pattern: RegExp, name: CoverageName])[] = [
  [/^cobertura\//, 'cobertura'],
  [/\.final\.json$/, 'istanbul-json'],
  [/(?:nyc|jest|c8|vitest|monocart)\.summary\.json$/, 'istanbul-summary'],
  [/coverage-py-\d\.json$/, 'coverage-py'],
  [/simplecov/, 'simplecov'],
  [/llvm.*\.json$/, 'llvm-json'],
  [/gcovr.*\.json$/, 'gcovr-json'],
  [/\.sonar\.xml$/, 'sonar-coverage'],
  [/\.clover\.xml$/, 'clover'],
  [/jacoco\.xml$/, 'jacoco'],
  [/opencover\.xml$/, 'opencover'],
  [/go\.\w+\.out$/, 'go-cover'],
  [/\.lcov$/, 'lcov'],
]
const getKind = (path: string) => KINDS.find(([pattern]) => pattern.test(path))?.[1]

const getFacts = ({ files }: Coverage): ReadonlySet<CoverageFact> =>
  new Set(
    files.flatMap((file) => [
      ...COVERAGE_METRICS.filter((metric) => file[metric] !== undefined),
      ...(file.hits ? (['hits'] as const) : []),
    ]),
  )

test.each(recorded)('$path is recognised by its head alone', ({ path, content }) => {
  const head = content.toString('utf8').slice(0, HEAD_CHARACTERS)
  expect(detectCoverage(head), basename(path)).toBe(getKind(path))
  expect(detectFormat(head)).toBeNull()
  const known = Object.entries(coverageFormats).filter(([, format]) => format.looksLike(head))
  expect(known.map(([name]) => name)).toEqual([getKind(path)])
})

describe.each(Object.entries(coverageFormats))('%s', (name, { says, limits }) => {
  test('what it says it can say is what recorded reports say', () => {
    const reports = recorded.filter(({ path }) => getKind(path) === name)
    const facts = reports.flatMap(({ content }) => [...getFacts(parseCoverage(name as CoverageName, content))])
    const beyond = name === 'simplecov' ? ['functions'] : []
    expect([...new Set([...facts, ...beyond])].toSorted()).toEqual([...says].toSorted())
  })

  test('what it leaves out is noted in its own words', () => {
    for (const fact of ['lines', 'branches', 'functions', 'statements'] as const)
      expect(says.includes(fact) || limits.includes(fact), fact).toBe(true)
  })

  test('the docs have it with what it can say', () => {
    const row = SECTIONS['coverage']?.()
      .split('\n')
      .find((line) => line.startsWith(`| [\`${name}\`](`))
    expect(row?.split(' | ').filter((cell) => cell === 'yes')).toHaveLength(says.length)
    expect(SECTIONS['formats']?.()).not.toContain(`\`${name}\``)
  })
})

test.each([
  ['a summary of istanbul in a test report', '{"numPassedTests":1,"testResults":[]}'],
  ['package.json', '{"name":"a","scripts":{"test":"x"}}'],
  ['any XML', '<report><title/></report>'],
  ['a mode of something else', 'mode: fast\n'],
  ['nothing', ''],
  ['binary', '\u0000\u0001\u0002'],
])('%s is no coverage', (_, head) => {
  expect(detectCoverage(head)).toBeNull()
})

test('a head of nothing but beginnings is looked through at once', () => {
  for (const piece of ['<coverage ', '<report ', '"meta":{', '{"a', ' ', '"data":[{', '<'])
    expect(detectCoverage(piece.repeat(HEAD_CHARACTERS / piece.length))).toBeNull()
})
