/** Gremlins for Go: the file that `--output` names. */
import { type Bytes, type ParsedReport, ReportError } from '../format.ts'
import { isObject, toNumber, toObjects, toText } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'
import { type MutationFormat, toMutationReport } from './mutant.ts'

/** The other statuses are no result of tests: NOT VIABLE, SKIPPED, RUNNABLE. */
const NOTICED: Readonly<Record<string, boolean>> = {
  KILLED: true,
  'TIMED OUT': true,
  LIVED: false,
  'NOT COVERED': false,
}

export const gremlins: MutationFormat = {
  about: 'Gremlins: `unleash --output`',
  source: 'https://gremlins.dev/latest/usage/commands/unleash/',
  looksLike: (head) => /^\s*\{\s*"(?:go_module|files)"\s*:/.test(head) && /"(?:mutations|test_efficacy)"/.test(head),
  parse: readGremlins,
}

function readGremlins(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  if (!isObject(root) || !Array.isArray(root['files'])) throw new ReportError('holds no `files` of Gremlins')
  const mutants = toObjects(root['files']).flatMap(({ file_name: file, mutations }) =>
    toObjects(mutations).flatMap((mutation) => {
      const isNoticed = NOTICED[toText(mutation['status']).replaceAll('_', ' ')]
      const line = toNumber(mutation['line']) ?? 0
      const to = toText(mutation['type']).toLowerCase().replaceAll('_', ' ')
      return isNoticed === undefined || line < 1
        ? []
        : [{ file: toText(file) || null, line, isNoticed, from: null, to }]
    }),
  )
  return toMutationReport('gremlins', mutants)
}
