/** Renders merged coverage reports: one total, and the files with the least coverage. */

import {
  COVERAGE_METRICS,
  type Coverage,
  type CoverageReport,
  coveredBy,
  type FileCoverage,
  leastCovered,
  type Ratio,
  toPercent,
} from '../../core/model/coverage.ts'
import { count } from '../../core/util/count.ts'
import { type Paint, toTable } from '../text/table.ts'
import { plain, shorten } from '../text/text.ts'

const MAX_LISTED = 5
const INDENT = 2

interface CoverageLook {
  readonly width: number
  readonly paint: Paint
  readonly toWarnings: (warnings: readonly string[], width: number, paint: Paint) => readonly string[]
}

/** @param merged the reports, merged */
export function coverageLines(
  reports: readonly CoverageReport[],
  merged: Coverage,
  { width, paint, toWarnings }: CoverageLook,
): readonly string[] {
  const { files, totals, warnings = [] } = merged
  const inner = width - INDENT
  const of = `Coverage of ${count(files.length, 'file')}`
  const rows = COVERAGE_METRICS.flatMap((metric) => (totals[metric] ? [[metric, ...figures(totals[metric])]] : []))
  const [only] = reports
  const title = reports.length === 1 && only ? `${of}: ${getName(only)}` : `${of}: ${reports.length} reports together`
  return [
    paint('bold', shorten(title, width)),
    ...indented([
      ...toTable(rows, { width: inner }),
      ...(reports.length === 1 ? [] : names(reports, inner)),
      ...toWarnings(warnings, inner, paint),
      ...leastLines(files, inner),
    ]),
  ]
}

const indented = (lines: readonly string[]) => lines.map((line) => ' '.repeat(INDENT) + line)

const getName = ({ name, format }: CoverageReport) => `${plain(name)} (${plain(format, 60)})`

function figures(ratio: Ratio): readonly [string, string] {
  const percent = toPercent(ratio)
  return [percent === null ? 'none' : `${percent.toFixed(1)} %`, `${ratio.covered} of ${ratio.total}`]
}

const more = (all: number): readonly string[] => (all > MAX_LISTED ? [`+${all - MAX_LISTED} more`] : [])

function names(reports: readonly CoverageReport[], width: number): readonly string[] {
  return [...reports.slice(0, MAX_LISTED).map((one) => shorten(getName(one), width)), ...more(reports.length)]
}

/** Returns the files with uncovered parts, the least covered ones first. */
function leastLines(files: readonly FileCoverage[], width: number): readonly string[] {
  const lacking = leastCovered(files).flatMap((file) => {
    const ratio = coveredBy(file)
    return ratio === null || ratio.covered === ratio.total ? [] : [[...figures(ratio), plain(file.path)]]
  })
  if (lacking.length === 0) return []
  const rows = toTable(lacking.slice(0, MAX_LISTED), { width: width - INDENT })
  return ['Least covered', ...indented([...rows, ...more(lacking.length)])]
}
