/** Reads whether git is in the middle of something that it goes on with or ends: a rebase, a merge, a pick, a bisection. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workUnfinished } from '../core/errors/git.ts'
import type { Unfinished, UnfinishedKind } from '../core/model/errors.ts'
import { getInfos } from './cat-file.ts'
import { hasRefFiles } from './local-refs/head.ts'
import { type Repository, readChangedPaths } from './repository.ts'

const withoutEditor = (verb: string) => `GIT_EDITOR=true git ${verb} --continue`

/** Continues a rebase that stopped at an earlier commit. */
export const GO_ON = withoutEditor('rebase')

const COMMANDS: { readonly [Kind in UnfinishedKind]: Pick<Unfinished, 'continue' | 'abort'> } = {
  rebase: { continue: GO_ON, abort: 'git rebase --abort' },
  am: { continue: 'git am --continue', abort: 'git am --abort' },
  merge: { continue: withoutEditor('merge'), abort: 'git merge --abort' },
  'cherry-pick': { continue: withoutEditor('cherry-pick'), abort: 'git cherry-pick --abort' },
  revert: { continue: withoutEditor('revert'), abort: 'git revert --abort' },
  bisect: { continue: 'git bisect <good|bad>', abort: 'git bisect reset' },
}

/** Refs that git keeps while it works, in the order in which `git status` asks. */
const REFS = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const

/** Git makes nothing of a pick or a revert that changes nothing. */
const SKIPPED: readonly UnfinishedKind[] = ['cherry-pick', 'revert']

/** Reads the state of the worktree that the repository was opened in. @returns null where nothing is unfinished */
export async function readUnfinished(repository: Repository): Promise<Unfinished | null> {
  const kind = await readKind(repository)
  if (kind === null) return null
  const { conflicts, isStaged, isDirty } = await readIndex(repository)
  const commands = COMMANDS[kind]
  const isEmpty = SKIPPED.includes(kind) && conflicts.length === 0 && !isStaged && !isDirty
  return {
    kind,
    continue: isEmpty ? `git ${kind} --skip` : commands.continue,
    abort: commands.abort,
    conflicts,
    isEditing: kind === 'rebase' && existsSync(join(repository.gitDir, 'rebase-merge/amend')),
    isDirty,
  }
}

/** @throws GateError `merge-in-progress`, with the commands that go on and end it */
export async function refuseUnfinished(repository: Repository): Promise<void> {
  const state = await readUnfinished(repository)
  if (state !== null) throw workUnfinished(state)
}

/**
 * Lets an author commit where a rebase stopped for that: nothing is in conflict there.
 * @returns whether one stopped
 * @throws GateError `merge-in-progress`
 */
export async function refuseUnlessEditing(repository: Repository): Promise<boolean> {
  const state = await readUnfinished(repository)
  if (state?.isEditing === false) throw workUnfinished(state)
  return state !== null
}

/** A rebase holds the pick that it stopped at, and a bisection may hold anything. */
async function readKind(repository: Repository): Promise<UnfinishedKind | null> {
  const { gitDir } = repository
  const has = (name: string) => existsSync(join(gitDir, name))
  if (has('rebase-apply/applying')) return 'am'
  if (has('rebase-merge') || has('rebase-apply')) return 'rebase'
  const refs = REFS.filter(([name]) => !hasRefFiles(repository) || has(name))
  const infos = await getInfos(
    repository.readObjects,
    refs.map(([name]) => name),
  )
  const found = refs.find((_, n) => infos[n]?.type === 'commit')
  return found?.[1] ?? readSequence(gitDir) ?? (has('BISECT_LOG') ? 'bisect' : null)
}

/** Several picks are unfinished after the author committed the one in conflict, too. */
function readSequence(gitDir: string): UnfinishedKind | null {
  const path = join(gitDir, 'sequencer/todo')
  const [word = ''] = existsSync(path) ? readFileSync(path, 'latin1').split(' ', 1) : []
  if (word === 'pick' || word === 'p') return 'cherry-pick'
  return word === 'revert' ? 'revert' : null
}

const NEW = '??'
const CONFLICTS: ReadonlySet<string> = new Set(['DD', 'AU', 'UD', 'UA', 'DU', 'AA', 'UU'])

async function readIndex(repository: Repository) {
  const changed = (await readChangedPaths(repository)).filter(({ letters }) => letters !== NEW)
  const inConflict = changed.filter(({ letters }) => CONFLICTS.has(letters))
  return {
    conflicts: inConflict.map(({ path }) => path),
    isStaged: changed.some(({ letters }) => !letters.startsWith(' ')),
    isDirty: changed.some((one) => !one.letters.endsWith(' ') && !inConflict.includes(one)),
  }
}
