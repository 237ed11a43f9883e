/** Reads what attributes say: times, paths, words, each bounded. */
import { MAX_MESSAGE } from '../../core/test-run.ts'
import type { Attributes } from '../xml.ts'
import { own } from '../xml-text.ts'

const NONE: readonly never[] = []

/** `status` and `result`. */
export function words(attributes: Attributes): readonly string[] {
  const status = attributes.get('status')
  const result = attributes.get('result')
  if (!status && !result) return NONE
  return [status, result].flatMap((word) => (word ? [own(word.slice(0, 40)).toLowerCase()] : []))
}

/** Seconds with or without thousands separators; Go writes negative zeros. */
export function milliseconds(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const seconds = Number(text.includes(',') ? text.replaceAll(',', '') : text)
  return Number.isFinite(seconds) ? Math.max(0, Math.round(seconds * 1e6) / 1e3) : null
}

export function path(attributes: Attributes): string | null {
  return optional(attributes.get('file') ?? attributes.get('filepath'))
}

export function optional(text: string | undefined, limit = MAX_MESSAGE): string | null {
  return text ? cutTo(text, limit) : null
}

/** The very string where it is short enough: neighbours share it. */
export function cutTo(text: string, limit: number): string {
  return text.length > limit ? own(text.slice(0, limit)) : text
}
