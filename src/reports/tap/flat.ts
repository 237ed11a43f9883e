/** Reads flat TAP of Mocha, Bats, AVA, Check, Criterion and cmocka; separates hooks, files and crashes from tests. */
import type { FailureKind } from '../../core/model/test-run.ts'
import type { FailureText } from '../failure/failures.ts'
import type { ParsedCase } from '../format.ts'
import { getFailureText } from './failure-text.ts'
import { addCase, addHookFailure, addLoadError, type TapOut } from './out.ts'
import type { TapPoint } from './tree.ts'

const EXITED = /^(.{1,4000}) exited (?:with a non-zero exit code: \d+|due to \S+)$/
const NO_TESTS = /^No tests found in (.{1,4000}?)(?:, make sure to import "ava".*)?$/
const MOCHA_HOOK = /^(.*?) ?"(?:before|after) (?:all|each)" hook(?: for ".*"| in ".*"|: .*)?$/
const AVA_HOOK = /^(?:(.*) › )?(?:before|after|beforeEach|afterEach)(?:\.always)? hook(?: for .*)?$/
const MAX_PREFIXES = 20
/** Names of hooks and files are shorter; longer text would make the patterns slow. */
const MAX_NAME = 1_000
/** Check writes file, test case, test and message on one line. */
const CHECK = /^([^\n:]{1,400}\.(?:c|cc|cpp|cxx)):([^\n:]{0,200}):([^\n:]{1,200}): ([^\n]*)$/
const CHECK_WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/^Received signal \d+|^Early exit with return value \d+/, 'crash'],
  [/^Test timeout expired/, 'timeout'],
]
/** Lines of cmocka about a group, which has the number 0, and about a test that did not start. */
const CMOCKA_GROUP = /^(.{1,400}) \[ {2}FAILED {2}\] GROUP (SETUP|TEARDOWN)$/
const CMOCKA_KEPT = /^(\w{1,400}) Could not run test: ([^\n]{1,400})$/
const BATS_HOOK = /^(?:setup|teardown)_(?:file|suite) failed$/

/** AVA leaves these lines out of its plan, because they are about files. */
export const isAboutFile = ({ name, isOk }: TapPoint) =>
  !isOk && name.length <= MAX_NAME && (EXITED.test(name) || NO_TESTS.test(name))

/** AVA describes a crash by the first line of the error. */
const isCrash = ({ name, isOk, diagnostic }: TapPoint) =>
  !isOk && diagnostic.has('name') && (name.startsWith('file://') || name.startsWith(diagnostic.get('name') ?? ' '))

/** A line about a file, with the crashes reported before it. */
interface FileLine {
  readonly point: TapPoint
  readonly crashes: readonly TapPoint[]
}

/** Returns the number of results that are no tests of the plan. */
export function walkFlat(out: TapOut, points: readonly TapPoint[]): number {
  if (points.length > 0 && isCriterion(points)) {
    for (const point of points) addCriterion(out, point)
    return 0
  }
  const first = out.cases.length
  const isAva = points.some(isAboutFile)
  const fileLines: FileLine[] = []
  const crashes: TapPoint[] = []
  let extra = 0
  const isCheck = points.length > 0 && points.every(isOfCheck)
  for (const point of points) {
    const isFileLine = isAva && isAboutFile(point)
    const isExtra = isFileLine || (isAva && isCrash(point))
    if (isFileLine) fileLines.push({ point, crashes: crashes.splice(0) })
    else if (isExtra) crashes.push(point)
    else if (isCheck) addCheck(out, point)
    else if (addGroup(out, point)) extra += 1
    else addPoint(out, point)
    extra += isExtra ? 1 : 0
  }
  // Of this stream only: others may precede it.
  const cases = out.cases.slice(first)
  const prefixes = getPrefixes(cases)
  const hasTests = (file: string) => (prefixes.size > 0 ? prefixes.has(getBase(file)) : cases.length > 0)
  for (const line of fileLines) addFile(out, line, hasTests)
  for (const point of crashes) out.runErrors.push(point.name)
  return extra
}

