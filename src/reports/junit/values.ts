/** Reads attribute values: times, paths and statuses, each bounded. */
import { MAX_MESSAGE } from '../../core/model/test-run.ts'
import { plainText } from '../text.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

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
export function getStatuses(attributes: Attributes): readonly string[] {
  let found = NONE
  for (const name of attributes.keys()) {
    const status = SAYING.has(name) ? readStatus(name, attributes.get(name) ?? '') : null
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

/** Returns the duration of a case in milliseconds. */
export function duration(attributes: Attributes): number | null {
  return parseMilliseconds(attributes.get('time') ?? attributes.get('duration'))
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

/** Ant writes results of a whole class with an adapter's class, and the name of the class. */
const JUNIT_ADAPTERS = new Set(['junit.framework.TestSuite', 'junit.framework.JUnit4TestCaseFacade'])

/** Returns the same string as of the case before, where it is equal. */
export function getClassName(attributes: Attributes, last: string): string {
  const name = attributes.get('classname') ?? attributes.get('class') ?? ''
  if (name === last) return last
  return cleanTitle(JUNIT_ADAPTERS.has(name) ? (attributes.get('name') ?? '') : name)
}

/** Returns a name without terminal codes, bounded. */
export function cleanTitle(text: string): string {
  return plainText(text.length > MAX_MESSAGE ? own(text.slice(0, MAX_MESSAGE)) : text)
}
