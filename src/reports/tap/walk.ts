/** Walks nested TAP: decides which results are files, suites, tests and assertions, for Node, Vitest and TAP 14. */
import { LIMITS } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { withoutLate } from './declared-totals.ts'
import { getFailureText } from './failure-text.ts'
import { addCase, addHookFailure, addLoadError, markNotRun, type TapOut, type TapPlace } from './out.ts'
import type { TapPoint } from './tree.ts'

const TOP: TapPlace = { file: null, suite: [] }
const SCRIPT = /^\S+\.[cm]?[jt]sx?$/
const FILE = /^\S+\.\w{1,10}$|(?:\/[^/]*|[.-](?:test|spec))\.[cm]?[jt]sx?$/
const CANCELLED = 'test did not finish before its parent and was cancelled'
const FLAT = /^(\S+\.[cm]?[jt]sx?) > (.*)$/

/** A path instead of the name of a test. */
const isFile = ({ name }: TapPoint) => SCRIPT.test(name)
/** Vitest writes the duration of a file. A name with spaces is a path, or has the ending of a test file. */
const isFileBlock = (point: TapPoint) =>
  isFile(point) || (point.durationMs !== null && point.name.length <= LIMITS.pathCharacters && FILE.test(point.name))
const isFailing = (point: TapPoint) => !point.isOk && point.directive === null

/** Vitest: the first level is the file, and a parent precedes its children. Other blocks are subtests. */
export function walkBlocks(out: TapOut, points: readonly TapPoint[]): void {
  for (const point of points) {
    if (!point.isBlock) addFlat(out, point)
    else if (isFileBlock(point)) walkBlock(out, point, { file: point.name, suite: [] })
    else walkPlain(out, [point])
  }
}

/** Vitest `tap-flat`: the file, then the rest as one name, because titles may contain the separator. */
export function addFlat(out: TapOut, point: TapPoint): void {
  const [, file = null, name = ''] = FLAT.exec(point.name) ?? []
  if (file !== null) addCase(out, { ...point, name }, { file, suite: [] })
  else if (isFile(point) && isFailing(point)) addLoadError(out, point.name, getFailureText(point))
  else addCase(out, point, TOP)
}

/** A suite that failed without a failing test had a failing hook, which no other line reports. */
function walkBlock(out: TapOut, parent: TapPoint, place: TapPlace): void {
  const first = out.cases.length
  for (const point of parent.children) {
    if (point.isBlock) walkBlock(out, point, { ...place, suite: [...place.suite, point.name] })
    else addCase(out, point, place)
  }
  if (!isFailing(parent) || parent.children.some(isFailing)) return
  addHookFailure(
    out,
    place,
    getFailureText(parent).message === parent.name ? reportTexts.hookFailed : getFailureText(parent).message,
  )
  markNotRun(out, first, (test) => test.outcome === 'skipped' && test.mark === null)
}

/** Node: `type` distinguishes suites from tests where it is present; files are on the same level. */
export function walkNode(out: TapOut, points: readonly TapPoint[], place: TapPlace = TOP): void {
  for (const point of points) {
    if (place.suite.length === 0 && isFile(point) && point.children.length === 0) addNodeFile(out, point)
    else addNode(out, point, place)
  }
}

/** Node up to version 20 writes complete paths of files. */
const isSame = (file: string, path: string) => path === file || path.endsWith(`/${file}`)

/** A file with a failure after its tests had loaded. */
function addNodeFile(out: TapOut, point: TapPoint): void {
  const failureType = point.diagnostic.get('failureType')
  const { text, files } = withoutLate(point.before)
  const code = point.diagnostic.get('exitCode') ?? '~'
  const message = text || (code === '~' ? getFailureText(point).message : reportTexts.endedSilently(code))
  if (text === '' && files.some((file) => file === null || isSame(file, point.name))) return
  if (point.isOk) out.emptyFiles.push(point.name)
  else if (failureType === 'hookFailed')
    addHookFailure(out, { file: point.name, suite: [] }, getFailureText(point).message)
  else if (failureType === 'testTimeoutFailure') addLoadError(out, point.name, { message, kind: 'timeout' })
  else addLoadError(out, point.name, text === '' ? { message, kind: 'crash' } : { message })
}

function addNode(out: TapOut, point: TapPoint, place: TapPlace): void {
  const first = out.cases.length
  const suite = [...place.suite, point.name]
  walkNode(out, point.children, { ...place, suite })
  const isSuite = point.diagnostic.get('type') === 'suite'
  if (isSuite && point.diagnostic.get('failureType') === 'hookFailed') {
    addHookFailure(out, { ...place, suite }, getFailureText(point).message)
    markNotRun(out, first, (test) => test.failure?.message === CANCELLED)
  } else if (!isSuite || (point.directive !== null && point.children.length === 0)) {
    const child = out.cases.slice(first).find((test) => test.failure !== null)?.failure
    const failureText = getFailureText(point)
    addCase(out, point, place, child ? { ...failureText, kind: child.kind } : failureText)
  } else if (isFailing(point) && point.diagnostic.get('failureType') === 'testCodeFailure') {
    addLoadError(out, null, getFailureText(point))
  }
}

/** TAP 14 without types: a subtest with assertions only is a test, because a failure changes which assertions run. */
export function walkPlain(out: TapOut, points: readonly TapPoint[], place: TapPlace = TOP): void {
  for (const point of points) {
    const isPath = place.file === null && place.suite.length === 0 && isFile(point)
    if (isPath && isFailing(point) && point.children.length === 0) addLoadError(out, point.name, getFailureText(point))
    else if (isPath && point.children.length > 0) walkPlain(out, point.children, { file: point.name, suite: [] })
    else addPlain(out, point, place)
  }
}

function addPlain(out: TapOut, point: TapPoint, place: TapPlace): void {
  const isTest = !point.isOpen && point.children.every((child) => child.children.length === 0)
  const bad = point.children.find(isFailing)
  if (isTest)
    addCase(out, withSkip({ ...point, isOk: point.isOk && bad === undefined }), place, getFailureText(bad ?? point))
  else walkPlain(out, point.children, { ...place, suite: inside(place, point) })
  if (!isTest && !point.isOpen && isFailing(point) && !point.children.some(isFailing)) addCase(out, point, place)
}

const inside = ({ suite }: TapPlace, { name }: TapPoint) => (name === '' ? suite : [...suite, name])

/** A test whose every assertion was skipped is skipped. */
function withSkip(point: TapPoint): TapPoint {
  const [first] = point.children
  const isSame = first?.directive && point.children.every((child) => child.directive === first.directive)
  return point.isOk && point.directive === null && isSame ? { ...point, directive: first.directive } : point
}

/** tape: a comment starts a test, and the results after it are its assertions. */
export function walkTape(out: TapOut, points: readonly TapPoint[]): void {
  const tests: { name: string; assertions: TapPoint[] }[] = []
  for (const point of points) {
    const name = point.heading ?? ''
    const last = tests.at(-1)
    if (last === undefined || last.name !== name || point.before !== '') tests.push({ name, assertions: [point] })
    else last.assertions.push(point)
  }
  for (const { name, assertions } of tests) addTape(out, name, assertions)
}

function addTape(out: TapOut, name: string, assertions: readonly TapPoint[]): void {
  const [first] = assertions
  if (first === undefined) return
  const bad = assertions.find(isFailing)
  addCase(
    out,
    withSkip({ ...first, name, isOk: bad === undefined, directive: null, children: assertions }),
    TOP,
    getFailureText(bad ?? first),
  )
}
