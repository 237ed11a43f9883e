/**
 * `node <this file> [nextest] <report> <seconds> [<file>...]`: runs each test target of a Cargo workspace by itself, and writes the
 * events that `reports/formats/node-events.ts` reads. Otherwise a target that does not compile keeps the others from running.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, realpathSync, writeSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readErrors, readLibtest, readNextest } from './libtest-text.mjs'
import own from './own-file.cjs'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
const NOT_FOUND = 127
const NAMED_KINDS = new Set(['bin', 'test', 'example', 'bench'])
const DOC_TEST = /^\s*\/\/[/!].*(?:\x60{3}|~{3})/m
const DOC_NAME = /^(\S[^\n]*?\.(?:rs|md)) -(?: (.*))?$/
/** Time to list the tests of a program that was ended. */
const LIST_MS = 20_000
const TOP = realpathSync('.')
/** https://nexte.st/docs/configuration/reference: the exit code of a run without tests. */
const NO_TESTS = 4
const NEXTEST = ['--no-fail-fast', '--retries', '0', '--message-format', 'libtest-json']
const ENV = { ...process.env, CARGO_INCREMENTAL: '0', CARGO_TERM_COLOR: 'never', RUST_BACKTRACE: '0' }

const args = process.argv.slice(2)
const isNextest = args[0] === 'nextest'
const [named, seconds, ...files] = isNextest ? args.slice(1) : args
const report = own.ownFile(named)
const deadline = Date.now() + Number(seconds) * 1_000
const { packages: members, workspace_root: root } = readMetadata()
/** Those in this folder: the others belong to suites of their own. */
const packages = members.filter(({ manifest_path: manifest }) => realpathSync(manifest).startsWith(TOP + sep))
const output = openSync(report, 'w')
// libtest sums up each program; this script checks that sum.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
const runs = getRuns(files.map((file) => resolve(file)))
for (const name of getLarge()) cargo(['test', '-p', name, '--no-run'])
const results = runs.map(runTarget)
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = results.every(Boolean) ? 0 : 1

/** Packages with several targets to run, which cargo compiles side by side. */
function getLarge() {
  const names = runs.map(({ args }) => args[1])
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}

function cargo(args, { timeout = Math.max(1, deadline - Date.now()), env = ENV } = {}) {
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: MAX_OUTPUT, encoding: 'utf8', timeout }
  const ran = spawnSync('cargo', args, options)
  if (ran.error?.code === 'ENOENT') notFound('cargo')
  if (ran.status !== 0 && /no such (?:sub)?command: `nextest`/.test(ran.stderr)) notFound('cargo-nextest')
  return { ...ran, isTimedOut: ran.error?.code === 'ETIMEDOUT' }
}

function notFound(program) {
  process.stderr.write(`${program}: not found\n`)
  process.exit(NOT_FOUND)
}

function readMetadata() {
  const { status, stdout, stderr } = cargo(['metadata', '--no-deps', '--format-version', '1'])
  if (status === 0) return JSON.parse(stdout)
  process.stderr.write(stderr)
  return process.exit(1)
}

/** Returns the targets to run; none named: all of them, and the examples in the documentation. */
function getRuns(wanted) {
  const all = packages.flatMap((one) => one.targets.filter(({ test }) => test).map((target) => toRun(one, target)))
  if (wanted.length > 0) return [...new Set(wanted.flatMap((file) => getOwners(all, file)))]
  const documented = packages.filter(({ targets }) => targets.some(hasDocTests))
  return [...all, ...documented.map((one) => ({ ...toRun(one, one.targets[0]), args: ['-p', one.name, '--doc'] }))]
}

function toRun({ name, manifest_path: manifest }, { kind, name: target, src_path: path }) {
  const only = NAMED_KINDS.has(kind[0]) ? [`--${kind[0]}`, target] : ['--lib']
  return { args: ['-p', name, ...only], path, manifest, name: target, isTest: kind[0] === 'test' }
}

/** A file is a target, or a module of those in the nearest folder around it. */
function getOwners(all, file) {
  const own = all.filter(({ path }) => path === file)
  if (own.length > 0) return own
  const around = all.filter(({ path }) => file.startsWith(dirname(path) + sep))
  const depth = Math.max(...around.map(({ path }) => dirname(path).length))
  return around.filter(({ path }) => dirname(path).length === depth)
}

function hasDocTests({ doctest, src_path: path }) {
  if (!doctest) return false
  const sources = readdirSync(dirname(path), { recursive: true }).filter((name) => name.endsWith('.rs'))
  return sources.some((name) => DOC_TEST.test(readFileSync(join(dirname(path), name), 'utf8')))
}

/** Returns whether all of the target passed. */
function runTarget(run) {
  const args = ['test', ...run.args, '--message-format', 'json']
  // It runs no documentation tests, and asks each program for a list of tests.
  const byNextest = isNextest && !run.args.includes('--doc') && !hasOwnHarness(run)
  const built = cargo(byNextest ? [...args, '--no-run'] : args)
  const errors = readErrors(built.stdout)
  if (built.status !== 0 && errors.size > 0) return writeErrors(run, errors)
  const first = byNextest && built.status === 0 ? runNextest(run) : built
  const read = byNextest ? readNextest(first.stdout) : readLibtest(first.stdout)
  if (!read.hasHeader && hasOwnHarness(run)) return writeTests(run, [toOwnTest(run, first)])
  // One test at a time shows which one ended the program.
  const again =
    read.isWhole || first.isTimedOut || byNextest
      ? null
      : readLibtest(cargo([...args, '--', '--test-threads=1']).stdout)
  const { tests, running, isWhole } = again === null || again.isWhole ? read : again
  const hasFailed = writeTests(run, tests) === false
  if (isWhole && tests.length === 0 && run.isTest) write({ type: 'test:pass', ...toFile(run.path) })
  if (isWhole && (first.status === 0 || hasFailed)) return !hasFailed
  const open = first.isTimedOut && running.length === 0 ? listOthers(args, tests) : running
  for (const name of open) write({ type: 'test:enqueue', ...toPlace(run, name) })
  writeEnd(run, first)
  return false
}

