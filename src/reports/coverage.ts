/** Joins coverages, gives them tracked paths, and measures the lines that a change added. */
import {
  COVERAGE_METRICS,
  type Coverage,
  type CoverageMetric,
  type CoverageTotals,
  type FileCoverage,
  type Ratio,
} from '../core/coverage.ts'
import type { Tree } from './tree.ts'

/** Sums what the files say; a metric that no file has stays absent. */
export function totalsOfFiles(files: readonly FileCoverage[]): CoverageTotals {
  const totals = COVERAGE_METRICS.flatMap((metric) => {
    const ratios = files.flatMap((file) => file[metric] ?? [])
    return ratios.length === 0 ? [] : [[metric, ratios.reduce(sum)] as const]
  })
  return Object.fromEntries(totals)
}

const sum = (a: Ratio, b: Ratio): Ratio => ({ covered: a.covered + b.covered, total: a.total + b.total })

/**
 * Coverages of one run as one. Hits of a line add up; of metrics without lines the better count is taken, since nobody
 * knows whether two halves are the same half.
 */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const [first, ...rest] = all.filter((c) => c.files.length > 0 || Object.keys(c.totals).length > 0)
  if (first === undefined) return { totals: {}, files: [] }
  if (rest.length === 0) return first
  const files = mergeFiles([first, ...rest].flatMap((c) => c.files))
  const bare = [first, ...rest].filter((c) => c.files.length === 0).map((c) => ({ path: '', ...c.totals }))
  return { totals: totalsOfFiles([...files, ...bare]), files }
}

function mergeFiles(files: readonly FileCoverage[]): readonly FileCoverage[] {
  const merged = new Map<string, FileCoverage>()
  for (const file of files) {
    const known = merged.get(file.path)
    merged.set(file.path, known === undefined ? file : mergeFile(known, file))
  }
  return [...merged.values()]
}

function mergeFile(a: FileCoverage, b: FileCoverage): FileCoverage {
  const hits = a.hits && b.hits ? addHits(a.hits, b.hits) : (a.hits ?? b.hits)
  const better = COVERAGE_METRICS.flatMap((metric) => {
    const ratio = betterOf(metric, a, b)
    return ratio === undefined ? [] : [[metric, ratio] as const]
  })
  return { path: a.path, ...Object.fromEntries(better), ...(hits && { hits, lines: ratioOf(hits) }) }
}

function betterOf(metric: CoverageMetric, a: FileCoverage, b: FileCoverage): Ratio | undefined {
  const [x, y] = [a[metric], b[metric]]
  if (!x || !y) return x ?? y
  return x.covered * y.total >= y.covered * x.total ? x : y
}

function addHits(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const hits = new Map(a)
  for (const [line, count] of b) hits.set(line, (hits.get(line) ?? 0) + count)
  return hits
}

function ratioOf(hits: ReadonlyMap<number, number>): Ratio {
  let covered = 0
  for (const count of hits.values()) if (count > 0) covered += 1
  return { covered, total: hits.size }
}

/** Files that are not tracked are left out; the totals stay what the producer measured. */
export function resolveCoveragePaths(coverage: Coverage, tree: Tree): Coverage {
  const files = coverage.files.flatMap((file) => {
    const path = tracked(file.path, tree)
    return path === null ? [] : [{ ...file, path }]
  })
  return { totals: coverage.totals, files: mergeFiles(files) }
}

/** Some write paths as in a URL: tried only when the path as it stands is not tracked. */
function tracked(path: string, tree: Tree): string | null {
  const found = tree.resolveFile(path) ?? (path.includes('%') ? tree.resolveFile(`file://${path}`) : null)
  return typeof found === 'string' ? found : null
}

/** Of the added lines that were measured, how many ran; null when none was measured. */
export function patchCoverage(coverage: Coverage, added: ReadonlyMap<string, readonly number[]>): Ratio | null {
  let covered = 0
  let total = 0
  for (const { path, hits } of coverage.files) {
    for (const line of added.get(path) ?? []) {
      const count = hits?.get(line)
      if (count === undefined) continue
      total += 1
      if (count > 0) covered += 1
    }
  }
  return total === 0 ? null : { covered, total }
}
