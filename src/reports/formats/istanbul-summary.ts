/** Reads istanbul's `coverage-summary.json`: counts by file, without lines. */
import {
  COVERAGE_METRICS,
  type Coverage,
  type CoverageMetric,
  type CoverageTotals,
  type Ratio,
} from '../../core/model/coverage.ts'
import { totalsOfFiles } from '../coverage/coverage.ts'
import { ratio, toClaim } from '../coverage/coverage-draft.ts'
import { checkHeader, getWarnings, noWarnings } from '../coverage/coverage-warnings.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { isObject, toNumber, toObject } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'

const TOTAL = 'total'
const METRIC = /"(?:lines|statements|functions|branches)"\s*:\s*\{\s*"total"\s*:\s*\d+\s*,\s*"covered"\s*:/

export const istanbulSummary: DescribedCoverageFormat = {
  about: 'istanbul `coverage-summary.json`: nyc, c8, jest, vitest',
  source: 'https://github.com/istanbuljs/istanbuljs/tree/main/packages/istanbul-reports',
  says: ['lines', 'branches', 'functions', 'statements'],
  limits: 'which lines ran',
  looksLike: (head) => /^\s*\{/.test(head) && METRIC.test(head),
  parse: parseSummary,
}

/** @throws ReportError when no metric of any file is readable, or one is not a count. */
function parseSummary(bytes: Bytes): Coverage {
  const root = readStrictJson(bytes)
  if (!isObject(root)) throw new ReportError('is no coverage summary')
  const files = Object.entries(root)
    .filter(([path]) => path !== TOTAL)
    .map(([path, metrics]) => ({ path, ...getMetrics(path, metrics) }))
  const totalMetrics = getMetrics(TOTAL, root[TOTAL])
  const totals = files.length > 0 ? totalsOfFiles(files) : totalMetrics
  if (Object.keys(totals).length === 0) throw new ReportError('holds no lines, branches, functions or statements')
  const warnings = noWarnings()
  checkHeader(warnings, 'the report', Object.entries(totalMetrics) as [CoverageMetric, Ratio][], totals)
  return { totals, files, ...getWarnings(warnings) }
}

function getMetrics(path: string, value: unknown): CoverageTotals {
  const all = toObject(value)
  const ratios = COVERAGE_METRICS.flatMap((metric) => {
    const { total, covered } = toObject(all[metric])
    const claimed = toClaim(path, metric, toNumber(covered), toNumber(total))
    return claimed === null ? [] : [[metric, ratio(claimed.covered, claimed.total)] as const]
  })
  return Object.fromEntries(ratios)
}
