/**
 * `node <this file> [eunit] <report> <seconds> [<file>...]`: runs the project's ExUnit, or the EUnit of a rebar3 project, and
 * writes the events that `reports/formats/node-events.ts` reads. A test file that does not compile keeps the others from
 * running: it is named, and the others run without it. rebar3 compiles all files, so such a file has another name meanwhile.
 */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import own from './own-file.cjs'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
/** Each run finds one file that does not compile. */
const MAX_RUNS = 20
const NOT_FOUND = 127
const OUTSIDE = /(?:^|\/)(?:deps|_build|node_modules|\.[^/]+)\//
const ASSETS = fileURLToPath(new URL('.', import.meta.url))
const FORMATTER = join(ASSETS, 'exunit-formatter.ex')

const isEunit = process.argv[2] === 'eunit'
const [path, seconds, ...named] = process.argv.slice(isEunit ? 3 : 2)
const report = own.ownFile(path)
const seed = named[0] === '--seed' ? named.splice(0, 2)[1] : '0'
const WORDS = ['-r', FORMATTER, '-S', 'mix', 'test', '--no-color', '--seed', seed, '--formatter', 'TddGate.Formatter']
const ENDING = isEunit ? '_tests.erl' : '_test.exs'
const NOT_COMPILED = isEunit
  ? /Compiling (\S+\.erl) failed\n([\s\S]*)/
  : /== Compilation error in file (\S+?\.exs?) ==\n([\s\S]*)/
const deadline = Date.now() + Number(seconds) * 1_000
const part = `${report}.part`
const sources = isEunit || named.length === 0 ? findSources() : []
const modules = new Map(sources.map((path) => [basename(path, '.erl'), path]))
const listener = isEunit ? compileListener() : ''
const aside = []
process.on('exit', () => {
  for (const path of aside) renameSync(`${path}.aside`, path)
})
let files = named.length > 0 ? named : sources.filter((path) => path.endsWith(ENDING))
let isPassed = true
let isWhole = named.length === 0
const output = openSync(report, 'w')
// ExUnit sums up each run; this script checks that it did.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
for (let runs = 0; runs < MAX_RUNS && files.length > 0; runs += 1) files = runFiles()
for (const file of files) writeFile(file, { exitCode: 1, message: 'did not run' }, '')
rmSync(part, { force: true })
if (isEunit) rmSync(listener, { recursive: true, force: true })
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = isPassed ? 0 : 1

function findSources() {
  const all = readdirSync('.', { recursive: true }).map((path) => path.replaceAll(sep, '/'))
  return all.filter((path) => /\.(?:erl|exs)$/.test(path) && !OUTSIDE.test(path)).sort()
}

/** A folder named like an application would hide this application. */
function compileListener() {
  const folder = mkdtempSync(join(tmpdir(), 'listener-'))
  start('erlc', ['-o', folder, join(ASSETS, 'tdd_gate_eunit.erl')], {})
  return folder
}

function start(program, args, own) {
  const env = { ...process.env, TDD_GATE_REPORT: part, ...own }
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: MAX_OUTPUT }
  const ran = spawnSync(program, args, { ...options, timeout: Math.max(1, deadline - Date.now()) })
  if (ran.error?.code === 'ENOENT') {
    process.stderr.write(`${program}: not found\n`)
    process.exit(NOT_FOUND)
  }
  process.stderr.write(`${ran.stdout}${ran.stderr}`)
  return ran
}

function startEunit() {
  const args = isWhole ? [] : [`--module=${files.map((path) => basename(path, '.erl')).join()}`]
  const listens = { EUNIT: '[{report,{tdd_gate_eunit,[]}}]', ERL_FLAGS: `-pa "${listener}" +fnu` }
  return start('rebar3', ['eunit', ...args], { ...listens, REBAR_COLOR: 'none', TERM: 'dumb' })
}

function startExunit() {
  return start('elixir', [...WORDS, ...files], { MIX_ENV: 'test', ELIXIR_ERL_OPTIONS: '+fnu' })
}

/** Returns the files that must run again: without the one that did not compile, or after a generator that ended EUnit. */
function runFiles() {
  rmSync(part, { force: true })
  const ran = isEunit ? startEunit() : startExunit()
  const events = existsSync(part) ? readFileSync(part, 'utf8').split('\n').filter(Boolean).map(parse) : []
  const [, place, message] = NOT_COMPILED.exec(`${ran.stdout}\n${ran.stderr}`) ?? []
  if (place !== undefined && events.length === 0) {
    const path = isEunit ? toPath(basename(place, '.erl')) : place
    const isNamed = files.includes(path)
    if (isEunit && path.endsWith(ENDING)) {
      setAside(path)
      if (!isNamed) return files
    }
    const errors = /^(?:\s*error: [\s\S]*?)(?=\n\n|$)/m.exec(`${ran.stderr}`)?.[0] ?? ''
    writeFile(path, { exitCode: ran.status }, `${message}\n${errors}`.trim().slice(0, MAX_TEXT))
    isPassed = false
    return isNamed ? files.filter((file) => file !== path) : []
  }
  if (ran.status !== 0) isPassed = false
  const seen = new Set(events.map(({ file }) => file && toPath(file)))
  const rest = events.some(({ isCancelled }) => isCancelled) ? files.filter((file) => !seen.has(file)) : []
  files = files.filter((file) => !rest.includes(file))
  isWhole = false
  writeTests(events, ran)
  return rest
}

function setAside(path) {
  renameSync(path, `${path}.aside`)
  aside.push(path)
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
  const isEnded = events.some(({ type }) => type === 'end')
  const hasFailed = ended.some((test) => test.error !== undefined)
  const ran = new Set(ended.map(({ file }) => toPath(file)))
  if (isEnded && (status === 0 || hasFailed)) {
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
  // EUnit knows modules, whose names are unique.
  return modules.get(file) ?? relative(process.cwd(), file).replaceAll(sep, '/')
}

function toFile(file) {
  return { name: file, file, nesting: 0, line: 1, column: 1 }
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
