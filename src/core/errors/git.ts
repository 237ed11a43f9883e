/** Errors of git, and of the commits and branches that it finds. */
import { BaseError, GateError, type ShownCounts, type Unfinished } from '../model/errors.ts'
import { advise, type Suggestion, suggest } from '../model/suggestion.ts'
import { list, shellWords } from '../rules/text.ts'
import { OWN_BRANCH } from './tasks.ts'

const MAX_NAMED = 5
/** Names the first of several paths. */
export const listPaths = (paths: readonly string[]): string => list(paths, MAX_NAMED)
/** Of one command line. */
const MAX_STASHED = 20

const UNSHALLOW = {
  text: 'git fetch --unshallow origin (in GitHub Actions: actions/checkout with fetch-depth: 0)',
  commands: ['git fetch --unshallow origin'],
}
const FETCH_ALL = 'git fetch origin "+refs/heads/*:refs/remotes/origin/*" && git remote set-head origin --auto'
const ANY_BASE = '<branch, tag or commit>'

export function notARepository(dir: string): GateError {
  return new GateError('not-a-repository', `${dir} is not in a git repository.`, (command) =>
    advise('Name one', `${command} --repo <dir>`),
  )
}

/** `init` may be the first command in a folder. @param quoted the folder, quoted for a shell */
export function nothingToInit(dir: string, quoted: string): GateError {
  const command = `git init ${quoted} && tdd-gate init --repo ${quoted}`
  return new GateError('not-a-repository', `${dir} is not in a git repository.`, advise('', command))
}

export function noFolder(dir: string, cause: unknown): GateError {
  return new GateError('not-a-repository', `The folder ${dir} does not exist.`, 'Name a folder with --repo.', cause)
}

export function gitNotInstalled(cause: unknown): GateError {
  return new GateError(
    'command-not-found',
    'git is not installed, or not on PATH.',
    'Install git 2.38 or later.',
    cause,
  )
}

export function gitFailed(message: string, isObjectMissing: boolean): GateError {
  const next = isObjectMissing ? 'In a partial clone: git fetch --refetch --no-filter origin; else' : 'See'
  return new GateError('git-failed', message, advise(next, 'git fsck'))
}

export function gitNotRun(command: string, cause: unknown): GateError {
  return new GateError('git-failed', `Cannot run ${command}: ${String(cause)}`, 'Check that git runs.', cause)
}

export function gitTooSlow(command: string, ms: number, cause: unknown): GateError {
  return new BaseError('git-failed', `${command} took longer than ${ms} ms.`, judgeLess, cause)
}

export function gitPrintedTooMuch(command: string, maxBytes: number, cause: unknown): GateError {
  return new BaseError('limit-exceeded', `${command} printed more than ${maxBytes} bytes.`, judgeLess, cause)
}

const judgeLess = (command: string) => advise('Judge fewer commits at once', `${command} --base <commit>`)

/** @param trust the command with which git trusts the folder of another user */
export function otherOwner(message: string, trust: string): GateError {
  return new GateError('git-failed', message, advise('The repository belongs to another user; if you trust it', trust))
}

export function unknownPatch(): GateError {
  return new GateError(
    'git-failed',
    'git diff-tree printed a patch in an unknown format.',
    'Update git to 2.38 or later.',
  )
}

export function unreadableCommit(near: string): GateError {
  const message = `git log printed an unreadable entry near ${JSON.stringify(near.slice(0, 64))}.`
  return new GateError('git-failed', message, advise('Inspect that commit', 'git log --format=raw'))
}

export const SET_IDENTITY = ['name', 'email'].map((key) => `git config user.${key} "..."`).join(' && ')

export function noIdentity(): GateError {
  return new GateError('git-failed', 'Git does not know your name.', SET_IDENTITY)
}

export function changedWhileJudged(): GateError {
  const next = advise('Judge them again', 'tdd-gate commit')
  return new GateError('git-failed', 'Files changed while they were judged.', next)
}

/** Git reports on its standard output, which we do not read, that nothing is left to commit. */
const UNNAMED = 'git named no reason. Another process may have committed the same change.'

export function gitRefusedUser(verb: string, message: string, cause: unknown): GateError {
  const reason = message === '' ? UNNAMED : message
  return new GateError('git-failed', `git ${verb} failed: ${reason}`, 'Correct what git names, then try again.', cause)
}

/** Git does not go on while a file differs from what is staged. */
export function workUnfinished(state: Unfinished): GateError {
  const { kind, conflicts, isDirty, isEditing, abort } = state
  const named = conflicts.length === 0 ? '' : `, and these files have conflicts: ${listPaths(conflicts)}`
  const stage = conflicts.length > 0 ? ADD_RESOLVED(conflicts) : 'git add --update'
  const isOpen = conflicts.length > 0 || isDirty
  const command = isOpen && kind !== 'bisect' ? `${stage} && ${state.continue}` : state.continue
  const { text, commands } = advise(goOn(state), command)
  const suggestion = { text: `${text}\nOr end it: ${abort}`, commands: conflicts.length > 0 ? [] : commands }
  const message = isEditing
    ? 'A rebase stopped so that you can edit a commit'
    : `A ${NAMES[kind] ?? kind} is not finished`
  return new GateError('merge-in-progress', `${message}${named}.`, suggestion, undefined, { unfinished: state })
}

const NAMES: { readonly [kind: string]: string } = { am: 'series of patches (git am)', bisect: 'bisection' }
const ADD_RESOLVED = (paths: readonly string[]) => `git add ${shellWords(paths, '<files>', MAX_STASHED)}`

