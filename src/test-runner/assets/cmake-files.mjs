/**
 * `node <this file> [meson] <report> <seconds> [<file>...]`: builds the project of CMake or Meson outside of its tree, runs
 * the programs of its tests, and writes the events that `reports/formats/node-events.ts` reads. A program of an earlier
 * build never runs: where its target does not compile, the compiler's errors stand for its files.
 */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve, sep } from 'node:path'
import { readCatch, readCompiler, readGoogle } from './cmake-text.mjs'
import own from './own-file.cjs'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
const NOT_FOUND = 127
/** A test of `SKIP_RETURN_CODE` of automake and Meson. */
const SKIPPED = 77
/** Printed where the `main` of a test returned: a canary, whose name stands in the source. */
const RETURNED = /tdd-gate canary fails \w+/
const TOP = realpathSync('.')

const isMeson = process.argv[2] === 'meson'
const [tool, lists] = isMeson ? ['meson', 'meson.build'] : ['cmake', 'CMakeLists.txt']
const [path, seconds, ...files] = process.argv.slice(isMeson ? 3 : 2)
const report = own.ownFile(path)
const deadline = Date.now() + Number(seconds) * 1_000
const build = mkdtempSync(join(realpathSync(tmpdir()), 'cmake-'))
const wanted = new Set(files)
const output = openSync(report, 'w')
let isPassed = true
// ctest sums up each program; this script checks each report.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
for (const file of files.filter(isCanary)) runCanary(file)
if (!files.every(isCanary) || files.length === 0) runProject()
write({ type: 'tdd-gate:end' })
closeSync(output)
rmSync(build, { recursive: true, force: true })
process.exitCode = isPassed ? 0 : 1

function start(command, args, more = {}) {
  const options = { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: MAX_OUTPUT, ...more }
  const ran = spawnSync(command, args, { ...options, timeout: Math.max(1, deadline - Date.now()) })
  if (ran.error?.code === 'ENOENT' && command === tool) {
    process.stderr.write(`${tool}: not found\n`)
    process.exit(NOT_FOUND)
  }
  return ran
}

function runProject() {
  if (!configure()) return
  const targets = isMeson ? getMesonTargets() : getTargets()
  for (const target of targets.filter(isWanted)) runTarget(target)
}

function isCanary(file) {
  return basename(file) === 'tdd_gate_canary_test.c'
}

/** Without a framework the compiler and the exit code are the harness. */
function runCanary(file) {
  for (const kind of ['passes', 'fails']) {
    const program = join(build, kind)
    const built = start('cc', [`-DTDD_GATE_CANARY_${kind.toUpperCase()}`, file, '-o', program])
    const test = { name: `tdd-gate canary ${kind}`, command: [program], properties: [] }
    if (built.status === 0) runPlain({ sources: [file] }, test)
    else writeErrors({ sources: [file] }, built.stderr, built.status)
  }
}

/** Asks CMake for its targets, in the way of its file API. */
function configure() {
  mkdirSync(join(build, '.cmake/api/v1/query'), { recursive: true })
  writeFileSync(join(build, '.cmake/api/v1/query/codemodel-v2'), '')
  const { status, stdout, stderr } = start(tool, isMeson ? ['setup', build] : ['-S', '.', '-B', build])
  if (status === 0) return true
  process.stderr.write(`${stdout}${stderr}`)
  writeFile(lists, { exitCode: status }, isMeson ? stdout.slice(-MAX_TEXT) : stderr.slice(0, MAX_TEXT))
  return false
}

function readReply(name) {
  return JSON.parse(readFileSync(join(build, '.cmake/api/v1/reply', name), 'utf8'))
}

/** Programs that ctest runs, with their sources: it names those that are not built in its own files only. */
function getTargets() {
  const index = readdirSync(join(build, '.cmake/api/v1/reply')).find((name) => name.startsWith('codemodel-v2'))
  const all = readReply(index).configurations[0].targets.map(({ jsonFile }) => readReply(jsonFile))
  const lists = readdirSync(build, { recursive: true }).filter((name) => /CTestTestfile|_include.*\.cmake$/.test(name))
  const text = lists.map((name) => readText(join(build, name))).join('\n')
  return all
    .filter(({ type }) => type === 'EXECUTABLE')
    .map(({ name, artifacts, sources = [] }) => ({
      name,
      program: resolve(build, artifacts?.[0]?.path ?? ''),
      sources: sources.map(({ path }) => toPath(path)).filter((path) => !path.startsWith('../')),
    }))
    .filter(({ name, program }) => text.includes(program) || text.includes(`${name}_NOT_BUILT`))
}

function getMesonTargets() {
  const ask = (what) => JSON.parse(start(tool, ['introspect', build, `--${what}`]).stdout)
  const all = ask('tests').map(({ name, cmd, workdir }) => ({
    name,
    command: cmd,
    properties: workdir ? [{ name: 'WORKING_DIRECTORY', value: workdir }] : [],
  }))
  return ask('targets').flatMap(({ name, filename: [program], target_sources = [] }) => {
    const tests = all.filter(({ command }) => command[0] === program)
    const sources = target_sources.flatMap((part) => part.sources ?? []).map(toPath)
    return tests.length === 0
      ? []
      : [{ name, program, sources: sources.filter((path) => !path.startsWith('../')), tests }]
  })
}

