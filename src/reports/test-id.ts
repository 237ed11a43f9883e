/** Computes the readable key of a test, and a redacted second key for names that change between runs. */
import type { TestCase, TestId } from '../core/model/test-run.ts'
import { wellFormed } from './utf8.ts'

type TestRecord = Pick<TestCase, 'variant' | 'file' | 'suite' | 'name' | 'nth'>

/** The id's placeholder for an unknown file. A part that equals it is escaped. */
const UNKNOWN_FILE = '?'
const SEPARATOR = ' > '
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * Returns `[variant] file > suite > name #nth`. Different records have different ids after normalisation of their
 * parts.
 */
export function testId({ name, nth, ...place }: TestRecord): TestId {
  return testIdIn(getPlaceId(place), name, nth)
}

/** Returns the id prefix that all tests of a place share. */
export function getPlaceId({ variant, file, suite }: Omit<TestRecord, 'name' | 'nth'>): string {
  const place = file === null ? UNKNOWN_FILE : escapePlace(escapePart(normalise(file)))
  const parts = [place, ...suite.map(getPart)].join(SEPARATOR)
  return variant === null ? parts : `[${escapeVariant(normalise(variant))}] ${parts}`
}

/** Returns the id of a test. @param place the result of `getPlaceId` */
export function testIdIn(place: string, name: string, nth: number): TestId {
  const id = `${place}${SEPARATOR}${getPart(name)}`
  return nth > 1 ? `${id} #${nth}` : id
}

/** Words without combining characters: ASCII, most of Latin, Cyrillic, Kana, Han and Hangul. Nearly all names match. */
const NORMAL = /^(?:[!-~¡-˿Ѐ-҂Ҋ-ԯぁ-ゖァ-ヺ一-鿿가-힣]+(?: (?=[^ ])|$))+$/

/** Normalises a text to one line, composed characters and no colours, which every format preserves. */
export function normalise(text: string): string {
  if (NORMAL.test(text)) return text
  return wellFormed(text).replace(ANSI, '').replace(/\s+/g, ' ').trim().replace(CONTROL, '\ufffd').normalize('NFC')
}

/** Normalises a suite or name for an id, so that differences between formats disappear. */
const getPart = (text: string) => {
  const plain = normalise(text)
  return /[\\>#]/.test(plain) ? escapeNumber(escapePart(plain)) : plain
}

/** Doubles a backslash only where it could be read as an escape, so that namespaces and paths stay readable. */
function escapePart(text: string): string {
  return text.replace(/\\(?=[\\[\]>#?])/g, '\\\\').replace(/(?<=^| )>(?= |$)/g, '\\>')
}

const escapeNumber = (text: string) => text.replace(/(?<=^| )#(?=\d+$)/, '\\#')
const escapeVariant = (text: string) => text.replace(/\\(?=[\\[\]>#?]|$)/g, '\\\\').replaceAll(']', '\\]')
const escapePlace = (text: string) => text.replace(/^(?=\[|\?$)/, '\\')

/** Text that changes between two runs of the same test, in the order of redaction. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/(?:\/tmp|\/var\/tmp|\/var\/folders|\/private\/var|[A-Za-z]:\\\S*?\\Temp)[/\\][^\s"'`)\]]*/gi, '<tmp>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]{6,}\b/gi, '<address>'],
  [/(?<=\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|::1\]?):|\bport )\d{2,5}\b/gi, '<port>'],
  [/\d{10,}/g, '<number>'],
]
/** A cheap filter that nearly every name fails. */
const MAY_BE_VOLATILE = /\d{4}|-[0-9a-f]{4}-|\d:\d|0x|\/tmp|\/var\/|temp\\|port \d/i

/** Returns true when the text contains an address, uuid, time, temporary path or port, which changes with every run. */
export function isVolatileName(text: string): boolean {
  return MAY_BE_VOLATILE.test(text) && VOLATILE.some(([pattern]) => text.search(pattern) >= 0)
}

const redacted = (text: string) =>
  VOLATILE.reduce((all, [pattern, redact]) => all.replace(pattern, redact), normalise(text))
const LINE = /:\d+\b|\(line \d+\)/g

/**
 * Returns the second key, which is equal for a volatile test in two runs. A match counts only when it is unique on both
 * sides.
 */
export function redactedKey(test: TestRecord): string {
  const redact = (text: string) => redacted(text).replace(LINE, '<line>')
  return testId({ ...test, suite: test.suite.map(redact), name: redact(test.name) })
}
