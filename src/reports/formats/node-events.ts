/** Reads the events of `node --test` from our own reporter: suites, hooks and load errors as Node knows them. */
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, LIMITS, LimitError, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { getObject, jsonLines, type Strangers, strangers } from '../json/lines.ts'
import { reportTexts } from '../texts.ts'
import {
  COUNTS_SINCE,
  getNodeLoadError,
  getNodeRunErrors,
  isEmpty,
  NO_WORDS,
  type NodeEvent,
  type NodeFile,
  newNodeFile,
  noteDiagnostic,
  toNodeEvent,
} from './node-file.ts'
import { noteResult, unfinished } from './node-results.ts'

const OPENING = /\{"type":"(?:test:|tdd-gate:end")/g
const HEADER = '{"type":"tdd-gate:node-events"'

export const nodeEvents: ReportFormat = {
  about: 'node `--test` with the reporter of tdd-gate: suites, hooks and load errors',
  source: 'https://nodejs.org/api/test.html#custom-reporters',
  looksLike: (head) => head.startsWith(HEADER),
  parse: parseNodeEvents,
}

interface Stream {
  readonly files: Map<string, NodeFile>
  hasCounts: boolean
  isEnded: boolean
  isSuccess: boolean
  tests: number
  readonly strangers: Strangers
}

/** @throws ReportError when our reporter did not write the first line, or a limit is passed. */
function parseNodeEvents(bytes: Bytes): ParsedReport {
  const keep = failureKeeper()
  const stream: Stream = {
    files: new Map(),
    hasCounts: false,
    isEnded: false,
    isSuccess: true,
    tests: 0,
    strangers: strangers(),
  }
  let isFirst = true
  for (const line of jsonLines(bytes, OPENING)) {
    const raw = getObject(line)
    if (isFirst) readHeader(stream, line.text)
    // Another program may write to the same file: such a line is ignored.
    else if (raw === null) stream.strangers.add(line)
    else if (raw['type'] === 'tdd-gate:end') stream.isEnded = true
    else note(stream, toNodeEvent(raw), keep)
    isFirst = false
  }
  if (isFirst) throw new ReportError('is empty')
  return toReport(stream, keep)
}

function readHeader(stream: Stream, text: string): void {
  if (!text.startsWith(HEADER)) throw new ReportError('does not begin like the reporter of tdd-gate', 1)
  stream.hasCounts = Number(/"node":"v(\d{1,4})\./.exec(text)?.[1] ?? 0) >= COUNTS_SINCE
}

function note(stream: Stream, event: NodeEvent, keep: ReturnType<typeof failureKeeper>): void {
  if (event.type === 'test:summary' && event.file === '') stream.isSuccess = event.isSuccess
  if (event.file === '') return
  const file = getFile(stream, event.file)
  if (event.isInside) noteInside(stream, file, event, keep)
  else noteFile(file, event)
}

function getFile(stream: Stream, name: string): NodeFile {
  const file = stream.files.get(name) ?? newNodeFile(name)
  stream.files.set(name, file)
  return file
}

function noteInside(stream: Stream, file: NodeFile, event: NodeEvent, keep: ReturnType<typeof failureKeeper>): void {
  if (event.type === 'test:enqueue') announce(file, event)
  else if (event.type === 'test:complete') finish(file, event)
  else if (event.type === 'test:summary') file.counted = (file.counted ?? 0) + event.tests
  else if (event.type === 'test:diagnostic') noteDiagnostic(file, event.message)
  else if (event.type === 'test:start') open(file, event)
  else if (event.type === 'test:pass' || event.type === 'test:fail') {
    stream.tests += 1
    if (stream.tests > LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
    noteResult(file, event, keep)
  }
}

function open(file: NodeFile, { name, nesting }: NodeEvent): void {
  file.open.length = Math.min(file.open.length, nesting)
  while (file.open.length < nesting) file.open.push('')
  file.open.push(name)
}

function announce(file: NodeFile, event: NodeEvent): void {
  const same = file.pending.get(event.place)
  if (same === undefined) file.pending.set(event.place, [event])
  else same.push(event)
  if (event.id !== null) file.byId.set(event.id, event)
}

function finish(file: NodeFile, event: NodeEvent): void {
  const same = file.pending.get(event.place)
  same?.pop()
  if (same?.length === 0) file.pending.delete(event.place)
}

/** Handles the runner's result of the file: `test:complete`, and a second result when no test was reported. */
function noteFile(file: NodeFile, event: NodeEvent): void {
  if (event.type !== 'test:complete' && event.type !== 'test:pass' && event.type !== 'test:fail') return
  file.stderr ||= event.stderr
  file.error ??= event.error ?? (event.type === 'test:fail' ? NO_WORDS : null)
  file.isPassed = file.error === null
}

function toReport(stream: Stream, keep: ReturnType<typeof failureKeeper>): ParsedReport {
  const files = [...stream.files.values()]
  const isPlain = (file: NodeFile) => file.cases.every((c) => c.failure === null)
  const cases = files.flatMap((file) => [...file.cases, ...unfinished(file, keep)])
  const loadErrors = files.flatMap((file) => [...file.loadErrors, ...[getNodeLoadError(file) ?? []].flat()])
  const hookFailures = files.flatMap((file) => file.hookFailures)
  const runErrors = files.flatMap((file) => getNodeRunErrors(file, stream.hasCounts))
  const isExplained = !files.every(isPlain) || loadErrors.length + hookFailures.length + runErrors.length > 0
  return {
    format: 'node-events',
    cases,
    loadErrors,
    hookFailures,
    runErrors: stream.isSuccess || isExplained ? runErrors : ['node reports a failed run, but nothing in it failed'],
    emptyFiles: files.filter(isEmpty).map((file) => file.name),
    isComplete: stream.isEnded && stream.strangers.isWhole(),
    ...stream.strangers.summary(),
  }
}