/** A process that exited: before its first test it did not load; after the last one something was still running. */
function addFile(out: TapOut, { point, crashes }: FileLine, hasTests: (file: string) => boolean): void {
  const empty = NO_TESTS.exec(point.name)?.[1]
  const file = empty ?? EXITED.exec(point.name)?.[1] ?? ''
  if (empty !== undefined) addLoadError(out, file, { message: point.name, kind: 'no-tests' })
  else if (hasTests(file)) out.runErrors.push([...crashes, point].map((p) => p.name).join('\n'))
  else addLoadError(out, file, crashes.map(getFailureText)[0] ?? { message: point.name, kind: 'crash' })
}

/** AVA begins titles with their file only when the run has several: `folder › file › title`. */
function getPrefixes(cases: readonly ParsedCase[]): ReadonlySet<string> {
  return new Set(cases.flatMap(({ name }) => name.split(' › ', MAX_PREFIXES).slice(0, -1)))
}

const getBase = (file: string) =>
  (file.split('/').at(-1) ?? '').replace(/(?:\.test|\.spec)?\.[cm]?[jt]sx?$/, '').replace(/^test-/, '')

/** The only message of Check for a passing test. */
function isOfCheck({ name, isOk }: TapPoint): boolean {
  return name.length <= MAX_NAME && (isOk ? name.endsWith(': Passed') : true) && CHECK.test(name)
}

function addCheck(out: TapOut, point: TapPoint): void {
  const [, file = '', testCase = '', name = '', message = ''] = CHECK.exec(point.name) ?? []
  const [, kind] = CHECK_WORDS.find(([pattern]) => pattern.test(message)) ?? []
  const failureText = { message, element: 'failure' as const, ...(kind !== undefined && { kind }) }
  addCase(out, { ...point, name }, { file, suite: testCase === '' ? [] : [testCase] }, failureText)
}

/** Returns false for a test. */
function addGroup(out: TapOut, { name, isOk }: TapPoint): boolean {
  const [, group, hook = ''] = (!isOk && name.length <= MAX_NAME && CMOCKA_GROUP.exec(name)) || []
  if (group !== undefined) addHookFailure(out, { file: null, suite: [group] }, `group ${hook.toLowerCase()} failed`)
  return group !== undefined
}

function addPoint(out: TapOut, point: TapPoint): void {
  const name = point.name.length <= MAX_NAME ? point.name : ''
  const [, kept, why = ''] = (!point.isOk && CMOCKA_KEPT.exec(name)) || []
  if (kept !== undefined) {
    addCase(out, { ...point, name: kept }, { file: null, suite: [] }, { message: why, kind: 'error' })
    return
  }
  const mocha = MOCHA_HOOK.exec(name)
  const isHook = mocha !== null || BATS_HOOK.test(name) || (AVA_HOOK.test(name) && point.diagnostic.has('name'))
  if (point.isOk || point.directive !== null || !isHook) addCase(out, point, { file: null, suite: [] })
  else {
    const suite = mocha?.[1] ? [mocha[1]] : []
    const { message, detail } = getFailureText(point)
    addHookFailure(out, { file: null, suite }, message === point.name ? (detail ?? message) : message)
  }
}

/** Reads TAP of Criterion: suite and name without a blank, then the duration or the reason of the end. */
const SECONDS = '\\((\\d{1,9}\\.\\d\\d)s\\)'
const POINT = new RegExp(
  `^(\\w{1,400})::(\\w{1,400})(?: {2}${SECONDS}| (timed out) ${SECONDS}| (unexpected signal after [^\\n]{1,400}))?$`,
)
const TIME = new RegExp(`${SECONDS}$`)

/** Only a stream with durations is Criterion's: other writers have names such as `suite::name` too. */
function isCriterion(points: readonly TapPoint[]): boolean {
  return points.every(({ name }) => POINT.test(name)) && points.some(({ name }) => TIME.test(name))
}

function addCriterion(out: TapOut, point: TapPoint): void {
  const [, suite = '', name = '', took, late, after, signal] = POINT.exec(point.name) ?? []
  const seconds = took ?? after
  const durationMs = seconds === undefined ? null : Number(seconds) * 1_000
  addCase(out, { ...point, name, durationMs }, { file: null, suite: [suite] }, getCriterionFailure(point, late, signal))
}

function getCriterionFailure(point: TapPoint, late: string | undefined, signal: string | undefined): FailureText {
  if (late !== undefined) return { message: late, kind: 'timeout' }
  if (signal !== undefined) return { message: signal, kind: 'crash' }
  if (point.diagnostic.has('message')) return getFailureText(point)
  return { message: 'it ended, and no assertion failed', kind: 'crash' }
}
