/** Writes the log as one JSON object per line. From requests it contains only names and numbers. */
import { GateError } from '../core/model/errors.ts'

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

type Fields = Readonly<Record<string, unknown>>
/** @param message a constant text for the event */
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: Fields) => void

/** Bound on the characters of a text. */
const MAX_TEXT = 1000

/** Lines are written together after this time. Each write is a system call, which would delay webhooks. */
const TOGETHER_MS = 10

/**
 * Creates a log. @param write writes one line, by default to standard output: in batches, and at the latest when the
 * process ends
 */
export function openLog(least: LogLevel, write: (line: string) => unknown = writeSoon): Log {
  return (level, msg, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...fields }, cut)}\n`)
  }
}

let lines: string[] = []

function writeSoon(line: string): void {
  if (lines.push(line) === 1) setTimeout(flushLog, TOGETHER_MS).unref()
}

/** Writes pending lines before another stream is used, so that the order is kept. */
export function flushLog(): void {
  const all = lines.join('')
  lines = []
  if (all !== '') process.stdout.write(all)
}

process.once('exit', flushLog)

/** Returns the code and the suggestion of an error, where it has them. */
export function getFields(error: unknown): Fields {
  if (error instanceof GateError) return { code: error.code, error: error.message, next: error.suggestion }
  return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

function cut(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value
}