function listTests({ program, tests }) {
  if (tests !== undefined) return tests
  const { stdout } = start('ctest', ['--test-dir', build, '--show-only=json-v1'])
  return JSON.parse(stdout.slice(stdout.indexOf('{'))).tests.filter(({ command }) => command?.[0] === program)
}

function isWanted({ sources }) {
  return wanted.size === 0 || sources.some((path) => wanted.has(path))
}

function runTarget(target) {
  const built = isMeson
    ? start('ninja', ['-C', build, relative(build, target.program)])
    : start(tool, ['--build', build, '--target', target.name])
  if (built.status !== 0) return writeErrors(target, `${built.stdout}\n${built.stderr}`, built.status)
  const text = target.sources.map(readText).join('\n')
  if (/\bg(?:test|mock)\/g(?:test|mock)\.h/.test(text)) return runFramework(target, ['--gtest_output=xml:'], readGoogle)
  if (/\bcatch(?:2\/|\.hpp|_test_macros)/.test(text)) return runFramework(target, ['-r', 'xml', '-o'], readCatch)
  for (const test of listTests(target)) runPlain(target, test)
}

/** A program says which of its tests ran; where it ended early, it has no report. */
function runFramework(target, options, read) {
  const path = join(build, 'report.xml')
  rmSync(path, { force: true })
  const last = options.at(-1)
  const args = last.endsWith(':') ? [`${last}${path}`] : [...options, path]
  const ran = start(target.program, args, { cwd: getFolder(listTests(target)[0] ?? {}) })
  process.stderr.write(`${ran.stdout.slice(-MAX_TEXT)}${ran.stderr}`)
  const text = readText(path)
  const tests = text.trim() === '' ? null : read(text)
  const hasFailed = tests?.some(({ error }) => error !== undefined)
  if (tests === null || (ran.status !== 0) !== hasFailed) return writeEnd(target, ran)
  for (const { file, name, suite, skip, error } of tests) {
    const place = { name, file: toPath(file), nesting: suite === '' ? 0 : 1, isInside: true }
    if (suite !== '') write({ ...place, type: 'test:start', name: suite, nesting: 0 })
    write({ type: error ? 'test:fail' : 'test:pass', ...place, skip, error })
  }
  if (hasFailed) isPassed = false
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function getFolder({ properties = [] }) {
  return properties.find(({ name }) => name === 'WORKING_DIRECTORY')?.value ?? build
}

/** A program without a framework is one test: its exit code is the result. */
function runPlain(target, { name, command, properties }) {
  const ran = start(command[0], command.slice(1), { cwd: getFolder({ properties }) })
  const all = `${ran.stdout}\n${ran.stderr}`
  const said = all.replace(RETURNED, '').trim()
  if (ran.signal !== null && !/assert/i.test(said)) return writeEnd(target, ran)
  const place = { name, file: getMain(target), nesting: 0, isInside: true }
  const [canary] = RETURNED.exec(readText(place.file)) ?? []
  if (canary !== undefined) writeCanary({ ...place, name: canary }, all.includes(canary) || ran.status !== 0)
  const skip = ran.status === SKIPPED || undefined
  const error = {
    failureType: 'testCodeFailure',
    message: said.slice(-MAX_TEXT) || `exit code ${ran.status}`,
    code: 'ERR_ASSERTION',
  }
  const isBad = ran.status !== 0 && !skip
  write({ type: isBad ? 'test:fail' : 'test:pass', ...place, skip, error: isBad ? error : undefined })
  if (isBad) isPassed = false
}

function writeCanary(place, isBad) {
  const error = { failureType: 'testCodeFailure', code: 'ERR_ASSERTION' }
  write({ type: isBad ? 'test:fail' : 'test:pass', ...place, error: isBad ? error : undefined })
  if (isBad) isPassed = false
}

/** The source that a test belongs to: one that is named like a test, or the first. */
function getMain({ sources }) {
  return sources.find((path) => wanted.has(path)) ?? sources.find((path) => /test/i.test(basename(path))) ?? sources[0]
}

function writeErrors(target, text, exitCode) {
  process.stderr.write(text.slice(-MAX_TEXT))
  const errors = readCompiler(text)
  const main = getMain(target)
  // A linker names a source without its folder.
  const find = (path) => target.sources.find((source) => basename(source) === path) ?? toPath(path)
  const named = new Map([...errors].map(([path, text]) => [find(path), text]))
  const all = [...errors.values()].join('\n') || text.slice(-MAX_TEXT)
  if (!named.has(main)) named.set(main, all)
  for (const [file, text] of named) writeFile(file, { exitCode }, text.slice(0, MAX_TEXT))
}

function writeEnd(target, { status, signal, error }) {
  const isTimedOut = error?.code === 'ETIMEDOUT'
  const message = isTimedOut ? `ran for longer than ${seconds} seconds` : 'ended before its tests did'
  const failureType = isTimedOut ? 'testTimeoutFailure' : 'testCodeFailure'
  writeFile(getMain(target), { failureType, exitCode: status, signal: signal ?? undefined, message }, '')
}

function writeFile(file, error, stderr) {
  isPassed = false
  const place = { name: file, file, nesting: 0, line: 1, column: 1 }
  write({ type: 'test:fail', ...place, error: { failureType: 'testCodeFailure', ...error }, stderr })
}

function toPath(file) {
  return relative(TOP, resolve(TOP, file)).replaceAll(sep, '/')
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
