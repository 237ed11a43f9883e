/** Errors of a call: unknown arguments, and systems or servers that cannot serve it. */
import { GateError, type Mismatch } from '../model/errors.ts'
import { advise } from '../model/suggestion.ts'
import { list, shellWords } from '../rules/text.ts'

/** @param given of a call that works */
export function badUsage(message: string, given: string, seen?: Mismatch): GateError {
  return new GateError('bad-usage', message, advise('', `tdd-gate ${given}`), undefined, seen)
}

const WITH_USES = 'init --uses <owner>/<repository>@<commit>'

export function badUse(): GateError {
  return badUsage('`--uses` takes owner/repo@ref.', WITH_USES)
}

/** Of an installed package that no release made, and of a clone whose origin is a folder. */
export function unknownUse(): GateError {
  const why =
    'Nothing says what the workflow uses: this program is of no release, and of no clone whose origin is on GitHub.'
  return badUsage(why, WITH_USES)
}

export function noPlanToClaim(): GateError {
  return badUsage('This branch carries no plan, so no subtask can be claimed.', 'start task.yml')
}

/** Of `start --github`. */
export const NO_ISSUE = 'The App starts a task below an issue, and none is named.'

/** The reason why we have no such option, and what to use instead. */
const ELSEWHERE = {
  '--runner': ['The runner is detected, or configured in .github/tdd-gate.yml', 'tdd-gate doctor'],
  '--commit-scope': [
    'Paths decide the scope',
    'Set commit.scopes in .github/tdd-gate.yml, or say it: -m "feat(api): ..."',
  ],
  '--tag': ['The tag stands before the id of the task', 'tdd-gate start <tag>:<task>'],
  '--interactive': ['Only `run` asks before each step', "tdd-gate run --agent '<command>' --interactive"],
  '--executor-mode': ['The agent is a command', "tdd-gate run --agent '<command>'"],
  '--max-attempts': ['The limit belongs to the branch', 'tdd-gate start <task> --max-attempts <number>'],
  '--force': ['A person excuses one rule with a reason', 'tdd-gate override <rule> --reason "<why>"'],
} as const

/** Commands that begin a branch: there a fresh beginning is what `--force` is after. */
const BEGINNING: readonly (string | undefined)[] = ['start', 'run']

/**
 * Returns the refusal of an option of Task Master that stands elsewhere here; null for any other.
 * @param command where the option stands
 */
export function notAnOption(option: string, command?: string): GateError | null {
  const [, found] = Object.entries(ELSEWHERE).find(([known]) => known === option) ?? []
  if (found === undefined) return null
  const isFresh = option === '--force' && BEGINNING.includes(command)
  const [why, advice] = isFresh
    ? ['Work that a branch has stays, and a new branch begins beside it', `tdd-gate ${command} <task> --fresh`]
    : found
  return new GateError('bad-usage', `\`${option}\` is no option here. ${why}.`, advice)
}

/** Of options of a new branch. @param given the option that was named first */
export function notBesideApp(given: string): GateError {
  const way = advise('Leave it out, or start the task here', 'tdd-gate start <task>')
  return new GateError(
    'bad-usage',
    `\`${given}\` has no effect here: the App starts the task, and names its branch.`,
    way,
  )
}

/** Of options of a new branch where a run goes on with another one. @param main the branch from which tasks begin */
export function onlyAtBeginning(given: string, main: string): GateError {
  const message = `\`${given}\` has no effect here: this branch has begun already.`
  return new GateError('bad-usage', message, advise('Begin from the default branch', `git switch ${main}`))
}

/** @param taken the parameters that the tool takes */
export function wrongParameter(tool: string, mistake: string, taken: readonly string[]): GateError {
  return new GateError('bad-usage', `${tool}: ${mistake}.`, `Call it with these parameters alone: ${taken.join(', ')}.`)
}

/**
 * Of a run that this worktree does not have.
 * @param known the newest runs
 */
export function unknownRun(id: string, known: readonly string[]): GateError {
  const runs = known.length === 0 ? 'it has none' : `its newest ones are ${known.join(', ')}`
  return badUsage(`This worktree has no run ${id}: ${runs}.`, 'runs')
}

/**
 * Of a run whose branch is not checked out.
 * @param current the run of the checked-out branch; null without one
 * @param branch of the meant run, quoted for a shell; null where it is gone, or has another run now
 */
export function otherRun(id: string, current: string | null, branch: string | null): GateError {
  const message = `The checked-out branch ${current === null ? 'has no run' : `has the run ${current}`}, not ${id}.`
  if (branch === null) return badUsage(`${message} The branch of that run is gone, or has a new run.`, 'runs')
  return new GateError('bad-usage', message, advise('Check its branch out', `git switch ${branch}`))
}

