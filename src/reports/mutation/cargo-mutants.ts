/** cargo-mutants: mutants.out/outcomes.json. */
import { type Bytes, type ParsedReport, ReportError } from '../format.ts'
import { isObject, type Json, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'
import { type MutationFormat, type ReportedMutant, toMutationReport } from './mutant.ts'

/** The other outcomes are no result of tests: Success and Failure (of the baseline), Unviable. */
const NOTICED: Readonly<Record<string, boolean>> = { CaughtMutant: true, Timeout: true, MissedMutant: false }

export const cargoMutants: MutationFormat = {
  about: 'cargo-mutants: `mutants.out/outcomes.json`',
  source: 'https://mutants.rs/mutants-out.html',
  looksLike: (head) => /^\s*\{\s*"outcomes"\s*:/.test(head) && /"(?:scenario|phase_results)"/.test(head),
  parse: readOutcomes,
}

function readOutcomes(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  if (!isObject(root) || !Array.isArray(root['outcomes'])) throw new ReportError('holds no `outcomes` of cargo-mutants')
  return toMutationReport('cargo-mutants', toObjects(root['outcomes']).flatMap(toMutant))
}

/** Older versions name a line, newer ones a span. */
function toMutant({ scenario, summary }: Json): readonly ReportedMutant[] {
  const mutant = toObject(toObject(scenario)['Mutant'])
  const isNoticed = NOTICED[toText(summary)]
  const line = toNumber(toObject(toObject(mutant['span'])['start'])['line']) ?? toNumber(mutant['line']) ?? 0
  if (isNoticed === undefined || line < 1) return []
  const text = toText(mutant['name']).replace(/^.*?:\d+(?::\d+)?:\s*/, '')
  return [
    { file: toText(mutant['file']) || null, line, isNoticed, from: null, to: text || toText(mutant['replacement']) },
  ]
}
