/** Distinguishes files of other kinds, which are skipped, from reports that could not be read. */
import { readFileSync, statSync } from 'node:fs'
import { LIMITS } from '../../reports/format.ts'
import { getText } from '../../reports/input.ts'
import { getRoot } from '../../reports/xml/report.ts'

/** File names of reports; JSON files are checked by content. */
const REPORT = /\.(?:xml|junit|tap|tap13|trx|subunit|jsonl|ndjson|info|lcov)$/i
const COMPRESSED = /\.(?:gz|bz2|xz|zst|zip)$/i
const PAGE = /\.(?:html?|xhtml|svg)$/i
/** The first characters of a report, under any name. */
const BEGINS = /^\ufeff?\s*(?:<\?xml|<test|<coverage|TAP version |TN:|SF:|mode: )/
const ABOUT_TESTS = /test|suite|coverage|^assemblies$/i
/** TestNG writes such files beside its JUnit XML. */
const TESTNG = /<!DOCTYPE suite\b/
/** Settings files are short. */
const MAX_COMMENTED = 1_000_000
/** Matches texts, comments and trailing commas; an unterminated one extends to the end. */
const TEXT_OR_COMMENT = /("(?:[^"\\]|\\[\s\S]?)*"?)|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g
const TEXT_OR_COMMA = /("(?:[^"\\]|\\[\s\S]?)*"?)|,(?=[ \t\r\n]{0,1000}[}\]])/g

/** Files that one error names. */

export interface Unknown {
  readonly name: string
  readonly path: string
  readonly head: string
}

/**
 * Returns true when name or content shows another kind of file.
 * @param file a file of no known format
 */
export function isNoReport({ name, path, head }: Unknown): boolean {
  const plain = name.replace(COMPRESSED, '')
  if (PAGE.test(plain)) return true
  if (/\.json$/i.test(plain)) return isJson(path)
  if (!REPORT.test(plain) && !BEGINS.test(head)) return true
  return /^\ufeff?\s*</.test(head) && isOtherXml(head)
}

/** Returns whether its first element is complete, and not about tests. */
function isOtherXml(head: string): boolean {
  const root = getRoot(head)
  if (root === null) return false
  const isWhole = new RegExp(`<(?:[\\w.-]+:)?${root.name.replaceAll('.', '\\.')}(?:\\s[^>]*)?/?>`).test(head)
  return isWhole && (TESTNG.test(head) || !ABOUT_TESTS.test(root.name))
}

/** Settings may contain comments. */
function isJson(path: string): boolean {
  if (statSync(path).size > LIMITS.fileBytes) return false
  const text = getText([readFileSync(path)])
  return parses(text) || (text.length <= MAX_COMMENTED && parses(withoutComments(text)))
}

const withoutComments = (text: string) => text.replace(TEXT_OR_COMMENT, '$1').replace(TEXT_OR_COMMA, '$1')

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    // RangeError: nested deeper than the engine supports.
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}
