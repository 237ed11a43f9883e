import { describe, expect, test } from 'vitest'
import type { LoadError } from '../../../src/core/model/test-run.ts'
import { detectFormat } from '../../../src/reports/detect.ts'
import type { ParsedReport } from '../../../src/reports/format.ts'
import { identify, treeOf } from '../../../src/reports/identity.ts'
import { type FormatName, reportFormats } from '../../../src/reports/index.ts'
import { parsedReport } from '../../support/parsed.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const run = (paths: readonly string[], ...reports: ParsedReport[]) => identify(reports, treeOf(paths))

describe('several reports of one run that tell of a file which does not load', () => {
  const error = (file: string | null, part: Partial<LoadError> = {}): LoadError => ({
    file,
    message: 'broken',
    kind: 'error',
    missing: null,
    ...part,
  })
  const getErrors = (tree: readonly string[], ...reports: readonly (readonly LoadError[])[]) =>
    run(tree, ...reports.map((loadErrors) => parsedReport([], { loadErrors }))).loadErrors

  test.each([
    ['tracked', ['src/a.test.ts'], '/ci/shop/src/a.test.ts', 'src/a.test.ts'],
    ['not tracked', [], '/ci/shop/src/a.test.ts', 'src/a.test.ts'],
    ['not tracked, of Windows', [], 'src/a.test.ts', 'C:\\ci\\shop\\src\\a.test.ts'],
    ['reported alike', [], 'file:///ci/a.test.ts', '/ci/a.test.ts'],
  ])('the file is reported once: %s', (_what, tree, one, other) => {
    expect(getErrors(tree, [error(one)], [error(other)], [error(one)])).toHaveLength(1)
  })

  test('keep what says most', () => {
    const missing = { kind: 'module', name: './cart.js' } as const
    const said = error('src/a.test.ts', { message: 'Cannot find', kind: 'missing-symbol', missing })
    const silent = error('/ci/src/a.test.ts', { message: 'test failed', kind: 'unknown' })
    for (const reports of [
      [[said], [silent]],
      [[silent], [said]],
    ])
      expect(getErrors(['src/a.test.ts'], ...reports)).toEqual([{ ...said, file: 'src/a.test.ts' }])
    expect(getErrors([], [silent], [error('src/a.test.ts')])).toMatchObject([{ kind: 'error' }])
  })

  test('tell of other files, of files without a name and of one file more than once apart', () => {
    expect(getErrors([], [error('src/a.test.ts')], [error('src/ba.test.ts')], [error('lib/a.test.ts')])).toHaveLength(3)
    expect(getErrors([], [error(null)], [error(null)])).toHaveLength(2)
    expect(getErrors([], [error('a.test.ts'), error('a.test.ts')])).toHaveLength(2)
    expect(getErrors([], [error('a.test.ts')], [error('a.test.ts'), error('a.test.ts')])).toHaveLength(2)
  })

  test.each([
    ['vitest', 3, ['vitest/out/results.json', 'vitest/out/junit.xml']],
    ['jest', 3, ['jest/out/results.json', 'jest/out/junit.xml']],
    ['node:test', 3, ['node-test/out/junit.xml', 'node-test/out/results.tap']],
  ])('tell of recorded ones once: %s', (_runner, count, paths) => {
    const reports = paths.map((path) => {
      const bytes = recorded(path)
      return parseText(reportFormats[detectFormat(bytes.toString('utf8').slice(0, 65_536)) as FormatName], bytes)
    })
    expect(run([], ...reports).loadErrors).toHaveLength(count)
  })
})
