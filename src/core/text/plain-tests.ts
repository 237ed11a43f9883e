/** Reads where tests are written in a language without a grammar, as formatters write it: bodies are indented deeper. */
import { MAX_SOURCE_TEXT, type TestPlace } from '../../syntax/index.ts'

const TITLE =
  /(["'`])(?<quoted>(?:\\.|(?!\1).)+)\1|\b(?:class|def|fun|func|fn|object|sub|void)\s+(?<named>\w+)|^\s*TEST\w*\(\s*\w+,\s*(?<macro>\w+)(?=\))/dg
const BEGINS =
  /^\s*(?:@test\b|(?:test|it|specify|describe|context|group|suite|subtest|scenario|feature|testWidgets)\s*[("'`]|(?:\w+\s+)*(?:def|fun|func|sub)\s+test\w*|(?:\w+\s+)*class\s+(?:Test\w*|\w+Tests?)\b|(?:TYPED_|PARAM_)?(?:TEST|TEST_[FP]|TEST_CASE|SCENARIO|SECTION|SUBCASE|BOOST_\w*TEST_CASE)\s*\()/
const MARK = /^\s*[@#[]/
const TEST_MARK = /^\s*@(?:\w+\.)*(?:\w*Test|Property|Example)\b/
/** What continues the line above: a brace alone, or what ends parameters and opens a body. */
const OPENS = /^(?:\{|[)}\]].*(?:[{([:]|=>))$/
const CLOSES = /^(?:[)}\]]|end\b)/
const SKIPS = /@(?:Disabled|Ignore)\b|\b(?:skip|pending|todo)\b/

/** Longer lines are data; no test begins in them. */
const MAX_LINE = 2_000
/** How many lines above a title may begin its call, or mark it. */
const MAX_ABOVE = 20

/** Returns whether a test, or a group of tests, begins in a line. */
export const beginsTest = (line: string): boolean =>
  line.length <= MAX_LINE && (BEGINS.test(line) || TEST_MARK.test(line))

interface Line {
  readonly text: string
  readonly start: number
  readonly indent: number
}

/** @returns in the order of the text; null for a text that is too large */
export function readPlainTests(text: string): readonly TestPlace[] | null {
  if (text.length > MAX_SOURCE_TEXT) return null
  let start = 0
  const lines = text.split('\n').map((line): Line => {
    const own = { text: line, start, indent: line.length - line.trimStart().length }
    start += line.length + 1
    return own
  })
  return lines.flatMap((line, n) =>
    [...line.text.slice(0, MAX_LINE).matchAll(TITLE)].map((match) => toPlace(lines, n, match)),
  )
}

function toPlace(lines: readonly Line[], n: number, { index, groups = {} }: RegExpExecArray): TestPlace {
  const first = findStart(lines, n)
  const { start, text, indent } = lines[first] as Line
  const end = findEnd(lines, first)
  let marked = first
  const isMark = (line: Line | undefined) => line?.indent === indent && MARK.test(line.text)
  while (first - marked < MAX_ABOVE && isMark(lines[marked - 1])) marked -= 1
  const head = lines.slice(marked, first + 1).map((line) => line.text.slice(0, MAX_LINE))
  const isTest = beginsTest(text) || head.some((line) => TEST_MARK.test(line))
  const title = groups['quoted']?.replace(/\\(["'`])/g, '$1') ?? groups['named'] ?? groups['macro'] ?? ''
  const isSkipped = head.some((line) => SKIPS.test(line.replace(/(["'`]).*?\1/g, '')))
  return {
    title,
    at: (lines[n]?.start ?? 0) + index,
    type: '',
    start,
    end,
    whole: { start: lines[marked]?.start ?? start, end },
    isTest,
    isTop: isTest && indent === 0,
    skips: isSkipped ? 'head' : null,
  }
}

/** A title on a line of its own belongs to the call above it. */
function findStart(lines: readonly Line[], n: number): number {
  const { text = '', indent = 0 } = lines[n] ?? {}
  if (!/^\s*["'`]/.test(text)) return n
  for (let at = n - 1; at >= Math.max(0, n - MAX_ABOVE); at -= 1)
    if (lines[at]?.text.trim() !== '' && (lines[at]?.indent ?? 0) < indent) return at
  return n
}

/** Returns the offset behind the body: before the first line that is no deeper, and opens no body. */
function findEnd(lines: readonly Line[], first: number): number {
  const indent = lines[first]?.indent ?? 0
  const isEnd = (line: Line) =>
    line.text.trim() !== '' && line.indent <= indent && (line.indent < indent || !OPENS.test(line.text.trim()))
  let end = first + 1
  for (let line = lines[end]; line !== undefined && !isEnd(line); line = lines[end]) end += 1
  const closing = lines[end]
  const last = closing?.indent === indent && CLOSES.test(closing.text.trim()) ? closing : lines[end - 1]
  return (last?.start ?? 0) + (last?.text.length ?? 0)
}
