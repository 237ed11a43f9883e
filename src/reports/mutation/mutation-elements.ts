/** The mutation testing report schema, versions 1 and 2. */
import { type Bytes, ReportError } from '../format.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toNumber, toObject, toObjects, toText } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'
import { type MutationFormat, type ReportedMutant, toMutationReport } from './mutant.ts'

/** The other statuses are no result of tests: CompileError, RuntimeError, Ignored, Pending. */
const NOTICED: Readonly<Record<string, boolean>> = { Killed: true, Timeout: true, Survived: false, NoCoverage: false }

export const mutationElements: MutationFormat = {
  about: 'StrykerJS, Stryker.NET, Stryker4s',
  source:
    'https://github.com/stryker-mutator/mutation-testing-elements/blob/master/packages/report-schema/src/mutation-testing-report-schema.json',
  looksLike: (head) => {
    const names = memberNames(head)
    return names.includes('schemaVersion') && (names.includes('thresholds') || head.includes('"mutants"'))
  },
  parse: (bytes) => toMutationReport('mutation-elements', readElements(bytes)),
}

function readElements(bytes: Bytes): readonly ReportedMutant[] {
  const root = readStrictJson(bytes)
  if (!isObject(root) || !isObject(root['files'])) throw new ReportError('holds no `files` of a mutation report')
  return Object.entries(root['files']).flatMap(([file, value]) => {
    const { source, mutants } = toObject(value)
    const lines = toText(source).split('\n')
    return toObjects(mutants).flatMap((mutant) => toMutant(file, lines, mutant))
  })
}

function toMutant(file: string, lines: readonly string[], mutant: Json): readonly ReportedMutant[] {
  const isNoticed = NOTICED[toText(mutant['status'])]
  const { start, end } = toObject(mutant['location'])
  const [first, last] = [toPlace(start), toPlace(end)]
  if (isNoticed === undefined || first.line < 1) return []
  const to = toText(mutant['replacement']) || toText(mutant['description']) || toText(mutant['mutatorName'])
  return [{ file, line: first.line, isNoticed, from: getCode(lines, first, last), to }]
}

interface Place {
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

function toPlace(value: unknown): Place {
  const { line, column } = toObject(value)
  return { line: toNumber(line) ?? 0, column: toNumber(column) ?? 1 }
}

/** The end is exclusive. */
function getCode(lines: readonly string[], start: Place, end: Place): string | null {
  const own = lines.slice(start.line - 1, end.line)
  const first = own[0]
  if (first === undefined) return null
  if (own.length === 1) return first.slice(start.column - 1, end.column - 1) || null
  return [first.slice(start.column - 1), ...own.slice(1, -1), own.at(-1)?.slice(0, end.column - 1)].join('\n')
}
