/**
 * `node <this file> <report> [-r <module>]... <file or pattern>...`: runs each file with the project's own tape, in a
 * process of its own, and writes the events that `reports/formats/node-events.ts` reads. All files in one process would end with
 * the first that does not load, and tape never says in which file a test is.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import own from './own-file.cjs'

const MAX_ROWS = 268_435_456
const MAX_STDERR = 8_000
const REQUIRE = new Set(['-r', '--require', '-i', '--ignore'])
const PARTS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]', '{': '(?:', '}': ')', ',': '|' }
/** tape's message for a test whose process ended. */
const UNENDED = /^test exited without ending: /
const TAPE = join('node_modules', 'tape', 'bin', 'tape')
const ROWS = fileURLToPath(new URL('tape-rows.cjs', import.meta.url))

const NOT_FOUND = 127

if (!existsSync(TAPE)) {
  process.stderr.write('tape: not found\n')
  process.exit(NOT_FOUND)
}
const { report, options, files } = readArguments(process.argv.slice(2))
const output = openSync(own.ownFile(report), 'w')
// node sums up each file here; tape has no such sum.
write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
const results = files.map(runFile)
write({ type: 'tdd-gate:end' })
closeSync(output)
process.exitCode = results.every(Boolean) ? 0 : 1

function readArguments([path, ...args]) {
  const kept = []
  while (args[0]?.startsWith('-') && !args[0].startsWith('./'))
    kept.push(args.shift(), ...(REQUIRE.has(kept.at(-1)) ? [args.shift()] : []))
  return { report: path, options: kept, files: [...new Set(args.flatMap(expand))] }
}

/** Expands a pattern that no shell expanded; keeps an argument without a match, so that tape reports the mistake. */
function expand(arg) {
  if (!/[*?{]/.test(arg)) return [arg]
  const all = readdirSync('.', { recursive: true }).map((path) => path.replaceAll(sep, '/'))
  const pattern = toPattern(arg.replace(/^\.\//, ''))
  return all.filter((path) => !/(?:^|\/)node_modules\//.test(path) && pattern.test(path)).sort()
}

function toPattern(glob) {
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (part) => PARTS[part] ?? `\\${part}`)
  return new RegExp(`^${source}$`)
}

/**
 * Runs one file.
 * @returns whether all of it passed
 */
function runFile(file) {
  const stdio = ['ignore', 'inherit', 'pipe', 'pipe']
  const ran = spawnSync(process.execPath, [TAPE, '-r', ROWS, ...options, file], { stdio, maxBuffer: MAX_ROWS })
  const stderr = String(ran.stderr ?? '')
  process.stderr.write(stderr)
  const tests = toTests(String(ran.output?.[3] ?? ''))
  const failed = tests.map((test) => writeTest(file, test, { nesting: 0, stderr })).filter((isFailed) => isFailed)
  const isSilent = tests.length === 0
  if (ran.status === 0 && !isSilent) return true
  const place = { name: file, file, nesting: 0, line: 1, column: 1 }
  const error = { failureType: 'testCodeFailure', exitCode: ran.status, signal: ran.signal ?? undefined }
  if (ran.status === 0) write({ type: 'test:pass', ...place })
  else if (failed.length === 0) write({ type: 'test:fail', ...place, error, stderr: stderr.slice(-MAX_STDERR) })
  return ran.status === 0
}

/** Builds a forest from the rows, in the order in which the tests began. */
function toTests(text) {
  const all = new Map()
  const roots = []
  for (const line of text.split('\n')) {
    const row = parse(line)
    const test = all.get(row?.test)
    if (row?.type === 'test') {
      const begun = { ...row, children: [], assertions: [], isEnded: false }
      all.set(row.id, begun)
      const siblings = all.get(row.parent)?.children ?? roots
      siblings.push(begun)
    } else if (row?.type === 'skip') roots.push({ name: row.name, skip: true, children: [], assertions: [] })
    else if (row?.type === 'assert') test?.assertions.push(row)
    else if (row?.type === 'end' && test) test.isEnded = true
  }
  return roots
}

function parse(line) {
  try {
    return line === '' ? null : JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * Writes the children before their parent, as node does.
 * @returns whether the test failed
 */
function writeTest(file, test, { nesting, stderr }) {
  const { name, skip, todo, children } = test
  const event = { name, nesting, file, isInside: true }
  write({ type: 'test:start', ...event })
  const failed = children.map((child) => writeTest(file, child, { nesting: nesting + 1, stderr })).filter(Boolean)
  const error = errorOf(test, stderr, failed.length > 0)
  const line = test.assertions.find(isBad)?.line
  const marks = { skip: skip || undefined, todo: todo || undefined }
  write({ type: error ? 'test:fail' : 'test:pass', ...event, line: Number(line) || undefined, ...marks, error })
  return error !== undefined && !todo
}

function isBad({ ok, skip, todo }) {
  return !ok && !skip && !todo
}

function errorOf({ assertions, isEnded, skip }, stderr, hasFailed) {
  const bad = assertions.find(isBad)
  if (bad) return assertion(bad)
  if (hasFailed) return { failureType: 'subtestsFailed', message: 'a test inside of it failed' }
  if (isEnded || skip) return undefined
  const thrown = /^(?:Uncaught )?([\w$.]*(?:Error|Exception))(?: \[\w+\])?: ([^\n]*)/m.exec(stderr)
  const message = thrown?.[2] ?? 'the process ended while this test was running'
  return { failureType: 'processEnded', name: thrown?.[1], message, stack: stderr.slice(0, MAX_STDERR) }
}

function assertion({ name, operator, message, stack, at }) {
  if (UNENDED.test(name)) return { failureType: 'processEnded', message: name }
  const thrown =
    operator === 'error' ? /^([\w$.]*(?:Error|Exception))(?: \[\w+\])?: /.exec(stack ?? '')?.[1] : undefined
  if (thrown) return { failureType: 'testCodeFailure', name: thrown, message: message ?? name, stack }
  const failure = message && message !== String(name) ? `${name}: ${message}` : name
  const place = at ? `    at ${at}` : undefined
  return {
    failureType: 'testCodeFailure',
    code: 'ERR_ASSERTION',
    message: `${failure} (${operator})`,
    stack: stack ?? place,
  }
}

function write(event) {
  writeSync(output, `${JSON.stringify(event)}\n`)
}
