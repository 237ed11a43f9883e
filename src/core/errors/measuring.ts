/** Errors of measuring: test runners, their commands, the sandbox, and recordings. */
import { type ErrorCode, GateError } from '../model/errors.ts'
import type { Problem } from '../model/test-run.ts'

const OUTSIDE =
  'Find the test, or what it starts, that writes outside its own folder; then re-run all jobs of the workflow.'

/** What to do about a suite that did not start, by the code of its problem. */
export const START_ADVICE = {
  command:
    'Install it, or set test.setup (how to install it) and test.command (how to run the tests) in .github/tdd-gate.yml.',
  setup: 'Run it in a fresh clone to see why, or set another test.setup in .github/tdd-gate.yml.',
} as const

export function commandNotInstalled(word: string, command: string): Problem {
  return { code: 'command', message: `\`${word}\` of the command \`${command}\` is not installed here.` }
}

/** @param how it ended @param output its first and last lines */
export function setupFailed(command: string, how: string, output: string): Problem {
  return { code: 'setup', message: `The set-up command \`${command}\` ${how}.\n${output}` }
}

/** @param done commits that were measured, or needed no measurement */
export function outOfTime(minutes: number, done: number, all: number): GateError {
  return new GateError(
    'out-of-time',
    `The judgement took longer than policy.maxMinutes allows (${minutes}): ${done} of ${all} commits were measured.`,
    'Run it again: on the same machine it goes on where it stopped; or raise policy.maxMinutes.',
  )
}

/** Returns whether the problem is that a suite did not start. */
export const isNotStarted = ({ code }: Problem): boolean => code in START_ADVICE

/** The error where no suite starts. */
export function nothingStarts({ code, message }: Problem): GateError {
  return code === 'setup'
    ? new GateError('setup-failed', message, START_ADVICE.setup)
    : new GateError('command-not-found', message, START_ADVICE.command)
}

/**
 * @param example a configuration that names the command
 * @param hint what a known runner lacks here; empty without one
 */
export function runnerNotFound(example: string, hint = ''): GateError {
  return new GateError(
    'runner-not-found',
    'tdd-gate found no test runner that it knows.',
    `${hint}In .github/tdd-gate.yml, name the test command and the JUnit XML or TAP that it writes. Commit this file to the base branch, because only that one counts. To try it now, add \`--config .github/tdd-gate.yml\`. For example:\n${example}`,
  )
}

/** @param file that has the target */
export const targetLacks = (file: string, command: string): string =>
  `The ${file} has a target \`test\`: say where \`${command}\` writes its report. `

/** @param started the commands that it starts in the end */
export function scriptLacks(command: string, started: readonly string[]): string {
  const names = started.slice(0, 3).map((one) => `\`${one}\``)
  return `The test script of package.json starts ${names.join(', ')}, which is no runner that tdd-gate knows: say where \`${command}\` writes its report. `
}

export const TEST_UNIT_LACKS =
  'test-unit writes no JUnit XML by itself: the gem ci_reporter_test_unit writes it to test/reports. '

/** Gradle runs the tests of other platforms by other tasks. */
export const GRADLE_LACKS =
  'There are no tests in src/test: name the task that runs yours, such as allTests or testDebugUnitTest. '

/** @param name of a package that writes JUnit XML */
export const reporterLacks = (name: string): string => `Its report needs the package \`${name}\`. `

/** EUnit writes reports only where its options say. */
export const REBAR_LACKS =
  'Its report needs `{eunit_opts, [{report, {eunit_surefire, [{dir, "_build/test"}]}}]}.` in rebar.config. '

export const DJANGO_LACKS =
  'The tests of Django need manage.py, or pytest with pytest-django, which is detected where a requirements file or pyproject.toml names it. Without it this command needs unittest-xml-reporting. '

/** RSpec is recognised by one of these: other tools use the same names. */
export const RSPEC_LACKS =
  'There are files named *_spec.rb: RSpec is detected with .rspec, spec/spec_helper.rb, or rspec in the Gemfile of the base. '

export function noNamespaces(key: string, why: string): GateError {
  return new GateError(
    'isolation-unavailable',
    `${key} needs namespaces, and ${why}.`,
    'Install bubblewrap (apt-get install bubblewrap) and allow user namespaces or passwordless sudo; or remove the key.',
  )
}

export function recordingExists(path: string, folder: string, cause: unknown): GateError {
  return new GateError('file-exists', `${path} already exists.`, `Remove it: rm -r ${folder}`, cause)
}

export function recordingTooLarge(what: string): GateError {
  return new GateError(
    'limit-exceeded',
    `The measurements cannot be recorded: ${what}.`,
    'Push fewer commits at once, or split the suite in .github/tdd-gate.yml under test.suites.',
  )
}

export function recordingChanged(): GateError {
  const message = 'Tests changed the recording while they ran, so nothing of it counts.'
  return new GateError('bad-evidence', message, OUTSIDE)
}

/** The measuring job reported other results than its recording holds. */
export function measuredOtherwise(message: string): GateError {
  return new GateError('bad-evidence', message, OUTSIDE)
}

/** The error that ended a recorded measurement. */
export function recordedError(error: {
  readonly code: ErrorCode
  readonly message: string
  readonly suggestion: string
}): GateError {
  return new GateError(error.code, error.message, error.suggestion)
}
