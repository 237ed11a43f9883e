/** Reads istanbul's full JSON (`coverage-final.json`, `.nyc_output`): statements, functions and branches with counts. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  draftCoverage,
  draftFile,
  type FileDraft,
  max,
  noteLine,
  notePart,
  one,
  ratio,
  toCoverage,
} from '../coverage/coverage-draft.ts'
import { warn } from '../coverage/coverage-warnings.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { isObject, type Json, toCount, toObject, toText } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'

const UNCOUNTED = 'some of its code has no counter: it is taken as not run'

export const istanbulJson: DescribedCoverageFormat = {
  about: 'istanbul `coverage-final.json`: nyc, c8, jest, vitest, karma, cypress',
  source: 'https://github.com/gotwarlost/istanbul/blob/master/coverage.json.md',
  says: ['lines', 'branches', 'functions', 'statements', 'hits'],
  limits: '',
  looksLike: (head) => /^\s*\{/.test(head) && /"statementMap"\s*:\s*\{/.test(head),
  parse: parseIstanbul,
}

/** @throws ReportError when it is not JSON, or an entry is not the coverage of a file. */
function parseIstanbul(bytes: Bytes): Coverage {
  const root = readStrictJson(bytes)
  if (!isObject(root)) throw new ReportError('is no object')
  const draft = draftCoverage()
  for (const [key, entry] of Object.entries(root)) readFile(draft, key, toObject(entry))
  if (draft.files.size === 0) throw new ReportError('holds no file')
  return toCoverage(draft)
}

/** Older writers wrap the data of a file. */
function getData(entry: Json): Json {
  return isObject(entry['data']) ? entry['data'] : entry
}

function readFile(draft: CoverageDraft, key: string, entry: Json): void {
  const { path, s, f, b, statementMap, fnMap, branchMap } = getData(entry)
  if (!isObject(s) || !isObject(statementMap))
    throw new ReportError(`«${(key || toText(path)).slice(0, 200)}» has no statements`)
  const file = draftFile(draft, toText(path) || key)
  file.says.add('lines').add('statements')
  if (isObject(f)) file.says.add('functions')
  if (isObject(b)) file.says.add('branches')
  readStatements(draft, file, withPlaces(draft, file, s, statementMap), statementMap)
  for (const [id, hits] of Object.entries(withPlaces(draft, file, toObject(f), toObject(fnMap))))
    notePart(draft, file, 'functions', id, one(toCount(hits)))
  const branches = withPlaces(draft, file, toObject(b), toObject(branchMap))
  for (const [id, arms] of Object.entries(branches)) readBranch(draft, file, id, arms, toObject(branchMap)[id])
}

/** Returns the counters, and null for a location without one: it does not count as executed. */
function withPlaces(draft: CoverageDraft, file: FileDraft, counters: Json, places: Json): Json {
  const uncounted = Object.keys(places).filter((id) => !Object.hasOwn(counters, id))
  if (uncounted.length === 0) return counters
  warn(draft.warnings, `${file.path}: ${UNCOUNTED}`)
  return Object.fromEntries([...Object.entries(counters), ...uncounted.map((id) => [id, null] as const)])
}

/** Counts lines as istanbul does: a line has the highest count of the statements that start there. */
function readStatements(draft: CoverageDraft, file: FileDraft, counts: Json, places: Json): void {
  for (const [id, count] of Object.entries(counts)) {
    const hits = toCount(count)
    notePart(draft, file, 'statements', id, one(hits))
    const { line } = toObject(toObject(places[id])['start'])
    noteLine(draft, file, typeof line === 'number' ? line : Number.NaN, hits, max)
  }
}

/** Branches are the counters; there may be fewer locations. Without a counter no branch ran. */
function readBranch(draft: CoverageDraft, file: FileDraft, id: string, arms: unknown, place: unknown): void {
  if (Array.isArray(arms))
    for (const [arm, hits] of arms.entries()) notePart(draft, file, 'branches', `${id}:${arm}`, one(toCount(hits)))
  else if (isObject(place)) {
    warn(draft.warnings, `${file.path}: ${UNCOUNTED}`)
    const { locations } = place
    notePart(draft, file, 'branches', id, ratio(0, Array.isArray(locations) ? locations.length : 1))
  }
}
