/** Parses JSON with a named error, and reads its fields without trusting their types. */
import { ReportError } from '../format.ts'
import { reportTexts } from '../texts.ts'

export type Json = Readonly<Record<string, unknown>>

/** Parses a text. @throws ReportError when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ReportError(`not valid JSON: ${getReason(error, text)}`)
  }
}

/** Adds the place to the only message of the engine that has none. */
function getReason(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : 'unreadable'
  return message.startsWith('Unexpected end') ? reportTexts.endsEarly(text.length) : message.slice(0, 200)
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const toObject = (value: unknown): Json => (isObject(value) ? value : {})
export const toObjects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const toTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []
/** Returns a finite number that is not negative, or null. */
export const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
export const toCount = (value: unknown): number => Math.min(Math.trunc(toNumber(value) ?? 0), Number.MAX_SAFE_INTEGER)
