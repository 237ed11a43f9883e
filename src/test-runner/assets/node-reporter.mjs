/**
 * A reporter for `node --test --test-reporter=<this file>`: one JSON object a line, read by `reports/formats/node-events.ts`.
 * TAP and JUnit of node fold suites into tests and lose why a file did not load; the events have both.
 */

import { openSync, writeSync } from 'node:fs'
import own from './own-file.cjs'

const MAX_TEXT = 16_000
/** Both ends of a file's stderr are kept: the reason of its failure comes first, or last after much output. */
const MAX_STDERR = 8_000
/** Since this version of Node the events of a file end with its summary. */
const ENDS_FILES = Number(process.versions.node.split('.', 1)) >= 22
const TOLD = new Set(['test:enqueue', 'test:complete', 'test:start', 'test:pass', 'test:fail', 'test:summary'])

/**
 * Where a command starts several processes, Node opens one file for all of them. Each writes its tests into a file of its
 * own beside it, and into that one the same two lines: it began, and it ended.
 */
export default async function* nodeReporter(source) {
  const path = getDestination()
  if (path === undefined) return yield* getLines(source)
  yield line({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
  const output = openSync(own.numberedFile(path), 'w')
  for await (const text of getLines(source)) writeSync(output, text)
  yield line({ type: 'tdd-gate:end' })
}

const OPTION = '--test-reporter-destination'
const REPORT = /[/\\]node\.ndjson$/

/** Returns the file that the command names for this reporter; undefined for another place, such as standard output. */
function getDestination() {
  const words = process.execArgv.flatMap((word) => (word.startsWith(`${OPTION}=`) ? word.split(/=(.*)/s, 2) : [word]))
  return words.find((word, at) => words[at - 1] === OPTION && REPORT.test(word))
}

async function* getLines(source) {
  yield line({ type: 'tdd-gate:node-events', version: 1, node: process.version })
  const stderr = new Map()
  for await (const { type, data } of withEntries(source)) {
    if (type === 'test:stderr') remember(stderr, data)
    else if (type === 'test:diagnostic' && isAboutFile(data))
      yield line({ type, ...placeOf(data), message: cut(data.message) })
    else if (TOLD.has(type))
      yield line({ type, ...placeOf(data), ...resultOf(type, data), ...stderrOf(type, data, stderr) })
  }
  yield line({ type: 'tdd-gate:end' })
}

/**
 * Adds the file that ran to each test, which Node does from version 24 on. Before, the events of a file come together
 * and end with its summary; files that share one process have no event of their own, and none is held back.
 */
async function* withEntries(source) {
  let held = []
  let isApart = false
  for await (const event of source) {
    const { type, data } = event
    const isAboutTest = TOLD.has(type) && type !== 'test:summary' && !isFile(data.file, data.name)
    isApart ||= ENDS_FILES && type === 'test:enqueue' && data.nesting === 0 && isFile(data.file, data.name)
    if (isApart && isAboutTest && data.entryFile === undefined) {
      held.push(event)
      continue
    }
    if (type === 'test:summary' && data.file !== undefined) {
      yield* held.map((one) => ({ ...one, data: { ...one.data, entryFile: data.file } }))
      held = []
    }
    yield event
  }
  yield* held
}

const line = (event) => `${JSON.stringify(event)}\n`
const cut = (text) => String(text).slice(0, MAX_TEXT)
/** node prints its totals as diagnostics too; those belong to no file. */
const isAboutFile = (data) => data.file !== undefined

function placeOf(data) {
  return {
    name: data.name,
    nesting: data.nesting,
    // A test written in a helper belongs to the file that was run.
    file: data.entryFile ?? data.file,
    isInside: data.entryFile !== undefined && data.file !== undefined,
    line: data.line,
    column: data.column,
    id: data.testId,
    parent: data.parentId,
  }
}

function resultOf(type, data) {
  if (type === 'test:summary') return { isSuccess: data.success, counts: data.counts }
  const { details, skip, todo } = data
  return {
    kind: details?.type ?? data.type,
    durationMs: details?.duration_ms,
    isPassed: details?.passed,
    skip,
    todo,
    // True, or the reason, or a matcher of the expected error.
    expectFailure: isSaid(data.expectFailure) || undefined,
    error: details?.error && errorOf(details.error),
  }
}

const isSaid = (value) => value !== undefined && value !== false

/** node wraps the thrown value, unless all files share its process: the cause is the author's error, or a string. */
function errorOf(error) {
  const cause = error.failureType === undefined ? error : error.cause
  const thrown = typeof cause === 'object' && cause !== null ? cause : {}
  return {
    failureType: error.failureType,
    exitCode: error.exitCode,
    signal: error.signal,
    name: text(thrown.name),
    code: text(thrown.code),
    message: cut(thrown.message ?? (typeof cause === 'object' ? error.message : cause) ?? error.message),
    stack: text(thrown.stack),
  }
}

const text = (value) => (typeof value === 'string' ? cut(value) : undefined)

function remember(stderr, { file, entryFile, message }) {
  const key = entryFile ?? file
  const known = stderr.get(key) ?? { start: '', end: '' }
  const start = (known.start + message).slice(0, MAX_STDERR)
  const rest = message.slice(start.length - known.start.length)
  stderr.set(key, { start, end: (known.end + rest).slice(-MAX_STDERR) })
}

/** Reports stderr once, with the end of the file that printed it. */
function stderrOf(type, { file, name, nesting }, stderr) {
  if (type !== 'test:complete' || nesting !== 0) return {}
  const said = stderr.get(file) ?? stderr.get(name)
  return said === undefined || !isFile(file, name) ? {} : { stderr: said.start + said.end }
}

const isFile = (file, name) =>
  file === name ||
  String(file)
    .replaceAll('\\', '/')
    .endsWith(`/${String(name).replaceAll('\\', '/')}`)