/** A script of ours starts each test: cargo-nextest takes a process that ends with success for a test that passed. */
function runNextest(run) {
  const host = /^host: (.+)$/m.exec(spawnSync('rustc', ['-vV'], { encoding: 'utf8' }).stdout)?.[1] ?? ''
  const runner = `CARGO_TARGET_${host.toUpperCase().replaceAll(/[-.]/g, '_')}_RUNNER`
  const script = fileURLToPath(new URL('nextest-test.sh', import.meta.url))
  const env = { ...ENV, NEXTEST_EXPERIMENTAL_LIBTEST_JSON: '1', [runner]: `sh ${script}` }
  const ran = cargo(['nextest', 'run', ...run.args, ...NEXTEST], { env })
  return { ...ran, status: ran.status === NO_TESTS ? 0 : ran.status }
}

/** Before its first minute is over, a test that hangs is only known as one without a result. */
function listOthers(args, tests) {
  const { stdout } = cargo([...args, '--', '--list', '--format', 'terse'], { timeout: LIST_MS })
  const names = [...stdout.matchAll(/^(.+): test$/gm)].map(([, name]) => name)
  return names.filter((name) => tests.every((test) => test.name !== name))
}

function writeErrors({ path, isTest }, errors) {
  for (const texts of errors.values()) process.stderr.write(`${texts.join('\n\n')}\n`)
  const named = new Map([...errors].map(([name, texts]) => [resolve(root, name), texts]))
  const all = isTest && !named.has(path) ? [...named, [path, [...named.values()].flat()]] : [...named]
  for (const [file, texts] of all) {
    const error = { failureType: 'testCodeFailure', exitCode: 101 }
    write({ type: 'test:fail', ...toFile(file), error, stderr: texts.join('\n\n').slice(0, MAX_TEXT) })
  }
  return false
}

function writeTests(run, tests) {
  for (const test of tests) {
    const place = toPlace(run, test.name)
    const isOwn = test.file !== undefined && toPath(resolve(root, test.file)) === place.file
    const skip = test.state === 'ignored' || undefined
    for (const [nesting, name] of place.suite.entries()) write({ ...place, type: 'test:start', name, nesting })
    write({ type: 'test:start', ...place })
    write({
      type: test.state === 'failed' ? 'test:fail' : 'test:pass',
      ...place,
      skip,
      line: isOwn ? test.line : undefined,
      error: toError(test),
    })
  }
  return tests.every(({ state }) => state !== 'failed')
}

function toError({ state, message, output: said }) {
  if (state !== 'failed') return undefined
  return { failureType: 'testCodeFailure', message: message.slice(0, MAX_TEXT), stack: said.slice(0, MAX_TEXT) }
}

function writeEnd({ path }, { status, signal, isTimedOut, stderr }) {
  process.stderr.write(stderr.slice(-MAX_TEXT))
  const message = isTimedOut ? `ran for longer than ${seconds} seconds` : 'ended before its tests did'
  const failureType = isTimedOut ? 'testTimeoutFailure' : 'testCodeFailure'
  const error = { failureType, exitCode: status, signal: signal ?? undefined, message }
  write({
    type: 'test:fail',
    ...toFile(path),
    error,
    stderr: isTimedOut ? '' : `${message}\n${stderr.slice(-MAX_TEXT)}`,
  })
}

/** A target with `harness = false` is one test: its program says nothing that could be read. */
function hasOwnHarness({ manifest }) {
  return /^\s*harness\s*=\s*false/m.test(readFileSync(manifest, 'utf8'))
}

function toOwnTest({ name }, { status, stdout, stderr }) {
  const said = `${stdout}\n${stderr}`.trim()
  return status === 0
    ? { name, state: 'passed' }
    : { name, state: 'failed', message: said.slice(-MAX_TEXT), output: said }
}

/** Finds the file of a test by the names of its modules. */
function toPlace({ path, manifest }, name) {
  const [, documented, rest] = DOC_NAME.exec(name) ?? []
  if (documented !== undefined) {
    const file = [join(dirname(manifest), documented), join(root, documented)].find(existsSync) ?? path
    return { file: toPath(file), name: rest || 'documentation', suite: [], nesting: 0, isInside: true }
  }
  const modules = name.split('::')
  const own = modules.pop()
  let [file, folder, suite] = [path, dirname(path), []]
  for (const module of modules) {
    const inner = [join(folder, `${module}.rs`), join(folder, module, 'mod.rs')].find(
      (one) => one !== path && existsSync(one),
    )
    folder = join(folder, module)
    if (inner === undefined) suite.push(module)
    else [file, suite] = [inner, []]
  }
  return { file: toPath(file), name: own, suite, nesting: suite.length, isInside: true }
}

function toPath(file) {
  return relative(TOP, existsSync(file) ? realpathSync(file) : file).replaceAll(sep, '/')
}

function toFile(file) {
  return { name: toPath(file), file: toPath(file), nesting: 0, line: 1, column: 1 }
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
