/** Creates the errors of commands that fail before any test: the project or the machine must be fixed first. */
import { noSpaceLeft } from '../../core/errors/files.ts'
import { setupFailed } from '../../core/errors/measuring.ts'
import type { GateError } from '../../core/model/errors.ts'
import type { Problem } from '../../core/model/test-run.ts'
import { cleanText } from '../../reports/text.ts'
import { runTexts } from '../texts.ts'
import { getLastLines } from './last-lines.ts'
import type { ProcessResult } from './process.ts'
import { withoutPlaces } from './redact-paths.ts'

const LAST_LINES = 20
const MAX_LAST = 4_000
const DISK_FULL = /\bENOSPC\b|No space left on device/

/** @throws GateError `disk-full` */
export function failedSetup(command: string, result: ProcessResult): Problem {
  if (isDiskFull(result)) throw diskFull(command)
  const how = result.isTimedOut ? 'was still running after its time limit' : `ended with ${describe(result)}`
  return setupFailed(command, how, firstAndLast(result))
}

/** Returns one sentence about a failed build, without control characters. */
export function formatFailedBuild(command: string, result: ProcessResult, places: readonly string[]): string {
  const how = result.isTimedOut ? 'was still running after its time limit' : `ended with ${describe(result)}`
  const errors = errorLines(result).slice(0, FIRST_ERRORS).join(' | ') || getLastLines(result, places)
  const sentence = `The build \`${command.replaceAll(/\s+/g, ' ')}\` ${how}: ${errors}`
  return cleanText(withoutPlaces(sentence, places), MAX_BUILD_FAILURE)
}

export function diskFull(command: string): GateError {
  return noSpaceLeft(runTexts.noSpace(command))
}

export function isDiskFull({ stdoutTail, stderrTail }: ProcessResult): boolean {
  return DISK_FULL.test(stderrTail) || DISK_FULL.test(stdoutTail)
}

/** Returns the last printed lines, each line once, limited in length. */
function lastLines({ stdoutTail, stderrTail }: ProcessResult): string {
  const text = stderrTail.trim() === '' ? stdoutTail : stderrTail
  return [...new Set(text.trimEnd().split('\n'))].slice(-LAST_LINES).join('\n').slice(-MAX_LAST)
}

function describe({ exitCode, signal }: ProcessResult): string {
  return signal === null ? `exit code ${exitCode}` : `signal ${signal}`
}

const IS_ERROR = /\b(?:errors?|err!|fatal|failed|failure|cannot|could not|not found|denied)\b|\bE[A-Z]{4,}\b/i
const FIRST_ERRORS = 3
const MAX_ERROR = 300
const MAX_BUILD_FAILURE = 2_000

/** npm prints the error first, and its own help after that. */
const NPM_ERROR = /^npm (?:error|ERR!)(?: |$)/
const NPM_HELP = /^npm (?:error|ERR!) (?:Usage:|A complete log)/
const MAX_NPM_LINES = 8

/** Returns the lines that contain an error, each once. */
function errorLines({ stdoutTail, stderrTail }: ProcessResult): readonly string[] {
  const lines = [stdoutTail, stderrTail].flatMap((text) => text.split('\n').filter((line) => IS_ERROR.test(line)))
  return [...new Set(lines.map((line) => line.trim().slice(0, MAX_ERROR)))]
}

/** Returns the first error and the last lines: the first error is seldom in the last lines. */
function firstAndLast(result: ProcessResult): string {
  const errors = errorLines(result)
  const ofNpm = errors.filter((line) => NPM_ERROR.test(line))
  const help = ofNpm.findIndex((line) => NPM_HELP.test(line))
  const lines = ofNpm.slice(0, help === -1 ? ofNpm.length : help).filter((line) => NPM_ERROR.exec(line)?.[0] !== line)
  if (lines.length > 0) return lines.slice(0, MAX_NPM_LINES).join('\n')
  const last = lastLines(result)
  const first = errors.slice(0, FIRST_ERRORS).filter((line) => !last.includes(line))
  return first.length === 0 ? last : `${first.join('\n')}\n…\n${last}`
}
