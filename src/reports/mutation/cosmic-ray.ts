/** cosmic-ray: the lines that `cosmic-ray dump` prints. */
import { type Bytes, type ParsedReport, ReportError } from '../format.ts'
import { getLines } from '../input.ts'
import { type Json, parseJson, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import { getDiffLines, type MutationFormat, type ReportedMutant, toMutationReport } from './mutant.ts'

/** The other outcome is no result of tests: incompetent. */
const NOTICED: Readonly<Record<string, boolean>> = { killed: true, survived: false }

export const cosmicRay: MutationFormat = {
  about: 'cosmic-ray: `cosmic-ray dump`',
  source: 'https://cosmic-ray.readthedocs.io',
  looksLike: (head) => /^\s*\[\s*\{[^\n]*"(?:job_id|mutations|module_path)"/.test(head),
  parse: readDump,
}

/** Each line is a work item and its result; null for one that has not run. */
function readDump(bytes: Bytes): ParsedReport {
  const mutants: ReportedMutant[] = []
  for (const { text } of getLines(bytes)) {
    if (text.trim() === '') continue
    const pair = parseJson(text)
    if (!Array.isArray(pair)) throw new ReportError('a line is no work item of cosmic-ray')
    mutants.push(...toMutants(toObject(pair[0]), toObject(pair[1])))
  }
  return toMutationReport('cosmic-ray', mutants)
}

/** A work item has one mutation; several are one change. */
function toMutants(item: Json, result: Json): readonly ReportedMutant[] {
  const isNoticed =
    NOTICED[
      toText(result['test_outcome'])
        .toLowerCase()
        .replace(/^testoutcome\./, '')
    ]
  const mutation = toObjects(item['mutations'])[0] ?? item
  const start = mutation['start_pos']
  const line = Array.isArray(start) ? (toNumber(start[0]) ?? 0) : 0
  if (isNoticed === undefined || line < 1) return []
  const changed = getDiffLines(toText(result['diff']))
  const to = changed?.to ?? toText(mutation['operator_name'])
  return [{ file: toText(mutation['module_path']) || null, line, isNoticed, from: changed?.from ?? null, to }]
}
