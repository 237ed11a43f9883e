/** Infection's JSON log, and the report of go-mutesting, which has the same form. */
import { type Bytes, type ParsedReport, ReportError } from '../format.ts'
import { isObject, type Json, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'
import { getDiffLines, type MutationFormat, type ReportedMutant, toMutationReport } from './mutant.ts'

/** The other lists are no result of tests: `errored`, `syntaxErrors`, `ignored`, `skipped`. */
const LISTS: Readonly<Record<string, boolean>> = {
  killed: true,
  timeouted: true,
  timeouts: true,
  escaped: false,
  uncovered: false,
}

export const infection: MutationFormat = {
  about: 'Infection, go-mutesting',
  source: 'https://infection.github.io/guide/usage.html',
  looksLike: (head) => /^\s*\{\s*"stats"\s*:/.test(head) && /"(?:totalMutantsCount|escapedCount|msi)"/.test(head),
  parse: readLog,
}

function readLog(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  if (!isObject(root) || !isObject(root['stats'])) throw new ReportError('holds no `stats` of Infection')
  const lists = Object.entries(LISTS).flatMap(([name, isNoticed]) =>
    toObjects(root[name]).flatMap((entry) => toMutant(entry, isNoticed)),
  )
  return toMutationReport('infection', lists)
}

function toMutant(entry: Json, isNoticed: boolean): readonly ReportedMutant[] {
  const mutator = toObject(entry['mutator'])
  const line = toNumber(mutator['originalStartLine']) ?? 0
  if (line < 1) return []
  const changed = getDiffLines(toText(entry['diff']))
  const to = changed?.to ?? toText(mutator['mutatorName'])
  return [{ file: toText(mutator['originalFilePath']) || null, line, isNoticed, from: changed?.from ?? null, to }]
}
