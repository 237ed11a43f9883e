/** Reads Meson's `testlog.json`: one test per line, with exit code and output. */
import type { FailureKind } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type Json, toNumber, toText } from '../json/json.ts'
import { getObject, jsonLines, strangers, testCounter } from '../json/lines.ts'
import { type CaseOutcome, createCase, type Keep, OUTCOME, toJsonReport } from '../json/report.ts'

const START = /^\{"name": ?"(?:[^"\\]|\\.){1,4000}", ?(?:"stdout": ?"|"result": ?"[A-Z]{2,20}", ?"starttime": ?)/
const OPENING = /\{"name": ?"/g
const GOOD: ReadonlyMap<string, CaseOutcome> = new Map([
  ['OK', OUTCOME.passed],
  ['EXPECTEDFAIL', OUTCOME.expectedFailure],
  ['SKIP', OUTCOME.skipped],
  ['IGNORED', OUTCOME.skipped],
])
const BAD: ReadonlyMap<string, FailureKind> = new Map([
  ['FAIL', 'unknown'],
  ['ERROR', 'error'],
  ['TIMEOUT', 'timeout'],
  ['INTERRUPT', 'crash'],
])

export const mesonJson: ReportFormat = {
  about: 'Meson `meson-logs/testlog.json`: with time-outs, which its JUnit loses before 1.10',
  source: 'https://mesonbuild.com/Unit-tests.html',
  limits: 'the tests inside a program; the file of a test; truncation between two tests',
  looksLike: (head) => START.test(head) && /"returncode": ?-?\d|"stdout": ?"/.test(head),
  parse: parseMeson,
}

/** @throws ReportError when no line is a test. */
function parseMeson(bytes: Bytes): ParsedReport {
  const keep = failureKeeper()
  const count = testCounter()
  const printed = strangers()
  const cases: ParsedCase[] = []
  for (const line of jsonLines(bytes, OPENING)) {
    const test = getObject(line)
    if (test === null || typeof test['name'] !== 'string') printed.add(line)
    else {
      count()
      cases.push(toCase(test, keep))
    }
  }
  if (cases.length === 0) throw new ReportError('holds no test of Meson')
  return toJsonReport('meson-json', { cases, isComplete: printed.isWhole(), ...printed.summary() })
}

/** `project:suite / name`; the JUnit XML of the same run has the project as suite and the whole as name. */
function toCase(test: Json, keep: Keep): ParsedCase {
  const name = toText(test['name'])
  const [project = '', ...rest] = name.split(/ \/ |:/)
  const seconds = toNumber(test['duration'])
  return createCase(toOutcome(test, keep), {
    name,
    suite: rest.length === 0 ? [] : [project],
    durationMs: seconds === null ? null : seconds * 1_000,
  })
}

function toOutcome(test: Json, keep: Keep): CaseOutcome {
  const result = toText(test['result'])
  const good = GOOD.get(result)
  const kind = BAD.get(result)
  if (good !== undefined) return good
  if (result === 'UNEXPECTEDPASS') return keep.unexpectedSuccess('the test was expected to fail, and passed')
  if (kind === undefined) return keep.unknown(result || undefined)
  const code = test['returncode']
  const isKilled = typeof code === 'number' && code < 0
  const how = isKilled ? `killed by signal ${-code}` : `exit status ${typeof code === 'number' ? code : 'unknown'}`
  const detail = [toText(test['stdout']), toText(test['stderr'])].filter((text) => text !== '').join('\n')
  return keep.failing({ message: `${result}: ${how}`, detail, kind: isKilled && kind === 'unknown' ? 'crash' : kind })
}
