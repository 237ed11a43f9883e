/** Recorded coverage reports, and how tests speak of a coverage. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coverage } from '../../src/core/model/coverage.ts'
import { resolveCoveragePaths } from '../../src/reports/coverage/coverage.ts'
import { type CoverageName, coverageFormats } from '../../src/reports/index.ts'
import { getJsonTree } from '../../src/reports/json/tree.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures')

/** `path` is below test/fixtures/coverage, or `cobertura/…`. */
export const recordedCoverage = (path: string): Buffer =>
  readFileSync(join(FIXTURES, path.startsWith('cobertura/') ? path : `coverage/${path}`))

export const parseCoverage = (name: CoverageName, content: string | Uint8Array): Coverage =>
  coverageFormats[name].parse([typeof content === 'string' ? Buffer.from(content) : content])

/** `line:hits` of each file, under its tracked path. */
export function linesOfTree(coverage: Coverage, tracked: readonly string[]): Readonly<Record<string, string>> {
  const { files } = resolveCoveragePaths(coverage, getJsonTree(tracked))
  return Object.fromEntries(files.map(({ path, hits }) => [path, formatHits(hits)]))
}

/** `line:hits` in the order of lines; a dash where the format has no lines. */
export const formatHits = (hits: ReadonlyMap<number, number> | undefined): string =>
  hits === undefined
    ? '-'
    : [...hits]
        .toSorted(([a], [b]) => a - b)
        .map(([line, count]) => `${line}:${count}`)
        .join(' ')

/** `covered/total`. */
export const ratioText = ({ covered, total }: { covered: number; total: number }): string => `${covered}/${total}`

export const totalsText = ({ totals }: Coverage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(totals).map(([metric, ratio]) => [metric, ratioText(ratio)]))
