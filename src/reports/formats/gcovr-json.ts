/** Reads gcovr's JSON report and JSON summary. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  claimCoverage,
  draftCoverage,
  draftFile,
  type FileDraft,
  noteLine,
  notePart,
  one,
  stem,
  sum,
  toClaim,
  toCoverage,
} from '../coverage/coverage-draft.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { type Json, toCount, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'

/** Older versions sort keys, so the name of the format may come last, outside of the head. */
const SUMMARY = /"line_covered"\s*:\s*\d+\s*,\s*"line_percent"\s*:/
const CLAIMED = { lines: 'line', branches: 'branch', functions: 'function' } as const

export const gcovrJson: DescribedCoverageFormat = {
  about: 'gcovr `--json` and `--json-summary`: C, C++, Fortran and others that gcov measures',
  source: 'https://gcovr.com/en/stable/output/json.html',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'statements; lines in a summary',
  looksLike: (head) => /^\s*\{/.test(head) && (/"gcovr\/\w+"\s*:/.test(head) || SUMMARY.test(head)),
  parse: parseGcovr,
}

/** @throws ReportError when it is not JSON, or contains no list of files. */
function parseGcovr(bytes: Bytes): Coverage {
  const root = toObject(readStrictJson(bytes))
  const { files } = root
  if (!Array.isArray(files)) throw new ReportError('holds no files')
  const draft = draftCoverage()
  for (const file of files) readFile(draft, toObject(file))
  readSummary('the report', draft, root)
  return toCoverage(draft)
}

function readFile(draft: CoverageDraft, entry: Json): void {
  const { lines, functions } = entry
  const file = draftFile(draft, getPath(entry['file'] ?? entry['filename']))
  readSummary(file.path, file, entry)
  if (!Array.isArray(lines)) return
  file.says.add('lines').add('branches')
  if (Array.isArray(functions)) file.says.add('functions')
  for (const line of toObjects(lines)) if (isCode(line)) readLine(draft, file, line)
  for (const each of toObjects(functions)) {
    const name = `${toText(each['name'])} ${String(each['lineno'])}`
    if (isCode(each)) notePart(draft, file, 'functions', name, one(toCount(each['execution_count'])))
  }
}

function getPath(value: unknown): string {
  if (typeof value !== 'string') throw new ReportError('a file has no name')
  return value
}

const isCode = (entry: Json): boolean => entry['gcovr/noncode'] !== true && entry['gcovr/excluded'] !== true

/** A line may be listed once for each function made from it (templates): runs add up, branches stay separate. */
function readLine(draft: CoverageDraft, file: FileDraft, line: Json): void {
  const { line_number: number, count, branches, function_name: name } = line
  noteLine(draft, file, typeof number === 'number' ? number : Number.NaN, toCount(count), sum)
  for (const [nth, branch] of toObjects(branches).entries())
    if (isCode(branch))
      notePart(draft, file, 'branches', `${String(number)} ${stem(toText(name))} ${nth}`, one(toCount(branch['count'])))
}

function readSummary(path: string, of: Pick<FileDraft, 'claims'>, entry: Json): void {
  for (const [metric, word] of Object.entries(CLAIMED)) {
    const claimed = toClaim(path, metric, toNumber(entry[`${word}_covered`]), toNumber(entry[`${word}_total`]))
    claimCoverage(of, metric as keyof typeof CLAIMED, claimed)
  }
}
