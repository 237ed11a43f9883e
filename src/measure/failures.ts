/** The errors of commands that say nothing about tests: the project or the machine must be put right first. */
import { GateError } from '../core/errors.ts'
import type { ProcessEnding } from './process.ts'

const FREE_SPACE = 'Free some space, or set TDD_GATE_CACHE to a folder with more.'
const LAST_LINES = 20
const MAX_LAST = 4_000
const DISK_FULL = /\bENOSPC\b|No space left on device/

/** @throws nothing: gives the error to throw */
export function missingCommand(word: string, command: string): GateError {
  return new GateError(
    'command-not-found',
    `\`${word}\` of the command \`${command}\` is not installed here.`,
    `Install it, or say in .github/tdd-gate.yml under test.setup how, and under test.command what runs the tests.`,
  )
}

export function failedSetup(command: string, ending: ProcessEnding): GateError {
  if (isDiskFull(ending)) return diskFull(command)
  const how = ending.isTimedOut ? 'was still running when its time was over' : `ended with ${describe(ending)}`
  return new GateError(
    'setup-failed',
    `The set-up command \`${command}\` ${how}.\n${lastLines(ending)}`,
    'Run it in a fresh clone to see why, or give another one in .github/tdd-gate.yml under test.setup.',
  )
}

export function diskFull(command: string): GateError {
  return new GateError('disk-full', `There is no space left for \`${command}\`.`, FREE_SPACE)
}

export function isDiskFull({ stdoutTail, stderrTail }: ProcessEnding): boolean {
  return DISK_FULL.test(stderrTail) || DISK_FULL.test(stdoutTail)
}

/** The end of what was printed, as much as a reader needs. */
export function lastLines({ stdoutTail, stderrTail }: ProcessEnding): string {
  const text = stderrTail.trim() === '' ? stdoutTail : stderrTail
  return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n').slice(-MAX_LAST)
}

function describe({ exitCode, signal }: ProcessEnding): string {
  return signal === null ? `exit code ${exitCode}` : `signal ${signal}`
}

/** The same error, unless it is the system's word for a full disk. */
export function asDiskFull(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException)?.code !== 'ENOSPC') return error
  return new GateError('disk-full', 'There is no space left for the checkout.', FREE_SPACE, error)
}
