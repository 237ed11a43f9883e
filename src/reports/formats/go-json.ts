/** Reads `go test -json` of Go up to 1.23 (build errors as plain text) and since 1.24 (build events). */

import { failureKeeper, type Keeper } from '../failure/failures.ts'
import { findFirstError } from '../failure/first-error.ts'
import { type Bytes, LIMITS, LimitError, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type Json, toNumber, toText } from '../json/json.ts'
import { getObject, type JsonLine, jsonLines, type Strangers, strangers } from '../json/lines.ts'
import { type OutputEnd, outputEnd } from '../output.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import {
  addTest,
  endBenchmarks,
  endPackage,
  type GoPackage,
  getGoCases,
  getGoHookFailure,
  getGoLoadError,
  newGoPackage,
  startTest,
} from './go-package.ts'
import { addOutput, endFromOutput, endTest, isPrinted } from './go-test.ts'

const ACTION =
  /^\{(?=.*"(?:Package|ImportPath)": ?").*"Action": ?"(?:start|run|pause|cont|pass|bench|fail|output|skip|build-output|build-fail)"/m
/** `go tool test2json` of one binary names no package. */
const BINARY =
  /^\{(?:"Time": ?"[^"]{0,40}", ?)?"Action": ?"(?:start"\}|(?:run|pause|cont|pass|bench|fail|skip|output)", ?"(?:Test|Output)": ?")/m
/** The last line of Go before 1.24 when nothing compiles. */
const BUILD_FAILED = /^(?:# \S[^\n]*\n(?:[^\n]*\n)*?)?FAIL\t\S+ \[(?:build|setup) failed\]\r?(?:\n|$)/
const OF_BINARY = new Set(['Time', 'Action', 'Test', 'Output', 'Elapsed', 'OutputType', 'Key', 'Value', 'Path'])
const OPENING = /\{"(?:Time":"\d{4}-|Action":"|ImportPath":"|Package":")/g
const FAILED = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/
/** The bracket names the package whose tests were built: `# shop_test [shop.test]` is about `shop`. */
const BUILD_OF = /^# (?:\S+ \[(\S+)\.test\]|(\S+)(?: \[\S+\])?)$/
/** Go's line about each package. */
const PACKAGE_END = /^(?:PASS|FAIL|(?:ok {2}|FAIL|\? {3})\t.*|coverage: .*)\n?$/
const TESTS_ONLY = /^go build (\S+): no non-test Go files in /

export const goJson: ReportFormat = {
  about: 'Go `go test -json` (old and new): with packages that do not compile',
  source: 'https://pkg.go.dev/cmd/test2json',
  limits: 'tests that never started; the file of a test',
  looksLike: (head) => ACTION.test(head) || BINARY.test(head) || BUILD_FAILED.test(head),
  parse: parseGoJson,
}

const NO_EVENT = 'holds no event of `go test -json`'
const MAX_INSTEAD = 300

/** Errors of the module itself, which Go reports before it starts a test. */
function getInstead(output: string): string {
  const said = output.replaceAll(/^go: downloading .*\n/gm, '').trim()
  const line = findFirstError(said) ?? said.replace(/\s*\n\s*/g, ' ')
  return line === '' ? '' : `, but: ${cleanText(line, MAX_INSTEAD)}`
}

interface Stream {
  readonly output: OutputEnd
  readonly keep: Keeper
  readonly packages: Map<string, GoPackage>
  /** Compiler output by import path; a build may fail before its package is named. */
  readonly builds: Map<string, { output: string; isFailed: boolean }>
  /** The package of the build errors that follow as plain text. */
  building: string | null
  tests: number
  events: number
  readonly strangers: Strangers
}

/** @throws ReportError when no line is an event or a limit is passed. */
function parseGoJson(bytes: Bytes): ParsedReport {
  const output = outputEnd()
  const stream: Stream = {
    output,
    keep: failureKeeper(),
    packages: new Map(),
    builds: new Map(),
    building: null,
    tests: 0,
    events: 0,
    strangers: strangers(output),
  }
  for (const line of jsonLines(bytes, OPENING)) {
    const event = getObject(line)
    if (typeof event?.['Action'] !== 'string') noteText(stream, line)
    else noteEvent(stream, event)
  }
  if (stream.events === 0 && stream.packages.size === 0)
    throw new ReportError(`${NO_EVENT}${getInstead(output.text())}`)
  return toReport(stream)
}

/** Go up to 1.23 writes compiler errors between the events. */
function noteText(stream: Stream, line: JsonLine): void {
  const { text } = line
  const failed = FAILED.exec(text)?.[1]
  const [, tested, built] = BUILD_OF.exec(text) ?? []
  const building = tested ?? built
  const alone = TESTS_ONLY.exec(text)?.[1]
  if (failed !== undefined) {
    const all = getPackage(stream, failed)
    all.end = 'fail'
    all.build = stream.builds.get(failed)?.output ?? ''
    stream.building = null
  } else if (building !== undefined) stream.building = building
  else if (alone !== undefined) addOutput(getBuild(stream, alone), `${text}\n`)
  else if (stream.building !== null && line.torn === undefined)
    addOutput(getBuild(stream, stream.building), `${text}\n`)
  else stream.strangers.add(line)
}

function noteEvent(stream: Stream, event: Json): void {
  stream.events += 1
  const action = toText(event['Action'])
  const name = toText(event['Package'])
  if (action.startsWith('build-')) noteBuild(stream, action, event)
  else if (name !== '' || isOfBinary(stream, event)) notePackage(stream, getPackage(stream, name), action, event)
}

/** Recognises events of one binary, which have no package. Other programs write actions too. */
function isOfBinary({ packages }: Stream, event: Json): boolean {
  return (packages.size === 0 || packages.has('')) && Object.keys(event).every((key) => OF_BINARY.has(key))
}

function notePackage(stream: Stream, all: GoPackage, action: string, event: Json): void {
  const test = toText(event['Test'])
  if (test !== '') noteTest(stream, all, test, action, event)
  else if (action === 'output') notePackageOutput(stream, all, toText(event['Output']))
  else if (action === 'pass' || action === 'fail' || action === 'skip') noteEnd(stream, all, action, event)
}

function notePackageOutput({ output }: Stream, all: GoPackage, line: string): void {
  addOutput(all, line)
  if (!PACKAGE_END.test(line)) output.add(line)
}

function noteBuild(stream: Stream, action: string, event: Json): void {
  const build = getBuild(stream, toText(event['ImportPath']))
  const output = toText(event['Output'])
  if (action === 'build-fail') build.isFailed = true
  else if (!BUILD_OF.test(output.trimEnd())) addOutput(build, output)
}

function noteEnd(stream: Stream, all: GoPackage, action: 'pass' | 'fail' | 'skip', event: Json): void {
  endPackage(all, action)
  const failed = event['FailedBuild']
  if (typeof failed !== 'string') return
  all.build = stream.builds.get(failed)?.output ?? ''
  stream.builds.delete(failed)
}

function noteTest(stream: Stream, all: GoPackage, name: string, action: string, event: Json): void {
  const before = all.all.length
  if (action === 'run') startTest(all, name, stream.keep)
  const test = all.tests.get(name) ?? addTest(all, name)
  stream.tests += all.all.length - before
  if (stream.tests > LIMITS.tests) throw new LimitError(reportTexts.tooManyTests(LIMITS.tests))
  if (action === 'output') addOutput(test, toText(event['Output']))
  else if (action === 'bench') endTest(test, 'pass', toNumber(event['Elapsed']))
  else if ((action === 'pass' || action === 'fail' || action === 'skip') && !isPrinted(test, action))
    endTest(test, action, toNumber(event['Elapsed']))
}

function getPackage(stream: Stream, name: string): GoPackage {
  const known = stream.packages.get(name)
  if (known !== undefined) return known
  const all = newGoPackage(name)
  stream.packages.set(name, all)
  return all
}

function getBuild(stream: Stream, path: string): { output: string; isFailed: boolean } {
  const known = stream.builds.get(path)
  if (known !== undefined) return known
  const build = { output: '', isFailed: false }
  stream.builds.set(path, build)
  return build
}

/** Reports a failed build of a package without events. */
function adoptBuilds(stream: Stream): void {
  for (const [path, build] of stream.builds) {
    const all = build.isFailed ? getPackage(stream, path.replace(/ \[.*$/, '')) : null
    if (all === null || all.build !== null) continue
    all.build = build.output
    all.end ??= 'fail'
  }
}

function toReport(stream: Stream): ParsedReport {
  adoptBuilds(stream)
  const packages = [...stream.packages.values()]
  const printed = stream.strangers.summary()
  const fixed = packages.flatMap((all) => all.all.filter(endFromOutput)).length
  packages.forEach(endBenchmarks)
  return {
    format: 'go-json',
    cases: packages.flatMap((all) => getGoCases(all, stream.keep)),
    loadErrors: packages.flatMap((all) => getGoLoadError(all) ?? []),
    hookFailures: packages.flatMap((all) => getGoHookFailure(all) ?? []),
    runErrors: [],
    emptyFiles: [],
    isComplete: packages.every((all) => all.end !== null) && stream.strangers.isWhole(),
    output: printed.output,
    warnings: [...printed.warnings, ...fixedTests(fixed)],
  }
}

function fixedTests(fixed: number): readonly string[] {
  const tests = fixed === 1 ? '1 test was read from its output: it' : `${fixed} tests was read from their output: they`
  return fixed === 0 ? [] : [`the end of ${tests} wrote a line without an end`]
}
