/** Tells a file of something else, which is left out, from a report that nobody could read. */
import { readFileSync, statSync } from 'node:fs'
import { GateError } from '../../core/model/errors.ts'
import { list } from '../../core/rules/text.ts'
import { LIMITS } from '../../reports/format.ts'
import { getText } from '../../reports/input.ts'
import { getRoot } from '../../reports/xml/report.ts'

/** Names of reports; JSON is looked into. */
const REPORT = /\.(?:xml|junit|tap|tap13|trx|subunit|jsonl|ndjson|info|lcov)$/i
const COMPRESSED = /\.(?:gz|bz2|xz|zst|zip)$/i
const PAGE = /\.(?:html?|xhtml|svg)$/i
/** The first characters of a report, under any name. */
const BEGINS = /^\ufeff?\s*(?:<\?xml|<test|<coverage|TAP version |TN:|SF:|mode: )/
const ABOUT_TESTS = /test|suite|coverage|^assemblies$/i
/** TestNG writes them beside its JUnit XML. */
const TESTNG = /<!DOCTYPE suite\b/
/** Files of settings are short. */
const MAX_COMMENTED = 1_000_000
/** Texts, comments and last commas; what never ends is taken to the end. */
const TEXT_OR_COMMENT = /("(?:[^"\\]|\\[\s\S]?)*"?)|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g
const TEXT_OR_COMMA = /("(?:[^"\\]|\\[\s\S]?)*"?)|,(?=[ \t\r\n]{0,1000}[}\]])/g

/** Files that one error names. */
const MAX_NAMES = 10

export interface Unknown {
  readonly name: string
  readonly path: string
  readonly head: string
}

/** True where name or content say so. @param file which no reader knows */
export function isSomethingElse({ name, path, head }: Unknown): boolean {
  const plain = name.replace(COMPRESSED, '')
  if (PAGE.test(plain)) return true
  if (/\.json$/i.test(plain)) return isJson(path)
  if (!REPORT.test(plain) && !BEGINS.test(head)) return true
  return /^\ufeff?\s*</.test(head) && isOtherXml(head)
}

/** Its first element is there whole, and not about tests. */
function isOtherXml(head: string): boolean {
  const root = getRoot(head)
  if (root === null) return false
  const isWhole = new RegExp(`<(?:[\\w.-]+:)?${root.name.replaceAll('.', '\\.')}(?:\\s[^>]*)?/?>`).test(head)
  return isWhole && (TESTNG.test(head) || !ABOUT_TESTS.test(root.name))
}

/** Settings may hold comments. */
function isJson(path: string): boolean {
  if (statSync(path).size > LIMITS.jsonBytes) return false
  const text = getText([readFileSync(path)])
  return parses(text) || (text.length <= MAX_COMMENTED && parses(withoutComments(text)))
}

const withoutComments = (text: string) => text.replace(TEXT_OR_COMMENT, '$1').replace(TEXT_OR_COMMA, '$1')

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    // RangeError: nested deeper than the engine can hold.
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

/** @param names of files that do not say that they are something else @param howToSay how their format is said */
export function unknownReports(names: readonly string[], howToSay: string): GateError {
  return new GateError(
    'unreadable-report',
    `${list(names, MAX_NAMES)} could not be read: no known format begins like it.`,
    `If it is no report, name the others. ${howToSay}`,
  )
}
