/** The meaning of elements inside of a case: common ones, and those of single writers about its result. */
import { reportTexts } from '../texts.ts'
import type { RawProblem } from './raw.ts'

/** Elements about other attempts, by failure or error. */
export const ATTEMPTS: ReadonlyMap<string, RawProblem['element']> = new Map([
  ['flakyFailure', 'failure'],
  ['flakyError', 'error'],
  ['rerunFailure', 'failure'],
  ['rerunError', 'error'],
])
/** Elements whose attributes are read. */
export const WANTED = new Set([
  'testsuites',
  'testsuite',
  'testcase',
  'failure',
  'error',
  'skipped',
  ...ATTEMPTS.keys(),
])
const MEANS_FAILED = /fail|error|exception|time-?d?-?out|crash|abort|broke|fatal|panic|killed/i
const MEANS_NOT_RUN = /^(?:skip(?:ped)?|ignored?|disabled|not-?run|pending)$/i

/** Returns the meaning of another element; null for one that is not about the result. */
export function getMeaning(name: string): 'failed' | 'not-run' | null {
  if (MEANS_FAILED.test(name)) return 'failed'
  return MEANS_NOT_RUN.test(name) ? 'not-run' : null
}

export function unknownProblem(word: string): Pick<RawProblem, 'element' | 'message' | 'type'> {
  return { element: 'error', message: reportTexts.notKnownToPass(word), type: null }
}
