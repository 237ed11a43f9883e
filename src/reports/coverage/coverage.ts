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
import { AMBIGUOUS, type Tree } from '../json/tree.ts'
import { reportTexts } from '../texts.ts'
import { getWarnings, noWarnings, type Warnings, warn } from './coverage-warnings.ts'
import { type CoveragePlace, NOWHERE } from './place.ts'
import { isAbsolute, resolveSource } from './source-path.ts'

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
  const [only, ...more] = all
  if (only !== undefined && more.length === 0) return only
  const files = mergeFiles(all.flatMap((c) => c.files))
  const untracked = mergeFiles(all.flatMap(getUntracked))
  const warnings = noWarnings()
  for (const text of all.flatMap((c) => c.warnings ?? [])) warn(warnings, text)
  const ambiguous = [...new Set(all.flatMap((c) => c.ambiguous ?? []))]
  return toMerged({ files, untracked, ambiguous, warnings })
}

interface MergedParts extends Required<Pick<Coverage, 'files' | 'untracked' | 'ambiguous'>> {
  readonly warnings: Warnings
}

function toMerged({ files, untracked, ambiguous, warnings }: MergedParts): Coverage {
  const totals = totalsOfFiles([...files, ...untracked])
  const rest = { ...(untracked.length > 0 && { untracked }), ...(ambiguous.length > 0 && { ambiguous }) }
  return { totals, files, ...rest, ...getWarnings(warnings) }
}

/** A report without files has totals of files that it does not name. */
const getUntracked = ({ files, totals, untracked = [] }: Coverage): readonly FileCoverage[] =>
  files.length + untracked.length > 0 || Object.keys(totals).length === 0 ? untracked : [{ path: UNNAMED, ...totals }]

const UNNAMED = ''

/** Merges equal files. Equal paths under different roots, or untracked ones in different folders, are different files. */
function mergeFiles(files: readonly FileCoverage[]): readonly FileCoverage[] {
  const merged = new Map<string, FileCoverage>()
  for (const [n, file] of files.entries()) {
    const key = file.path === UNNAMED ? `\n${n}` : [file.at ?? '', ...(file.roots ?? []), file.path].join('\n')
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
    ...(a.at !== undefined && { at: a.at }),
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
 * Resolves the paths of a coverage. An untracked file counts in the totals, and a warning names it. A path that may be
 * several tracked files is not measured: it counts nowhere.
 */
export function resolveCoveragePaths(coverage: Coverage, tree: Tree, place: CoveragePlace = NOWHERE): Coverage {
  const warnings = noWarnings()
  for (const text of coverage.warnings ?? []) warn(warnings, text)
  const files: FileCoverage[] = []
  const untracked = [...getUntracked({ ...coverage, untracked: [] })]
  const ambiguous = new Set<string>()
  for (const file of coverage.files) {
    const { roots = [], ...known } = file
    const path = resolveSource(file.path, roots, tree, place)
    if (typeof path === 'string') files.push({ ...known, path })
    else warn(warnings, reportTexts.linesSkipped(file.path, path === null ? UNTRACKED : SEVERAL))
    if (path === null) untracked.push(inPlace(file, place))
    if (path === AMBIGUOUS && ambiguous.size < MAX_AMBIGUOUS) ambiguous.add(file.path)
  }
  return toMerged({
    files: mergeFiles(files),
    untracked: mergeFiles(untracked),
    ambiguous: [...ambiguous],
    warnings,
  })
}

/** A relative path means another file in another place. */
const inPlace = (file: FileCoverage, { at }: CoveragePlace): FileCoverage =>
  isAbsolute(file.path) ? file : { ...file, at }

/** Where no tree is known, the folders of the reports distinguish equal paths. */
export const placeOnly = (coverage: Coverage, place: CoveragePlace): Coverage => ({
  ...coverage,
  files: coverage.files.map((file) => inPlace(file, place)),
})

/** Lists the untracked files too, for readers of the report. */
export function listAll({ files, untracked = [], ...coverage }: Coverage): Coverage {
  return { ...coverage, files: [...files, ...untracked.filter(({ path }) => path !== UNNAMED)] }
}

/** Bound on the paths that are named. */
const MAX_AMBIGUOUS = 20
const UNTRACKED = 'is no tracked file'
const SEVERAL = 'may be several tracked files'

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

/** A coverage report, and where it comes from. */
export interface PlacedCoverage {
  readonly coverage: Coverage
  readonly place: CoveragePlace
}

/** Resolves the paths of each report to tracked files, then merges the reports. @returns null without a report */
export function mergeTracked(reports: readonly PlacedCoverage[], paths: Iterable<string>): Coverage | null {
  if (reports.length === 0) return null
  const tree = treeOf(paths)
  const merged = mergeCoverage(reports.map(({ coverage, place }) => resolveCoveragePaths(coverage, tree, place)))
  const { untracked } = merged
  return untracked === undefined ? merged : { ...merged, untracked: untracked.map(({ hits: _, ...file }) => file) }
}
