/**
 * `node <this file> <report> <seconds> [<file>...]`: runs the project's ExUnit, and writes the events that
 * `reports/formats/node-events.ts` reads. A test file that does not compile keeps the others from running: it is named, and
 * the others run without it.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
/** Each run finds one file that does not compile. */
const MAX_RUNS = 20
const NOT_FOUND = 127
const OUTSIDE = /(?:^|\/)(?:deps|_build|node_modules|\.[^/]+)\//
const FORMATTER = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'exunit-formatter.ex')
const WORDS = ['-r', FORMATTER, '-S', 'mix', 'test', '--no-color', '--seed', '0', '--formatter', 'TddGate.Formatter']
const NOT_COMPILED = /== Compilation error in file (\S+?\.exs?) ==\n([\s\S]*)/

const [report, seconds, ...named] = process.argv.slice(2)
const deadline = Date.now() + Number(seconds) * 1_000
const part = `${report}.part`
let files = named.length > 0 ? named : findFiles()
let isPassed = true
const output = openSync(report, 'w')
// ExUnit sums up each run; this script checks that it did.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
for (let runs = 0; runs < MAX_RUNS && files.length > 0; runs += 1) files = runFiles()
rmSync(part, { force: true })
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = isPassed ? 0 : 1

function findFiles() {
  const all = readdirSync('.', { recursive: true }).map((path) => path.replaceAll(sep, '/'))
  return all.filter((path) => path.endsWith('_test.exs') && !OUTSIDE.test(path)).toSorted()
}

/** Returns the files that must run again, without the one that did not compile. */
function runFiles() {
  rmSync(part, { force: true })
  const env = { ...process.env, TDD_GATE_REPORT: part, MIX_ENV: 'test', ELIXIR_ERL_OPTIONS: '+fnu' }
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: MAX_OUTPUT }
  const ran = spawnSync('elixir', [...WORDS, ...files], { ...options, timeout: Math.max(1, deadline - Date.now()) })
  if (ran.error?.code === 'ENOENT') {
    process.stderr.write('elixir: not found\n')
    process.exit(NOT_FOUND)
  }
  process.stderr.write(`${ran.stdout}${ran.stderr}`)
  if (ran.status !== 0) isPassed = false
  const events = existsSync(part) ? readFileSync(part, 'utf8').split('\n').filter(Boolean).map(parse) : []
  const [, path, words] = NOT_COMPILED.exec(`${ran.stdout}\n${ran.stderr}`) ?? []
  if (path !== undefined && events.length === 0) {
    const errors = /^(?:\s*error: [\s\S]*?)(?=\n\n|$)/m.exec(`${ran.stderr}`)?.[0] ?? ''
    writeFile(path, { exitCode: ran.status }, `${words}\n${errors}`.trim().slice(0, MAX_TEXT))
    return files.includes(path) ? files.filter((file) => file !== path) : []
  }
  writeTests(events, ran)
  return []
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

function writeTests(events, { status, signal, error }) {
  const ended = events.filter(({ type }) => type === 'ended')
  for (const { error: why, skip, line, ...test } of ended)
    write({ type: why ? 'test:fail' : 'test:pass', ...toPlace(test), line, skip, error: why })
  const isWhole = events.some(({ type }) => type === 'end')
  const hasFailed = ended.some((test) => test.error !== undefined)
  const ran = new Set(ended.map(({ file }) => toPath(file)))
  if (isWhole && (status === 0 || hasFailed)) {
    for (const file of files.filter((one) => !ran.has(one))) write({ type: 'test:pass', ...toFile(file) })
    return
  }
  const isOpen = ({ type, module, name }) =>
    type === 'started' && !ended.some((test) => test.module === module && test.name === name)
  const open = events.filter(isOpen)
  for (const test of open) write({ type: 'test:enqueue', ...toPlace(test) })
  const isTimedOut = error?.code === 'ETIMEDOUT'
  const failureType = isTimedOut ? 'testTimeoutFailure' : 'testCodeFailure'
  const message = isTimedOut ? `ran for longer than ${seconds} seconds` : 'ended before its tests did'
  const why = { failureType, exitCode: status, signal: signal ?? undefined, message }
  const ends = open.length > 0 ? open.map(({ file }) => toPath(file)) : files.filter((file) => !ran.has(file))
  for (const file of new Set(ends.length > 0 ? ends : files)) writeFile(file, why, '')
  isPassed = false
}

function writeFile(file, error, stderr) {
  write({ type: 'test:fail', ...toFile(file), error: { failureType: 'testCodeFailure', ...error }, stderr })
}

function toPlace({ name, file, module, group }) {
  const own = group !== '' && name.startsWith(`${group} `) ? name.slice(group.length + 1) : name
  const suite = [module, group].filter((one) => one !== '')
  const place = { name: own, file: toPath(file), nesting: suite.length, isInside: true }
  for (const [nesting, one] of suite.entries()) write({ ...place, type: 'test:start', name: one, nesting })
  return place
}

function toPath(file) {
  return relative(process.cwd(), file).replaceAll(sep, '/')
}

function toFile(file) {
  return { name: file, file, nesting: 0, line: 1, column: 1 }
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
