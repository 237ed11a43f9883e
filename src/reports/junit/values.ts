/** Reads attribute values: times, paths and statuses, each bounded. */
import { MAX_MESSAGE } from '../../core/model/test-run.ts'
import { own } from '../xml/text.ts'
import type { Attributes, TagAttributes } from '../xml/xml.ts'

const NONE: readonly string[] = []
/** Longer values are prose. */
export const MAX_STATUS = 40

/** Attributes that contain the result of a case. */
const SAYING = new Set(['status', 'result', 'outcome', 'success', 'state', 'verdict', 'passed', 'executed'])
/** Values of a pass. */
const PASSES = new Set([
  ...['passed', 'pass', 'ok', 'success', 'succeeded', 'successful', 'completed', 'complete', 'run', 'ran', 'executed'],
  ...['finished', 'done', 'fixed', 'true', 'yes', '1', ''],
])

/** Attributes that may also contain the number of assertions. */
const COUNTED = new Set(['passed', 'executed'])
const NOT_EXECUTED = new Set(['false', 'no', '0'])

/** Returns true for the name of an attribute or element that contains the result of a case. */
export const isSaying = (name: string): boolean => SAYING.has(name.toLowerCase())

/** Returns the lower-case status values of attributes that are not a pass. */
export function getStatuses(attributes: Pick<TagAttributes, 'among' | 'get'>): readonly string[] {
  const saying = attributes.among(SAYING)
  if (saying.length === 0) return NONE
  let found = NONE
  for (const name of saying) {
    const status = readStatus(name, attributes.get(name) ?? '')
    if (status !== null) found = [...found, status]
  }
  return found
}

/** Returns the lower-case status of that name; null for a pass. */
export function readStatus(name: string, text: string): string | null {
  const status = truncateTo(text, MAX_STATUS).trim().toLowerCase()
  if (PASSES.has(status) || (COUNTED.has(name) && /^[1-9]\d*$/.test(status))) return null
  return name === 'executed' && NOT_EXECUTED.has(status) ? 'notrun' : status
}

const POINT = 46
const ZERO = 48
/** Numbers of at most so many digits are exact, and so is their divisor. */
const EXACT_DIGITS = 15

/** Returns the duration of a case in milliseconds. Nearly all writers use plain decimals, which need no string. */
export function duration(attributes: TagAttributes): number | null {
  let seconds = Number.NaN
  attributes.written('time', (bytes, from, to) => {
    seconds = plainDecimal(bytes, from, to)
  })
  return Number.isNaN(seconds)
    ? parseMilliseconds(attributes.get('time') ?? attributes.get('duration'))
    : rounded(seconds)
}

/** Returns NaN for text other than digits with at most one point. */
function plainDecimal(bytes: Buffer, from: number, to: number): number {
  let digits = 0
  let point = -1
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] as number) - ZERO
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
    else if (digit === POINT - ZERO && point < 0) point = at
    else return Number.NaN
  }
  const count = to - from - (point < 0 ? 0 : 1)
  return count > 0 && count <= EXACT_DIGITS ? digits / 10 ** (point < 0 ? 0 : to - point - 1) : Number.NaN
}

const THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
const DECIMAL_COMMA = /^[-+]?\d+,\d+$/

/**
 * Parses seconds with optional thousands separators, as Surefire writes them, or a decimal comma. Go writes negative
 * zeros.
 */
function parseMilliseconds(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const seconds = Number(text.includes(',') ? withoutCommas(text) : text)
  return Number.isFinite(seconds) ? rounded(seconds) : null
}

function withoutCommas(text: string): string {
  if (THOUSANDS.test(text)) return text.replaceAll(',', '')
  return DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text
}

function rounded(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1e6) / 1e3)
}

export function path(attributes: Attributes): string | null {
  return optional(attributes.get('file') ?? attributes.get('filepath'))
}

export function optional(text: string | undefined, limit = MAX_MESSAGE): string | null {
  return text ? truncateTo(text, limit) : null
}

/** Returns the same string where it is short enough, so that neighbours share it. */
export function truncateTo(text: string, limit: number): string {
  return text.length > limit ? own(text.slice(0, limit)) : text
}
