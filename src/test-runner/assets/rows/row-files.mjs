/**
 * `node <this file> <uvu|qunit> <report> <seconds> [<option>]... [<file>...]`: runs each file with the project's own tool, in a
 * process of its own that writes rows, and writes the events that `reports/formats/node-events.ts` reads. All files in one
 * process would end with the first that does not load, and no report of these tools names a file.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import own from '../own-file.cjs'
import { TOOLS } from './tools.mjs'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
const NOT_FOUND = 127
const ENDED = 'ended before its tests did'

const [name, path, seconds, ...args] = process.argv.slice(2)
const tool = TOOLS[name]?.()
if (!tool) {
  process.stderr.write(`${name}: not found\n`)
  process.exit(NOT_FOUND)
}
const report = own.ownFile(path)
const { options, operands } = readArguments(args)
const files = await tool.findFiles(operands, options)
const deadline = Date.now() + Number(seconds) * 1_000
const part = `${report}.part`
const output = openSync(report, 'w')
// node sums up each file here; this script checks that the last row of a file is there.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
const results = files.map(runFile)
rmSync(part, { force: true })
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = results.every(Boolean) ? 0 : 1

/** Every kept option has a value, behind it or behind `=`. */
function readArguments(words) {
  const kept = []
  while (words[0]?.startsWith('-')) {
    const [, option, value] = /^([^=]+)=?(.*)$/.exec(words.shift())
    kept.push([option, value || words.shift()])
  }
  return { options: kept, operands: words }
}

/** Returns whether the whole file passed. */
function runFile(file) {
  rmSync(part, { force: true })
  const limits = { encoding: 'utf8', maxBuffer: MAX_OUTPUT, timeout: Math.max(1, deadline - Date.now()) }
  const env = { ...process.env, TDD_GATE_REPORT: part }
  const stdio = ['ignore', 'pipe', 'pipe']
  const ran = spawnSync(process.execPath, tool.toArguments(file, options), { env, stdio, ...limits })
  process.stderr.write(`${ran.stdout}${ran.stderr}`)
  const rows = existsSync(part) ? readFileSync(part, 'utf8').split('\n').filter(Boolean).map(parse) : []
  const began = rows.findIndex(({ type }) => type === 'start')
  const failed = rows.findIndex(({ type }) => type === 'failure')
  // Before any test: the file did not load, and what it defined until then is no result.
  const isUnloaded = failed !== -1 && (began === -1 || failed < began)
  const tests = isUnloaded ? [] : toTests(rows, ran)
  for (const test of tests) writeTest(file, test)
  const hasFailed = tests.some(({ error }) => error)
  const isWhole = rows[rows.length - 1]?.type === 'end'
  if (failed !== -1 || (!hasFailed && (!isWhole || ran.status !== 0))) writeEnd(file, ran, rows[failed]?.error)
  else if (tests.length === 0) write({ type: 'test:pass', ...toFile(file) })
  return isWhole && failed === -1 && !hasFailed && ran.status === 0
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** Adds the test that began and has no result: its process ended. */
function toTests(rows, ran) {
  const tests = rows.filter(({ type }) => type === 'test')
  const begun = rows.filter(({ type }) => type === 'start' || type === 'test').pop()
  return begun?.type === 'start' ? [...tests, { ...begun, error: whyEnded(ran) }] : tests
}

function writeTest(file, { name, suite, skip, todo, error }) {
  const place = { file, isInside: true }
  for (const [nesting, group] of suite.entries()) write({ type: 'test:start', ...place, name: group, nesting })
  write({ type: error ? 'test:fail' : 'test:pass', ...place, name, nesting: suite.length, skip, todo, error })
}

/** The file did not load, a hook failed, or the process ended outside of a test. */
function writeEnd(file, ran, failure) {
  const said = failure ? `${failure.name ?? 'Error'}: ${failure.message}\n${failure.stack}` : ran.stderr
  const isTimedOut = ran.error?.code === 'ETIMEDOUT'
  const error = isTimedOut ? whyEnded(ran) : { ...whyEnded(ran), failureType: 'testCodeFailure', message: ENDED }
  write({ type: 'test:fail', ...toFile(file), error, stderr: isTimedOut ? '' : said.slice(0, MAX_TEXT) })
}

function whyEnded({ status, signal, error, stderr }) {
  const ended = { exitCode: status, signal: signal ?? undefined }
  if (error?.code === 'ETIMEDOUT')
    return { ...ended, failureType: 'testTimeoutFailure', message: `ran for longer than ${seconds} seconds` }
  const message = 'the process ended while it was running'
  return { ...ended, failureType: 'processEnded', message, stack: stderr.slice(0, MAX_TEXT) }
}

function toFile(file) {
  return { name: file, file, nesting: 0, line: 1, column: 1 }
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
