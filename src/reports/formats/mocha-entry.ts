/** Reads one entry of Mocha's two JSON reporters: its place, its failure, and whether it is a test. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { splitError } from '../failure/failures.ts'
import { type Json, toNumber, toObject, toText } from '../json/json.ts'
import { createHookFailure, failing, type JsonOutcome, type Keep, splitTitle } from '../json/report.ts'

const HOOK = /^"(?:before|after) (?:all|each)" hook\b/

const THROWN = /^Uncaught error outside test suite$/

const isHook = (entry: Json): boolean => HOOK.test(toText(entry['title']))
/** Titles of failures outside of tests. */
export const isOutside = (entry: Json): boolean => isHook(entry) || THROWN.test(toText(entry['title']))

export function getMochaPlace(entry: Json) {
  const title = splitTitle(toText(entry['fullTitle']), toText(entry['title']))
  return { ...title, file: toText(entry['file']) || null, durationMs: toNumber(entry['duration']) }
}

/** `stack` contains type, message and frames as Node prints them. */
export function failed(stack: string, message: string, keep: Keep): JsonOutcome {
  return failing(keep(stack === '' ? { message: message || 'the report gives no reason' } : splitError(stack)))
}

/** Returns failures outside of tests: hooks, and errors outside of hooks. */
export function outside(entries: readonly Json[]): {
  hookFailures: readonly HookFailure[]
  runErrors: readonly string[]
} {
  const toLine = (entry: Json) => `${toText(entry['title'])}: ${getMessage(entry)}`
  return {
    hookFailures: entries.filter(isHook).map((entry) => {
      const { file, suite } = getMochaPlace(entry)
      return createHookFailure(file, suite, toLine(entry))
    }),
    runErrors: entries
      .filter((entry) => !isHook(entry))
      .map((entry) => createHookFailure(null, [], toLine(entry)).message),
  }
}

/** The stream contains the message where the document contains an object. */
function getMessage(entry: Json): string {
  const { err } = entry
  return typeof err === 'string' ? err : toText(toObject(err)['message'])
}
