/** Brings back test files that a commit removes. */
import { noTestVanished } from '../../core/rules/no-test-vanished.ts'
import { type Candidate, getBlocked, quotePaths } from '../situation.ts'

export const restoreTests: Candidate = {
  code: 'restore-tests',
  about: 'Bring back the tests that no longer run',
  restores: true,
  propose: (situation) => {
    const { at, blocked } = situation
    const commit = getBlocked(situation)
    const isVanished = blocked.findings.some(({ rule }) => rule === noTestVanished.code)
    if (commit === undefined || commit.parents.length !== 1 || !isVanished) return null
    const gone = commit.changes.filter((change) => change.class === 'test' && change.after === null)
    if (gone.length === commit.changes.length)
      return { first: at, last: at, commands: ['git reset --quiet --keep HEAD~1'] }
    const names = quotePaths(gone.map(({ path }) => path))
    if (names === null) return null
    const commands = [`git checkout --quiet HEAD~1 -- ${names}`, 'git commit --quiet --amend --no-edit']
    return { first: at, last: at, commands }
  },
}
