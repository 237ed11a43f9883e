/** Joins coverages, resolves their paths, and measures the lines that a change added. */
import {
  COVERAGE_METRICS,
  type Coverage,
  type CoverageMetric,
  type CoverageTotals,
  type FileCoverage,
  type Ratio,
} from '../../core/model/coverage.ts'
import type { LineRange } from '../../core/model/evidence.ts'
import { treeOf } from '../identity.ts'
import type { Tree } from '../json/tree.ts'
import { reportTexts } from '../texts.ts'
import { getWarnings, noWarnings, warn } from './coverage-warnings.ts'
import { resolveSource } from './source-path.ts'

/** Sums the counts of the files. A metric that no file has stays absent. */
export function totalsOfFiles(files: readonly FileCoverage[]): CoverageTotals {
  return metricsBy((metric) => {
    const ratios = files.flatMap((file) => file[metric] ?? [])
    return ratios.length === 0 ? undefined : addRatios(ratios)
  })
}

export function addRatios(ratios: Iterable<Ratio>): Ratio {
  let covered = 0
  let total = 0
  for (const ratio of ratios) {
    covered += ratio.covered
    total += ratio.total
  }
  return { covered, total }
}

export function ratioOfHits(hits: ReadonlyMap<number, number>): Ratio {
  let covered = 0
  for (const count of hits.values()) if (count > 0) covered += 1
  return { covered, total: hits.size }
}

function metricsBy(ratioOf: (metric: CoverageMetric) => Ratio | undefined): CoverageTotals {
  return Object.fromEntries(
    COVERAGE_METRICS.flatMap((metric) => {
      const ratio = ratioOf(metric)
      return ratio === undefined ? [] : [[metric, ratio] as const]
    }),
  )
}

/**
 * Merges coverages of one run. Hits of a line add up. For metrics without lines the better count is kept, because both
 * may count the same parts.
 */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const [first, ...rest] = all.filter((c) => c.files.length > 0 || Object.keys(c.totals).length > 0)
  if (first === undefined) return { totals: {}, files: [] }
  if (rest.length === 0) return first
  const files = mergeFiles([first, ...rest].flatMap((c) => c.files))
  const bare = [first, ...rest].filter((c) => c.files.length === 0).map((c) => ({ path: '', ...c.totals }))
  const warnings = noWarnings()
  for (const text of [first, ...rest].flatMap((c) => c.warnings ?? [])) warn(warnings, text)
  return { totals: totalsOfFiles([...files, ...bare]), files, ...getWarnings(warnings) }
}

/** Merges equal files. Equal paths under different roots are different files. */
function mergeFiles(files: readonly FileCoverage[]): readonly FileCoverage[] {
  const merged = new Map<string, FileCoverage>()
  for (const file of files) {
    const key = [...(file.roots ?? []), file.path].join('\n')
    const known = merged.get(key)
    merged.set(key, known === undefined ? file : mergeFile(known, file))
  }
  return [...merged.values()]
}

/** Counts lines again where both sides have hits. A format may have hits without a count of lines. */
function mergeFile(a: FileCoverage, b: FileCoverage): FileCoverage {
  const hits = a.hits && b.hits ? addHits(a.hits, b.hits) : (a.hits ?? b.hits)
  const countsLines = (a.hits && a.lines) || (b.hits && b.lines)
  return {
    path: a.path,
    ...metricsBy((metric) => getBetter(a[metric], b[metric])),
    ...(a.roots && { roots: a.roots }),
    ...(hits && { hits }),
    ...(hits && countsLines && { lines: ratioOfHits(hits) }),
  }
}

/** Returns the better count; of equals the larger one, so that the order of the reports has no effect. */
function getBetter(a: Ratio | undefined, b: Ratio | undefined): Ratio | undefined {
  if (!a || !b) return a ?? b
  if (a.total === 0 || b.total === 0) return a.total === 0 ? b : a
  const lead = a.covered * b.total - b.covered * a.total
  return lead > 0 || (lead === 0 && a.total >= b.total) ? a : b
}

function addHits(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const hits = new Map(a)
  for (const [line, count] of b) hits.set(line, Math.min((hits.get(line) ?? 0) + count, Number.MAX_SAFE_INTEGER))
  return hits
}

/**
 * Resolves the paths of a coverage. Untracked files are left out, or kept with their reported path, with a warning. The
 * producer's totals stay, except for files that turn out to be the same.
 */
export function resolveCoveragePaths(
  coverage: Coverage,
  tree: Tree,
  untracked: 'left-out' | 'kept' = 'left-out',
): Coverage {
  const warnings = noWarnings()
  for (const text of coverage.warnings ?? []) warn(warnings, text)
  const known = coverage.files.flatMap((result) => {
    const { roots, ...file } = result
    const path = resolveSource(file.path, roots ?? [], tree)
    if (typeof path === 'string') return [{ ...file, path }]
    const why = path === null ? 'is no tracked file' : 'may be several tracked files'
    warn(warnings, reportTexts.linesSkipped(file.path, why))
    return untracked === 'kept' ? [result] : []
  })
  const files = mergeFiles(known)
  return { totals: withoutDoubles(coverage.totals, known, files), files, ...getWarnings(warnings) }
}

function withoutDoubles(
  totals: CoverageTotals,
  before: readonly FileCoverage[],
  after: readonly FileCoverage[],
): CoverageTotals {
  if (before.length === after.length) return totals
  const [counted, merged] = [totalsOfFiles(before), totalsOfFiles(after)]
  return metricsBy((metric) => {
    const [all, some, fewer] = [totals[metric], counted[metric], merged[metric]]
    if (!all || !some || !fewer) return all
    return { covered: all.covered - some.covered + fewer.covered, total: all.total - some.total + fewer.total }
  })
}

/** Bound on the ranges that are returned. */
const MAX_RANGES = 20

/** Returns the added lines that did not run as ranges. A range may include added lines that were not measured. */
export function unrunLines(coverage: Coverage, added: ReadonlyMap<string, readonly number[]>): readonly LineRange[] {
  const ranges = coverage.files.flatMap(({ path, hits }) =>
    hits === undefined ? [] : getRanges(added.get(path) ?? [], hits).map(([first, last]) => ({ path, first, last })),
  )
  return ranges.slice(0, MAX_RANGES)
}

/** Joins lines to ranges. @param lines in ascending order */
function getRanges(
  lines: readonly number[],
  hits: ReadonlyMap<number, number>,
): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  let open: [number, number] | null = null
  let before = 0
  for (const line of lines) {
    const count = hits.get(line)
    if (line > before + 1 || (count ?? 0) > 0) open = null
    before = line
    if (count !== 0) continue
    if (open === null) {
      open = [line, line]
      ranges.push(open)
    } else open[1] = line
  }
  return ranges
}

/** Returns how many of the measured added lines ran; null when none was measured. */
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

/** Merges reports, with their paths resolved to tracked files. @returns null without a report */
export function mergeTracked(reports: readonly Coverage[], paths: Iterable<string>): Coverage | null {
  return reports.length === 0 ? null : resolveCoveragePaths(mergeCoverage(reports), treeOf(paths))
}
