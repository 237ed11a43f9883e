/** Reads SimpleCov: the resultset with one entry for each command, or the JSON of its formatter. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  draftCoverage,
  draftFile,
  type FileDraft,
  noteLine,
  notePart,
  one,
  stem,
  sum,
  toCoverage,
} from '../coverage/coverage-draft.ts'
import { type Bytes, type DescribedCoverageFormat, LIMITS, LimitError, ReportError } from '../format.ts'
import { isObject, type Json, toCount, toObject, toObjects } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'

/** The hits of a line in one command; null for a line that this command did not recognise as code. */
type LineHits = readonly (number | null)[]

const RESULTSET = /^\s*\{\s*"(?:[^"\\]|\\.){0,4000}"\s*:\s*\{\s*"coverage"\s*:\s*\{/

export const simplecov: DescribedCoverageFormat = {
  about: 'SimpleCov `.resultset.json` and `coverage.json`: Ruby (rspec, minitest, test-unit)',
  source: 'https://github.com/simplecov-ruby/simplecov',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'statements; functions, unless methods were measured; `:nocov:` in a resultset: its lines count',
  looksLike: (head) => RESULTSET.test(head) || /"simplecov_version"\s*:/.test(head),
  parse: parseSimplecov,
}

/** @throws ReportError when it is not JSON, or a command or a file has no coverage. */
function parseSimplecov(bytes: Bytes): Coverage {
  const root = readStrictJson(bytes)
  if (!isObject(root)) throw new ReportError('is no coverage of SimpleCov')
  const isFormatted = toObject(root['meta'])['simplecov_version'] !== undefined
  const commands = isFormatted ? [root] : Object.values(root).map(toObject)
  const draft = draftCoverage()
  const lines = new Map<FileDraft, LineHits>()
  for (const { coverage } of commands) {
    if (!isObject(coverage)) throw new ReportError('a command has no coverage')
    for (const [path, entry] of Object.entries(coverage)) readFile(draft, lines, path, entry)
  }
  for (const [file, hits] of lines) noteLines(draft, file, hits)
  return toCoverage(draft)
}

/** Before version 0.18 a file is a list of lines. */
function readFile(draft: CoverageDraft, lines: Map<FileDraft, LineHits>, path: string, entry: unknown): void {
  const parts: Json = Array.isArray(entry) ? { lines: entry } : toObject(entry)
  const file = draftFile(draft, path)
  const { lines: list, branches, methods } = parts
  if (!Array.isArray(list)) throw new ReportError(`«${path.slice(0, 200)}» has no lines`)
  if (list.length > LIMITS.sourceLine)
    throw new LimitError(`«${path.slice(0, 200)}» has more lines than limit sourceLine (${LIMITS.sourceLine})`)
  const hits = list.map((count) => (typeof count === 'number' ? toCount(count) : null))
  lines.set(file, mergeLines(lines.get(file), hits))
  readBranches(draft, file, branches)
  readMethods(draft, file, methods)
}

/** Adds the hits of all commands as SimpleCov does. A line without hits is ignored if one command knows it as no code. */
function mergeLines(a: LineHits | undefined, b: LineHits): LineHits {
  if (a === undefined) return b
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => {
    const [x = null, y = null] = [a[at], b[at]]
    const hits = sum(x ?? 0, y ?? 0)
    return hits === 0 && (x === null || y === null) ? null : hits
  })
}

function noteLines(draft: CoverageDraft, file: FileDraft, lines: LineHits): void {
  file.says.add('lines')
  for (const [at, hits] of lines.entries()) if (hits !== null) noteLine(draft, file, at + 1, hits, sum)
}

/** Counts by name, or since version 1 a list; ignored ones are not counted. */
function readMethods(draft: CoverageDraft, file: FileDraft, methods: unknown): void {
  if (!isObject(methods) && !Array.isArray(methods)) return
  file.says.add('functions')
  for (const [name, count] of Object.entries(toObject(methods)))
    notePart(draft, file, 'functions', name, one(toCount(count)))
  for (const { name, start_line: line, coverage } of toObjects(methods))
    if (typeof coverage === 'number') notePart(draft, file, 'functions', `${name} ${line}`, one(toCount(coverage)))
}

/** Conditions with their branches, or a flat list; ignored ones are not counted. */
function readBranches(draft: CoverageDraft, file: FileDraft, branches: unknown): void {
  if (!isObject(branches) && !Array.isArray(branches)) return
  file.says.add('branches')
  for (const [condition, arms] of Object.entries(toObject(branches)))
    for (const [arm, count] of Object.entries(toObject(arms)))
      notePart(draft, file, 'branches', `${stem(condition)} ${arm}`, one(toCount(count)))
  for (const [nth, { coverage }] of toObjects(branches).entries())
    if (typeof coverage === 'number') notePart(draft, file, 'branches', String(nth), one(toCount(coverage)))
}
