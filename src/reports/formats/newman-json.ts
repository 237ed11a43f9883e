/** Reads Newman's `json` reporter: requests of a Postman collection; the assertions of their scripts are the tests. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import {
  type Bytes,
  LIMITS,
  LimitError,
  type ParsedCase,
  type ParsedReport,
  ReportError,
  type ReportFormat,
} from '../format.ts'
import { memberNames } from '../json/head.ts'
import { isObject, type Json, toCount, toObject, toObjects, toText } from '../json/json.ts'
import { claim, createCase, createHookFailure, type Keep, OUTCOME, toJsonReport } from '../json/report.ts'
import { readStrictJson } from '../json/strict-json.ts'

const SCRIPTS = ['prerequestScript', 'testScript']

export const newmanJson: ReportFormat = {
  about: 'Newman `--reporters json`: assertions by request and folder, requests and scripts that failed',
  source: 'https://github.com/postmanlabs/newman#json-reporter',
  limits: 'assertions after the end of a script; names of data rows and iterations, which only their order identifies',
  looksLike: (head) =>
    memberNames(head)[0] === 'collection' &&
    /^\s*\{\s*"collection":\s*\{[\s\S]*?"(?:item|info|_|event|variable)":/.test(head),
  parse: parseNewman,
}

/** @throws ReportError when the bytes are not a Newman report. */
function parseNewman(bytes: Bytes): ParsedReport {
  const root = readStrictJson(bytes)
  const run = isObject(root) ? toObject(root['run']) : {}
  if (!Array.isArray(run['executions'])) throw new ReportError('holds no `run.executions`')
  const paths = new Map<string, readonly string[]>()
  notePaths(paths, toObject(toObject(root)['collection']), [], 0)
  const keep = failureKeeper()
  const executions = toObjects(run['executions']).map((one) => ({ one, suite: getPlace(one, paths) }))
  const cases = executions.flatMap(({ one, suite }) =>
    toObjects(one['assertions']).map((test) => toCase(test, suite, keep)),
  )
  const hookFailures = executions.flatMap(({ one, suite }) => failuresBeside(one, suite))
  const failed = cases.filter(({ failure }) => failure !== null).length
  const { assertions } = toObject(run['stats'])
  const claims = [
    ...claim(toCount(toObject(assertions)['total']), cases.length, 'assertions'),
    ...claim(toCount(toObject(assertions)['failed']), failed, 'failed assertions'),
  ]
  const isFailed = toObjects(run['failures']).length > 0 || isObject(run['error'])
  return toJsonReport('newman-json', { cases, hookFailures }, { isFailed, claims })
}

/** Returns the folders of each request, by its id. */
function notePaths(
  paths: Map<string, readonly string[]>,
  folder: Json,
  around: readonly string[],
  depth: number,
): void {
  if (depth > LIMITS.depth) throw new LimitError(`nested deeper than limit depth (${LIMITS.depth})`)
  for (const item of toObjects(folder['item'])) {
    const path = [...around, toText(item['name'])]
    if (Array.isArray(item['item'])) notePaths(paths, item, path, depth + 1)
    else paths.set(toText(item['id']), path)
  }
}

function getPlace({ item }: Json, paths: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const { id, name } = toObject(item)
  return paths.get(toText(id)) ?? [toText(name)]
}

function toCase(test: Json, suite: readonly string[], keep: Keep): ParsedCase {
  const { error, skipped } = test
  const outcome = isObject(error)
    ? keep.failing(getFailureText(error))
    : skipped === true
      ? OUTCOME.skipped
      : OUTCOME.passed
  return createCase(outcome, { name: toText(test['assertion']), suite })
}

/** Returns requests without a response, and scripts that threw: no assertion reports them. */
function failuresBeside(one: Json, suite: readonly string[]): readonly HookFailure[] {
  const toLine = (what: string, error: Json) => {
    const reason = toText(error['message']) || toText(error['code']) || 'the report gives no reason'
    return createHookFailure(null, suite, `${what}: ${reason}`)
  }
  const scripts = SCRIPTS.flatMap((name) => toObjects(one[name]).map(({ error }) => ({ name, error })))
  return [
    ...(isObject(one['requestError']) ? [toLine('the request failed', one['requestError'])] : []),
    ...scripts.flatMap(({ name, error }) => (isObject(error) ? [toLine(name, error)] : [])),
  ]
}

const getFailureText = (error: Json) => ({
  message: toText(error['message']) || 'the report gives no reason',
  type: toText(error['name']) || null,
  detail: toText(error['stack']),
})
