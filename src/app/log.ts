/** One JSON object per line, for whatever collects logs; nothing that was sent is in it but names and numbers. */
import { GateError } from '../core/model/errors.ts'

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type Level = (typeof LEVELS)[number]

type Fields = Readonly<Record<string, unknown>>
/** @param message what happened, always in the same words */
export type Log = (level: Exclude<Level, 'silent'>, message: string, fields?: Fields) => void

/** Of one text in a line. */
const MAX_TEXT = 1000

/** Lines wait for each other so long: each write is one of the system's, for which webhooks would wait. */
const TOGETHER_MS = 10

/** @param write one line, to standard output by default: with those of the same moment, and at the latest when the process ends */
export function openLog(least: Level, write: (line: string) => unknown = writeSoon): Log {
  return (level, msg, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...fields }, cut)}\n`)
  }
}

let lines: string[] = []

function writeSoon(line: string): void {
  if (lines.push(line) === 1) setTimeout(flushLog, TOGETHER_MS).unref()
}

/** Before another stream is written to: readers see both in one order. */
export function flushLog(): void {
  const all = lines.join('')
  lines = []
  if (all !== '') process.stdout.write(all)
}

process.once('exit', flushLog)

/** What is told of an error: a code and a next step where there is one. */
export function getFields(error: unknown): Fields {
  if (error instanceof GateError) return { code: error.code, error: error.message, next: error.suggestion }
  return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

function cut(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value
}
