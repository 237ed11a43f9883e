/** Moves changes to where they belong: into another commit, or behind their tests. */
import type { Commit, FileClass } from '../../core/model/commit.ts'
import { type Candidate, getBlocked, nameOf, quotePaths, type RejectedBranch } from '../situation.ts'

const isPlain = ({ parents }: Commit) => parents.length === 1
const FOLD = 'git reset --quiet --soft HEAD~1 && git commit --quiet --amend --no-edit'

export const squashEarlier: Candidate = {
  code: 'squash-earlier',
  about: 'Put this change into the commit before it',
  propose: ({ commits, at }) => {
    const [before, commit] = [commits[at - 1], commits[at]]
    if (before === undefined || commit === undefined || !isPlain(commit) || !isPlain(before)) return null
    return { first: at - 1, last: at, commands: [FOLD] }
  },
}

export const squashNext: Candidate = {
  code: 'squash-next',
  about: 'Put the next commit into this one, which it completes',
  propose: ({ commits, at }) => {
    const [commit, next] = [commits[at], commits[at + 1]]
    if (commit === undefined || next === undefined || !isPlain(next) || !isPlain(commit)) return null
    return { first: at, last: at + 1, commands: [FOLD] }
  },
}

const pathsOf = ({ changes }: Commit, wanted: FileClass) =>
  changes.filter((change) => change.class === wanted && change.after !== null).map(({ path }) => path)

export const rebaseMerge: Candidate = {
  code: 'rebase-merge',
  about: 'Put the commits of the side branch in the place of the merge',
  propose: ({ commits, at }) => {
    const [first = '', second = ''] = commits[at]?.parents ?? []
    const onto = commits[at]?.merge?.isFromBase === false ? first : second
    if (onto === '') return null
    return { first: at, last: commits.length - 1, commands: [`git rebase --quiet ${onto.slice(0, 12)}`] }
  },
}

/** Returns the last accepted commit before this one that changes a path in common. */
function findEarlier({ commits, judged, at }: RejectedBranch, phase: string, paths: readonly string[]): number {
  return judged.findLastIndex(
    (one, index) =>
      index < at &&
      one.verdict === 'accepted' &&
      one.phase === phase &&
      commits[index]?.parents.length === 1 &&
      (commits[index]?.changes.some(({ path }) => paths.includes(path)) ?? false),
  )
}

export const correctRedAtItsPlace: Candidate = {
  code: 'move-into-red',
  about: 'Put the corrected tests into their RED, where they fail',
  propose: (situation) => {
    const commit = getBlocked(situation)
    const tests = commit === undefined ? [] : pathsOf(commit, 'test')
    const red = findEarlier(situation, 'red', tests)
    const names = quotePaths(tests)
    if (red < 0 || names === null) return null
    const taken = `git checkout --quiet ${nameOf(situation, situation.at)} -- ${names}`
    return { first: red, last: red, commands: [taken, 'git commit --quiet --amend --no-edit'] }
  },
}

export const moveIntoGreen: Candidate = {
  code: 'move-into-green',
  about: 'Put this change into the GREEN that it corrects',
  propose: (situation) => {
    const commit = getBlocked(situation)
    const code = commit === undefined ? [] : pathsOf(commit, 'production')
    const green = findEarlier(situation, 'green', code)
    const names = quotePaths(code)
    if (commit === undefined || green < 0 || names === null || code.length !== commit.changes.length) return null
    const taken = `git cherry-pick --no-commit ${nameOf(situation, situation.at)}`
    return { first: green, last: green, commands: [taken, 'git commit --quiet --amend --no-edit'] }
  },
}

export const testsFirst: Candidate = {
  code: 'tests-first',
  about: 'Put the tests before the code that they ask for',
  propose: (situation) => {
    const { commits, at } = situation
    const later = commits.findIndex(
      ({ changes, parents }, index) =>
        index > at &&
        parents.length === 1 &&
        changes.some((change) => change.class === 'test') &&
        changes.every((change) => change.class !== 'production'),
    )
    const moved = commits.slice(at, later + 1)
    if (later < 0 || commits[at]?.parents.length !== 1 || !moved.every(isPlain)) return null
    // The reset moves the branch, and with it each name that counts from its head.
    const names = moved.map(({ sha }, index) =>
      situation.known.has(sha) ? sha.slice(0, 12) : `ORIG_HEAD~${later - at - index}`,
    )
    const order = [names.at(-1), ...names.slice(0, -1)].join(' ')
    return {
      first: at,
      last: later,
      commands: [`git reset --quiet --keep HEAD~${moved.length}`, `git cherry-pick ${order}`],
    }
  },
}
