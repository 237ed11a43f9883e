/** Writes the commands that correct the judged commit. At the head they amend it; a working tree is not committed yet. */
import { type Commit, short } from '../model/commit.ts'
import { formatCommand } from '../model/gate-command.ts'
import type { Cycle } from '../model/state.ts'
import type { RuleAdvice, RuleContext } from './rule.ts'
import { commitPaths, shellWords, stopAt, trailerOption } from './text.ts'

type Judged = Pick<RuleContext, 'commit' | 'verify'>

/** Brings every change of the working tree into the last commit. */
export const AMEND = 'git add --all && git commit --amend --no-edit'

/** States another phase or subtask. */
export function restate({ commit, verify }: Judged, key: 'Phase' | 'Task', value: string): string {
  if (!commit.isPending) {
    // By default git adds a second trailer beside the old value.
    const isStated = commit.trailers.some(([name]) => name === key.toLowerCase())
    return `git ${isStated ? '-c trailer.ifexists=replace ' : ''}commit --amend --no-edit ${trailerOption(key, value)}`
  }
  return `${formatCommand({ options: '', ...verify, name: 'commit' })} ${key === 'Phase' ? '--phase' : '--subtask'} ${value}`
}

/** Adds a change to the commit. @param change the command that makes it */
export function amend({ isPending }: Judged['commit'], change: string): string {
  return isPending ? change : `${change} && git commit --amend --no-edit`
}

/** Ends advice that the author follows by hand. */
export function thenAmend(
  { isPending }: Pick<Judged['commit'], 'isPending'>,
  advice: string,
  add = 'git commit -a',
): string {
  return isPending ? `${advice}.` : `${advice}, then \`${add} --amend --no-edit\`.`
}

/** Restores paths of another commit. If nothing is staged, it stages nothing: the gate would judge only these paths. */
export function restore(
  { isPending = false, isStaged = false }: Judged['commit'],
  from: string,
  names: string,
): string {
  return `git restore --source ${from}${isPending && !isStaged ? '' : ' --staged --worktree'} -- ${names}`
}

/** Names the commit before the judged one. */
export function previous({ isPending }: Judged['commit']): string {
  return isPending ? 'HEAD' : 'HEAD~1'
}

/** Sends the author to an earlier commit first. @param first how text names that commit */
export function doFirst(first: string): string {
  return `Do first what ${first} asks for: the gate judges this commit after it.`
}

/** Advises about paths that only earlier commits changed: a command for this commit would undo their work. */
export function waitForEarlier({ earlier = [] }: Pick<RuleContext, 'earlier'>): RuleAdvice {
  const first = earlier.find(({ verdict, isSuperseded }) => verdict === 'rejected' && !isSuperseded)
  return { text: doFirst(first === undefined ? 'the first rejected commit' : short(first.sha)) }
}

/** Returns those of the paths that the commit itself changes. */
export function getOwn(paths: readonly string[], { changes }: Pick<Commit, 'changes'>): readonly string[] {
  const own = new Set(changes.map(({ path }) => path))
  return paths.filter((path) => own.has(path))
}

/** Takes the whole change back. */
export function undo({ isPending, sha }: Judged['commit']): string {
  return isPending ? 'git stash push --include-untracked' : `git revert --no-edit ${sha.slice(0, 12)}`
}

/** Commits tests as another RED of the subtask. The code stays in the working tree until GREEN. */
export function commitRed(
  { commit, subtask }: Pick<RuleContext, 'commit' | 'subtask'>,
  advice: string,
  tests: readonly string[],
): RuleAdvice {
  const names = shellWords(tests, '<test files>')
  const task = subtask === null ? '' : ` ${trailerOption('Task', subtask)}`
  const command = commitPaths(commit, names, `-m "test: ..."${task} ${trailerOption('Phase', 'red')}`)
  return { text: `${advice}: \`${command}\`.`, ...(names.startsWith('<') ? {} : { commands: [command] }) }
}

/**
 * Advises to make the tests of a RED stricter: they must fail before the code exists. The author edits the tests between
 * the commands. Without that edit the commands change nothing.
 */
export function suggestStrongerTest(context: RuleContext, { red, watch }: Cycle, how: string): RuleAdvice {
  if (context.commit.isPending) return commitRed(context, `${how} Then commit the tests as a new RED`, watch)
  const { stop, goOn } = stopAt(red)
  return {
    text: `First go back to RED: \`${stop}\`. ${how} Then: \`git commit --all --amend --no-edit && ${goOn}\`.`,
    commands: [stop, formatCommand({ options: '', ...context.verify, name: 'complete' })],
  }
}
