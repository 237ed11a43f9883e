/** Reads the JSON of Jest, which Vitest copied: files, their tests, and the messages of both. */
import { type HookFailure, type LoadError, type Mark, NO_ATTEMPTS, type Outcome } from '../../core/model/test-run.ts'
import {
  type FailureText,
  failureKeeper,
  getOutcome,
  isUnexpectedSuccess,
  type Keeper,
  type ParsedFailure,
  splitError,
} from '../failure/failures.ts'
import {
  type Bytes,
  LIMITS,
  LimitError,
  type ParsedCase,
  type ParsedReport,
  ReportError,
  type ReportFormat,
} from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { isObject, type Json, toCount, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import { reportTexts } from '../texts.ts'
import {
  getHeaderGaps,
  getJestHookFailure,
  getJestLoadError,
  getJestRunErrors,
  getSnapshotWarnings,
  hiddenHooks,
  markHidden,
} from './jest-like-run.ts'

/** The outcome and mark of each status; an unknown status is an error. */
type Statuses = ReadonlyMap<string, readonly [Outcome, Mark | null]>

const START = /^\{\s*"num(?:Failed|Total)TestSuites":\s*\d/m

/** The text before the files. Output of tests comes later, so it cannot imitate a header. */
function getHeader(head: string): string {
  const document = documentHead(head, START)
  const at = document.search(/(?<!\\)"testResults"/)
  const isObjectOf = /^\s*\{/.test(document) && /"numTotalTestSuites"/.test(document)
  return isObjectOf ? document.slice(0, at < 0 ? undefined : at) : ''
}

interface Reading {
  readonly statuses: Statuses
  readonly keep: Keeper
  /** The parts of each file that are read again at the end. */
  readonly files: Json[]
  readonly casesByFile: (readonly ParsedCase[])[]
  readonly loadErrors: LoadError[]
  readonly hookFailures: HookFailure[]
  tests: number
}

/** @throws ReportError when the bytes are not a report of Jest or Vitest. */
function parseJestLike(bytes: Bytes, format: string, statuses: Statuses): ParsedReport {
  const keep = failureKeeper()
  const reading: Reading = { statuses, keep, files: [], casesByFile: [], loadErrors: [], hookFailures: [], tests: 0 }
  const { root, printed } = readJsonDocument(bytes, START)
  if (!isObject(root) || !Array.isArray(root['testResults'])) throw new ReportError('holds no `testResults`')
  const entries = toObjects(root['testResults'])
  const shared = getSharedFiles(entries)
  for (const file of entries) readFile(reading, file, shared.has(toText(file['name'])) ? getProject(file) : null)
  const { files, loadErrors, hookFailures } = reading
  const all = reading.casesByFile.flat()
  const hidden = format === 'vitest-json' ? hiddenHooks(root, files, all, hookFailures) : []
  const gaps = getHeaderGaps(root, all, loadErrors.length)
  const parsed = {
    format,
    cases: markHidden(
      files.flatMap((file, n) => swallowed(file, reading.casesByFile[n] ?? [])),
      hidden,
    ),
    loadErrors,
    hookFailures: [...hookFailures, ...hidden],
    emptyFiles: loadErrors.flatMap(({ kind, file }) => (kind === 'no-tests' && file !== null ? [file] : [])),
    isComplete: root['wasInterrupted'] !== true && gaps.length === 0,
    output: printed.output,
    warnings: [...gaps, ...getSnapshotWarnings(root), ...printed.warnings],
  }
  const bad = {
    failed: files.filter((file) => file['isBad'] === true).length,
    notRun: loadErrors.length + hookFailures.length,
  }
  return { ...parsed, runErrors: getJestRunErrors(root, parsed, format === 'jest-json' ? bad : null) }
}

/** Returns the project that tdd-gate noted: for Vitest in `meta`, for Jest in `location`; null without one. */
function getProject(file: Json): string | null {
  const [test] = toObjects(file['assertionResults'])
  const notes = [test?.['meta'], test?.['location']].map((note) => toText(toObject(note)['tddGateProject']))
  return notes.find((project) => project !== '') ?? null
}

/** Returns the files that several projects of a workspace run: only there is the project a part of the identity. */
function getSharedFiles(files: readonly Json[]): ReadonlySet<string> {
  const byName = Map.groupBy(files, (file) => toText(file['name']))
  return new Set([...byName].filter(([, same]) => new Set(same.map(getProject)).size > 1).map(([name]) => name))
}

function readFile(reading: Reading, file: Json, project: string | null): void {
  const { statuses, keep, files, casesByFile, loadErrors, hookFailures } = reading
  const entries = toObjects(file['assertionResults']).filter((entry) => getTitle(entry) !== null)
  reading.tests += entries.length
  if (reading.tests > LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  const cases = entries.map((entry) => ({ ...toCase(entry, file, statuses, keep), variant: project }))
  const error = cases.length === 0 ? getJestLoadError(file) : null
  const hook = getJestHookFailure(file, cases)
  if (error !== null) loadErrors.push(error)
  if (hook !== null) hookFailures.push(hook)
  const isBad = file['status'] === 'failed' || error !== null || hook !== null || cases.some((c) => c.failure !== null)
  files.push({ name: file['name'], status: file['status'], isBad })
  casesByFile.push(cases)
}

function toCase(entry: Json, file: Json, statuses: Statuses, keep: Keeper): ParsedCase {
  const status = toText(entry['status'])
  const [outcome, mark] = statuses.get(status) ?? (['errored', null] as const)
  const failure = outcome === 'errored' ? keep(getFailureText(entry, status, statuses)) : null
  const retries = getRetries(entry, outcome)
  return {
    file: toText(file['name']) || null,
    suite: getSuite(toTexts(entry['ancestorTitles'])),
    name: getTitle(entry) ?? '',
    variant: null,
    outcome: failure === null ? outcome : getOutcome(failure.kind),
    mark:
      mark ??
      (failure !== null && isUnexpectedSuccess(failure.message)
        ? 'unexpected-success'
        : getMark(entry, outcome, retries)),
    failure,
    durationMs: toNumber(entry['duration']),
    retries,
    attempts: getAttempts(entry, outcome, retries, keep),
  }
}

/** Vitest below version 2 writes a file as a suite without a name. */
const getSuite = (titles: readonly string[]) => (titles[0] === '' ? titles.slice(1) : titles)

/** Old versions of Jest write a title that is not a string as its value; its text is at the end of the full name. */
function getTitle({ title, ancestorTitles, fullName }: Json): string | null {
  if (typeof title === 'string') return title
  if (typeof fullName !== 'string') return null
  const prefix = toTexts(ancestorTitles)
    .map((part) => `${part} `)
    .join('')
  return fullName.startsWith(prefix) ? fullName.slice(prefix.length) : fullName
}

/** Vitest below version 2 writes the message of an error without class and stack. */
const BARE_ASSERTION = /^(?:expected [^\n]* (?:to|not) |promise (?:resolved|rejected) "|Snapshot `)/

function getFailureText(entry: Json, status: string, statuses: Statuses): FailureText {
  const printed = toTexts(entry['failureMessages'])[0] ?? ''
  if (!statuses.has(status))
    return { message: `the report says \`${status}\`, which is no known status`, kind: 'infrastructure' }
  const line = toNumber(toObject(entry['location'])['line'])
  const isMatcher = isObject(toObjects(entry['failureDetails'])[0]?.['matcherResult'])
  const failureText = splitError(printed)
  const isAssertion = isMatcher || isUnexpectedSuccess(failureText.message) || BARE_ASSERTION.test(printed)
  return { ...failureText, line, ...(isAssertion && { kind: 'assertion' as const }) }
}

function getMark(entry: Json, outcome: Outcome, retries: number): Mark | null {
  if (entry['failing'] === true) return outcome === 'passed' ? 'expected-failure' : 'unexpected-success'
  return outcome === 'passed' && retries > 0 ? 'flaky' : null
}

/** Jest counts invocations. Vitest writes one message per failed attempt; several soft assertions look different. */
function getRetries(entry: Json, outcome: Outcome): number {
  if (typeof entry['invocations'] === 'number') return Math.max(0, toCount(entry['invocations']) - 1)
  const messages = toTexts(entry['failureMessages'])
  if (outcome === 'passed') return messages.length
  return messages.length > 1 && new Set(messages).size === 1 ? messages.length - 1 : 0
}

/** Jest writes them if it logs errors before a retry; Vitest writes them beside the final failure. */
function getAttempts(entry: Json, outcome: Outcome, retries: number, keep: Keeper): readonly ParsedFailure[] {
  if (retries === 0) return NO_ATTEMPTS
  const isJest = typeof entry['invocations'] === 'number'
  const messages = toTexts(entry['failureMessages']).slice(outcome === 'passed' ? 0 : 1)
  const result = isJest ? toTexts(entry['retryReasons']) : messages
  return keep.attempts(result, (printed, make) => make({ ...splitError(printed), line: null }))
}

/** Both write tests that a failed hook prevented as skipped. */
function swallowed(file: Json, cases: readonly ParsedCase[]): readonly ParsedCase[] {
  const isHook = file['status'] === 'failed' && !cases.some((c) => c.failure !== null)
  return isHook ? cases.map((c) => (c.outcome === 'skipped' && c.mark === null ? { ...c, mark: 'not-run' } : c)) : cases
}

const JEST_STATUSES: Statuses = new Map([
  ['passed', ['passed', null]],
  ['failed', ['errored', null]],
  ['pending', ['skipped', null]],
  ['skipped', ['skipped', null]],
  ['disabled', ['skipped', null]],
  ['todo', ['skipped', 'todo']],
])

export const jestJson: ReportFormat = {
  about: 'jest `--json`: with load errors, tries and expected failures',
  source: 'https://jestjs.io/docs/cli#--json',
  limits:
    'messages of failed retries, unless Jest logs errors before a retry; the suite of a hook that failed after its tests',
  looksLike: (head) => getHeader(head).includes('"numRuntimeErrorTestSuites"'),
  parse: (bytes) => parseJestLike(bytes, 'jest-json', JEST_STATUSES),
}

/** Vitest writes `run` and `queued` as `pending`: a test that is pending at the end did not finish. */
const VITEST_STATUSES: Statuses = new Map([
  ['passed', ['passed', null]],
  ['failed', ['errored', null]],
  ['skipped', ['skipped', null]],
  ['disabled', ['skipped', null]],
  ['pending', ['skipped', 'not-run']],
  ['todo', ['skipped', 'todo']],
])

export const vitestJson: ReportFormat = {
  about: 'vitest `--reporter=json`: with load errors, failing hooks and tries',
  source: 'https://vitest.dev/guide/reporters.html#json-reporter',
  limits:
    'an expected failure (it passes); the message of a failed hook; an unhandled error outside tests (only the exit code of the command shows it)',
  looksLike: (head) => getHeader(head) !== '' && !getHeader(head).includes('"numRuntimeErrorTestSuites"'),
  parse: (bytes) => parseJestLike(bytes, 'vitest-json', VITEST_STATUSES),
}
