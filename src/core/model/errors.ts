/** Every error this product can report: a code, what happened, and the next step as an exact command where there is one. */

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

/** Milliseconds after which it is to be tried again, by `retryAfterMs` of the error; null where it names no time. */
export function getRetryAfter(error: unknown): number | null {
  const ms = error instanceof Error && 'retryAfterMs' in error ? error.retryAfterMs : null
  return typeof ms === 'number' && ms >= 0 ? ms : null
}

/** The catalogue; docs/reference/errors.md is made from it. */
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
    about: 'The event asks for nothing that can be judged; what to write in `on:` is named.',
  },
  'bad-event': { exit: 2, about: 'The payload of an event is not what GitHub sends; the place is named.' },
  'bad-usage': { exit: 2, about: 'A command was called with words it does not know.' },
  'unknown-rule': { exit: 2, about: 'No rule has this code.' },
  'unknown-format': { exit: 2, about: 'No report format has this name.' },
  'runner-not-found': { exit: 2, about: 'No test runner was configured or detected.' },
  'file-exists': { exit: 2, about: 'A file would be overwritten.' },
  'unreadable-report': { exit: 3, about: 'A report is missing, truncated, hostile or of no known format.' },
  'no-tests': { exit: 3, about: 'A report was read, and there is no test in it.' },
  'bad-evidence': {
    exit: 3,
    about: 'Evidence of a run is edited, truncated, of another version or of something else.',
  },
  'command-not-found': { exit: 3, about: 'The test or set-up command does not exist on this machine.' },
  'setup-failed': { exit: 3, about: 'The set-up command failed.' },
  'isolation-unavailable': {
    exit: 3,
    about: 'The policy requires namespaces, and this machine offers none; what to install is named.',
  },
  'git-failed': { exit: 3, about: 'A git command failed.' },
  interrupted: { exit: 3, about: 'The job was cancelled; what was measured until then is kept.' },
  'disk-full': { exit: 3, about: 'The scratch folder cannot be written.' },
  'github-refused': {
    exit: 2,
    about: 'GitHub does not let this token do what is needed; route and permission are named.',
  },
  'github-unavailable': { exit: 3, about: 'GitHub did not answer, or asks to wait.' },
  'branch-taken': { exit: 2, about: 'The branch of a task exists already and is not its own.' },
  'bad-artifact': {
    exit: 3,
    about: 'An artifact of a run is damaged, hostile or not what GitHub says of it; the reason is named.',
  },
  'bad-environment': {
    exit: 2,
    about:
      'An environment variable of the App is missing or unusable; its name and the command that mends it are told.',
  },
  'bad-inbox': { exit: 3, about: 'The file in which the App keeps what GitHub told cannot be used.' },
  'limit-exceeded': { exit: 3, about: 'An input is larger than the named limit.' },
} as const satisfies Record<string, { exit: ErrorExit; about: string }>

export type ErrorCode = keyof typeof ERRORS
