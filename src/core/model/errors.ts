/**
 * Lists every error of the product: a code, what happened, and the next step with an exact command where there is one.
 */

/** 2: bad usage or configuration; 3: could not measure. */
export type ErrorExit = 2 | 3

export class GateError extends Error {
  readonly code: ErrorCode
  readonly suggestion: string
  readonly exit: ErrorExit
  constructor(code: ErrorCode, message: string, suggestion: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'GateError'
    this.code = code
    this.suggestion = suggestion
    this.exit = ERRORS[code].exit
  }
}

/** An error that another `--base` would end. A job has no command line, and reports the error in its own words. */
export class BaseError extends GateError {}

/** Returns the milliseconds after which to retry, from `retryAfterMs` of the error; null when it names no time. */
export function getRetryAfter(error: unknown): number | null {
  const ms = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : null
  return typeof ms === 'number' && ms >= 0 ? ms : null
}

/** The catalogue; `scripts/docs.ts` writes docs/reference/errors.md from it. */
export const ERRORS = {
  'not-a-repository': { exit: 2, about: 'The folder is not inside a git repository.' },
  'unknown-revision': { exit: 2, about: 'A revision does not name a commit.' },
  'shallow-clone': { exit: 2, about: 'History is cut off before the commits that must be judged.' },
  'no-merge-base': { exit: 2, about: 'Base and head share no history.' },
  'no-commits': { exit: 2, about: 'There is nothing between base and head.' },
  'too-many-commits': { exit: 2, about: 'More commits than the gate judges at once.' },
  'bad-config': { exit: 2, about: 'The configuration cannot be read; line and column are named.' },
  'bad-plan': { exit: 2, about: 'The task document cannot be read or contradicts itself.' },
  'unsupported-event': {
    exit: 2,
    about: 'The event contains nothing to judge; the error names the events for `on:`.',
  },
  'bad-event': { exit: 2, about: 'The payload of an event differs from what GitHub sends; the error names the place.' },
  'unsupported-system': {
    exit: 2,
    about: 'The operating system lacks what the command needs; the error names a way out.',
  },
  'bad-usage': { exit: 2, about: 'A command was called with unknown arguments.' },
  'unknown-rule': { exit: 2, about: 'No rule has this code.' },
  'unknown-format': { exit: 2, about: 'No report format has this name.' },
  'runner-not-found': { exit: 2, about: 'No test runner was configured or detected.' },
  'file-exists': { exit: 2, about: 'A file would be overwritten.' },
  'unreadable-report': { exit: 3, about: 'A report is missing, truncated, hostile or of no known format.' },
  'no-tests': { exit: 3, about: 'A report contains no test.' },
  'bad-evidence': {
    exit: 3,
    about: 'Evidence of a run is edited, truncated, of another version or of something else.',
  },
  'command-not-found': { exit: 3, about: 'The test or set-up command does not exist on this machine.' },
  'setup-failed': { exit: 3, about: 'The set-up command failed.' },
  'isolation-unavailable': {
    exit: 3,
    about: 'The policy requires namespaces, and this machine offers none; the error names what to install.',
  },
  'git-failed': { exit: 3, about: 'A git command failed.' },
  interrupted: { exit: 3, about: 'The job was cancelled; finished measurements are kept.' },
  'disk-full': { exit: 3, about: 'The scratch folder cannot be written.' },
  'github-refused': {
    exit: 2,
    about: 'GitHub refuses a request of this token; the error names route and permission.',
  },
  'github-unavailable': { exit: 3, about: 'GitHub did not answer, or asks to wait.' },
  'uncommitted-changes': { exit: 2, about: 'The working tree has changes that the command would carry along.' },
  'on-default-branch': { exit: 2, about: 'A command would commit to the default branch.' },
  'branch-taken': { exit: 2, about: 'Another branch already uses the branch name of the task.' },
  'bad-artifact': {
    exit: 3,
    about:
      'An artifact of a run is damaged, hostile or differs from what GitHub says of it; the error names the reason.',
  },
  'bad-environment': {
    exit: 2,
    about:
      'An environment variable of the App is missing or unusable; the error names it and the command that fixes it.',
  },
  'bad-inbox': { exit: 3, about: 'The App cannot use the file in which it stores the events of GitHub.' },
  'limit-exceeded': { exit: 3, about: 'An input is larger than the named limit.' },
} as const satisfies Record<string, { exit: ErrorExit; about: string }>

export type ErrorCode = keyof typeof ERRORS

/** Windows has no process groups: a test runner would leave processes behind. */
export const noWindows = (): GateError =>
  new GateError(
    'unsupported-system',
    'Windows has no process groups, so tests that hang could not be ended.',
    'wsl --install, then run tdd-gate there; or let CI measure: tdd-gate init',
  )
