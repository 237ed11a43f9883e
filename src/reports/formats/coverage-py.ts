/** Reads coverage.py's JSON report: executed and missing lines, and branches where they were measured. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  claimCoverage,
  draftCoverage,
  draftFile,
  type FileDraft,
  getRatio,
  noteLine,
  notePart,
  one,
  toClaim,
  toCoverage,
} from '../coverage/coverage-draft.ts'
import { warn } from '../coverage/coverage-warnings.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { isObject, type Json, toNumber, toObject } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'

const META = /"meta"\s*:\s*\{[^{}]{0,4000}"branch_coverage"\s*:/
/** SimpleCov's JSON has the same members since version 1. */
const SIMPLECOV = /"simplecov_version"\s*:/

export const coveragePy: DescribedCoverageFormat = {
  about: 'coverage.py `coverage json`: coverage.py 5 and later, pytest-cov',
  source: 'https://coverage.readthedocs.io/en/latest/cmd.html#json-reporting-coverage-json',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'how often a line ran; statements, which equal lines; functions before version 7.6',
  looksLike: (head) => META.test(head) && !SIMPLECOV.test(head),
  parse: parseCoveragePy,
}

/** @throws ReportError when it is not JSON, or a file has no lists of lines. */
function parseCoveragePy(bytes: Bytes): Coverage {
  const { files, totals } = toObject(readStrictJson(bytes))
  if (!isObject(files)) throw new ReportError('holds no files')
  const draft = draftCoverage()
  for (const [path, entry] of Object.entries(files)) readFile(draft, path, toObject(entry))
  readTotals(draft, toObject(totals))
  return toCoverage(draft)
}

function readTotals(draft: CoverageDraft, totals: Json): void {
  const of = (name: string) => toNumber(totals[name]) ?? 0
  claimCoverage(draft, 'lines', { covered: of('covered_lines'), total: of('num_statements') })
  claimCoverage(draft, 'branches', { covered: of('covered_branches'), total: of('num_branches') })
}

function readFile(draft: CoverageDraft, path: string, entry: Json): void {
  const { executed_lines: executed, missing_lines: missing, excluded_lines: excluded, functions, summary } = entry
  if (!Array.isArray(executed) || !Array.isArray(missing))
    throw new ReportError(`«${path.slice(0, 200)}» has no executed and missing lines`)
  const file = draftFile(draft, path)
  file.says.add('lines')
  readLines(draft, file, { executed, missing, excluded: Array.isArray(excluded) ? excluded : [] })
  readBranches(draft, file, entry)
  for (const [name, region] of Object.entries(toObject(functions))) readFunction(draft, file, name, toObject(region))
  checkSummary(draft, file, toObject(summary))
}

/** Excluded lines are not measured, even if they ran. A line in both lists counts as missing. */
function readLines(
  draft: CoverageDraft,
  file: FileDraft,
  lines: Readonly<Record<'executed' | 'missing' | 'excluded', readonly unknown[]>>,
): void {
  const excluded = new Set(lines.excluded)
  for (const line of lines.missing) noteLine(draft, file, toLine(line), 0, Math.min)
  for (const line of lines.executed) if (!excluded.has(line)) noteLine(draft, file, toLine(line), 1, Math.min)
}

const toLine = (line: unknown): number => (typeof line === 'number' ? line : Number.NaN)

/** Pairs of lines; before version 6 only their number. Absent when only lines were measured. */
function readBranches(draft: CoverageDraft, file: FileDraft, entry: Json): void {
  const { executed_branches: executed, missing_branches: missing, summary } = entry
  const { covered_branches: covered, num_branches: total } = toObject(summary)
  claimCoverage(file, 'branches', toClaim(file.path, 'branches', toNumber(covered), toNumber(total)))
  if (!Array.isArray(executed) || !Array.isArray(missing)) return
  file.says.add('branches')
  for (const pair of missing) notePart(draft, file, 'branches', String(pair), one(0))
  for (const pair of executed) notePart(draft, file, 'branches', String(pair), one(1))
}

/** Since version 7.6. The entry without a name contains the code outside of functions. */
function readFunction(draft: CoverageDraft, file: FileDraft, name: string, region: Json): void {
  const { executed_lines: executed, missing_lines: missing } = region
  if (name === '' || !Array.isArray(executed) || !Array.isArray(missing)) return
  if (executed.length + missing.length > 0) notePart(draft, file, 'functions', name, one(executed.length))
}

function checkSummary({ warnings }: CoverageDraft, file: FileDraft, summary: Json): void {
  const { covered, total } = getRatio(file, 'lines') ?? one(0)
  const [claimed, all] = [toNumber(summary['covered_lines']), toNumber(summary['num_statements'])]
  if (claimed !== null && all !== null && (claimed !== covered || all !== total))
    warn(warnings, `${file.path}: its summary says ${claimed} of ${all} lines, ${covered} of ${total} are listed`)
}