function goOn({ kind, conflicts, isEditing }: Unfinished): string {
  if (conflicts.length > 0) return 'Resolve the conflicts, then go on'
  if (kind === 'bisect') return 'Judge this commit, and go on'
  return isEditing ? 'Commit the correction, then go on' : 'Go on'
}

/** @param paths a stash, too, leaves conflicts behind */
export function inConflict(paths: readonly string[]): GateError {
  const message = `These files have conflicts: ${listPaths(paths)}.`
  return new GateError('merge-in-progress', message, `Resolve them, then: ${ADD_RESOLVED(paths)}`)
}

export function firstCommitNeeded(): GateError {
  const first = advise('', 'git add --all && git commit --allow-empty -m "Start"')
  return new BaseError('no-commits', 'There is no commit yet.', first)
}

/** @param start suggests a task; null where the working tree has changes, which can be judged */
export function notStarted(branch: string | null, start: Suggestion | null): GateError {
  const next =
    start === null
      ? advise('Judge the working tree', 'tdd-gate complete')
      : suggest(`Commit a failing test. ${start.text}`, ...start.commands)
  const message =
    branch === null ? 'HEAD has no commit to judge yet.' : `The branch ${branch} has no commit of its own yet.`
  return new BaseError('no-commits', message, next)
}

/** In the words that agents know from Task Master, as the next error. */
export function nothingToCommit(): GateError {
  return new GateError(
    'no-changes',
    'No staged changes to commit',
    advise('Make code changes before committing', 'tdd-gate next'),
  )
}

const MISSING: Readonly<Record<string, string>> = {
  red: 'Ensure you have written a failing test before proceeding',
  green: 'Fix the implementation to make all tests pass',
}

/** @param phase the one that is open @param actual the last measured numbers; null where nothing ran */
export function phaseNotShown(phase: string, actual: ShownCounts | null, next: string): GateError {
  const message = `${phase.toUpperCase()} phase validation failed`
  const missing = advise(MISSING[phase] ?? 'Change files before completing this phase', next)
  return new GateError('no-changes', message, missing, undefined, actual === null ? {} : { actual })
}

export function headNotJudged(commit: string): GateError {
  return new BaseError('no-commits', `${commit} was not judged.`, advise('', 'tdd-gate verify'))
}

/** @param branch the default branch, where no base was named */
export function nothingToJudge(base: string, branch: string | null = null): GateError {
  const why = branch === null ? `${base} already contains the head` : `${branch} is the branch that others start from`
  const message = `${why}, so there is no commit to judge.`
  return new BaseError('no-commits', message, onOwnBranch(ANY_BASE))
}

export function tooManyCommits(max: number, base: string): GateError {
  const message = `There are more than ${max} commits since ${base}.`
  return new BaseError('too-many-commits', message, (command) => advise('Start later', `${command} --base <commit>`))
}

export function noMergeBase(): GateError {
  return new BaseError('no-merge-base', 'Base and head share no history.', nameTheBase(ANY_BASE))
}

/** @param start the commit to start after; null when only the author knows it */
export function noOtherBranch(start: string | null): GateError {
  return new BaseError('unknown-revision', 'No other branch is known to start from.', onOwnBranch(start ?? ANY_BASE))
}

/** Work on the default branch has nothing to start from. */
const onOwnBranch = (revision: string) => (command: string) => {
  const { text, commands } = nameTheBase(revision)(command)
  return { text: `Commit on a branch of its own (git switch -c <branch>). ${text}`, commands }
}

const nameTheBase = (revision: string) => (command: string) => ({
  text: `Name the commit to start after: ${command} --base ${revision} (or --base root)`,
  commands: revision === ANY_BASE ? [] : [`${command} --base ${revision}`],
})

export function noCommitNamed(revision: string, isShallow: boolean): GateError {
  return new GateError(
    'unknown-revision',
    `${revision} names no commit.`,
    isShallow
      ? { ...UNSHALLOW, text: `Perhaps it was not fetched: ${UNSHALLOW.text}` }
      : advise('List the commits', 'git log --oneline --all'),
  )
}

export function defaultBranchNotFetched(isShallow: boolean): GateError {
  const message = 'The default branch was not fetched.'
  return isShallow
    ? new GateError('shallow-clone', message, UNSHALLOW)
    : new GateError('unknown-revision', message, { text: `Fetch it:\n${FETCH_ALL}`, commands: [FETCH_ALL] })
}

/** @param where git cut the history */
export function cutHistory(where: string): GateError {
  return new GateError('shallow-clone', `The history is cut ${where}.`, UNSHALLOW)
}

/** @param paths from the top: the stash takes them alone, since a task document that the command reads stays */
export function uncommittedChanges(paths: readonly string[]): GateError {
  const named = shellWords(paths, '', MAX_STASHED)
  const command = named === '' ? 'git stash --include-untracked' : `git stash push --include-untracked -- ${named}`
  const next = advise('Commit or stash them', command)
  return new GateError('uncommitted-changes', `Not committed: ${listPaths(paths)}.`, next)
}

/** @param paths are not staged, and reverting the last attempt changes them too */
export function unstagedInTheWay(paths: readonly string[]): GateError {
  const next = advise('Stage them with the attempt', `git add ${shellWords(paths, '<files>', MAX_STASHED)}`)
  const message = `Reverting this last attempt also changes files that are not staged: ${listPaths(paths)}.`
  return new GateError('uncommitted-changes', message, next)
}

/** @param start suggests a task; null where the working tree has changes @param then the command that needs the branch */
export function onDefaultBranch(branch: string, start: Suggestion | null, then: string): GateError {
  const message = `You are on ${branch}, the default branch. Work happens on a branch of its own.`
  return new GateError(
    'on-default-branch',
    message,
    start ?? advise('Take the changes along', `${OWN_BRANCH} && tdd-gate ${then}`),
  )
}
