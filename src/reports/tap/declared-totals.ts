/** Reads what a TAP stream declares about itself: totals, numbers, and how its process ended. */
import { reportTexts } from '../texts.ts'

interface Numbered {
  readonly number: number | null
  readonly children: readonly Numbered[]
}

/** Of Node, tape, Mocha and AVA; their block starts with the number of tests. */
const FIRST_TOTAL = /^tests\s+\d{1,9}$/
const FAILING = [
  /^(?:fail|cancelled)\s+(\d{1,9})$/,
  /^Looks like you failed (\d{1,9}) tests? of /,
  /^failed (\d{1,9}) of \d{1,9} tests?$/,
  /^\{ total: [^\n]{0,200}\bfail: (\d{1,9})\b/,
]
const MAX_COMMENT = 1_000
/** Of Perl, for a process whose exit code differs from its tests. */
const ENDED = /^Looks like your test (?:exited with|died) /

/** Of Node, for an error after the end of all tests. */
const LATE =
  /^(?:Error|Warning): (?:Test|A resource)\b.{0,10000}?generated asynchronous activity after the test ended\./
const MAX_LATE = 10_000
const LATE_END = /\bevent(?:\.|, caught by the test runner\.)$/
const LATE_PLACE = / at (.{1,4096}?):\d+:\d+ generated asynchronous activity /

/** Updates the number of failures that the totals claim with this comment. */
export function failingAfter(failing: number, comment: string): number {
  const text = comment.trim().slice(0, MAX_COMMENT)
  if (FIRST_TOTAL.test(text)) return 0
  const count = FAILING.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  return failing + Number(count ?? 0)
}

/** Returns true for a comment that reports an error of the run. */
export const isRunError = (comment: string): boolean => ENDED.test(comment) || LATE.test(comment)

/** Separates Node's comments about late errors from the others; with their files, null where none is named. */
export function withoutLate(comments: string): { readonly text: string; readonly files: readonly (string | null)[] } {
  const kept: string[] = []
  const files: (string | null)[] = []
  let isInside = false
  for (const line of comments.split('\n')) {
    const isLate = LATE.test(line)
    if (isLate) files.push(LATE_PLACE.exec(line.slice(0, MAX_LATE))?.[1] ?? null)
    if (!isLate && !isInside) kept.push(line)
    isInside = (isLate || isInside) && !LATE_END.test(line)
  }
  return { text: kept.join('\n').trim(), files }
}

export function hiddenFailures(failing: number): readonly string[] {
  return failing <= 0 ? [] : [reportTexts.hiddenParts(failing, 'failure', 'lines')]
}

/** Returns what is missing in the numbers of a level or of one below it; null where nothing is. */
export function oddNumber(points: readonly Numbered[]): string | null {
  const result = new Set<number>()
  for (const { number, children } of points) {
    const odd = oddIn(number, result, points.length) ?? oddNumber(children)
    if (odd !== null) return odd
    if (number !== null) result.add(number)
  }
  return null
}

function oddIn(number: number | null, outcome: ReadonlySet<number>, count: number): string | null {
  if (number === null) return null
  if (number === 0) return 'the number 0 is no number of a test'
  if (outcome.has(number)) return reportTexts.numberTwice(number)
  return number > count ? reportTexts.numberBeyond(number, count) : null
}
