/** Finds where tests are in a text, for the syntax of most runners. */
import { getComparableText } from './edits.ts'
import { withoutImports } from './import-bindings.ts'

const CALLS =
  /^\s*(?:export\s+default\s+|await\s+|return\s+)*(?:test|it|specify|describe|context|suite|scenario|feature|Deno\.test|QUnit\.(?:test|module)|tap\.test|t\.(?:test|Run))\b(?:\.\w+)*(?:\([^)\n]*\))?\s*[(`"']/
const FUNCTIONS =
  /^\s*(?:(?:public|private|internal|static|async|override|final)\s+)*(?:def|function|func|fun)\s+(?:test|Test|Fuzz|Example|Benchmark)\w*|^\s*class\s+\w*Tests?\b|^\s*class\s+Test\w*/
const MARKS =
  /^\s*(?:@(?:\w+\.)*\w*Test\b|@(?:Property|Example)\b|\[(?:Fact|Theory|Test\w*|DataTestMethod)\b|#\[(?:\w+::)*(?:test|rstest)\b)/
const MACROS = /^\s*(?:TYPED_|PARAM_)?(?:TEST|TEST_[FP]|TEST_CASE|SCENARIO|BOOST_\w*TEST_CASE)\s*\(/
const STARTS = [CALLS, FUNCTIONS, MARKS, MACROS]

export function writesTests(text: string): boolean {
  return text.split('\n').some(startsTest)
}

/** Returns whether tests begin in it outside of any function, as far as indentation shows. */
export function startsTests(text: string): boolean {
  return text.split('\n').some((line) => /^\S/.test(line) && startsTest(line))
}

/** Returns whether a test or a group of tests begins in this line. */
function startsTest(line: string): boolean {
  return STARTS.some((pattern) => pattern.test(line))
}

const MARK = /^\s*(?:@|#\[|\[\w)/
const CLOSING = /^\s*(?:[)}\]]|end\b)/

/** Returns whether a test text keeps all of its tests: only imports differ, and whole tests were added. */
export function keepsTests(path: string, before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => getLines(path, text)) as [string[], string[]]
  const comparableText = getComparableText(path, before, 'certain')
  if (comparableText !== null && comparableText === getComparableText(path, after, 'certain')) return true
  let at = 0
  for (let line = 0; line < now.length; ) {
    if (now[line] === old[at]) {
      at += 1
      line += 1
    } else {
      const end = endOfTest(now, line)
      if (end === line) return false
      line = end
    }
  }
  return at === old.length
}

/** Returns the lines that can change a test: no imports, no empty lines. */
function getLines(path: string, text: string): string[] {
  const lines = withoutImports(path, text).split('\n')
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '')
}

/**
 * Returns the place after the test that begins in this line, with the marks above it; the line itself without a test.
 */
function endOfTest(lines: readonly string[], from: number): number {
  let first = from
  let isMarked = false
  while (MARK.test(lines[first] ?? '') && getIndent(lines[first]) === getIndent(lines[from])) {
    isMarked ||= startsTest(lines[first] ?? '')
    first += 1
  }
  if (first >= lines.length || !(isMarked || startsTest(lines[first] ?? ''))) return from
  const indent = getIndent(lines[first])
  let end = first + 1
  while (end < lines.length && getIndent(lines[end]) > indent) end += 1
  return CLOSING.test(lines[end] ?? '') && getIndent(lines[end]) === indent ? end + 1 : end
}

function getIndent(line = ''): number {
  return line.length - line.trimStart().length
}
