/** Reads what Jest and Vitest report about a file: it did not load, or one of its hooks failed. */
import { type HookFailure, type LoadError, MAX_MESSAGE } from '../../core/model/test-run.ts'
import { classifyFailure } from '../failure/failure-kind.ts'
import type { ParsedCase } from '../format.ts'
import { isObject, type Json, toObjects, toText, toTexts } from '../json/json.ts'
import { cleanText } from '../text.ts'

/** Jest's heading for failures outside of tests. */
const NO_TEST = '● Test suite failed to run'

/** Returns the load error of a failed file without tests. A file without tests that did not fail is no error. */
export function getJestLoadError(file: Json): LoadError | null {
  const text = getFileMessage(file) || toTexts(toObjects(file['assertionResults'])[0]?.['failureMessages']).join('\n')
  if (file['status'] !== 'failed' && text === '') return null
  const message = cleanText(text.replace(NO_TEST, ''), MAX_MESSAGE)
  return { file: toText(file['name']) || null, message, ...classifyFailure({ message, element: 'error' }) }
}

/** Returns the message of the file; Jest's own objects also contain the error that prevented its execution. */
function getFileMessage(file: Json): string {
  const error = file['testExecError']
  const thrown = isObject(error) ? toText(error['message']) || 'the file could not be run' : toText(error)
  return toText(file['message']) || thrown
}

/**
 * Vitest: the file failed without a failed test and without a message.
 * Jest: the message of the file has a part that belongs to no test, or exists although no test failed.
 */
export function getJestHookFailure(file: Json, cases: readonly ParsedCase[]): HookFailure | null {
  const text = getFileMessage(file)
  if (cases.length === 0 || (file['status'] !== 'failed' && text === '')) return null
  const at = text.indexOf(NO_TEST)
  const isSilent = !cases.some((c) => c.failure !== null)
  if (at < 0 && !isSilent) return null
  const message = cleanText(at < 0 ? text : text.slice(at + NO_TEST.length), MAX_MESSAGE)
  return {
    file: toText(file['name']) || null,
    suite: at < 0 ? commonSuite(cases.filter((c) => c.mark === null)) : [],
    message: message || 'a hook of this file failed; the report does not say which or why',
  }
}

/** Returns the deepest suite with all tests that the hook may have prevented. */
function commonSuite(cases: readonly ParsedCase[]): readonly string[] {
  const skipped = cases.filter((c) => c.outcome === 'skipped')
  const suites = (skipped.length > 0 ? skipped : cases).map((c) => c.suite)
  const [first = [], ...rest] = suites
  const length = first.findIndex((part, n) => rest.some((suite) => suite[n] !== part))
  return length < 0 ? first : first.slice(0, length)
}
