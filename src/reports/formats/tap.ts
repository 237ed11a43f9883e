/** Reads TAP 12, 13 and 14 of Node, Vitest, AVA, Mocha, tape, node-tap, Perl, Bats and frameworks of C. */
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { hiddenFailures, oddNumber } from '../tap/declared-totals.ts'
import { isDeno, walkDeno } from '../tap/deno.ts'
import { walkFlat } from '../tap/flat.ts'
import { isTapHead } from '../tap/head.ts'
import { newTapOut, type TapOut } from '../tap/out.ts'
import { parseTapTree, type TapPoint, type TapStream, type TapTree } from '../tap/tree.ts'
import { addFlat, walkBlocks, walkNode, walkPlain, walkTape } from '../tap/walk.ts'

export const tap: ReportFormat = {
  limits: 'files that printed nothing; retries; expected failures (except node); why a test did not start',
  about: 'TAP 12 to 14: node, vitest, ava, mocha, tape, node-tap, deno, lab, perl, bats, Check, Criterion, cmocka',
  source: 'https://testanything.org/tap-version-14-specification.html',
  looksLike: isTapHead,
  parse: parseTap,
}

/** Parses all streams of a file. @throws ReportError when nothing in it is TAP or a limit is passed. */
function parseTap(bytes: Bytes): ParsedReport {
  const tree = parseTapTree(bytes)
  const out = newTapOut()
  const { streams } = tree
  const extra = streams.reduce((sum, stream) => sum + walk(out, stream), 0)
  const surplus = tree.points.length - extra - (tree.plan?.count ?? Number.POSITIVE_INFINITY)
  const odd = `the plan says ${tree.plan?.count} tests, the report holds ${tree.points.length - extra}`
  const isComplete = tree.cut === null && tree.bails.length === 0
  out.runErrors.push(...tree.errors)
  if (isComplete) addHidden(out, tree)
  const { keep: _, ...found } = out
  return {
    format: 'tap',
    ...found,
    runErrors: [...out.runErrors, ...tree.bails, ...(surplus > 0 ? [odd] : [])],
    output: tree.output,
    isComplete,
    warnings: [
      ...(tree.plan?.isSkipped ? ['the whole stream was skipped'] : []),
      ...(tree.cut === null ? [] : [tree.cut]),
      ...(streams.slice(1).some(({ isOwn }) => isOwn) ? [several(streams.length)] : []),
    ],
  }
}

/** Adds a failure for a line that is "not ok" or counts as failing, even when the rest of it cannot be read. */
function addHidden({ cases, loadErrors, hookFailures, runErrors }: TapOut, { points, streams }: TapTree): void {
  const isRed = loadErrors.length + hookFailures.length + runErrors.length > 0
  if (isRed || cases.some(({ failure }) => failure !== null)) return
  const numbered = streams.filter((stream) => !stream.points.some(isNode))
  const odd = numbered.map((stream) => oddNumber(stream.points)).find((text) => text !== null)
  if (odd) runErrors.push(odd)
  const claimed = streams.reduce((sum, { failing }) => sum + failing, 0)
  runErrors.push(...hiddenFailures(claimed - markedIn(points)))
  const hidden = firstFailing(points)
  if (hidden !== undefined) runErrors.push(`${hidden.name} is «not ok», but nothing in it failed`)
}

/** Counts the points that are marked as todo or skip and not ok. AVA counts tests to be done as failing. */
function markedIn(points: readonly TapPoint[]): number {
  return points.reduce(
    (sum, { isOk, directive, children }) => sum + (!isOk && directive !== null ? 1 : 0) + markedIn(children),
    0,
  )
}

function firstFailing(points: readonly TapPoint[]): TapPoint | undefined {
  for (const point of points.filter(({ directive }) => directive === null)) {
    const found = point.isOk ? firstFailing(point.children) : point
    if (found !== undefined) return found
  }
  return undefined
}

const several = (count: number) => `the file holds ${count} streams of TAP, one behind the other`

/** Returns whether node:test wrote this point. It reports files as tests and numbers the tests of each file anew. */
const isNode = (point: TapPoint): boolean => point.diagnostic.has('duration_ms') || point.children.some(isNode)

/** Adds the cases of a stream, and returns how many results its plan does not count. */
function walk(out: TapOut, stream: TapStream): number {
  const { points } = stream
  if (isDeno(points)) walkDeno(out, points)
  else if (points.some((point) => point.isBlock)) walkBlocks(out, points)
  else if (points.some(isNode)) walkNode(out, points)
  else if (stream.hasSubtests || points.some((point) => point.children.length > 0)) walkPlain(out, points)
  else if (stream.beginsWithComment && !stream.hasSubtests) walkTape(out, points)
  else if (points.some(({ name }) => /^\S+\.[cm]?[jt]sx? > /.test(name)))
    for (const point of points) addFlat(out, point)
  else return walkFlat(out, points)
  return 0
}
