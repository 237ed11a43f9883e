/** ava: TAP on standard output is its only machine-readable report. */
import { handedCanaryTests } from './canary-tests.ts'
import { calls, canaryPath, detectTool, isCommonJs, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Located, type Runner } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

const canaryText = (head: string) => `${head}
test('${CANARY_PASSES}', (t) => t.pass())
test('${CANARY_FAILS}', (t) => t.fail())
`

const isCandidate = matches(
  /^(?:src\/|source\/)?test\.[cm]?[jt]s$/,
  /(?:^|\/)test-[^/]+\.[cm]?[jt]s$/,
  /\.(?:test|spec)\.[cm]?[jt]s$/,
  /(?:^|\/)(?:test|tests|__tests__)\/(?:.*\/)?[^/]+\.[cm]?[jt]s$/,
)
const HELPER = /(?:^|\/)_[^/]*$|(?:^|\/)(?:helpers|__helpers__|fixtures|__fixtures__)\//

export const ava: Runner = {
  name: 'ava',
  format: 'tap',
  language: 'javascript',
  isCommand: calls('ava'),
  detect: detectTool({
    name: 'ava',
    dependency: 'ava',
    kept: { '--config': true, '--node-arguments': true, '--serial': false, '-s': false, '--timeout': true, '-T': true },
    report: 'ava.tap',
    command: (script) =>
      `${toCommand('node_modules/.bin/ava', '--tap', script)} ${filesOr(script)} > {reports}/ava.tap`,
  }),
  // https://github.com/avajs/ava/blob/main/docs/05-command-line.md and node_modules/ava/lib/glob-helpers.cjs
  isTestFile: (path) => isCandidate(path) && !HELPER.test(path),
  toTargets: (files) => files.map(asOperand),
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(isCommonJs(file, neighbour) ? "const test = require('ava')" : "import test from 'ava'"),
  }),
  canaryTests: handedCanaryTests({
    module: 'ava',
    name: 'tddGateTest',
    define: 'tddGateTest',
    checks: ['t.is(1, 2)', 't.deepEqual({ a: 1 }, { a: 2 })', 't.throws(() => {})', 't.true(false)'],
    truth: 't.true',
  }),
  locate,
}

const SEPARATOR = ' › '

/**
 * With several files ava puts the file in front of the title, without its extension, marks and whatever all files begin
 * with (node_modules/ava/lib/reporters/prefix-title.js); with one file it puts nothing.
 */
function locate<T extends Located>(test: T, files: readonly string[]): T {
  if (test.file !== null) return test
  if (files.length === 1) return { ...test, file: files[0] ?? null }
  const segments = test.name.split(SEPARATOR)
  const lengths = getParts(files).map((parts) => countMatching(parts, segments))
  const longest = Math.max(...lengths)
  const fitting = files.filter((_, n) => lengths[n] === longest)
  if (longest === 0 || fitting.length !== 1) return test
  return { ...test, file: fitting[0] ?? null, name: segments.slice(longest).join(SEPARATOR) }
}

/** Counts the leading segments that match the end of the path; the last one is the title. */
function countMatching(parts: readonly string[], segments: readonly string[]): number {
  const most = Math.min(parts.length, segments.length - 1)
  for (let length = most; length > 0; length -= 1)
    if (parts.slice(-length).every((part, n) => part === segments[n])) return length
  return 0
}

/** Cached, because every test of a run asks for the same files. */
const known = new WeakMap<readonly string[], readonly (readonly string[])[]>()

function getParts(files: readonly string[]): readonly (readonly string[])[] {
  const parts = known.get(files) ?? files.map(shownParts)
  known.set(files, parts)
  return parts
}

function shownParts(file: string): readonly string[] {
  const parts = file.split('/').filter((part) => part !== '__tests__')
  const name = parts.pop() ?? ''
  return [
    ...parts,
    name
      .replace(/\.(?:spec|test)\./, '.')
      .replace('test-', '')
      .replace(/\.\w+$/, ''),
  ]
}
