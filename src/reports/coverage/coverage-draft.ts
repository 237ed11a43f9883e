/** Collects the facts about the files of a coverage report while it is read, within bounds. */
import {
  COVERAGE_METRICS,
  type Coverage,
  type CoverageMetric,
  type CoverageTotals,
  type FileCoverage,
  type Ratio,
} from '../../core/model/coverage.ts'
import { LIMITS, LimitError, ReportError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { own } from '../xml/text.ts'
import { addRatios, ratioOfHits, totalsOfFiles } from './coverage.ts'
import { checkHeader, getWarnings, noWarnings, type Warnings, warn } from './coverage-warnings.ts'

/** Metrics whose parts have a unique name within the file. Lines are counted by their hits. */
type PartMetric = Exclude<CoverageMetric, 'lines'>

export interface FileDraft {
  readonly path: string
  readonly roots: readonly string[]
  readonly hits: Map<number, number>
  readonly parts: Readonly<Record<PartMetric, Map<string, Ratio>>>
  /** Metrics that the report has, even if it counts none of their parts. */
  readonly says: Set<CoverageMetric>
  /** Counts of a header, for metrics without records. */
  readonly claims: Map<CoverageMetric, Ratio>
}

export interface CoverageDraft {
  readonly files: Map<string, FileDraft>
  /** Counts of the header of the whole report, which are compared with its files. */
  readonly claims: Map<CoverageMetric, Ratio>
  readonly warnings: Warnings
  entries: number
  spannedLines: number
}

export const draftCoverage = (): CoverageDraft => ({
  files: new Map(),
  claims: new Map(),
  warnings: noWarnings(),
  entries: 0,
  spannedLines: 0,
})

/**
 * Returns the file of that path, one for each set of roots. @throws ReportError past LIMITS.coverageFiles or
 * pathCharacters.
 */
export function draftFile(draft: CoverageDraft, path: string, roots: readonly string[] = []): FileDraft {
  for (const text of [path, ...roots])
    if (text.length > LIMITS.pathCharacters) throw new LimitError(reportTexts.pathTooLong(LIMITS.pathCharacters))
  const key = [...roots, path].join('\n')
  const known = draft.files.get(key)
  if (known !== undefined) return known
  if (draft.files.size >= LIMITS.coverageFiles) throw new LimitError(reportTexts.tooManyFiles(LIMITS.coverageFiles))
  const parts = { branches: new Map(), functions: new Map(), statements: new Map() }
  const file = { path: own(path), roots, hits: new Map(), parts, says: new Set<CoverageMetric>(), claims: new Map() }
  draft.files.set(own(key), file)
  return file
}

/** Combines two counts of one line: runs add up; of two reports of one run the higher counts. */
export type Combine = (a: number, b: number) => number
export const sum: Combine = (a, b) => Math.min(a + b, Number.MAX_SAFE_INTEGER)
export const max: Combine = Math.max

/** Adds a line. An impossible line number is skipped with a warning. */
export function noteLine(draft: CoverageDraft, file: FileDraft, line: number, hits: number, combine: Combine): void {
  file.says.add('lines')
  noteHits(draft, file, line, hits, combine)
}

/** Adds a line for formats that do not count lines, only say which lines belong to counted parts. */
export function noteHits(draft: CoverageDraft, file: FileDraft, line: number, hits: number, combine: Combine): void {
  const known = file.hits.get(line)
  if (known !== undefined) file.hits.set(line, combine(known, hits))
  else if (isLine(line)) {
    countEntry(draft)
    file.hits.set(line, hits)
  } else warn(draft.warnings, reportTexts.impossibleLines(file.path))
}

export const isLine = (line: number): boolean => Number.isInteger(line) && line >= 1 && line <= LIMITS.sourceLine

/** Adds a branch, function or statement (or several with one name). Of two counts the better one is kept. */
export function notePart(draft: CoverageDraft, file: FileDraft, metric: PartMetric, name: string, ratio: Ratio): void {
  file.says.add(metric)
  const known = file.parts[metric].get(name)
  if (known !== undefined) file.parts[metric].set(name, better(known, ratio))
  else {
    countEntry(draft)
    file.parts[metric].set(own(name), ratio)
  }
}

/** Truncates the common prefix of many names, which is stored with each of them. */
export const stem = (name: string): string => name.slice(0, LIMITS.pathCharacters)

/** Returns the ratio of one part that ran or did not. */
export const one = (hits: number): Ratio => ({ covered: hits > 0 ? 1 : 0, total: 1 })

/**
 * Checks a count of a report. @throws ReportError past LIMITS.coverageEntries, and where more is covered than exists.
 */
export function ratio(covered: number, total: number): Ratio {
  if (total > LIMITS.coverageEntries) throw new LimitError(reportTexts.countTooLarge(LIMITS.coverageEntries))
  if (covered > total) throw new ReportError(reportTexts.moreThanAll(covered, total))
  return { covered: Math.trunc(covered), total: Math.trunc(total) }
}

/** Returns the count of a summary; null where it is absent. @throws ReportError where only one half is present */
export function toClaim(path: string, metric: string, covered: number | null, total: number | null): Ratio | null {
  if (covered === null && total === null) return null
  if (covered !== null && total !== null) return { covered, total }
  throw new ReportError(reportTexts.halfMetric(path.slice(0, 200), metric))
}

/** Adds a claim. Of two claims the better one is kept, because they may be about the same parts. */
export function claimCoverage(
  { claims }: Pick<FileDraft, 'claims'>,
  metric: CoverageMetric,
  claimed: Ratio | null,
): void {
  const known = claims.get(metric)
  if (claimed !== null) claims.set(metric, known === undefined ? claimed : better(known, claimed))
}

const better = (a: Ratio, b: Ratio): Ratio => ({
  covered: Math.max(a.covered, b.covered),
  total: Math.max(a.total, b.total),
})

/** Counts an entry. @throws ReportError past LIMITS.coverageEntries. */
export function countEntry(draft: CoverageDraft): void {
  draft.entries += 1
  if (draft.entries > LIMITS.coverageEntries) throw new LimitError(reportTexts.tooManyEntries(LIMITS.coverageEntries))
}

/** Returns a count: never negative and at most a safe integer; 0 for other values. */
export function toHits(value: string | number | undefined): number {
  const hits = Number(value)
  return Number.isNaN(hits) ? 0 : Math.min(Math.max(Math.trunc(hits), 0), Number.MAX_SAFE_INTEGER)
}

export function toCoverage(draft: CoverageDraft): Coverage {
  const files = [...draft.files.values()].map((file) => toFile(file, draft.warnings))
  const totals = totalsOfFiles(files)
  checkHeader(draft.warnings, 'the report', draft.claims, totals)
  return { totals, files, ...getWarnings(draft.warnings) }
}

function toFile(file: FileDraft, warnings: Warnings): FileCoverage {
  const metrics = COVERAGE_METRICS.flatMap((metric) => {
    const counted = getRatio(file, metric)
    return counted === undefined ? [] : [[metric, counted] as const]
  })
  const totals: CoverageTotals = Object.fromEntries(metrics)
  checkHeader(warnings, file.path, file.claims, totals)
  return {
    path: file.path,
    ...totals,
    ...(file.roots.length > 0 && { roots: file.roots }),
    ...((file.hits.size > 0 || file.says.has('lines')) && { hits: file.hits }),
  }
}

/** Returns the count of a metric so far: the counted one, otherwise the claimed one. */
export function getRatio(file: FileDraft, metric: CoverageMetric): Ratio | undefined {
  const claimed = file.claims.get(metric)
  if (!file.says.has(metric)) return claimed && ratio(claimed.covered, claimed.total)
  return metric === 'lines' ? ratioOfHits(file.hits) : addRatios(file.parts[metric].values())
}

/** A range of lines, both ends included. */
export interface LineSpan {
  readonly start: number
  readonly end: number
  readonly hits: number
}

const NONE = -1

/** Counts spanned lines: a few bytes can claim millions of them. @throws ReportError past LIMITS.spannedLines. */
export function countSpanned(draft: CoverageDraft, lines: number): void {
  draft.spannedLines += Math.max(0, lines)
  if (draft.spannedLines > LIMITS.spannedLines) throw new LimitError(reportTexts.tooManySpans(LIMITS.spannedLines))
}

/** Gives each line the hits of the most executed span. @throws ReportError past LIMITS.spannedLines. */
export function noteSpans(draft: CoverageDraft, file: FileDraft, spans: readonly LineSpan[]): void {
  const most = new Float64Array(spans.reduce((last, { end }) => Math.max(last, end), 0) + 1).fill(NONE)
  for (const { start, end, hits } of spans) {
    countSpanned(draft, end - start + 1)
    for (let line = start; line <= end; line += 1) most[line] = Math.max(hits, most[line] ?? NONE)
  }
  for (const [line, hits] of most.entries()) if (hits !== NONE) noteHits(draft, file, line, hits, max)
}
