/**
 * `node <this file> <bats|perl|shunit2> <report> <seconds> [<file>...]`: runs each test file in a process of its own, and
 * writes the events that `reports/formats/node-events.ts` reads. The tools themselves name no file in their reports, and
 * take a test that ended its process for one that passed.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { sep } from 'node:path'
import own from './own-file.cjs'
import { readShunit, readTap, toFailure } from './script-text.mjs'

const MAX_OUTPUT = 268_435_456
const MAX_TEXT = 8_000
const NOT_FOUND = 127
const OUTSIDE = /(?:^|\/)(?:node_modules|vendor|local|blib|\.[^/]+)\//
const ENV = { ...process.env, SHUNIT_COLOR: 'none', NO_COLOR: '1' }
const SHEBANG = /^#!\s*(?:\S*\/env +)?(?:\S*\/)?(\w+)(?: +(-\w+))?/
/** A test that must fail. */
const CANARY = /tdd[\W_]?gate[\W_]?canary[\W_]?fails[\W_]?[\da-f]*/i
const BATS = ['node_modules/.bin/bats', 'test/bats/bin/bats', 'test/libs/bats-core/bin/bats'].find(existsSync) ?? 'bats'

const TOOLS = {
  bats: {
    program: BATS,
    isTest: (path) => path.endsWith('.bats'),
    run: (file) => start([BATS, '--formatter', 'tap', file]),
    read: readTap,
  },
  perl: {
    program: 'perl',
    isTest: (path) => /^(?:.*\/)?t\/.*\.t$/.test(path),
    run: (file) => start(merged('perl', getFlags(file), '-Ilib', '-Iblib/lib', '-Iblib/arch', file)),
    read: readTap,
  },
  shunit2: {
    program: 'bash',
    isTest: (path) => /(?:^|[/_-])tests?[^/]*\.(?:sh|bash)$/.test(path) && getNames(path).size > 0,
    run: runShunit,
    read: (text, file) => readShunit(text, getNames(file)),
  },
}

const [kind, path, seconds, ...files] = process.argv.slice(2)
const report = own.ownFile(path)
const deadline = Date.now() + Number(seconds) * 1_000
const tool = TOOLS[kind]
if (spawnSync(tool.program, ['--version']).error?.code === 'ENOENT') {
  process.stderr.write(`${tool.program}: not found\n`)
  process.exit(NOT_FOUND)
}
const output = openSync(report, 'w')
// node sums up each file here; this script checks the plan of each file.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
const results = (files.length > 0 ? files : findFiles()).map(runFile)
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = results.every(Boolean) ? 0 : 1

function findFiles() {
  const all = readdirSync('.', { recursive: true }).map((path) => path.replaceAll(sep, '/'))
  return all.filter((path) => !OUTSIDE.test(path) && tool.isTest(path)).sort()
}

function start([command, ...args]) {
  const options = { env: ENV, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: MAX_OUTPUT }
  return spawnSync(command, args, { ...options, timeout: Math.max(1, deadline - Date.now()) })
}

/** Errors stand behind the result that they explain. */
function merged(...args) {
  return ['sh', '-c', 'exec "$@" 2>&1', 'sh', ...args.filter((arg) => arg !== '')]
}

/** Perl takes flags of the first line only where its command line has them too. */
function getFlags(file) {
  return SHEBANG.exec(readText(file))?.[2] ?? ''
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** shunit2 counts skipped assertions of the whole file: one test at a time shows whose they are. */
function runShunit(file) {
  const command = merged(SHEBANG.exec(readText(file))?.[1] ?? 'bash', file)
  const ran = start(command)
  const { tests, skipped } = readShunit(ran.stdout, getNames(file))
  if (!skipped) return ran
  const isSkipped = ({ name }) => readShunit(start([...command, '--', name]).stdout, getNames(file)).skipped > 0
  return { ...ran, skipped: new Set(tests.filter(isSkipped).map(({ name }) => name)) }
}

function getNames(file) {
  const text = readText(file)
  if (!text.includes('shunit2')) return new Set()
  return new Set([...text.matchAll(/^\s*(?:function\s+)?(test\w*)\s*(?:\(\s*\)|\{)/gm)].map(([, name]) => name))
}

/** Returns whether the whole file passed. */
function runFile(file) {
  const ran = tool.run(file)
  process.stderr.write(`${ran.stdout}${ran.stderr}`)
  const { tests, isWhole, isSkipped } = tool.read(ran.stdout, file)
  const isFailed = ({ isBad, skip, todo }) => isBad && !skip && !todo
  const hasFailed = tests.some(isFailed)
  // bats reports a file that does not load as a test of this name.
  const isLoaded = !(tests.length === 1 && hasFailed && /^(?:setup_file|bats-gather-tests)\b/.test(tests[0].name))
  if (!isWhole || !isLoaded || (ran.status !== 0 && !hasFailed))
    return writeEnd(file, ran, isLoaded && (tests.length > 0 || (kind === 'bats' && ran.stderr === '')))
  const place = { name: file, file, nesting: 0 }
  if (tests.length === 0)
    write({ type: 'test:pass', ...place, line: 1, column: 1, isInside: isSkipped, skip: isSkipped || undefined })
  // A process that ends before it comes to that test may have printed the other results itself.
  const [canary] = CANARY.exec(readText(file)) ?? []
  const isCut = canary !== undefined && !isSkipped && !tests.some(({ name }) => CANARY.test(name))
  if (isCut) write({ ...place, type: 'test:pass', name: canary, isInside: true })
  for (const test of tests) {
    const marks = { skip: test.skip || ran.skipped?.has(test.name) || undefined, todo: test.todo || undefined }
    const error = isFailed(test) ? toFailure(test.lines.slice(-MAX_TEXT)) : undefined
    write({
      type: error ? 'test:fail' : 'test:pass',
      name: test.name,
      file,
      nesting: 0,
      isInside: true,
      ...marks,
      error,
    })
  }
  return ran.status === 0
}

/** Perl ends at the first error, and a test may end the process: no result of the file counts then. */
function writeEnd(file, { status, signal, error, stdout, stderr }, hasTests) {
  const isTimedOut = error?.code === 'ETIMEDOUT'
  const message = isTimedOut ? `ran for longer than ${seconds} seconds` : 'ended before its tests did'
  const said = `${stdout.replace(/^(?:\s*(?:not )?ok\b.*|\d+\.\.\d+)$\n?/gm, '')}\n${stderr}`.trim().slice(-MAX_TEXT)
  const isSilent = status === 0 || signal !== null || (kind !== 'perl' && hasTests)
  const failureType = isTimedOut ? 'testTimeoutFailure' : 'testCodeFailure'
  write({
    type: 'test:fail',
    name: file,
    file,
    nesting: 0,
    line: 1,
    column: 1,
    error: { failureType, exitCode: status, signal: signal ?? undefined, message },
    stderr: isSilent ? '' : toFailure([said]).message,
  })
  return false
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
