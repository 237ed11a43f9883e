/** The readable key of a test, and a masked second key for names that change from run to run. */
import type { TestCase, TestId } from '../core/model/test-run.ts'

export type TestRecord = Pick<TestCase, 'variant' | 'file' | 'suite' | 'name' | 'nth'>

/** What stands where the file is not known; a part that is just this is escaped. */
const UNKNOWN_FILE = '?'
const SEPARATOR = ' > '
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/** `[variant] file > suite > name #nth`. Different records never share an id once their parts are normalised. */
export function testId({ name, nth, ...place }: TestRecord): TestId {
  return testIdIn(getPlaceId(place), name, nth)
}

/** The beginning that all tests of a place share. */
export function getPlaceId({ variant, file, suite }: Omit<TestRecord, 'name' | 'nth'>): string {
  const place = file === null ? UNKNOWN_FILE : escapePlace(escapePart(normalise(file)))
  const parts = [place, ...suite.map(getPart)].join(SEPARATOR)
  return variant === null ? parts : `[${escapeVariant(normalise(variant))}] ${parts}`
}

/** @param place as `placeIdOf` tells it */
export function testIdIn(place: string, name: string, nth: number): TestId {
  const id = `${place}${SEPARATOR}${getPart(name)}`
  return nth > 1 ? `${id} #${nth}` : id
}

/**
 * Words of letters that are composed as they are, and with any other of them: ASCII, most of Latin, Cyrillic, Kana, Han and
 * Hangul. Nearly all names are such words.
 */
const NORMAL = /^(?:[!-~¡-˿Ѐ-҂Ҋ-ԯぁ-ゖァ-ヺ一-鿿가-힣]+(?: (?=[^ ])|$))+$/

/** One line, composed letters, no colours: what every format can carry. */
export function normalise(text: string): string {
  if (NORMAL.test(text)) return text
  return text.toWellFormed().replace(ANSI, '').replace(/\s+/g, ' ').trim().replace(CONTROL, '\ufffd').normalize('NFC')
}

/** A suite or name as it stands in an id: equal for those that differ only in what no format carries. */
export const getPart = (text: string) => {
  const plain = normalise(text)
  return /[\\>#]/.test(plain) ? escapeNumber(escapePart(plain)) : plain
}

/** A backslash is doubled only where it could be read as one of ours, so that namespaces and paths stay readable. */
function escapePart(text: string): string {
  return text.replace(/\\(?=[\\[\]>#?])/g, '\\\\').replace(/(?<=^| )>(?= |$)/g, '\\>')
}

const escapeNumber = (text: string) => text.replace(/(?<=^| )#(?=\d+$)/, '\\#')
const escapeVariant = (text: string) => text.replace(/\\(?=[\\[\]>#?]|$)/g, '\\\\').replaceAll(']', '\\]')
const escapePlace = (text: string) => text.replace(/^(?=\[|\?$)/, '\\')

/** What changes between two runs of the same test, in the order in which it is masked (reports.md 7.2). */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/(?:\/tmp|\/var\/tmp|\/var\/folders|\/private\/var|[A-Za-z]:\\\S*?\\Temp)[/\\][^\s"'`)\]]*/gi, '<tmp>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b\d\d:\d\d:\d\d(?:\.\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]{6,}\b/gi, '<address>'],
  [/(?<=\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|::1\]?):|\bport )\d{2,5}\b/gi, '<port>'],
  [/\d{10,}/g, '<number>'],
]
/** Nearly every name fails this at once, which keeps the check out of the profile. */
const MAY_BE_VOLATILE = /\d{4}|-[0-9a-f]{4}-|\d:\d|0x|\/tmp|\/var\/|temp\\|port \d/i

/** True when the text holds an address, uuid, time, temporary path or port: it will be another one next time. */
export function isVolatileName(text: string): boolean {
  return MAY_BE_VOLATILE.test(text) && VOLATILE.some(([pattern]) => text.search(pattern) >= 0)
}

const redacted = (text: string) =>
  VOLATILE.reduce((all, [pattern, redact]) => all.replace(pattern, redact), normalise(text))
const LINE = /:\d+\b|\(line \d+\)/g

/** The second key: equal for a volatile test in two runs. It only proposes a match, and only when it is unique on both sides. */
export function redactedKey(test: TestRecord): string {
  const redact = (text: string) => redacted(text).replace(LINE, '<line>')
  return testId({ ...test, suite: test.suite.map(redact), name: redact(test.name) })
}
