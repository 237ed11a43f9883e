/** Where a text has tests, in the ways in which most runners know them. */
import { getEssence, withoutImports } from './edits.ts'

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

/** Whether tests begin in it that no function around them has to be called for, as far as indents show. */
export function startsTests(text: string): boolean {
  return text.split('\n').some((line) => /^\S/.test(line) && startsTest(line))
}

/** Whether a test or a group of tests begins in this line. */
export function startsTest(line: string): boolean {
  return STARTS.some((pattern) => pattern.test(line))
}

const COMMENT = /^\s*(?:\/\/|#(?!\[)|\/?\*)/
const MARK = /^\s*(?:@|#\[|\[\w)/
const CLOSING = /^\s*(?:[)}\]]|end\b)/

/** Whether a text of tests says all that it said: only imports differ, and whole tests were added. */
export function keepsTests(path: string, before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => getLines(path, text)) as [string[], string[]]
  const comparableText = getEssence(path, before)
  if (comparableText !== null && comparableText === getEssence(path, after)) return true
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

/** Without what no test is changed by: imports, comments, empty lines. */
function getLines(path: string, text: string): string[] {
  const lines = withoutImports(path, text).split('\n')
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '' && !COMMENT.test(line))
}

/** Behind the test that begins in this line, marks above it included; the line itself where none does. */
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