/** Of a work unit that names no phase of a subtask. */
export function unknownUnit(id: string): GateError {
  return badUsage(`No work unit is called ${id}. Its id is subtask, phase and attempt, such as 7.1:red:1.`, 'next')
}

/** A work unit of the phase COMMIT is a commit. */
export function completedByCommit(): GateError {
  return badUsage('The phase COMMIT is completed by a commit: the tool autopilot_commit makes it.', 'commit')
}

export function allOrSome(): GateError {
  return badUsage('`--all` takes every file, and `--files` takes some.', 'commit --files <paths>')
}

export function noBranchName(branch: string): GateError {
  return badUsage(`Git allows no branch of the name ${branch}.`, 'start <task> --branch <name>')
}

export function twoSubjects(): GateError {
  return badUsage('`message` and `customMessage` both name the subject.', "commit -m '<subject>'")
}

const CLAIMS = { passed: 'failed:3,passed:0', advice: 'Claim numbers that agree, or none: ' } as const

export function badClaims(): GateError {
  const message = `\`--results\` is not readable: expected ${CLAIMS.passed}.`
  return new GateError('bad-usage', message, `${CLAIMS.advice}--results=${CLAIMS.passed}`)
}

export function badTotal(total: number, sum: string): GateError {
  const message = `The claimed total ${total} is not ${sum}.`
  return new GateError('bad-usage', message, `${CLAIMS.advice}--results=${CLAIMS.passed}`)
}

export function unknownRule(code: string, hint: string, nearest: string | null): GateError {
  const command = ['tdd-gate explain', nearest].filter((word) => word !== null).join(' ')
  return new GateError('unknown-rule', `no rule is called \`${code}\`${hint}`, advise('', command))
}

export function unknownFormat(format: string, hint: string, known: readonly string[]): GateError {
  const message = `no report format is called \`${format}\`${hint}`
  return new GateError('unknown-format', message, `Known formats: ${known.join(', ')}`)
}

/** The published package contains no App; a clone does. */
export function noApp(): GateError {
  const next = 'Run the App in a clone of the repository of tdd-gate: npm ci && npm start'
  return new GateError('bad-usage', 'This package does not contain the App.', next)
}

/** Windows has no process groups: a test runner would leave processes behind. */
export function noWindows(): GateError {
  return new GateError('unsupported-system', 'Windows has no process groups, so tdd-gate cannot end tests that hang.', {
    text: 'wsl --install, then run tdd-gate there. Or let CI measure: tdd-gate init',
    commands: ['wsl --install'],
  })
}

/** Of a clone in which packages were never installed, or went. @param top its folder */
export function noPackages(top: string): GateError {
  const command = `npm ci --prefix ${shellWords([top], '<clone>')}`
  return new GateError('bad-usage', 'Packages of tdd-gate are not installed.', advise('', command))
}

export function configNotReadable(file: string, cause: Error): GateError {
  return new GateError(
    'bad-config',
    `${file} cannot be read: ${cause.message}`,
    (command) => advise('Name an existing file', `${command} --config <file>`),
    cause,
  )
}

/** @param mistakes one line each: place and mistake */
export function badConfig(
  file: string,
  mistakes: readonly string[],
  describedIn = 'schema/tdd-gate.schema.json',
): GateError {
  const next = `Correct ${file}; the keys are described in ${describedIn}.`
  return new GateError('bad-config', mistakes.join('\n'), next)
}

export function noPolicyTests(folder: string): GateError {
  const next = 'Write a case there: docs/how-to/policy-tests.md has an example.'
  return new GateError('bad-usage', `There is no case in ${folder}: no file of it ends with .yml.`, next)
}

export function tooManyPolicyTests(folder: string, files: number, most: number): GateError {
  const message = `${folder} has ${files} files of cases, more than the limit of ${most}.`
  return new GateError('bad-usage', message, 'Put several cases into one file, or name a folder with fewer files.')
}

export function agentFailed(how: string): GateError {
  return new GateError('agent-failed', `The agent ended with ${how}.`, 'Correct its command, then run again.')
}

const MAX_NAMED = 10

/** Of files that a caller chose. @param names as the caller wrote them */
export function nothingChangedAt(names: readonly string[]): GateError {
  const message = `Nothing has changed at ${list(names, MAX_NAMED)} in this repository.`
  return new GateError('bad-usage', message, advise('Name files that git lists as changed', 'git status --short'))
}
