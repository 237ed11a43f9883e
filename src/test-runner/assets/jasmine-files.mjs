/**
 * `node <this file> <report> <seconds> [--<option>]... [<file>...]`: runs each file with the project's own Jasmine, in a
 * process of its own, and writes the events that `reports/formats/node-events.ts` reads. All files in one process would end
 * with the first that does not load, and Jasmine's own reports name no file.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import own from './own-file.cjs'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
const NOT_FOUND = 127
const OUTSIDE = /(?:^|\/)(?:node_modules|dist|\.[^/]+)\//
const IS_SPEC = /(?:^|[/._-]|[a-z\d])[sS]pec\.[cm]?[jt]s$/
const JASMINE = join('node_modules', 'jasmine', 'bin', 'jasmine.js')
const REPORTER = fileURLToPath(new URL('jasmine-reporter.cjs', import.meta.url))

if (!existsSync(JASMINE)) {
  process.stderr.write('jasmine: not found\n')
  process.exit(NOT_FOUND)
}
const [path, seconds, ...args] = process.argv.slice(2)
const report = own.ownFile(path)
const options = args.filter((arg) => arg.startsWith('--'))
const named = args.filter((arg) => !arg.startsWith('--'))
const deadline = Date.now() + Number(seconds) * 1_000
const part = `${report}.part`
const output = openSync(report, 'w')
// node sums up each file here; this script checks that Jasmine did.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
const results = (named.length > 0 ? named : findFiles()).map(runFile)
rmSync(part, { force: true })
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = results.every(Boolean) ? 0 : 1

function findFiles() {
  const all = readdirSync('.', { recursive: true }).map((path) => path.replaceAll(sep, '/'))
  return all.filter((path) => !OUTSIDE.test(path) && IS_SPEC.test(path)).sort()
}

/** Returns whether the whole file passed. */
function runFile(file) {
  rmSync(part, { force: true })
  const env = { ...process.env, TDD_GATE_REPORT: part }
  const stdio = ['ignore', 'pipe', 'pipe']
  const own = ['--random=false', '--no-color', `--reporter=${REPORTER}`, ...options, file]
  const limits = { encoding: 'utf8', maxBuffer: MAX_OUTPUT, timeout: Math.max(1, deadline - Date.now()) }
  const ran = spawnSync(process.execPath, [JASMINE, ...own], { env, stdio, ...limits })
  process.stderr.write(`${ran.stdout}${ran.stderr}`)
  const rows = existsSync(part) ? readFileSync(part, 'utf8').split('\n').filter(Boolean).map(parse) : []
  const specs = rows.filter(({ type }) => type === 'spec')
  for (const spec of specs) writeSpec(file, spec)
  const hook = rows.find(({ type }) => type === 'hook')?.error
  const isWhole = rows.at(-1)?.type === 'end'
  const hasFailed = specs.some(({ error }) => error)
  if (hook || !isWhole) writeEnd(file, ran, { hook, hasSpecs: specs.length > 0 })
  else if (specs.length === 0) write({ type: 'test:pass', ...toFile(file) })
  return isWhole && !hook && !hasFailed
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

function writeSpec(file, { name, suite, skip, error }) {
  const place = { file, isInside: true }
  for (const [nesting, group] of suite.entries()) write({ type: 'test:start', ...place, name: group, nesting })
  write({ type: error ? 'test:fail' : 'test:pass', ...place, name, nesting: suite.length, skip, error })
}

/** A file did not load, a hook failed, or the process ended before its specs did. */
function writeEnd(file, { status, signal, error, stderr }, { hook, hasSpecs }) {
  const isTimedOut = error?.code === 'ETIMEDOUT'
  const message = isTimedOut ? `ran for longer than ${seconds} seconds` : 'ended before its specs did'
  const failureType = isTimedOut ? 'testTimeoutFailure' : 'testCodeFailure'
  const why = { failureType, exitCode: status, signal: signal ?? undefined, message }
  const said = hook ? `${hook.name ?? 'Error'}: ${hook.message}\n${hook.stack}` : stderr
  write({
    type: 'test:fail',
    ...toFile(file),
    error: why,
    stderr: hasSpecs || isTimedOut ? '' : said.slice(0, MAX_TEXT),
  })
}

function toFile(file) {
  return { name: file, file, nesting: 0, line: 1, column: 1 }
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
