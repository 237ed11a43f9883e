/**
 * Writes the log as one JSON object per line, by pino, and as text on a terminal. From requests it contains only names and
 * numbers.
 */
import { destination, pino, stdTimeFunctions } from 'pino'
import { GateError, getGitHubReason } from '../../core/model/errors.ts'
import { getDelivery } from './delivery.ts'
import { toHumanLine } from './human-line.ts'

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

type Fields = Readonly<Record<string, unknown>>
/** @param message a constant text for the event */
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: Fields) => void

/** Bound on the characters of a text. */
const MAX_TEXT = 1000

const STDOUT = 1

/** Lines are written together after this time. Each write is a system call, which would delay webhooks. */
const TOGETHER_MS = 10
const TOGETHER_BYTES = 8192
/** The library writes the rest when the process ends. */
const OUTPUT = destination({ dest: STDOUT, sync: true, minLength: TOGETHER_BYTES, periodicFlush: TOGETHER_MS })

/** Creates a log. @param write writes one line, by default to standard output */
export function openLog(least: LogLevel, write?: (line: string) => unknown): Log {
  const options = {
    level: least,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }), log: cutTexts },
    mixin: () => ({ delivery: getDelivery()?.delivery }),
  }
  const own = isForPeople() ? { write: (line: string) => process.stdout.write(toHumanLine(line)) } : OUTPUT
  const logger = pino(options, write === undefined ? own : { write })
  return (level, message, fields = {}) => logger[level](fields, message)
}

const isForPeople = () => process.stdout.isTTY && process.env['LOG_FORMAT'] !== 'json'

const RARELY_MS = 60_000
/** Bound on causes: some have a number or a time in their text. */
const MAX_CAUSES = 100

/** Returns a log that writes each cause at once, and again after a minute, with how often it came meanwhile. */
export function logRarely(log: Log, now: () => number): Log {
  const written = new Map<string, { readonly at: number; times: number }>()
  return (level, message, fields = {}) => {
    const cause = `${message}: ${fields['error'] ?? ''}`
    const last = written.get(cause)
    if (last !== undefined && now() - last.at < RARELY_MS) {
      last.times += 1
      return
    }
    written.delete(cause)
    written.set(cause, { at: now(), times: 1 })
    const [oldest] = written.keys()
    if (written.size > MAX_CAUSES && oldest !== undefined) written.delete(oldest)
    log(level, message, last === undefined ? fields : { ...fields, times: last.times })
  }
}

/** Writes pending lines before another stream is used, so that the order is kept. */
export function flushLog(): void {
  OUTPUT.flushSync()
}

/** Returns the code and the suggestion of an error, where it has them, and why GitHub refused. */
export function getFields(error: unknown): Fields {
  if (error instanceof GateError) {
    const cause = getGitHubReason(error)
    const { code, message, suggestion } = error
    return { code, ...(cause && { cause }), error: message, next: suggestion.text }
  }
  return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

function cutTexts(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value)]))
}

function cut(value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value
}
