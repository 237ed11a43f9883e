/** Reads RSpec's `json` formatter: its examples, and failures outside of them. */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import {
  type CaseOutcome,
  claim,
  createCase,
  createHookFailure,
  createLoadError,
  type Keep,
  OUTCOME,
  splitTitle,
  toJsonReport,
} from '../json/report.ts'

const START = /^\{\s*"version":\s*"[^"\n]{1,50}",\s*"(?:seed|messages|examples)":/m
const FIXED = 'RSpec::Core::Pending::PendingExampleFixedError'
const NO_BODY = 'Not yet implemented'
const OUTSIDE = /^\s*An error occurred (while loading (\S+?)\.?(?: - Did you mean\?)?$|in an? [^\n]*hook)?/m
/** The file that ran, and the place in it. `file_path` is where the example is written: for shared examples another. */
const ID = /^(.+)\[[\d:]+\]$/
const FRAME = /^\s*# (\S+?):\d+:in /m

export const rspecJson: ReportFormat = {
  about: 'RSpec `--format json`: with errors outside of examples',
  source: 'https://github.com/rspec/rspec-core/blob/main/lib/rspec/core/formatters/json_formatter.rb',
  limits: 'a pending example that failed as expected (skipped, like any other); retries; the parts of a group path',
  looksLike: (head) => {
    const names = memberNames(documentHead(head, START))
    return names[0] === 'version' && names.some((name) => name === 'examples' || name === 'messages')
  },
  parse: parseRspec,
}

/** @throws ReportError when the bytes are not an RSpec report. */
function parseRspec(bytes: Bytes): ParsedReport {
  const { root, printed } = readJsonDocument(bytes, START)
  if (!isObject(root) || !Array.isArray(root['examples'])) throw new ReportError('holds no `examples`')
  const keep = failureKeeper()
  const cases = toObjects(root['examples']).map((example) => toCase(example, keep))
  const beside = getOutside(root)
  return toJsonReport('rspec-json', { cases, ...beside, ...printed }, { claims: getClaims(root, cases) })
}

function toCase(example: Json, keep: Keep): ParsedCase {
  const seconds = toNumber(example['run_time'])
  return createCase(toOutcome(example, keep), {
    ...splitTitle(toText(example['full_description']), toText(example['description'])),
    file: ID.exec(toText(example['id']))?.[1] ?? (toText(example['file_path']) || null),
    durationMs: seconds === null ? null : seconds * 1_000,
  })
}

function toOutcome(example: Json, keep: Keep): CaseOutcome {
  const status = toText(example['status'])
  const error = toObject(example['exception'])
  if (status === 'failed' || Object.keys(error).length > 0) return failed(error, keep)
  if (status === 'pending') return example['pending_message'] === NO_BODY ? OUTCOME.todo : OUTCOME.skipped
  return status === 'passed' ? OUTCOME.passed : keep.unknown(status)
}

function failed(error: Json, keep: Keep): CaseOutcome {
  const type = toText(error['class']) || null
  const message = toText(error['message']).trim() || 'the report gives no reason'
  if (type === FIXED) return keep.unexpectedSuccess(message)
  const backtrace = toTexts(error['backtrace'])
  return keep.failing({ message, type, detail: [message, ...backtrace].join('\n') })
}

/** Each error is one message; other messages are notes, such as the filter. */
function getOutside(root: Json) {
  const loadErrors: LoadError[] = []
  const hookFailures: HookFailure[] = []
  for (const message of toTexts(root['messages'])) {
    const [found, what, file] = OUTSIDE.exec(message) ?? []
    if (found === undefined) continue
    if (file !== undefined || what === undefined) loadErrors.push(createLoadError(file ?? null, message.trim()))
    else hookFailures.push(createHookFailure(FRAME.exec(message)?.[1] ?? null, [], message.trim()))
  }
  const counted = toCount(toObject(root['summary'])['errors_outside_of_examples_count'])
  const untold = counted - loadErrors.length - hookFailures.length
  const errors = untold === 1 ? '1 error' : `${untold} errors`
  const runErrors = untold > 0 ? [`${errors} outside of examples, of which the report says no more`] : []
  return { loadErrors, hookFailures, runErrors }
}

function getClaims(root: Json, cases: readonly ParsedCase[]): readonly string[] {
  const summary = toObject(root['summary'])
  const failures = cases.filter((c) => c.failure !== null).length
  return [
    ...claim(toCount(summary['example_count']), cases.length, 'examples'),
    ...claim(toCount(summary['failure_count']), failures, 'failures'),
  ]
}
