/** Lists every error of the product by its code: what happened, and the usual next step. The files beside it create them. */

/** 2: bad usage or configuration; 3: could not measure. */
export type ErrorExit = 2 | 3

interface ErrorEntry {
  readonly exit: ErrorExit
  /** What happened, as far as it is the same for all errors with this code. */
  readonly about: string
  /** The usual next step. The suggestion of an error is more exact. */
  readonly fix: string
}

/** The catalogue; `scripts/docs.ts` writes docs/reference/errors.md from it. */
export const ERRORS = {
  'not-a-repository': {
    exit: 2,
    about: 'The folder is not inside a git repository.',
    fix: 'Run the command inside a repository, or name one: `--repo <dir>`.',
  },
  'unknown-revision': {
    exit: 2,
    about: 'A revision does not name a commit.',
    fix: 'Fetch the branch (`git fetch origin`), or name a commit: `--base <commit>`, `--head <commit>`.',
  },
  'shallow-clone': {
    exit: 2,
    about: 'History is cut off before the commits that must be judged.',
    fix: 'Fetch the whole history: `git fetch --unshallow`; in a workflow `fetch-depth: 0`.',
  },
  'no-merge-base': {
    exit: 2,
    about: 'Base and head share no history.',
    fix: 'Name the commit before the first one to judge: `--base <commit>`.',
  },
  'no-commits': {
    exit: 2,
    about: 'There is nothing between base and head.',
    fix: 'Commit something, or name another start: `--base <commit>`.',
  },
  'no-changes': {
    exit: 2,
    about: 'Nothing differs from HEAD, so there is nothing to judge or to commit.',
    fix: 'Change files, or stage what you changed; `tdd-gate next` says what the step needs.',
  },
  'too-many-commits': {
    exit: 2,
    about: 'More commits than the gate judges at once.',
    fix: 'Name a later start: `--base <commit>`, or split the branch.',
  },
  'bad-config': {
    exit: 2,
    about: 'The configuration cannot be read; line and column are named.',
    fix: 'Correct the named line; an editor completes keys with `schema/tdd-gate.schema.json`.',
  },
  'bad-plan': {
    exit: 2,
    about: 'The task document cannot be read or contradicts itself.',
    fix: 'Correct the named line of the document; the task needs an id, a title and subtasks.',
  },
  'unsupported-event': {
    exit: 2,
    about: 'The event contains nothing to judge; the error names the events for `on:`.',
    fix: 'Run the Action on one of the named events.',
  },
  'bad-event': {
    exit: 2,
    about: 'The payload of an event differs from what GitHub sends; the error names the place.',
    fix: 'Check which program wrote the file that `GITHUB_EVENT_PATH` names.',
  },
  'unsupported-system': {
    exit: 2,
    about: 'The operating system lacks what the command needs; the error names a way out.',
    fix: 'Use Linux, macOS or WSL; or let CI measure: `tdd-gate init`.',
  },
  'bad-usage': { exit: 2, about: 'A command was called with unknown arguments.', fix: 'See `tdd-gate --help`.' },
  'unknown-rule': {
    exit: 2,
    about: 'No rule has this code.',
    fix: 'See [the rules](rules.md); `tdd-gate explain <rule>` explains one.',
  },
  'unknown-format': {
    exit: 2,
    about: 'No report format has this name.',
    fix: 'See [the formats](formats.md), or leave the format out: the content shows it.',
  },
  'runner-not-found': {
    exit: 2,
    about: 'No test runner was configured or detected.',
    fix: 'Set `test.command` and `test.reports` in `.github/tdd-gate.yml`.',
  },
  'file-exists': {
    exit: 2,
    about: 'A file stands where tdd-gate would write, and tdd-gate cannot extend or replace it.',
    fix: 'Move or remove the named file.',
  },
  'unreadable-report': {
    exit: 3,
    about: 'A report is missing, truncated, hostile or of no known format.',
    fix: 'Run the tests again; `tdd-gate report <file>` shows what can be read.',
  },
  'no-tests': {
    exit: 3,
    about: 'A report contains no test.',
    fix: 'Check the command and its filters: at least one test must run.',
  },
  'bad-evidence': {
    exit: 3,
    about: 'Evidence of a run is edited, truncated, of another version or of something else.',
    fix: 'Run the workflow again; it measures anew what it cannot reuse.',
  },
  'command-not-found': {
    exit: 3,
    about: 'The test or set-up command does not exist on this machine.',
    fix: 'Install the program, or set `test.setup` and `test.command`.',
  },
  'setup-failed': {
    exit: 3,
    about: 'The set-up command failed.',
    fix: 'Run the command in a fresh clone, or set another `test.setup`.',
  },
  'out-of-time': {
    exit: 3,
    about: 'The judgement took longer than `policy.maxMinutes` allows.',
    fix: 'Run it again: on the same machine it goes on where it stopped. Or raise `policy.maxMinutes`.',
  },
  'isolation-unavailable': {
    exit: 3,
    about: 'The policy requires namespaces, and this machine offers none; the error names what to install.',
    fix: 'Install bubblewrap, and allow user namespaces; or remove the key from the configuration.',
  },
  'git-failed': {
    exit: 3,
    about: 'A git command failed.',
    fix: 'Run the named git command; `git fsck` checks the repository.',
  },
  interrupted: {
    exit: 3,
    about: 'The job ended before everything was measured; finished measurements are kept.',
    fix: 'Do what the message says, and run it again: finished measurements are reused.',
  },
  'disk-full': {
    exit: 3,
    about: 'The scratch folder cannot be written.',
    fix: 'Free some space, or set `TDD_GATE_CACHE` to a folder on another disk.',
  },
  'github-refused': {
    exit: 2,
    about: 'GitHub refuses a request for good; the error names the route and who can end it.',
    fix: 'See [why GitHub refuses](errors.md#why-github-refuses).',
  },
  'github-unsupported': {
    exit: 2,
    about: 'This server is GitHub Enterprise Server, which the Action and the App do not support.',
    fix: 'Use github.com or GHE.com, or judge in any CI with `tdd-gate verify`.',
  },
  'github-unavailable': {
    exit: 3,
    about: 'GitHub did not answer, or asks to wait.',
    fix: 'Wait: the App repeats the request. Run a failed job again.',
  },
  'uncommitted-changes': {
    exit: 2,
    about: 'The working tree has changes that the command would carry along.',
    fix: 'Commit or stash them: `git stash`.',
  },
  'merge-in-progress': {
    exit: 2,
    about: 'A merge, rebase, cherry-pick, revert, `git am` or bisection is not finished, or a file has conflicts.',
    fix: 'Finish it, or end it: the error names both commands. Until then `tdd-gate verify --head HEAD` judges the commits that are there.',
  },
  'branch-taken': {
    exit: 2,
    about: 'Another branch already uses the branch name of the task.',
    fix: 'Continue on it, or begin on a branch beside it: `tdd-gate start <task> --fresh`.',
  },
  'task-waits': {
    exit: 2,
    about: 'The task waits for a task that is not done, and whose work its base does not have.',
    fix: 'Start the other task first, or start from its branch: `tdd-gate start <task> --base <branch>`.',
  },
  'on-default-branch': {
    exit: 2,
    about: 'The default branch is checked out, and the command needs a branch of its own.',
    fix: 'Start a task: `tdd-gate start <task>`, or work without a plan: `git switch -c <branch>`.',
  },
  'task-stopped': {
    exit: 2,
    about: 'A person paused or aborted the task.',
    fix: 'Ask the person, then resume it: `tdd-gate resume`.',
  },
  'not-confirmed': {
    exit: 2,
    about: 'A person declined what the command asked, or no terminal was there to ask one.',
    fix: 'Run the command in a terminal, or confirm everything with `--no-confirm`.',
  },
  'command-refused': {
    exit: 2,
    about: 'A decision or an unmeasured commit does not apply now, lacks what it needs, or is not for this caller.',
    fix: 'The message names the reason; `tdd-gate status` shows the subtasks.',
  },
  'agent-failed': {
    exit: 3,
    about: 'The command of the agent failed.',
    fix: 'Correct the command: it reads the prompt on standard input and ends with 0.',
  },
  'bad-artifact': {
    exit: 3,
    about:
      'An artifact of a run is damaged, hostile or differs from what GitHub says of it; the error names the reason.',
    fix: 'Run the workflow again: it writes new artifacts.',
  },
  'bad-environment': {
    exit: 2,
    about:
      'An environment variable of the App is missing or unusable; the error names it and the command that fixes it.',
    fix: 'Set the variable with the named command.',
  },
  'bad-store': {
    exit: 3,
    about: 'The App cannot use its store: the file, or the PostgreSQL database, with the events of GitHub.',
    fix: 'Put the file on a writable local disk: `export TDD_GATE_STORE=<file>`; or correct `DATABASE_URL`.',
  },
  'limit-exceeded': {
    exit: 3,
    about: 'An input is larger than the named limit.',
    fix: 'Make the input smaller, or split it.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
